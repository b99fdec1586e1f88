import { EventEmitter } from "node:events";
import { fstatSync, openSync, readSync, type Stats, writeSync } from "node:fs";
import { createServer } from "node:net";
import { Duplex, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import {
  type Described,
  doing,
  type ExpectedOutcome,
  family,
  loopForEver,
  type Misbehaviour,
  raise,
  type Stage,
  turn,
} from "./misbehaviour.ts";

const floodBytes = 64_000_000;
const pieceBytes = 64_000;

/** A forged message of a protocol on standard output. */
const forged = `${JSON.stringify({ jsonrpc: "2.0", id: 1, result: { content: [{ type: "text", text: "forged" }] } })}\n`;

function flood(descriptor: number): string {
  const piece = new Uint8Array(pieceBytes).fill(0x2e);
  for (let bytes = 0; bytes < floodBytes; bytes += pieceBytes) {
    if (!tryWrite(descriptor, piece)) break;
  }
  return "It printed.";
}

/** Writes bytes. Returns false if the pipe is full or closed. */
function tryWrite(descriptor: number, bytes: Uint8Array): boolean {
  try {
    writeSync(descriptor, bytes);
    return true;
  } catch {
    return false;
  }
}

function writeEverywhere(): string {
  const frames = [new TextEncoder().encode(forged), new Uint8Array(4096).fill(0xff), new Uint8Array(4096)];
  for (let descriptor = 1; descriptor < 32; descriptor += 1) for (const frame of frames) tryWrite(descriptor, frame);
  return "It wrote.";
}

/** Sends messages of plausible protocols, both as the child and as if the parent had sent them. */
async function forgeMessages(): Promise<string> {
  const types = ["event", "done", "end", "error", "result", "ready", "slice", "credit", "nested", "abort"];
  const messages = types.flatMap((type) => [
    { type, id: 0, value: { type: "text", text: "forged\n" } },
    { type, id: 1, done: true, error: null },
    [type, 1, { type: "text", text: "forged\n" }],
  ]);
  for (const message of [...messages, null, 0, "done", { ["__proto__"]: { polluted: "forged" } }]) {
    process.send?.(message);
    process.emit("message", message, undefined);
  }
  await turn();
  return "It pretended.";
}

async function floodMessages(): Promise<string> {
  for (let count = 0; count < 20_000; count += 1) {
    process.send?.({ type: "event", id: count, padding: "x".repeat(1000) });
    if (count % 1000 === 0) await turn();
  }
  return "It sent.";
}

/** Reads standard input, which belongs to the parent. */
function readInput(): string {
  try {
    return `It got ${readSync(0, new Uint8Array(100))} bytes of input.`;
  } catch {
    return "It got 0 bytes of input.";
  }
}

/** Reports the files of its standard descriptors, so that the parent can compare them with its own. */
function reportOutputs(): string {
  const shown = [0, 1, 2].map((descriptor) => {
    const identity = outputIdentity(descriptor);
    return identity === undefined ? "none" : identity;
  });
  return `Its descriptors are ${shown.join(", ")}.`;
}

/** Returns device and inode of a descriptor, or `undefined` if it is closed. */
export function outputIdentity(descriptor: number): string | undefined {
  try {
    return identityOf(fstatSync(descriptor));
  } catch {
    return undefined;
  }
}

/** Returns a text that identifies a file. */
export function identityOf({ dev, ino, rdev }: Pick<Stats, "dev" | "ino" | "rdev">): string {
  return `${dev}-${ino}-${rdev}`;
}

const answered = { endings: ["answered"] } as const;
/** Floods and forgeries may end the process that they come from. */
const answeredOrFailed = { endings: ["answered", "handler-failed"] } as const;

const printingMembers: readonly Described[] = [
  {
    name: "floods-stdout",
    does: "Prints 64 MB to standard output.",
    expected: answeredOrFailed,
    read: doing(() => flood(1)),
  },
  {
    name: "floods-stderr",
    does: "Prints 64 MB to standard error.",
    expected: answeredOrFailed,
    read: doing(() => flood(2)),
  },
  {
    name: "reports-descriptors",
    does: "Reports its standard descriptors.",
    expected: { ...answered, matches: /Its descriptors are/ },
    withoutIsolation: "survivable",
    read: doing(reportOutputs),
  },
  {
    name: "writes-everywhere",
    does: "Writes forged and invalid messages to every descriptor.",
    expected: { ...answeredOrFailed, lacks: /forged/ },
    read: doing(writeEverywhere),
  },
  {
    name: "forges-messages",
    does: "Sends forged messages, and pretends to have received some.",
    expected: { ...answeredOrFailed, lacks: /forged/ },
    read: doing(forgeMessages),
  },
  {
    name: "floods-messages",
    does: "Sends 20 MB of unsolicited messages.",
    expected: { endings: ["answered", "handler-failed", "too-large"] },
    read: doing(floodMessages),
  },
  {
    name: "reads-input",
    does: "Reads standard input.",
    expected: { ...answered, matches: /It got 0 bytes/ },
    read: doing(readInput),
  },
];

/** Handlers that use the descriptors and the channel of their process. */
export const printing: readonly Misbehaviour[] = family("printing", printingMembers);

const leakCount = 2000;

/** Opens its own module, which is the one file that every process may open. */
function leakDescriptors(): string {
  for (let index = 0; index < leakCount; index += 1) openSync(fileURLToPath(import.meta.url), "r");
  return "It opened and did not close.";
}

async function leakServers(): Promise<string> {
  for (let index = 0; index < 100; index += 1)
    createServer()
      .on("error", () => undefined)
      .listen(0, "127.0.0.1");
  await turn();
  return "It listens.";
}

function leakTimers(): string {
  for (let index = 0; index < leakCount; index += 1) setInterval(() => undefined, 10);
  return "It left its timers.";
}

function leakListeners({ context }: Stage): string {
  for (let index = 0; index < leakCount; index += 1) context.signal.addEventListener("abort", () => undefined);
  return "It left its listeners.";
}

/** Keeps one core busy until the process ends. */
async function leaveThread(): Promise<string> {
  const worker = new Worker("for (;;);", { eval: true });
  await new Promise((resolve, reject) => {
    worker.once("online", resolve);
    worker.once("error", reject);
  });
  return "It left a thread.";
}

async function leaveThreadAndWait(): Promise<string> {
  await leaveThread();
  return new Promise(() => undefined);
}

/** Waits for more promises than the end of a document takes, then blocks the event loop. */
async function loopAfterwards(): Promise<never> {
  for (let count = 0; count < 1000; count += 1) await Promise.resolve();
  return loopForEver();
}

/** The process stays alive for the next document, but does not respond. */
function leaveLoop(): string {
  void loopAfterwards();
  return "It has more work.";
}

/** Disables every polite way to end the process. */
function clingToLife(): string {
  for (const event of ["uncaughtException", "unhandledRejection", "disconnect", "beforeExit", "exit"]) {
    process.on(event, () => setInterval(() => undefined, 10));
  }
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "SIGUSR1", "SIGPIPE"] as const)
    process.on(signal, () => undefined);
  process.exit = (() => undefined) as unknown as typeof process.exit;
  setInterval(() => undefined, 10);
  return "It refuses to end.";
}

