import type { HandlerEvent } from "@reader/core/handler";
import {
  before,
  broken,
  type Described,
  doing,
  family,
  giving,
  type Misbehaviour,
  raise,
  type Read,
  type RightOutcome,
  turn,
} from "./misbehaviour.ts";

const deepLevels = 100_000;

function deep(): object {
  let inner: object = {};
  for (let level = 0; level < deepLevels; level += 1) inner = { inner };
  return inner;
}

function cyclic(): object {
  const event: Record<string, unknown> = { type: "text", text: "round and round\n" };
  event["at"] = event;
  return event;
}

function detached(): Uint8Array {
  const bytes = new Uint8Array(16);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  return bytes;
}

const proxied = (): object =>
  new Proxy({ type: "text", text: "seen\n" }, { get: () => raise(new Error("do not look at me")) });

const trapped = (): object => ({
  type: "text",
  get text() {
    return raise(new Error("no text"));
  },
});

/** Keys that a careless copy would turn into a prototype. */
const polluting = (): unknown =>
  JSON.parse(
    '{"type":"text","text":"a line\\n","__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}',
  );

const image = (changes: object): object => ({
  type: "image",
  mediaType: "image/png",
  data: new Uint8Array(9),
  ...changes,
});
const place = (at: unknown): object => ({ type: "text", text: "a line\n", at });
const extent = (changes: object): object => ({ type: "extent", unit: "page", total: 3, exact: true, ...changes });

type Row = readonly [name: string, does: string, make: () => unknown, right?: RightOutcome];

/** What can be made sense of may be; it must only not be passed on as it is. */
const lenient: RightOutcome = { endings: ["answered", "handler-failed"] };

