import type { HandlerEvent } from "@reader/core/handler";
import {
  before,
  type Described,
  family,
  giving,
  type Misbehaviour,
  type Read,
  type RightOutcome,
  turn,
} from "./misbehaviour.ts";

const gigabyte = 1_000_000_000;
const megabyte = 1_000_000;

/** The longest string of V8 has 2^29 - 24 characters. */
const longestText = 500_000_000;

/** The last line. Reaching it requires reading everything. */
const toTheEnd = { offset: -1 } as const;

const tooMuch: RightOutcome = { endings: ["too-large", "timed-out"], keeps: "nothing" };

/** The same event for ever, or so often; with a turn now and then, as every handler has that reads a file. */
function repeating(make: (index: number) => HandlerEvent, count: number = Number.POSITIVE_INFINITY): Read {
  return async function* read() {
    yield* before();
    for (let index = 1; index <= count; index += 1) {
      yield make(index);
      if (index % 100 === 0) await turn();
    }
  };
}

const line = "x".repeat(megabyte - 1);

/** One pixel. */
const pixel = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
  (character) => character.charCodeAt(0),
);

const images = repeating(() => ({ type: "image", mediaType: "image/png", data: pixel, widthPx: 1, heightPx: 1 }));

const cut: RightOutcome = { endings: ["answered"] };

const members: readonly Described[] = [
  {
    name: "gigabyte-in-events",
    does: "Gives a gigabyte of text in pieces.",
    right: tooMuch,
    request: toTheEnd,
    read: repeating(() => ({ type: "text", text: `${line}\n` }), gigabyte / megabyte),
  },
  {
    name: "gigabyte-image",
    does: "Gives an image of a gigabyte.",
    right: { endings: ["too-large", "handler-failed"] },
    read: giving(() => ({ type: "image", mediaType: "image/png", data: new Uint8Array(gigabyte).fill(1) })),
  },
  {
    name: "endless-line-at-once",
    does: "Gives the longest text that there can be, without a line end.",
    right: { endings: ["too-large", "handler-failed"] },
    read: giving(() => ({ type: "text", text: "x".repeat(longestText) })),
  },
  {
    name: "endless-text",
    does: "Gives lines for ever to one who wants the first of them.",
    right: cut,
    withoutIsolation: "survivable",
    read: repeating((index) => ({ type: "text", text: `Line ${index}.\n` })),
  },
  {
    name: "endless-text-to-the-end",
    does: "Gives lines for ever to one who wants the last of them.",
    right: tooMuch,
    endsBy: "time",
    withoutIsolation: "survivable",
    request: toTheEnd,
    read: repeating((index) => ({ type: "text", text: `Line ${index}.\n` })),
  },
  {
    name: "endless-line",
    does: "Gives one line that never ends.",
    right: { endings: ["too-large", "timed-out", "answered"] },
    endsBy: "time",
    withoutIsolation: "survivable",
    read: repeating(() => ({ type: "text", text: "It goes on and on. " })),
  },
  {
    name: "endless-notices",
    does: "Gives notices for ever.",
    right: { endings: ["too-large", "timed-out", "answered"] },
    endsBy: "time",
    withoutIsolation: "survivable",
    read: repeating((index) => ({ type: "notice", code: "handler", message: `Picture ${index} is not shown.` })),
  },
  {
    name: "endless-images",
    does: "Gives images for ever.",
    right: { endings: ["too-large", "timed-out", "answered"] },
    endsBy: "time",
    withoutIsolation: "survivable",
    read: images,
  },
  {
    name: "endless-places",
    does: "Gives empty pages for ever.",
    right: { endings: ["too-large", "timed-out", "answered"] },
    endsBy: "time",
    withoutIsolation: "survivable",
    read: repeating((index) => ({ type: "text", text: "\n", at: { unit: "page", index } })),
  },
  {
    name: "endless-extents",
    does: "Tells for ever how many pages there are.",
    right: { endings: ["too-large", "timed-out"] },
    endsBy: "time",
    withoutIsolation: "survivable",
    read: repeating((total) => ({ type: "extent", unit: "page", total, exact: false })),
  },
];

/** Handlers that give more than anybody can take. */
export const flooding: readonly Misbehaviour[] = family("flooding", members);