const leakingMembers: readonly Described[] = [
  {
    name: "descriptor-leak",
    does: "Opens 2000 files and closes none.",
    expected: answeredOrFailed,
    read: doing(leakDescriptors),
  },
  {
    name: "server-leak",
    does: "Listens on 100 ports and closes none.",
    expected: answeredOrFailed,
    read: doing(leakServers),
  },
  { name: "timer-leak", does: "Leaves 2000 timers running.", expected: answeredOrFailed, read: doing(leakTimers) },
  {
    name: "listener-leak",
    does: "Leaves 2000 listeners on its signal.",
    expected: answeredOrFailed,
    read: doing(leakListeners),
  },
  {
    name: "leaves-thread",
    does: "Leaves a thread running in a loop.",
    expected: answeredOrFailed,
    read: doing(leaveThread),
  },
  {
    name: "thread-loop",
    does: "Waits for a thread that runs in a loop.",
    expected: { endings: ["timed-out", "handler-failed"], process: "gone" },
    endsBy: "time",
    read: doing(leaveThreadAndWait),
  },
  {
    name: "loops-after-the-end",
    does: "Yields its whole document and then blocks the event loop.",
    // On a busy machine, its loop may start before its last event is sent.
    expected: { endings: ["answered", "timed-out"] },
    read: doing(leaveLoop),
  },
  {
    name: "clings-to-life",
    does: "Disables every polite way to end its process.",
    expected: answeredOrFailed,
    read: doing(clingToLife),
  },
];