const rows: readonly Row[] = [
  ["nothing", "Gives undefined as an event.", () => undefined],
  ["null", "Gives null as an event.", () => null],
  ["number", "Gives a number as an event.", () => 42],
  ["string", "Gives a bare string as an event.", () => "a line\n"],
  ["symbol", "Gives a symbol as an event.", () => Symbol("event")],
  ["function", "Gives a function as an event.", () => () => "a line\n"],
  ["list", "Gives a list of events as an event.", () => [{ type: "text", text: "a line\n" }]],
  ["without-type", "Gives an event without a type.", () => ({ text: "a line\n" })],
  ["unknown-type", "Gives an event of a type that there is not.", () => ({ type: "video", text: "a line\n" })],
  [
    "type-lines",
    "Gives what only the core gives to itself.",
    () => ({ type: "lines", text: "a line", lineCount: Number.NaN, firstLine: -1 }),
  ],
  ["inherited-type", "Gives an event whose type is a name of every object.", () => ({ type: "constructor" })],
  ["text-number", "Gives a text that is a number.", () => ({ type: "text", text: 42 })],
  ["text-missing", "Gives a text without a text.", () => ({ type: "text" })],
  [
    "text-object",
    "Gives a text that pretends to be a string.",
    () => ({ type: "text", text: { toString: () => "a", replace: () => "a" } }),
  ],
  ["place-nan", "Gives a place whose number is none.", () => place({ unit: "page", index: Number.NaN })],
  ["place-unknown", "Gives a place of a unit that there is not.", () => place({ unit: "verse", index: 1 })],
  ["place-text", "Gives a place that is a text.", () => place("page 1")],
  ["place-label", "Gives a place whose label is an object.", () => place({ unit: "page", index: 1, label: {} })],
  ["extent-nan", "Tells that there are NaN pages.", () => extent({ total: Number.NaN })],
  ["extent-negative", "Tells that there are fewer than no pages.", () => extent({ total: -3 })],
  ["extent-infinite", "Tells that there are infinitely many pages.", () => extent({ total: Number.POSITIVE_INFINITY })],
  ["extent-text", "Tells how many pages there are in words.", () => extent({ total: "three" })],
  ["extent-unit", "Tells how many there are of what there is not.", () => extent({ unit: "verse" })],
  ["image-text", "Gives an image whose bytes are a text.", () => image({ data: "iVBORw0KGgo=" })],
  ["image-nan", "Gives an image of NaN pixels.", () => image({ widthPx: Number.NaN, heightPx: Number.NaN })],
  ["image-size-text", "Gives an image whose width is a text.", () => image({ widthPx: "1000px" })],
  ["image-length", "Gives an image whose bytes lie about their length.", () => image({ data: { length: 2 ** 40 } })],
  ["image-type", "Gives an image without a media type.", () => image({ mediaType: undefined })],
  ["image-alt", "Gives an image whose alternative text is an object.", () => image({ alt: { toString: () => "a" } })],
  [
    "document-name",
    "Gives a document without a name.",
    () => ({ type: "document", mediaType: "application/pdf", data: new Uint8Array(9) }),
  ],
  [
    "document-pages",
    "Gives a document of half a page.",
    () => ({ type: "document", mediaType: "application/pdf", data: new Uint8Array(9), name: "a.pdf", pages: 0.5 }),
  ],
  ["notice-code", "Gives a notice of a code that there is not.", () => ({ type: "notice", code: "surprise" })],
  ["notice-text", "Gives a notice without words.", () => ({ type: "notice", code: "handler" })],
  [
    "notice-number",
    "Gives a notice whose words are a number.",
    () => ({ type: "notice", code: "handler", message: 42 }),
  ],
  [
    "notice-field",
    "Gives a notice that lacks what its code needs.",
    () => ({ type: "notice", code: "hidden-content", what: "text" }),
  ],
  ["cyclic", "Gives an event that holds itself.", cyclic],
  ["proxy", "Gives an event that throws whenever it is looked at.", proxied],
  ["getter", "Gives an event whose text throws.", trapped],
  ["big-integer", "Gives a number that JSON has no place for.", () => extent({ total: 3n })],
  ["date", "Gives a date as an event.", () => new Date(0)],
  ["detached-bytes", "Gives an image whose bytes are gone.", () => image({ data: detached() }), lenient],
  [
    "shared-bytes",
    "Gives bytes that somebody else can write to.",
    () => image({ data: new Uint8Array(new SharedArrayBuffer(9)) }),
    lenient,
  ],
  ["other-view", "Gives bytes as numbers of 16 bits.", () => image({ data: new Uint16Array(9) })],
  [
    "extra-function",
    "Gives an image with a function in a field that there is not.",
    () => image({ onload: () => "run" }),
    lenient,
  ],
  [
    "extra-depth",
    "Gives an image with 100 000 objects inside each other in a field that there is not.",
    () => image({ extra: deep() }),
    lenient,
  ],
  ["deep-place", "Gives a place that is 100 000 objects inside each other.", () => place(deep())],
  ["proto-keys", "Gives an event with keys that are names of prototypes.", polluting, lenient],
  [
    "lone-surrogate",
    "Gives half a character.",
    () => ({ type: "text", text: "half \uD83D\n" }),
    { endings: ["answered"] },
  ],
];

/** Handlers that yield invalid events, as handlers without type checks can. */
export const malformed: readonly Misbehaviour[] = family(
  "malformed",
  rows.map(([name, does, make, right]): Described => ({
    name: `event-${name}`,
    does,
    right: right ?? broken,
    withoutIsolation: "survivable",
    read: giving(make),
  })),
);

const good: HandlerEvent = { type: "text", text: "A good line.\n" };

/** An iterator made by hand, whose steps are what they are said to be. */
function stepping(next: () => unknown, others: object = {}): Read {
  return () => {
    const iterator = { next, ...others };
    return { [Symbol.asyncIterator]: () => iterator } as unknown as AsyncIterable<HandlerEvent>;
  };
}

/** The given steps, and then the last of them for ever. */
function inTurn(...steps: readonly unknown[]): () => unknown {
  let at = 0;
  return () => {
    const step = steps[Math.min(at, steps.length - 1)];
    at += 1;
    return step;
  };
}

/** A new iterator for every read. */
function fresh(make: () => Read): Read {
  return (stage) => make()(stage);
}

function returning(value: unknown): Read {
  return () => value as AsyncIterable<HandlerEvent>;
}

const askingLate: Read = async function* askingLate({ source, context }) {
  yield* before();
  setImmediate(() => {
    for (let index = 0; index < 100; index += 1) void source.slice(0, 10).catch(() => undefined);
    const inner = context.nested("late.txt", new Uint8Array(10))[Symbol.asyncIterator]();
    void inner.next().catch(() => undefined);
  });
};

