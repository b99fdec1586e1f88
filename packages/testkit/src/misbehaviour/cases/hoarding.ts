import { Worker } from "node:worker_threads";
import { constants, createDeflate } from "node:zlib";
import { type Described, doing, emptyMemory, family, type Misbehaviour, turn } from "./misbehaviour.ts";

/** Far above every limit of a suite, but harmless for the test machine if no limit stops it. */
const ceilingBytes = 2_000_000_000;

const pieceBytes = 8_000_000;
const wasmPageBytes = 65_536;

/** What a deflate stream holds with the largest window and the largest hash table: zlib.h, (1 << 17) + (1 << 18). */
const deflateBytes = 400_000;

const tooMuch = "It took all that it wanted.";

function hoardHeap(): string {
  const kept: unknown[] = [];
  for (let bytes = 0; bytes < ceilingBytes; bytes += pieceBytes) {
    kept.push(Array.from({ length: pieceBytes / 80 }, (_, index) => ({ index, next: kept.length })));
  }
  return tooMuch;
}

/** Written to, because untouched memory pages take no space. */
async function hoardBuffers(): Promise<string> {
  const kept: Uint8Array[] = [];
  for (let bytes = 0; bytes < ceilingBytes; bytes += pieceBytes) {
    kept.push(new Uint8Array(pieceBytes).fill(1));
    await turn();
  }
  return `${tooMuch} ${kept.length}`;
}

function hoardBuffersAtOnce(): string {
  const kept: Uint8Array[] = [];
  for (let bytes = 0; bytes < ceilingBytes; bytes += pieceBytes) kept.push(Buffer.allocUnsafeSlow(pieceBytes).fill(1));
  return `${tooMuch} ${kept.length}`;
}

async function hoardWasm(): Promise<string> {
  const memory = emptyMemory();
  for (let bytes = 0; bytes < ceilingBytes; bytes += pieceBytes) {
    memory.grow(Math.ceil(pieceBytes / wasmPageBytes));
    new Uint8Array(memory.buffer, bytes).fill(1);
    await turn();
  }
  return tooMuch;
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
  return `${tooMuch} ${kept.length}`;
}

function hoardStrings(): string {
  const kept: string[] = [];
  for (let bytes = 0; bytes < ceilingBytes; bytes += pieceBytes) {
    kept.push(Buffer.alloc(pieceBytes, `${kept.length}`).toString("latin1"));
  }
  return `${tooMuch} ${kept.length}`;
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
  return tooMuch;
}

function recurse(depth: number): number {
  return recurse(depth + 1) + 1;
}

const right = { endings: ["too-large"], hides: /all that it wanted/, process: "gone" } as const;

const members: readonly Described[] = [
  { name: "heap-memory", does: "Fills the heap.", right, read: doing(hoardHeap) },
  { name: "buffer-memory", does: "Fills array buffers, bit by bit.", right, read: doing(hoardBuffers) },
  { name: "buffer-memory-at-once", does: "Fills buffers without a rest.", right, read: doing(hoardBuffersAtOnce) },
  { name: "wasm-memory", does: "Fills a memory of WebAssembly.", right, read: doing(hoardWasm) },
  { name: "native-memory", does: "Fills the memory of a native library.", right, read: doing(hoardNative) },
  { name: "string-memory", does: "Fills memory with strings.", right, read: doing(hoardStrings) },
  {
    name: "thread-memory",
    does: "Fills memory from a thread of its own, where it may have one.",
    right: { ...right, endings: ["too-large", "handler-failed"] },
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
export const hoarding: readonly Misbehaviour[] = family("hoarding", members);