/** Handlers that do not release resources. */
export const leaking: readonly Misbehaviour[] = family("leaking", leakingMembers);

/** Replaces members of an object. Skips those that cannot be replaced. */
function replace(target: object, members: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(members)) {
    try {
      Object.defineProperty(target, name, { value, configurable: true, writable: true });
    } catch {
      // It is read-only.
    }
  }
}

const useless = (): undefined => undefined;
const throwing = (): never => raise(new Error("replaced by a handler"));

/** Adds optional properties that programs look up to every object. */
function poison(): void {
  const names = ["polluted", "type", "text", "code", "done", "value", "at", "id", "error", "toJSON", "get", "set"];
  replace(Object.prototype, Object.fromEntries(names.map((name) => [name, "polluted"])));
}

function breakPromises(): void {
  // oxlint-disable-next-line unicorn/no-thenable -- the misbehaviour
  replace(Promise.prototype, { then: useless });
}

function breakStreams(): void {
  replace(EventEmitter.prototype, { emit: useless, on: useless, once: useless });
  replace(Writable.prototype, { write: useless, end: useless, cork: useless });
  replace(Duplex.prototype, { write: useless, push: useless });
}

function breakSerialisation(): void {
  replace(JSON, { stringify: throwing, parse: throwing });
  replace(Buffer, { from: throwing, concat: throwing, alloc: throwing, allocUnsafe: throwing });
  replace(Buffer.prototype as object, { writeUInt32LE: throwing, readUInt32LE: throwing, writeUInt32BE: throwing });
  replace(DataView.prototype, { setUint32: throwing, getUint32: throwing });
  replace(process.getBuiltinModule("node:v8"), { serialize: throwing, deserialize: throwing });
}

function breakProcess(): void {
  process.exitCode = 3;
  process.title = "polluted";
  process.umask(0o777);
  replace(process, {
    exit: useless,
    reallyExit: useless,
    kill: useless,
    abort: useless,
    send: useless,
    nextTick: useless,
  });
}

function deleteGlobals(): void {
  for (const name of [
    "Promise",
    "Map",
    "Set",
    "Uint8Array",
    "Buffer",
    "process",
    "Error",
    "Symbol",
    "AbortController",
  ]) {
    Reflect.deleteProperty(globalThis, name);
  }
}

const patches: readonly (readonly [name: string, does: string, patch: () => void])[] = [
  ["pollutes-objects", "Adds properties to every object.", poison],
  [
    "breaks-arrays",
    "Replaces methods of all arrays.",
    () => replace(Array.prototype, { push: throwing, map: throwing, shift: throwing, slice: throwing, join: throwing }),
  ],
  ["breaks-promises", "Replaces `then` of all promises.", breakPromises],
  ["breaks-collections", "Replaces methods of all maps.", () => replace(Map.prototype, { get: useless, set: useless })],
  ["breaks-serialisation", "Replaces functions that serialise values.", breakSerialisation],
  ["breaks-streams", "Replaces methods of all streams and event emitters.", breakStreams],
  [
    "breaks-timers",
    "Replaces the timers.",
    () => replace(globalThis, { setTimeout: useless, setImmediate: useless, queueMicrotask: useless }),
  ],
  ["breaks-process", "Changes the state of its process and the functions that end it.", breakProcess],
  ["removes-listeners", "Removes every listener of its process.", () => void process.removeAllListeners()],
  ["deletes-globals", "Deletes global objects.", deleteGlobals],
];

/** It may fail itself, but must not affect other documents. */
const selfHarm: ExpectedOutcome = { endings: ["answered", "handler-failed", "timed-out"] };

/** Handlers that change global objects, like libraries that patch them. */
export const polluting: readonly Misbehaviour[] = family(
  "polluting",
  patches.map(([name, does, patch]): Described => ({
    name,
    does,
    expected: selfHarm,
    endsBy: "time",
    read: doing(patch),
  })),
);
