import type { HandlerEvent } from "@reader/core/handler";
import {
  type Described,
  doing,
  type ExpectedOutcome,
  failed,
  family,
  firstLine,
  type Misbehaviour,
  raise,
  type Read,
  turn,
  yielding,
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
  new Proxy({ type: "text", text: "seen\n" }, { get: () => raise(new Error("access denied")) });

const trapped = (): object => ({
  type: "text",
  get text() {
    return raise(new Error("no text"));
  },
});

/** Returns an event with keys that a careless copy would assign to a prototype. */
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

type Row = readonly [name: string, does: string, make: () => unknown, expected?: ExpectedOutcome];

/** The value may be interpreted, but must not be passed on unchanged. */
const lenient: ExpectedOutcome = { endings: ["answered", "handler-failed"] };

const rows: readonly Row[] = [
  ["nothing", "Yields undefined as an event.", () => undefined],
  ["null", "Yields null as an event.", () => null],
  ["number", "Yields a number as an event.", () => 42],
  ["string", "Yields a bare string as an event.", () => "a line\n"],
  ["symbol", "Yields a symbol as an event.", () => Symbol("event")],
  ["function", "Yields a function as an event.", () => () => "a line\n"],
  ["list", "Yields a list of events as an event.", () => [{ type: "text", text: "a line\n" }]],
  ["without-type", "Yields an event without a type.", () => ({ text: "a line\n" })],
  ["unknown-type", "Yields an event of an unknown type.", () => ({ type: "video", text: "a line\n" })],
  [
    "type-lines",
    "Yields an event that only the core may create.",
    () => ({ type: "lines", text: "a line", lineCount: Number.NaN, firstLine: -1 }),
  ],
  ["inherited-type", "Yields an event whose type is an inherited property name.", () => ({ type: "constructor" })],
  ["text-number", "Yields a text event whose text is a number.", () => ({ type: "text", text: 42 })],
  ["text-missing", "Yields a text event without a text.", () => ({ type: "text" })],
  [
    "text-object",
    "Yields a text event whose text imitates a string.",
    () => ({ type: "text", text: { toString: () => "a", replace: () => "a" } }),
  ],
  ["place-nan", "Yields a place with the number NaN.", () => place({ unit: "page", index: Number.NaN })],
  ["place-unknown", "Yields a place with an unknown unit.", () => place({ unit: "verse", index: 1 })],
  ["place-text", "Yields a place that is a string.", () => place("page 1")],
  ["place-label", "Yields a place whose label is an object.", () => place({ unit: "page", index: 1, label: {} })],
  ["extent-nan", "Yields an extent of NaN pages.", () => extent({ total: Number.NaN })],
  ["extent-negative", "Yields an extent of -3 pages.", () => extent({ total: -3 })],
  ["extent-infinite", "Yields an extent of infinitely many pages.", () => extent({ total: Number.POSITIVE_INFINITY })],
  ["extent-text", "Yields an extent whose total is a string.", () => extent({ total: "three" })],
  ["extent-unit", "Yields an extent with an unknown unit.", () => extent({ unit: "verse" })],
  ["image-text", "Yields an image whose bytes are a string.", () => image({ data: "iVBORw0KGgo=" })],
  ["image-nan", "Yields an image of NaN pixels.", () => image({ widthPx: Number.NaN, heightPx: Number.NaN })],
  ["image-size-text", "Yields an image whose width is a string.", () => image({ widthPx: "1000px" })],
  ["image-length", "Yields an image whose bytes have a false length.", () => image({ data: { length: 2 ** 40 } })],
  ["image-type", "Yields an image without a media type.", () => image({ mediaType: undefined })],
  ["image-alt", "Yields an image whose alternative text is an object.", () => image({ alt: { toString: () => "a" } })],
  [
    "document-name",
    "Yields a document without a name.",
    () => ({ type: "document", mediaType: "application/pdf", data: new Uint8Array(9) }),
  ],
  [
    "document-pages",
    "Yields a document of half a page.",
    () => ({ type: "document", mediaType: "application/pdf", data: new Uint8Array(9), name: "a.pdf", pages: 0.5 }),
  ],
  ["notice-code", "Yields a notice with an unknown code.", () => ({ type: "notice", code: "surprise" })],
  ["notice-text", "Yields a notice without a message.", () => ({ type: "notice", code: "handler" })],
  [
    "notice-number",
    "Yields a notice whose message is a number.",
    () => ({ type: "notice", code: "handler", message: 42 }),
  ],
  [
    "notice-field",
    "Yields a notice without a field that its code requires.",
    () => ({ type: "notice", code: "hidden-content", what: "text" }),
  ],
  ["cyclic", "Yields an event that contains itself.", cyclic],
  ["proxy", "Yields an event that throws on every access.", proxied],
  ["getter", "Yields an event whose text throws.", trapped],
  ["big-integer", "Yields a number that JSON does not support.", () => extent({ total: 3n })],
  ["date", "Yields a date as an event.", () => new Date(0)],
  ["detached-bytes", "Yields an image whose bytes are detached.", () => image({ data: detached() }), lenient],
  [
    "shared-bytes",
    "Yields bytes in shared memory.",
    () => image({ data: new Uint8Array(new SharedArrayBuffer(9)) }),
    lenient,
  ],
  ["other-view", "Yields bytes as 16-bit numbers.", () => image({ data: new Uint16Array(9) })],
  [
    "extra-function",
    "Yields an image with a function in an unknown field.",
    () => image({ onload: () => "run" }),
    lenient,
  ],
  [
    "extra-depth",
    "Yields an image with 100 000 nested objects in an unknown field.",
    () => image({ extra: deep() }),
    lenient,
  ],
  ["deep-place", "Yields a place of 100 000 nested objects.", () => place(deep())],
  ["proto-keys", "Yields an event with keys that are names of prototypes.", polluting, lenient],
  [
    "lone-surrogate",
    "Yields a lone surrogate.",
    () => ({ type: "text", text: "half \uD83D\n" }),
    { endings: ["answered"] },
  ],
];

/** Handlers that yield invalid events, as handlers without type checks can. */
export const malformed: readonly Misbehaviour[] = family(
  "malformed",
  rows.map(([name, does, make, expected]): Described => ({
    name: `event-${name}`,
    does,
    expected: expected ?? failed,
    withoutIsolation: "survivable",
    read: yielding(make),
  })),
);

const good: HandlerEvent = { type: "text", text: "A good line.\n" };

/** Returns a `read` with a hand-written iterator. */
function stepping(next: () => unknown, others: object = {}): Read {
  return () => {
    const iterator = { next, ...others };
    return { [Symbol.asyncIterator]: () => iterator } as unknown as AsyncIterable<HandlerEvent>;
  };
}

/** Returns the given steps one by one, then the last one for ever. */
function inTurn(...steps: readonly unknown[]): () => unknown {
  let at = 0;
  return () => {
    const step = steps[Math.min(at, steps.length - 1)];
    at += 1;
    return step;
  };
}

/** Creates a new iterator for every read. */
function fresh(make: () => Read): Read {
  return (stage) => make()(stage);
}

function returning(value: unknown): Read {
  return () => value as AsyncIterable<HandlerEvent>;
}

const askingLate: Read = async function* askingLate({ source, context }) {
  yield* firstLine();
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

const nothingKept: ExpectedOutcome = { ...failed, keeps: "nothing" };
const lenientEnding: ExpectedOutcome = { endings: ["answered", "handler-failed"], keeps: "nothing" };

const first = { done: false, value: good };
const end = { done: true, value: undefined };

const untimelyMembers: readonly Described[] = [
  {
    name: "late-events",
    does: "Yields events after its end.",
    expected: { endings: ["answered"], keeps: "nothing" },
    read: fresh(() => stepping(inTurn(first, end, first))),
  },
  {
    name: "last-words",
    does: "Yields an event together with its end.",
    expected: { endings: ["answered"], keeps: "nothing" },
    read: fresh(() => stepping(inTurn(first, { done: true, value: good }))),
  },
  {
    name: "step-nothing",
    does: "Yields undefined instead of a step.",
    expected: nothingKept,
    read: stepping(() => undefined),
  },
  {
    name: "step-number",
    does: "Yields a number instead of a step.",
    expected: nothingKept,
    read: stepping(() => Promise.resolve(42)),
  },
  {
    name: "step-empty",
    does: "Yields steps without an event for ever.",
    expected: nothingKept,
    read: stepping(() => Promise.resolve({})),
  },
  {
    name: "step-throws",
    does: "Throws from `next` instead of rejecting.",
    expected: nothingKept,
    read: stepping(() => raise(new Error("no step"))),
  },
  {
    name: "return-throws",
    does: "Throws from `return`.",
    expected: { endings: ["answered"], keeps: "nothing" },
    request: { limit: 1 },
    read: fresh(() => stepping(inTurn(first), { return: () => raise(new Error("no return")) })),
  },
  {
    name: "return-never",
    does: "Never settles `return`.",
    expected: { endings: ["answered"], keeps: "nothing" },
    request: { limit: 1 },
    read: fresh(() => stepping(inTurn(first), { return: () => new Promise(() => undefined) })),
  },
  {
    name: "gives-nothing",
    does: "Returns undefined instead of an iterable.",
    expected: nothingKept,
    read: returning(undefined),
  },
  {
    name: "gives-number",
    does: "Returns a number instead of an iterable.",
    expected: nothingKept,
    read: returning(42),
  },
  {
    name: "gives-promise",
    does: "Returns a promise of its events.",
    expected: lenientEnding,
    read: () => Promise.resolve([good]) as unknown as AsyncIterable<HandlerEvent>,
  },
  { name: "gives-list", does: "Returns a list of its events.", expected: lenientEnding, read: returning([good]) },
  {
    name: "asks-after-the-end",
    does: "Requests bytes and nested files after its end.",
    expected: { endings: ["answered"] },
    read: askingLate,
  },
  {
    name: "leaves-bytes",
    does: "Requests bytes and does not await them.",
    expected: { endings: ["answered"] },
    read: leftWaiting,
  },
  {
    name: "info-nonsense",
    does: "Resolves info with invalid facts.",
    expected: { endings: ["answered", "handler-failed"], keeps: "nothing" },
    info: () => Promise.resolve({ extents: 42, facts: () => 1 } as never),
  },
  {
    name: "info-nothing",
    does: "Resolves info with null.",
    expected: { endings: ["answered", "handler-failed"], keeps: "nothing" },
    info: () => Promise.resolve(null as never),
  },
  {
    name: "info-malformed",
    does: "Resolves info with facts that JSON does not support.",
    expected: { endings: ["answered", "handler-failed"], keeps: "nothing" },
    info: () =>
      Promise.resolve({
        extents: [{ type: "extent", unit: "verse", total: Number.NaN, exact: 1 }],
        facts: { size: 3n, run: () => 1 },
      } as never),
  },
];

/** Handlers that answer at the wrong time, or violate the iterator protocol. */
export const untimely: readonly Misbehaviour[] = family(
  "untimely",
  untimelyMembers.map((member): Described => ({ ...member, withoutIsolation: "survivable" })),
);
