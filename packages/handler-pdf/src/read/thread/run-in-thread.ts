import { Worker } from "node:worker_threads";
import { ReadError, type Source } from "@reader/core/handler";
import type { PdfJob } from "../../document/pdf-job.ts";
import { engineFault } from "../../engine/engine.ts";
import type { JobName } from "../jobs/jobs.ts";
import {
  answerBytes,
  createByteChannel,
  nextRequest,
  type ThreadAnswer,
  type ThreadError,
  type ThreadMessage,
  type ThreadStart,
} from "./messages.ts";

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
