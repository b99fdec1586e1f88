import type { HandlerInfo, ReadErrorCode, ReadErrorOptions } from "@reader/core/handler";
import type { PdfEvent, PdfJob } from "../../document/pdf-job.ts";
import type { Bookmarks } from "../jobs/outline-job.ts";

/** What a thread is started with. */
export interface ThreadStart {
  readonly job: PdfJob;
  readonly channel: ByteChannel;
}

/** What is asked of the thread, one at a time. */
export type ThreadRequest = "next" | "info" | "outline";

/** What the thread says. */
export type ThreadMessage =
  /** It waits for bytes. */
  | { readonly type: "bytes"; readonly start: number; readonly end: number }
  | { readonly type: "event"; readonly event: PdfEvent }
  | { readonly type: "done" }
  | { readonly type: "info"; readonly info: HandlerInfo }
  | { readonly type: "outline"; readonly bookmarks: Bookmarks }
  | { readonly type: "failed"; readonly error: ThreadError };

/** An error as plain data: between threads it loses its class and its brand. */
export interface ThreadError extends Pick<ReadErrorOptions, "hint" | "details"> {
  /** Absent for what is no fault of the file. */
  readonly code?: ReadErrorCode;
  readonly message: string;
}

/** What the two threads share: how a request stands, how many bytes came, and the bytes. */
interface ByteChannel {
  readonly state: Int32Array<SharedArrayBuffer>;
  readonly bytes: Uint8Array<SharedArrayBuffer>;
}

/** Bytes of one request at most. */
const maxRequestBytes: number = 1024 * 1024;

const stateSlot = 0;
const countSlot = 1;

const waiting = 0;
const answered = 1;

/** A channel that both threads get. */
export function createByteChannel(): ByteChannel {
  return {
    state: new Int32Array(new SharedArrayBuffer(8)),
    bytes: new Uint8Array(new SharedArrayBuffer(maxRequestBytes)),
  };
}

/** On the side that needs bytes: asks with `send`, and holds the thread until they are there. */
export function waitForBytes({ state, bytes }: ByteChannel, send: () => void): Uint8Array {
  Atomics.store(state, stateSlot, waiting);
  send();
  Atomics.wait(state, stateSlot, waiting);
  return bytes.subarray(0, Atomics.load(state, countSlot));
}

/** On the side that has bytes: hands them over, and lets the other thread go on. */
export function answerBytes({ state, bytes }: ByteChannel, answer: Uint8Array): void {
  bytes.set(answer.subarray(0, bytes.length));
  Atomics.store(state, countSlot, Math.min(answer.length, bytes.length));
  Atomics.store(state, stateSlot, answered);
  Atomics.notify(state, stateSlot);
}
