import { Worker } from "node:worker_threads";
import type { Source } from "@reader/core/handler";
import type { PdfJob } from "../../document/pdf-job.ts";
import { engineFault } from "../../engine/engine-faults.ts";
import { answerBytes, createByteChannel } from "./byte-channel.ts";
import type { ThreadMessage, ThreadRequest, ThreadStart } from "./messages.ts";

/** A thread that reads one document. */
export interface Thread {
  /** One at a time. Rejects where the thread dies, the source fails or the signal comes. */
  ask(request: ThreadRequest): Promise<Exclude<ThreadMessage, { type: "bytes" }>>;
  /** Ends the thread, whatever it is doing. */
  end(): Promise<void>;
}

type Answer = Exclude<ThreadMessage, { type: "bytes" }>;

/** Compiled files run as they are; in the sources Node strips the types. */
const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";

/** Starts a thread and gives it bytes of the source whenever it asks. `undefined` where no thread may be started. */
export function startThread(source: Source, job: PdfJob, signal: AbortSignal): Thread | undefined {
  const channel = createByteChannel();
  const worker = startWorker({ job, channel });
  if (worker === undefined) return undefined;
  const pending = createPending();
  const give = async (from: number, to: number): Promise<void> => {
    answerBytes(channel, await source.slice(from, to));
  };
  worker.on("message", (message: ThreadMessage) => {
    // Until a source that failed is told, the thread stays where it is; then it is ended.
    if (message.type === "bytes") give(message.start, message.end).catch((error: unknown) => pending.fail(error));
    else pending.settle(message);
  });
  worker.on("error", (cause: unknown) => pending.fail(engineFault(job.file.path, cause)));
  worker.on("exit", () => pending.fail(engineFault(job.file.path, undefined)));
  const abort = (): void => pending.fail(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  return {
    async ask(request) {
      // A program may end while its reader is suspended, but not while it waits.
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
  /** From here on nothing is waited for: each question fails. */
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
