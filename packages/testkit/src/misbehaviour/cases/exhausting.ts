import { pbkdf2Sync } from "node:crypto";
import { Worker } from "node:worker_threads";
import { constants, createDeflate } from "node:zlib";
import type { HandlerEvent } from "@reader/core/handler";
import {
  compile,
  type Described,
  doing,
  emptyMemory,
  type ExpectedOutcome,
  family,
  firstLine,
  loopForEver,
  loopModule,
  type Misbehaviour,
  never,
  type Read,
  timedOut,
  turn,
} from "./misbehaviour.ts";

/** Number of rounds that take some hours in one call of native code. */
const pbkdf2Rounds = 2_000_000_000;

/** Backtracks 2^60 times. */
function catastrophe(): void {
  const nested = new RegExp("^(a+)+$");
  nested.test(`${"a".repeat(60)}b`);
}

const dripMs = 200;

const drip: Read = async function* drip() {
  yield* firstLine();
  for (let index = 1; ; index += 1) {
    yield { type: "text", text: `Drop ${index}.\n` };
    await new Promise((resolve) => {
      setTimeout(resolve, dripMs);
    });
  }
};

const neverCleaningUp: Read = async function* neverCleaningUp() {
  try {
    yield* firstLine();
    await never();
  } finally {
    await never();
  }
};

/** Loops when the core stops it after its first line. */
const loopingWhenStopped: Read = async function* loopingWhenStopped({ context }) {
  try {
    yield* firstLine();
    await new Promise((resolve) => {
      context.signal.addEventListener("abort", resolve);
    });
  } finally {
    loopForEver();
  }
};

const wordlessForEver: Read = async function* wordlessForEver() {
  yield* firstLine();
  for (;;) yield { type: "text", text: "" };
};

const yieldsThenable: Read = async function* yieldsThenable() {
  yield* firstLine();
  // A thenable is awaited, and this one never settles.
  const event: HandlerEvent = { type: "text", text: "" };
  // oxlint-disable-next-line unicorn/no-thenable -- the misbehaviour
  yield Object.defineProperty(event, "then", { value: () => undefined });
};

const waiting: readonly Described[] = [
  {
    name: "never-settles",
    does: "Awaits a promise that never settles.",
    expected: timedOut,
    read: doing(never),
  },
  {
    name: "busy-timers",
    does: "Works for ever, but yields to the event loop.",
    expected: timedOut,
    read: doing(async () => {
      for (;;) await turn();
    }),
  },
  { name: "slow-drip", does: "Yields a line now and then, for ever.", expected: timedOut, read: drip },
  { name: "never-cleans-up", does: "Never finishes its finally block.", expected: timedOut, read: neverCleaningUp },
  {
    name: "thenable-event",
    does: "Yields a thenable event that never settles.",
    expected: timedOut,
    read: yieldsThenable,
  },
  {
    name: "wordless",
    does: "Yields empty texts for ever, without a pause.",
    expected: timedOut,
    read: wordlessForEver,
  },
  {
    name: "never-settles-in-info",
    does: "Never returns from info.",
    expected: { ...timedOut, keeps: "nothing" },
    info: never,
  },
];

/** They react to no message. */
const gone: ExpectedOutcome = { ...timedOut, process: "gone" };

const blocking: readonly Described[] = [
  {
    name: "js-loop",
    does: "Runs an endless loop that blocks the event loop.",
    expected: gone,
    read: doing(loopForEver),
  },
  {
    name: "promise-loop",
    does: "Runs an endless loop of promises, which lets no timer run.",
    expected: gone,
    read: doing(async () => {
      for (;;) await Promise.resolve();
    }),
  },
  {
    name: "wasm-loop",
    does: "Runs an endless loop in WebAssembly.",
    expected: gone,
    read: doing(() => compile(loopModule).run()),
  },
  {
    name: "regex",
    does: "Matches a regular expression with catastrophic backtracking.",
    expected: gone,
    read: doing(catastrophe),
  },
  {
    name: "native-loop",
    does: "Calls native code that runs for hours.",
    expected: gone,
    read: doing(() => void pbkdf2Sync("word", "salt", pbkdf2Rounds, 64, "sha512")),
  },
  {
    name: "sleeps",
    does: "Puts its thread to sleep for ever.",
    expected: gone,
    read: doing(() => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)),
  },
  {
    name: "loops-when-stopped",
    does: "Reacts to the abort with an endless loop that blocks the event loop.",
    expected: gone,
    read: loopingWhenStopped,
  },
  {
    name: "js-loop-in-info",
    does: "Runs an endless loop in info.",
    expected: { ...gone, keeps: "nothing" },
    info: async () => loopForEver(),
  },
];

/** Handlers that never end. */
export const hanging: readonly Misbehaviour[] = family("hanging", [
  ...waiting.map((each): Described => ({ ...each, endsBy: "time", withoutIsolation: "survivable" })),
  ...blocking.map((each): Described => ({ ...each, endsBy: "time" })),
]);

/** Far above every limit of a suite, but harmless for the test machine if no limit stops it. */
const ceilingBytes = 2_000_000_000;

const pieceBytes = 8_000_000;
const wasmPageBytes = 65_536;

/** Memory of a deflate stream with the largest window and hash table: zlib.h, (1 << 17) + (1 << 18). */
const deflateBytes = 400_000;

const tookAll = "It took all the memory that it wanted.";

function hoardHeap(): string {
  const kept: unknown[] = [];
  for (let bytes = 0; bytes < ceilingBytes; bytes += pieceBytes) {
    kept.push(Array.from({ length: pieceBytes / 80 }, (_, index) => ({ index, next: kept.length })));
  }
  return tookAll;
}

/** Writes to its buffers, because untouched memory pages take no space. */
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

/** Takes memory of a native library, which is not part of the heap or of array buffers. */
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

/** Takes memory in another thread of the same process. */
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

const outOfMemory = { endings: ["too-large"], lacks: /all the memory that it wanted/, process: "gone" } as const;

const hoardingMembers: readonly Described[] = [
  { name: "heap-memory", does: "Fills the heap.", expected: outOfMemory, read: doing(hoardHeap) },
  { name: "buffer-memory", does: "Fills array buffers, one by one.", expected: outOfMemory, read: doing(hoardBuffers) },
  {
    name: "buffer-memory-at-once",
    does: "Fills buffers without a pause.",
    expected: outOfMemory,
    read: doing(hoardBuffersAtOnce),
  },
  { name: "wasm-memory", does: "Fills a WebAssembly memory.", expected: outOfMemory, read: doing(hoardWasm) },
  {
    name: "native-memory",
    does: "Fills the memory of a native library.",
    expected: outOfMemory,
    read: doing(hoardNative),
  },
  { name: "string-memory", does: "Fills memory with strings.", expected: outOfMemory, read: doing(hoardStrings) },
  {
    name: "thread-memory",
    does: "Fills memory from another thread, if it may start one.",
    expected: { ...outOfMemory, endings: ["too-large", "handler-failed"] },
    read: doing(hoardInThread),
  },
  {
    name: "recursion",
    does: "Calls itself until the stack is full.",
    expected: { endings: ["handler-failed"] },
    withoutIsolation: "survivable",
    read: doing(() => `${recurse(0)}`),
  },
];

/** Handlers that take too much memory. */
export const hoarding: readonly Misbehaviour[] = family("hoarding", hoardingMembers);