const leftWaiting = doing(async ({ source }) => {
  for (let index = 0; index < 100; index += 1) void source.slice(0, 10);
  await turn();
  return "It did not wait for its bytes.";
});

const nothingKept: RightOutcome = { ...broken, keeps: "nothing" };
const lenientEnding: RightOutcome = { endings: ["answered", "handler-failed"], keeps: "nothing" };

const first = { done: false, value: good };
const end = { done: true, value: undefined };

const untimelyMembers: readonly Described[] = [
  {
    name: "late-events",
    does: "Gives events after it said that it was done.",
    right: { endings: ["answered"], keeps: "nothing" },
    read: fresh(() => stepping(inTurn(first, end, first))),
  },
  {
    name: "last-words",
    does: "Gives an event together with its end.",
    right: { endings: ["answered"], keeps: "nothing" },
    read: fresh(() => stepping(inTurn(first, { done: true, value: good }))),
  },
  {
    name: "step-nothing",
    does: "Gives undefined instead of a step.",
    right: nothingKept,
    read: stepping(() => undefined),
  },
  {
    name: "step-number",
    does: "Gives a number instead of a step.",
    right: nothingKept,
    read: stepping(() => Promise.resolve(42)),
  },
  {
    name: "step-empty",
    does: "Gives steps without an event for ever.",
    right: nothingKept,
    read: stepping(() => Promise.resolve({})),
  },
  {
    name: "step-throws",
    does: "Throws instead of rejecting.",
    right: nothingKept,
    read: stepping(() => raise(new Error("no step"))),
  },
  {
    name: "return-throws",
    does: "Throws when it is told to stop.",
    right: { endings: ["answered"], keeps: "nothing" },
    request: { limit: 1 },
    read: fresh(() => stepping(inTurn(first), { return: () => raise(new Error("no return")) })),
  },
  {
    name: "return-never",
    does: "Never answers when it is told to stop.",
    right: { endings: ["answered"], keeps: "nothing" },
    request: { limit: 1 },
    read: fresh(() => stepping(inTurn(first), { return: () => new Promise(() => undefined) })),
  },
  {
    name: "gives-nothing",
    does: "Gives nothing that could be iterated over.",
    right: nothingKept,
    read: returning(undefined),
  },
  {
    name: "gives-number",
    does: "Gives a number that should be iterated over.",
    right: nothingKept,
    read: returning(42),
  },
  {
    name: "gives-promise",
    does: "Gives a promise of its events.",
    right: lenientEnding,
    read: () => Promise.resolve([good]) as unknown as AsyncIterable<HandlerEvent>,
  },
  { name: "gives-list", does: "Gives a list of its events.", right: lenientEnding, read: returning([good]) },
  {
    name: "asks-after-the-end",
    does: "Asks for bytes and inner files after its end.",
    right: { endings: ["answered"] },
    read: askingLate,
  },
  {
    name: "leaves-bytes",
    does: "Asks for bytes and does not wait for them.",
    right: { endings: ["answered"] },
    read: leftWaiting,
  },
  {
    name: "info-nonsense",
    does: "Gives facts that are none.",
    right: { endings: ["answered", "handler-failed"], keeps: "nothing" },
    info: () => Promise.resolve({ extents: 42, facts: () => 1 } as never),
  },
  {
    name: "info-nothing",
    does: "Gives null for facts.",
    right: { endings: ["answered", "handler-failed"], keeps: "nothing" },
    info: () => Promise.resolve(null as never),
  },
  {
    name: "info-malformed",
    does: "Tells facts that no JSON holds.",
    right: { endings: ["answered", "handler-failed"], keeps: "nothing" },
    info: () =>
      Promise.resolve({
        extents: [{ type: "extent", unit: "verse", total: Number.NaN, exact: 1 }],
        facts: { size: 3n, run: () => 1 },
      } as never),
  },
];

/** Handlers that answer out of turn, or do not keep to how an iterator is asked. */
export const untimely: readonly Misbehaviour[] = family(
  "untimely",
  untimelyMembers.map((member): Described => ({ ...member, withoutIsolation: "survivable" })),
);
