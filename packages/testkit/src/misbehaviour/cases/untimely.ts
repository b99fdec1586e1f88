import type { HandlerEvent } from "@reader/core/handler";
import {
  before,
  broken,
  type Described,
  doing,
  family,
  type Misbehaviour,
  raise,
  type Read,
  type RightOutcome,
  turn,
} from "./misbehaviour.ts";

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
const lenient: RightOutcome = { endings: ["answered", "handler-failed"], keeps: "nothing" };

const first = { done: false, value: good };
const end = { done: true, value: undefined };

const members: readonly Described[] = [
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
    right: lenient,
    read: () => Promise.resolve([good]) as unknown as AsyncIterable<HandlerEvent>,
  },
  { name: "gives-list", does: "Gives a list of its events.", right: lenient, read: returning([good]) },
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
  members.map((member): Described => ({ ...member, withoutIsolation: "survivable" })),
);
