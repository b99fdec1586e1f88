import { Worker } from "node:worker_threads";
import { ReadError, type Source } from "@reader/core/handler";
import type { ReadErrorCode } from "@reader/core";
import type { ReadErrorOptions } from "@reader/core/internal";
import type { PdfJob } from "@reader/pdf-pages/document";
import { engineFault } from "../../engine/engine.ts";
import type { JobName } from "../jobs/read-job.ts";

/** A job for a thread, and its abort signal. */
export interface ThreadJob {
  readonly job: PdfJob;
  readonly name: JobName;
  readonly signal: AbortSignal;
}

/**
 * Runs a job in a separate thread and yields its values. The engine cannot wait for bytes, but a thread can block until
 * the source delivers them, so that only the needed parts of a large file are read. Returns `undefined` if threads are
 * not permitted.
 */
export function runInThread(source: Source, input: ThreadJob): AsyncGenerator<unknown> | undefined {
  const thread = startThread(source, input);
  return thread === undefined ? undefined : valuesOf(thread);
}

async function* valuesOf(thread: Thread): AsyncGenerator<unknown> {
  try {
    for (;;) {
      const answer = await thread.ask();
      if (answer.type === "done") return;
      if (answer.type === "failed") throw errorOf(answer.error);
      yield answer.value;
    }
  } finally {
    await thread.end();
  }
}

function errorOf({ code, message, hint, details }: ThreadError): Error {
  if (code === undefined) return new Error(message);
  return new ReadError(code, message, {
    ...(hint === undefined ? {} : { hint }),
    ...(details === undefined ? {} : { details }),
  });
}

/** A thread that runs one job. */
interface Thread {
  /** Requests the next value, one at a time. Rejects if the thread dies, the source fails or the signal aborts. */
  ask(): Promise<ThreadAnswer>;
  /** Terminates the thread at any time. */
  end(): Promise<void>;
}

/** Compiled files are JavaScript; in the sources Node strips the types. */
const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";

/** Starts a thread and sends it bytes of the source on request. Returns `undefined` if threads are not permitted. */
function startThread(source: Source, { job, name, signal }: ThreadJob): Thread | undefined {
  const channel = createByteChannel();
  const worker = startWorker({ job, name, channel });
  if (worker === undefined) return undefined;
  const pending = createPending();
  const give = async (from: number, to: number): Promise<void> => {
    answerBytes(channel, await source.slice(from, to));
  };
  worker.on("message", (message: ThreadMessage) => {
    // The thread stays blocked after a failed fetch; it is terminated when the error is reported.
    if (message.type === "bytes") give(message.start, message.end).catch((error: unknown) => pending.fail(error));
    else pending.settle(message);
  });
  worker.on("error", (cause: unknown) => pending.fail(engineFault(job.file.path, cause)));
  worker.on("exit", () => pending.fail(engineFault(job.file.path, undefined)));
  const abort = (): void => pending.fail(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  return {
    async ask() {
      // The process may exit while the reader is suspended, but not while it waits for the thread.
      worker.ref();
      worker.postMessage(nextRequest);
      try {
        return await pending.wait();
      } finally {
        worker.unref();
      }
    },
    async end() {
      signal.removeEventListener("abort", abort);
      await worker.terminate();
    },
  };
}

function startWorker(start: ThreadStart): Worker | undefined {
  try {
    return new Worker(new URL(`reader-thread.${extension}`, import.meta.url), { workerData: start, env: {} });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_ACCESS_DENIED") return undefined;
    throw error;
  }
}

interface Pending {
  wait(): Promise<ThreadAnswer>;
  settle(answer: ThreadAnswer): void;
  /** Fails the pending and all later requests. */
  fail(error: unknown): void;
}

function createPending(): Pending {
  let failure: { readonly error: unknown } | undefined;
  let current: { resolve(answer: ThreadAnswer): void; reject(error: unknown): void } | undefined;
  return {
    wait: () =>
      new Promise((resolve, reject) => {
        if (failure === undefined) current = { resolve, reject };
        else reject(asError(failure.error));
      }),
    settle: (answer) => current?.resolve(answer),
    fail(error) {
      failure ??= { error };
      current?.reject(asError(error));
    },
  };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** The start data of a thread. */
export interface ThreadStart {
  readonly job: PdfJob;
  readonly name: JobName;
  readonly channel: ByteChannel;
}

/** The only request to a thread: the next value of its job. Sent one at a time. */
const nextRequest = "next";

/** A message from the thread. */
export type ThreadMessage = BytesRequest | ThreadAnswer;

/** The thread waits for bytes. */
interface BytesRequest {
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
function createByteChannel(): ByteChannel {
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
function answerBytes({ state, bytes }: ByteChannel, answer: Uint8Array): void {
  bytes.set(answer.subarray(0, bytes.length));
  Atomics.store(state, countSlot, Math.min(answer.length, bytes.length));
  Atomics.store(state, stateSlot, answered);
  Atomics.notify(state, stateSlot);
}
