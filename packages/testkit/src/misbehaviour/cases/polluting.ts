import { EventEmitter } from "node:events";
import { Duplex, Writable } from "node:stream";
import { type Described, doing, family, type Misbehaviour, raise, type RightOutcome } from "./misbehaviour.ts";

/** Puts something in the place of members of an object; those that cannot be replaced stay. */
function replace(target: object, members: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(members)) {
    try {
      Object.defineProperty(target, name, { value, configurable: true, writable: true });
    } catch {
      // It is fixed.
    }
  }
}

const useless = (): undefined => undefined;
const throwing = (): never => raise(new Error("replaced by a handler"));

/** Names that a program would look for in an object that may not have them. */
function poison(): void {
  const names = ["polluted", "type", "text", "code", "done", "value", "at", "id", "error", "toJSON", "get", "set"];
  replace(Object.prototype, Object.fromEntries(names.map((name) => [name, "polluted"])));
}

function breakPromises(): void {
  // oxlint-disable-next-line unicorn/no-thenable -- the deed
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

const deeds: readonly (readonly [name: string, does: string, deed: () => void])[] = [
  ["pollutes-objects", "Gives every object members that nobody asked for.", poison],
  [
    "breaks-arrays",
    "Replaces what every array can do.",
    () => replace(Array.prototype, { push: throwing, map: throwing, shift: throwing, slice: throwing, join: throwing }),
  ],
  ["breaks-promises", "Replaces what every promise can do.", breakPromises],
  [
    "breaks-collections",
    "Replaces what every map can do.",
    () => replace(Map.prototype, { get: useless, set: useless }),
  ],
  ["breaks-serialisation", "Replaces what turns values into bytes and back.", breakSerialisation],
  ["breaks-streams", "Replaces what every stream and emitter can do.", breakStreams],
  [
    "breaks-timers",
    "Replaces the timers.",
    () => replace(globalThis, { setTimeout: useless, setImmediate: useless, queueMicrotask: useless }),
  ],
  ["breaks-process", "Changes the process and takes away how it ends.", breakProcess],
  ["removes-listeners", "Removes every listener of its process.", () => void process.removeAllListeners()],
  ["deletes-globals", "Deletes what every program relies on.", deleteGlobals],
];

/** It may break itself, but no other document. */
const right: RightOutcome = { endings: ["answered", "handler-failed", "timed-out"] };

/** Handlers that change the world that they run in, as a library does that patches what it finds. */
export const polluting: readonly Misbehaviour[] = family(
  "polluting",
  deeds.map(([name, does, deed]): Described => ({ name, does, right, endsBy: "time", read: doing(deed) })),
);
