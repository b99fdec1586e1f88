import { pbkdf2Sync } from "node:crypto";
import { Worker } from "node:worker_threads";
import { constants, createDeflate } from "node:zlib";
import type { HandlerEvent } from "@reader/core/handler";
import {
  before,
  compile,
  cutOff,
  type Described,
  doing,
  emptyMemory,
  family,
  giving,
  loopForEver,
  loopModule,
  type Misbehaviour,
  never,
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

const tooMuchOutput: RightOutcome = { endings: ["too-large", "timed-out"], keeps: "nothing" };

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

const cutToBudget: RightOutcome = { endings: ["answered"] };

const floodingMembers: readonly Described[] = [
  {
    name: "gigabyte-in-events",
    does: "Gives a gigabyte of text in pieces.",
    right: tooMuchOutput,
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
    right: cutToBudget,
    withoutIsolation: "survivable",
    read: repeating((index) => ({ type: "text", text: `Line ${index}.\n` })),
  },
  {
    name: "endless-text-to-the-end",
    does: "Gives lines for ever to one who wants the last of them.",
    right: tooMuchOutput,
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
export const flooding: readonly Misbehaviour[] = family("flooding", floodingMembers);

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

const yieldsThenable: Read = async function* yieldsThenable() {
  yield* before();
  // A value that can be waited for is waited for, and this one never comes.
  const event: HandlerEvent = { type: "text", text: "" };
  // oxlint-disable-next-line unicorn/no-thenable -- the deed
  yield Object.defineProperty(event, "then", { value: () => undefined });
};

const waiting: readonly Described[] = [
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
    read: yieldsThenable,
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

const blocking: readonly Described[] = [
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
  ...waiting.map((each): Described => ({ ...each, endsBy: "time", withoutIsolation: "survivable" })),
  ...blocking.map((each): Described => ({ ...each, endsBy: "time" })),
]);

/** Far above every limit of a suite, but harmless for the test machine if no limit stops it. */
const ceilingBytes = 2_000_000_000;

const pieceBytes = 8_000_000;
const wasmPageBytes = 65_536;

/** What a deflate stream holds with the largest window and the largest hash table: zlib.h, (1 << 17) + (1 << 18). */
const deflateBytes = 400_000;

const tookAll = "It took all that it wanted.";

function hoardHeap(): string {
  const kept: unknown[] = [];
  for (let bytes = 0; bytes < ceilingBytes; bytes += pieceBytes) {
    kept.push(Array.from({ length: pieceBytes / 80 }, (_, index) => ({ index, next: kept.length })));
  }
  return tookAll;
}

/** Written to, because untouched memory pages take no space. */
async function hoardBuffers(): Promise<string> {
  const kept: Uint8Array[] = [];
  for (let bytes = 0; bytes < ceilingBytes; bytes += pieceBytes) {
    kept.push(new Uint8Array(pieceBytes).fill(1));
    await turn();
  }
  return `${tookAll} ${kept.length}`;
}

function hoardBuffersAtOnce(): string {
  const kept: Uint8Array[] = [];
  for (let bytes = 0; bytes < ceilingBytes; bytes += pieceBytes) kept.push(Buffer.allocUnsafeSlow(pieceBytes).fill(1));
  return `${tookAll} ${kept.length}`;
}

async function hoardWasm(): Promise<string> {
  const memory = emptyMemory();
  for (let bytes = 0; bytes < ceilingBytes; bytes += pieceBytes) {
    memory.grow(Math.ceil(pieceBytes / wasmPageBytes));
    new Uint8Array(memory.buffer, bytes).fill(1);
    await turn();
  }
  return tookAll;
}

/** Memory of a library, which neither the heap nor the counting of buffers knows. */
async function hoardNative(): Promise<string> {
  const kept: unknown[] = [];
  const options = { memLevel: constants.Z_MAX_MEMLEVEL, windowBits: constants.Z_MAX_WINDOWBITS };
  for (let bytes = 0; bytes < ceilingBytes; bytes += deflateBytes) {
    const stream = createDeflate(options);
    stream.write(new Uint8Array(64_000));
    kept.push(stream);
    await turn();
  }
  return `${tookAll} ${kept.length}`;
}

function hoardStrings(): string {
  const kept: string[] = [];
  for (let bytes = 0; bytes < ceilingBytes; bytes += pieceBytes) {
    kept.push(Buffer.alloc(pieceBytes, `${kept.length}`).toString("latin1"));
  }
  return `${tookAll} ${kept.length}`;
}

/** Memory of another thread of the same process. */
async function hoardInThread(): Promise<string> {
  const program = `
    const kept = [];
    for (let bytes = 0; bytes < ${ceilingBytes}; bytes += ${pieceBytes}) kept.push(new Uint8Array(${pieceBytes}).fill(1));
    require("node:worker_threads").parentPort.postMessage(kept.length);
  `;
  const worker = new Worker(program, { eval: true });
  await new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  return tookAll;
}

function recurse(depth: number): number {
  return recurse(depth + 1) + 1;
}

const outOfMemory = { endings: ["too-large"], hides: /all that it wanted/, process: "gone" } as const;

const hoardingMembers: readonly Described[] = [
  { name: "heap-memory", does: "Fills the heap.", right: outOfMemory, read: doing(hoardHeap) },
  { name: "buffer-memory", does: "Fills array buffers, bit by bit.", right: outOfMemory, read: doing(hoardBuffers) },
  {
    name: "buffer-memory-at-once",
    does: "Fills buffers without a rest.",
    right: outOfMemory,
    read: doing(hoardBuffersAtOnce),
  },
  { name: "wasm-memory", does: "Fills a memory of WebAssembly.", right: outOfMemory, read: doing(hoardWasm) },
  {
    name: "native-memory",
    does: "Fills the memory of a native library.",
    right: outOfMemory,
    read: doing(hoardNative),
  },
  { name: "string-memory", does: "Fills memory with strings.", right: outOfMemory, read: doing(hoardStrings) },
  {
    name: "thread-memory",
    does: "Fills memory from a thread of its own, where it may have one.",
    right: { ...outOfMemory, endings: ["too-large", "handler-failed"] },
    read: doing(hoardInThread),
  },
  {
    name: "recursion",
    does: "Calls itself until the stack is full.",
    right: { endings: ["handler-failed"] },
    withoutIsolation: "survivable",
    read: doing(() => `${recurse(0)}`),
  },
];

/** Handlers that take memory without end. */
export const hoarding: readonly Misbehaviour[] = family("hoarding", hoardingMembers);
