import type { ReadErrorCode } from "@reader/core";
import type { ReadErrorOptions } from "@reader/core/internal";
import type { PdfJob } from "../../document/pdf-job.ts";
import type { JobName } from "../jobs/jobs.ts";

/** The start data of a thread. */
export interface ThreadStart {
  readonly job: PdfJob;
  readonly name: JobName;
  readonly channel: ByteChannel;
}

/** The only request to a thread: the next value of its job. Sent one at a time. */
export const nextRequest = "next";

/** A message from the thread. */
export type ThreadMessage = BytesRequest | ThreadAnswer;

/** The thread waits for bytes. */
export interface BytesRequest {
  readonly type: "bytes";
  readonly start: number;
  readonly end: number;
}

/** The answer to a request. */
export type ThreadAnswer =
  | { readonly type: "value"; readonly value: unknown }
  | { readonly type: "done" }
  | { readonly type: "failed"; readonly error: ThreadError };

/** An error as plain data, because errors lose their class and brand between threads. */
export interface ThreadError extends Pick<ReadErrorOptions, "hint" | "details"> {
  /** Absent for errors that are not due to the file. */
  readonly code?: ReadErrorCode;
  readonly message: string;
}

/** Memory shared by two threads: the state of a request, the number of bytes, and the bytes. */
interface ByteChannel {
  readonly state: Int32Array<SharedArrayBuffer>;
  readonly bytes: Uint8Array<SharedArrayBuffer>;
}

/** Maximum bytes per request. */
const maxRequestBytes: number = 1024 * 1024;

const stateSlot = 0;
const countSlot = 1;

const waiting = 0;
const answered = 1;

/** Creates a channel for both threads. */
export function createByteChannel(): ByteChannel {
  return {
    state: new Int32Array(new SharedArrayBuffer(8)),
    bytes: new Uint8Array(new SharedArrayBuffer(maxRequestBytes)),
  };
}

/** For the thread that needs bytes: requests them with `send` and blocks until they arrive. */
export function waitForBytes({ state, bytes }: ByteChannel, send: () => void): Uint8Array {
  Atomics.store(state, stateSlot, waiting);
  send();
  Atomics.wait(state, stateSlot, waiting);
  return bytes.subarray(0, Atomics.load(state, countSlot));
}

/** For the thread that has bytes: passes them on and wakes the other thread. */
export function answerBytes({ state, bytes }: ByteChannel, answer: Uint8Array): void {
  bytes.set(answer.subarray(0, bytes.length));
  Atomics.store(state, countSlot, Math.min(answer.length, bytes.length));
  Atomics.store(state, stateSlot, answered);
  Atomics.notify(state, stateSlot);
}
