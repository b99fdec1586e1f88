import { encodeHead } from "../channel/frame.ts";
import type { ParentMessage } from "../channel/messages.ts";
import type { Calls } from "./calls.ts";

// An import of "node:fs" would make Node evaluate its streams and promises, which takes 2.5 ms.
const { readSync, writeSync } = process.getBuiltinModule("node:fs");

/** File descriptor of the line for synchronous requests. */
const directDescriptor = 5;

/** A synchronous line to the parent: the process blocks until bytes arrive. */
export interface DirectLine {
  /** Requests bytes synchronously, for engines that cannot wait. Throws the parent's refusal. */
  askNow(document: number, start: number, end: number): Uint8Array;
  /** Reads the answer of an asynchronous call that the parent sends on this line. */
  take(call: number): Uint8Array;
}

const prefixBytes = 8;

/** Creates the direct line. Answers arrive in the order in which the parent sends them. */
export function createDirectLine(calls: Calls): DirectLine {
  const early = new Map<number, Uint8Array>();
  const take = (call: number): Uint8Array => {
    for (;;) {
      const bytes = early.get(call);
      early.delete(call);
      if (bytes !== undefined) return bytes;
      const { message, tail } = readFrame();
      if (message.type === "refuse") throw calls.revived(message.call, message.error);
      if (message.type === "answer") early.set(message.call, tail);
    }
  };
  return {
    take,
    askNow(document, start, end) {
      const call = calls.nextNumber();
      write(encodeHead({ type: "bytes-now", document, call, request: { want: "slice", start, end } }));
      return take(call);
    },
  };
}

const decoder = new TextDecoder();
const pause = new Int32Array(new SharedArrayBuffer(4));

function readFrame(): { readonly message: ParentMessage; readonly tail: Uint8Array } {
  const prefix = new DataView(readAll(new Uint8Array(prefixBytes)).buffer);
  const head = readAll(new Uint8Array(prefix.getUint32(0, true)));
  const tail = readAll(new Uint8Array(prefix.getUint32(4, true)));
  return { message: JSON.parse(decoder.decode(head)) as ParentMessage, tail };
}

function readAll(target: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  for (let filled = 0; filled < target.length;) {
    const count = insist(() => readSync(directDescriptor, target, filled, target.length - filled, null));
    // The parent is gone.
    if (count === 0) process.kill(process.pid, "SIGKILL");
    filled += count;
  }
  return target;
}

function write(bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) {
    written += insist(() => writeSync(directDescriptor, bytes, written));
  }
}

/** Repeats a system call until it no longer fails with EAGAIN. */
function insist(act: () => number): number {
  for (;;) {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
      Atomics.wait(pause, 0, 0, 1);
    }
  }
}
