import { encodeHead } from "../channel/frame.ts";
import type { ParentMessage } from "../channel/messages.ts";
import type { Calls } from "./calls.ts";

// An import of "node:fs" makes Node evaluate its streams and promises, which costs the start of a child 2.5 ms.
const { readSync, writeSync } = process.getBuiltinModule("node:fs");

/** The number of the descriptor of the line on which this process waits for its answers without doing anything else. */
const directDescriptor = 5;

/** Asks the parent for bytes and stands still until they are there, for engines that cannot wait. */
export type AskNow = (document: number, start: number, end: number) => Uint8Array;

const prefixBytes = 8;

/** The line opens with the process; one question at a time is on it. */
export function createDirectLine(calls: Calls): AskNow {
  const decoder = new TextDecoder();
  const pause = new Int32Array(new SharedArrayBuffer(4));

  /** Repeats what the system would rather do later. */
  const insist = (act: () => number): number => {
    for (;;) {
      try {
        return act();
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
        Atomics.wait(pause, 0, 0, 1);
      }
    }
  };
  const readAll = (target: Uint8Array): Uint8Array => {
    for (let filled = 0; filled < target.length;) {
      const count = insist(() => readSync(directDescriptor, target, filled, target.length - filled, null));
      // The parent is gone, and with it the reason to be.
      if (count === 0) process.kill(process.pid, "SIGKILL");
      filled += count;
    }
    return target;
  };
  const write = (bytes: Uint8Array): void => {
    for (let written = 0; written < bytes.length;) {
      written += insist(() => writeSync(directDescriptor, bytes, written));
    }
  };
  return (document, start, end) => {
    const call = calls.nextNumber();
    write(encodeHead({ type: "bytes-now", document, call, request: { want: "slice", start, end } }));
    const prefix = new DataView(readAll(new Uint8Array(prefixBytes)).buffer);
    const head = readAll(new Uint8Array(prefix.getUint32(0, true)));
    const tail = readAll(new Uint8Array(prefix.getUint32(4, true)));
    const message = JSON.parse(decoder.decode(head)) as ParentMessage;
    if (message.type === "refuse") throw calls.revived(message.call, message.error);
    return tail;
  };
}
