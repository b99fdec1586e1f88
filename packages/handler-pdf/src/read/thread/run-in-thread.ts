import { Worker } from "node:worker_threads";
import { type HandlerInfo, ReadError, type Source } from "@reader/core/handler";
import { loadWhole } from "../../document/byte-reader.ts";
import type { PdfEvent, PdfJob } from "../../document/pdf-job.ts";
import { engineFault } from "../../engine/engine.ts";
import { describeJob } from "../jobs/describe-job.ts";
import { type Bookmarks, outlineJob } from "../jobs/outline-job.ts";
import { readJob } from "../jobs/read-job.ts";
import {
  answerBytes,
  createByteChannel,
  type ThreadError,
  type ThreadMessage,
  type ThreadRequest,
  type ThreadStart,
} from "./messages.ts";

/** A job for a thread, and its abort signal. */
export interface ThreadJob {
  readonly job: PdfJob;
  readonly signal: AbortSignal;
}

/**
 * Reads a document in a separate thread. The engine cannot wait for bytes, but a thread can block until the source
 * delivers them, so that only the needed parts of a large file are read.
 */
export async function* readInThread(source: Source, { job, signal }: ThreadJob): AsyncGenerator<PdfEvent> {
  signal.throwIfAborted();
  const thread = startThread(source, job, signal);
  if (thread === undefined) {
    // Without a thread, the whole file is loaded, within the budget.
    yield* readJob({ job, reader: await loadWhole(source), signal });
    return;
  }
  yield* eventsOf(thread);
}

/** A reading that the broken engine interrupted. */
export interface BrokenReading {
  /** Number of events already yielded. */
  readonly given: number;
  /** The error. */
  readonly cause: unknown;
}

/** Continues a document in a thread with a new engine. Throws the cause if no thread can start. */
export async function* readAgain(
  source: Source,
  { job, signal }: ThreadJob,
  { given, cause }: BrokenReading,
): AsyncGenerator<PdfEvent> {
  signal.throwIfAborted();
  const thread = startThread(source, job, signal);
  if (thread === undefined) throw cause;
  let index = 0;
  for await (const event of eventsOf(thread)) {
    if (index >= given) yield event;
    index += 1;
  }
}

async function* eventsOf(thread: Thread): AsyncGenerator<PdfEvent> {
  try {
    for (;;) {
      const answer = await thread.ask("next");
      if (answer.type === "done") return;
      if (answer.type === "failed") throw errorOf(answer.error);
      if (answer.type === "event") yield answer.event;
    }
  } finally {
    await thread.end();
  }
}

/** Describes a document in a separate thread. */
export async function describeInThread(source: Source, input: ThreadJob): Promise<HandlerInfo> {
  const answer = await askThread(source, input, "info");
  if (answer === undefined) return describeJob({ job: input.job, reader: await loadWhole(source) });
  if (answer.type === "info") return answer.info;
  throw failureOf(answer);
}

/** Reads the bookmarks of a document in a separate thread. */
export async function outlineInThread(source: Source, input: ThreadJob): Promise<Bookmarks> {
  const answer = await askThread(source, input, "outline");
  if (answer === undefined) return outlineJob({ job: input.job, reader: await loadWhole(source) });
  if (answer.type === "outline") return answer.bookmarks;
  throw failureOf(answer);
}

type ThreadAnswer = Awaited<ReturnType<Thread["ask"]>>;

/** Returns one answer of a thread that ends after it, or `undefined` if no thread can start. */
async function askThread(
  source: Source,
  { job, signal }: ThreadJob,
  request: ThreadRequest,
): Promise<ThreadAnswer | undefined> {
  signal.throwIfAborted();
  const thread = startThread(source, job, signal);
  if (thread === undefined) return undefined;
  try {
    return await thread.ask(request);
  } finally {
    await thread.end();
  }
}

function failureOf(answer: ThreadAnswer): Error {
  return errorOf(answer.type === "failed" ? answer.error : { message: "The thread gave no answer." });
}

function errorOf({ code, message, hint, details }: ThreadError): Error {
  if (code === undefined) return new Error(message);
  return new ReadError(code, message, {
    ...(hint === undefined ? {} : { hint }),
    ...(details === undefined ? {} : { details }),
  });
}

/** A thread that reads one document. */
export interface Thread {
  /** Sends one request at a time. Rejects if the thread dies, the source fails or the signal aborts. */
  ask(request: ThreadRequest): Promise<Exclude<ThreadMessage, { type: "bytes" }>>;
  /** Terminates the thread at any time. */
  end(): Promise<void>;
}

type Answer = Exclude<ThreadMessage, { type: "bytes" }>;

/** Compiled files are JavaScript; in the sources Node strips the types. */
const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";

/** Starts a thread and sends it bytes of the source on request. Returns `undefined` if threads are not permitted. */
export function startThread(source: Source, job: PdfJob, signal: AbortSignal): Thread | undefined {
  const channel = createByteChannel();
  const worker = startWorker({ job, channel });
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
    async ask(request) {
      // The process may exit while the reader is suspended, but not while it waits for the thread.
      worker.ref();
      worker.postMessage(request);
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
  wait(): Promise<Answer>;
  settle(answer: Answer): void;
  /** Fails the pending and all later requests. */
  fail(error: unknown): void;
}

function createPending(): Pending {
  let failure: { readonly error: unknown } | undefined;
  let current: { resolve(answer: Answer): void; reject(error: unknown): void } | undefined;
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
