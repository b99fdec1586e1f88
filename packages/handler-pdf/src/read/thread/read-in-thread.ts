import { ReadError, type HandlerInfo, type Source } from "@reader/core/handler";
import { describeJob } from "../jobs/describe-job.ts";
import { loadWhole } from "../../document/byte-reader.ts";
import type { PdfEvent, PdfJob } from "../../document/pdf-job.ts";
import { outlineJob, type Bookmarks } from "../jobs/outline-job.ts";
import { readJob } from "../jobs/read-job.ts";
import { startThread, type Thread } from "./start-thread.ts";
import type { ThreadError, ThreadRequest } from "./messages.ts";

/** A job for a thread, and how it is given up. */
export interface ThreadJob {
  readonly job: PdfJob;
  readonly signal: AbortSignal;
}

/**
 * Reads a document in a thread of its own. The engine cannot wait for bytes, and only a thread can be held until the
 * source has given them; so nothing is read of a large file but what its wanted pages need.
 */
export async function* readInThread(source: Source, { job, signal }: ThreadJob): AsyncGenerator<PdfEvent> {
  signal.throwIfAborted();
  const thread = startThread(source, job, signal);
  if (thread === undefined) {
    // What is left is to load all of it, as far as the budget allows.
    yield* readJob({ job, reader: await loadWhole(source), signal });
    return;
  }
  yield* eventsOf(thread);
}

/** A reading that the engine broke off. */
export interface BrokenReading {
  /** How many events it gave. */
  readonly given: number;
  /** What it threw. */
  readonly cause: unknown;
}

/** Goes on with a document in a thread, where the engine is a new one. Throws the cause where there can be no thread. */
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

/** Tells of a document in a thread of its own. */
export async function describeInThread(source: Source, input: ThreadJob): Promise<HandlerInfo> {
  const answer = await askThread(source, input, "info");
  if (answer === undefined) return describeJob({ job: input.job, reader: await loadWhole(source) });
  if (answer.type === "info") return answer.info;
  throw failureOf(answer);
}

/** Reads the bookmarks of a document in a thread of its own. */
export async function outlineInThread(source: Source, input: ThreadJob): Promise<Bookmarks> {
  const answer = await askThread(source, input, "outline");
  if (answer === undefined) return outlineJob({ job: input.job, reader: await loadWhole(source) });
  if (answer.type === "outline") return answer.bookmarks;
  throw failureOf(answer);
}

type Answer = Awaited<ReturnType<Thread["ask"]>>;

/** One answer of a thread that is ended behind it; undefined where there can be no thread. */
async function askThread(
  source: Source,
  { job, signal }: ThreadJob,
  request: ThreadRequest,
): Promise<Answer | undefined> {
  signal.throwIfAborted();
  const thread = startThread(source, job, signal);
  if (thread === undefined) return undefined;
  try {
    return await thread.ask(request);
  } finally {
    await thread.end();
  }
}

function failureOf(answer: Answer): Error {
  return errorOf(answer.type === "failed" ? answer.error : { message: "The thread gave no answer." });
}

function errorOf({ code, message, hint, details }: ThreadError): Error {
  if (code === undefined) return new Error(message);
  return new ReadError(code, message, {
    ...(hint === undefined ? {} : { hint }),
    ...(details === undefined ? {} : { details }),
  });
}
