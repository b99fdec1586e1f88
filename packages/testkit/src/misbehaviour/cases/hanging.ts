import { pbkdf2Sync } from "node:crypto";
import type { HandlerEvent } from "@reader/core/handler";
import {
  before,
  compile,
  cutOff,
  type Described,
  doing,
  family,
  loopForEver,
  loopModule,
  type Misbehaviour,
  never,
  type Read,
  type RightOutcome,
  turn,
} from "./misbehaviour.ts";

/** Some hours of work, in one call of native code. */
const pbkdf2Rounds = 2_000_000_000;

/** Backtracks 2^60 times. */
function catastrophe(): void {
  const nested = new RegExp("^(a+)+$");
  nested.test(`${"a".repeat(60)}b`);
}

const dripMs = 200;

const drip: Read = async function* drip() {
  yield* before();
  for (let index = 1; ; index += 1) {
    yield { type: "text", text: `Drop ${index}.\n` };
    await new Promise((resolve) => {
      setTimeout(resolve, dripMs);
    });
  }
};

const neverCleaningUp: Read = async function* neverCleaningUp() {
  try {
    yield* before();
    await never();
  } finally {
    await never();
  }
};

/** The core stops it after its first line, and it does not stop. */
const loopingWhenStopped: Read = async function* loopingWhenStopped({ context }) {
  try {
    yield* before();
    await new Promise((resolve) => {
      context.signal.addEventListener("abort", resolve);
    });
  } finally {
    loopForEver();
  }
};

const wordlessForEver: Read = async function* wordlessForEver() {
  yield* before();
  for (;;) yield { type: "text", text: "" };
};

const trapped: Read = async function* trapped() {
  yield* before();
  // A value that can be waited for is waited for, and this one never comes.
  const event: HandlerEvent = { type: "text", text: "" };
  // oxlint-disable-next-line unicorn/no-thenable -- the deed
  yield Object.defineProperty(event, "then", { value: () => undefined });
};

const survivable: readonly Described[] = [
  {
    name: "never-settles",
    does: "Waits for something that never comes.",
    right: cutOff,
    read: doing(never),
  },
  {
    name: "busy-timers",
    does: "Works for ever and gives control back between two steps.",
    right: cutOff,
    read: doing(async () => {
      for (;;) await turn();
    }),
  },
  { name: "slow-drip", does: "Gives a line now and then, for ever.", right: cutOff, read: drip },
  { name: "never-cleans-up", does: "Never ends its finally.", right: cutOff, read: neverCleaningUp },
  {
    name: "thenable-event",
    does: "Gives an event that can be waited for and never comes.",
    right: cutOff,
    read: trapped,
  },
  { name: "wordless", does: "Gives empty texts for ever, without a rest.", right: cutOff, read: wordlessForEver },
  {
    name: "never-settles-in-info",
    does: "Never comes back with the facts that it is asked for.",
    right: { ...cutOff, keeps: "nothing" },
    info: never,
  },
];

/** No word reaches them. */
const gone: RightOutcome = { ...cutOff, process: "gone" };

const deadly: readonly Described[] = [
  { name: "js-loop", does: "Runs in a loop that gives no control back.", right: gone, read: doing(loopForEver) },
  {
    name: "promise-loop",
    does: "Runs in a loop of promises, which no timer gets into.",
    right: gone,
    read: doing(async () => {
      for (;;) await Promise.resolve();
    }),
  },
  {
    name: "wasm-loop",
    does: "Runs in a loop of WebAssembly.",
    right: gone,
    read: doing(() => compile(loopModule).run()),
  },
  { name: "regex", does: "Matches a regular expression that never ends.", right: gone, read: doing(catastrophe) },
  {
    name: "native-loop",
    does: "Calls native code that works for hours.",
    right: gone,
    read: doing(() => void pbkdf2Sync("word", "salt", pbkdf2Rounds, 64, "sha512")),
  },
  {
    name: "sleeps",
    does: "Puts its thread to sleep for ever.",
    right: gone,
    read: doing(() => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)),
  },
  {
    name: "loops-when-stopped",
    does: "Answers the abort with a loop that gives no control back.",
    right: gone,
    read: loopingWhenStopped,
  },
  {
    name: "js-loop-in-info",
    does: "Loops when it is asked for facts.",
    right: { ...gone, keeps: "nothing" },
    info: async () => loopForEver(),
  },
];

/** Handlers that never come to an end. */
export const hanging: readonly Misbehaviour[] = family("hanging", [
  ...survivable.map((each): Described => ({ ...each, endsBy: "time", withoutIsolation: "survivable" })),
  ...deadly.map((each): Described => ({ ...each, endsBy: "time" })),
]);
