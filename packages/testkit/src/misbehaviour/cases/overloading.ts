import type { HandlerEvent } from "@reader/core/handler";
import {
  type Described,
  doing,
  type ExpectedOutcome,
  family,
  firstLine,
  type Misbehaviour,
  type Read,
  type Stage,
  turn,
  yielding,
} from "./misbehaviour.ts";

/** More than any process may use. */
const hugeBytes = 8_000_000_000;
const megabyte = 1_000_000;

const ranges: readonly (readonly [start: number, end: number])[] = [
  [-5, 10],
  [Number.NaN, 10],
  [0, Number.NaN],
  [0.5, 10],
  [2 ** 60, 2 ** 61],
  [10, 5],
  [0, Number.POSITIVE_INFINITY],
];

/** Requests invalid ranges and reports how many were refused. */
async function askBeyond({ source }: Stage): Promise<string> {
  const results = await Promise.allSettled(ranges.map(([start, end]) => source.slice(start, end)));
  const refused = results.filter(({ status }) => status === "rejected").length;
  return `It was refused ${refused} of ${ranges.length} ranges.`;
}

async function askNonsense({ source }: Stage): Promise<string> {
  const nonsense = ["1", {}, undefined, Symbol("start"), 3n] as unknown as readonly number[];
  const results = await Promise.allSettled(nonsense.map(async (start) => source.slice(start, start)));
  return `It got ${results.length} results.`;
}

async function askAtOnce({ source }: Stage): Promise<string> {
  const asked = Array.from({ length: 20_000 }, () => source.slice(0, megabyte));
  return `It got ${(await Promise.all(asked)).length} slices.`;
}

async function readAll({ source }: Stage): Promise<string> {
  let bytes = 0;
  for await (const piece of source.stream()) bytes += piece.length;
  return `It got ${bytes} bytes.`;
}

async function leaveStreams({ source }: Stage): Promise<string> {
  for (let index = 0; index < 50; index += 1) {
    await source.stream({ start: 0 })[Symbol.asyncIterator]().next();
  }
  return "It left its streams open.";
}

/** Passes the file to itself as a nested file, endlessly. */
const nesting: Read = async function* nesting({ source, context }) {
  yield* firstLine();
  yield* context.nested(source.name, await source.head(4096));
};

const encoder = new TextEncoder();

async function nestAtOnce({ context }: Stage): Promise<string> {
  const inner = encoder.encode("misbehave: never-settles\n");
  const asked = Array.from({ length: 100 }, async (_, index) => {
    for await (const event of context.nested(`inner-${index}`, inner)) void event;
  });
  await Promise.all(asked);
  return "It got all of them.";
}

async function nestNonsense({ context }: Stage): Promise<string> {
  const nonsense = [undefined, null, 42, "bytes", {}, []] as unknown as readonly Uint8Array[];
  let refused = 0;
  for (const bytes of nonsense) {
    try {
      for await (const event of context.nested("inner", bytes)) void event;
    } catch {
      refused += 1;
    }
    await turn();
  }
  return `It was refused ${refused} times.`;
}

async function judgeNonsense({ context }: Stage): Promise<string> {
  const nonsense = [undefined, null, 42, {}] as unknown as readonly string[];
  return `It got ${(await context.areDenied?.(nonsense))?.length} results.`;
}

async function judgeAtOnce({ context }: Stage): Promise<string> {
  const names = Array.from({ length: 10_000 }, (_, index) => `${index}/.env`);
  const denied = await context.areDenied?.(names);
  return `It found ${denied?.filter((each) => each).length} denied.`;
}

const askingMembers: readonly Described[] = [
  {
    name: "asks-beyond",
    does: "Requests bytes outside of the file.",
    expected: { endings: ["answered"], matches: /It was refused [4-7] of 7/ },
    withoutIsolation: "survivable",
    read: doing(askBeyond),
  },
  {
    name: "asks-nonsense",
    does: "Requests bytes with offsets that are not numbers.",
    expected: { endings: ["answered", "handler-failed"] },
    withoutIsolation: "survivable",
    read: doing(askNonsense),
  },
  {
    name: "asks-for-everything",
    does: "Requests all bytes of a file of 8 GB.",
    expected: { endings: ["too-large"] },
    withoutIsolation: "survivable",
    fileBytes: hugeBytes,
    read: doing(async ({ source }) => `${(await source.bytes()).length}`),
  },
  {
    name: "asks-at-once",
    does: "Requests 20 GB in slices, without waiting for any.",
    expected: { endings: ["timed-out", "too-large", "handler-failed"] },
    endsBy: "time",
    fileBytes: hugeBytes,
    read: doing(askAtOnce),
  },
  {
    name: "reads-everything",
    does: "Streams a file of 8 GB.",
    expected: { endings: ["timed-out", "too-large"] },
    endsBy: "time",
    fileBytes: hugeBytes,
    read: doing(readAll),
  },
  {
    name: "leaves-streams",
    does: "Opens 50 streams and leaves them open.",
    expected: { endings: ["answered"] },
    withoutIsolation: "survivable",
    fileBytes: 100 * megabyte,
    read: doing(leaveStreams),
  },
  {
    name: "nests-for-ever",
    does: "Contains itself, endlessly.",
    expected: { endings: ["too-large"], matches: /deep/ },
    withoutIsolation: "survivable",
    read: nesting,
  },
  {
    name: "nests-at-once",
    does: "Contains 100 files that never end, and reads all of them at once.",
    expected: { endings: ["timed-out", "too-large", "handler-failed"] },
    endsBy: "time",
    withoutIsolation: "survivable",
    read: doing(nestAtOnce),
  },
  {
    name: "nests-nonsense",
    does: "Contains files that are not bytes.",
    expected: { endings: ["answered", "handler-failed"] },
    withoutIsolation: "survivable",
    read: doing(nestNonsense),
  },
  {
    name: "judges-nonsense",
    does: "Asks whether files are denied, with names that are not strings.",
    expected: { endings: ["handler-failed"] },
    withoutIsolation: "survivable",
    read: doing(judgeNonsense),
  },
  {
    name: "judges-many",
    does: "Asks whether 10 000 files are denied, which takes several messages.",
    expected: { endings: ["answered"], matches: /It found 10000 denied/ },
    withoutIsolation: "survivable",
    read: doing(judgeAtOnce),
  },
];

/** Handlers that request too much, or with invalid arguments. */
export const asking: readonly Misbehaviour[] = family("asking", askingMembers);

const gigabyte = 1_000_000_000;

/** The longest string of V8 has 2^29 - 24 characters. */
const longestText = 500_000_000;

/** The last line. Reaching it requires reading everything. */
const toTheEnd = { offset: -1 } as const;

const tooMuchOutput: ExpectedOutcome = { endings: ["too-large", "timed-out"], keeps: "nothing" };

/** Returns a `read` that yields events for ever, or `count` times, and yields to the event loop now and then. */
function repeating(make: (index: number) => HandlerEvent, count: number = Number.POSITIVE_INFINITY): Read {
  return async function* read() {
    yield* firstLine();
    for (let index = 1; index <= count; index += 1) {
      yield make(index);
      if (index % 100 === 0) await turn();
    }
  };
}

const line = "x".repeat(megabyte - 1);

/** A PNG of one pixel. */
const pixel = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
  (character) => character.charCodeAt(0),
);

const images = repeating(() => ({ type: "image", mediaType: "image/png", data: pixel, widthPx: 1, heightPx: 1 }));

const cutToBudget: ExpectedOutcome = { endings: ["answered"] };

const floodingMembers: readonly Described[] = [
  {
    name: "gigabyte-in-events",
    does: "Yields a gigabyte of text in chunks.",
    expected: tooMuchOutput,
    request: toTheEnd,
    read: repeating(() => ({ type: "text", text: `${line}\n` }), gigabyte / megabyte),
  },
  {
    name: "gigabyte-image",
    does: "Yields an image of a gigabyte.",
    expected: { endings: ["too-large", "handler-failed"] },
    read: yielding(() => ({ type: "image", mediaType: "image/png", data: new Uint8Array(gigabyte).fill(1) })),
  },
  {
    name: "endless-line-at-once",
    does: "Yields the longest possible string, without a line break.",
    expected: { endings: ["too-large", "handler-failed"] },
    read: yielding(() => ({ type: "text", text: "x".repeat(longestText) })),
  },
  {
    name: "endless-text",
    does: "Yields lines for ever to a request for the first ones.",
    expected: cutToBudget,
    withoutIsolation: "survivable",
    read: repeating((index) => ({ type: "text", text: `Line ${index}.\n` })),
  },
  {
    name: "endless-text-to-the-end",
    does: "Yields lines for ever to a request for the last ones.",
    expected: tooMuchOutput,
    endsBy: "time",
    withoutIsolation: "survivable",
    request: toTheEnd,
    read: repeating((index) => ({ type: "text", text: `Line ${index}.\n` })),
  },
  {
    name: "endless-line",
    does: "Yields one line that never ends.",
    expected: { endings: ["too-large", "timed-out", "answered"] },
    endsBy: "time",
    withoutIsolation: "survivable",
    read: repeating(() => ({ type: "text", text: "It goes on and on. " })),
  },
  {
    name: "endless-notices",
    does: "Yields notices for ever.",
    expected: { endings: ["too-large", "timed-out", "answered"] },
    endsBy: "time",
    withoutIsolation: "survivable",
    read: repeating((index) => ({ type: "notice", code: "handler", message: `Image ${index} is not shown.` })),
  },
  {
    name: "endless-images",
    does: "Yields images for ever.",
    expected: { endings: ["too-large", "timed-out", "answered"] },
    endsBy: "time",
    withoutIsolation: "survivable",
    read: images,
  },
  {
    name: "endless-places",
    does: "Yields empty pages for ever.",
    expected: { endings: ["too-large", "timed-out", "answered"] },
    endsBy: "time",
    withoutIsolation: "survivable",
    read: repeating((index) => ({ type: "text", text: "\n", at: { unit: "page", index } })),
  },
  {
    name: "endless-extents",
    does: "Yields extents for ever.",
    expected: { endings: ["too-large", "timed-out"] },
    endsBy: "time",
    withoutIsolation: "survivable",
    read: repeating((total) => ({ type: "extent", unit: "page", total, exact: false })),
  },
];

/** Handlers that yield too much. */
export const flooding: readonly Misbehaviour[] = family("flooding", floodingMembers);
