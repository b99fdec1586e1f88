import {
  type HandlerContext,
  type HandlerEvent,
  type HandlerInfo,
  headingOutline,
  type Outline,
  type Source,
  text,
} from "@reader/core/handler";
import { type InnerFile, jobOf } from "@reader/pdf-pages/document";
import { loadWhole, localReader } from "../document/byte-reader.ts";
import { isEngineBroken } from "../engine/engine.ts";
import { type Answers, type JobName, jobs } from "./jobs/read-job.ts";

/** Yields a document in reading order. A large one may be read in a thread that can wait for bytes. */
export async function* readPdf(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  for await (const event of runJob(source, context, "read")) {
    if (event.type === "inner-file") yield* innerEvents(event, context);
    else if (event.type === "scanned-page")
      yield await (await import("@reader/pdf-pages/read")).scannedText(event, context);
    else yield event;
  }
}

/** Without text, the answer would be empty. */
async function* innerEvents({ name, bytes }: InnerFile, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  if (bytes.length === 0) yield text("(an empty file)\n");
  else yield* context.nested(name, bytes);
}

/** Returns the information about a document without reading all of it. */
export function describePdf(source: Source, context: HandlerContext): Promise<HandlerInfo> {
  return askJob(source, context, "info");
}

/** Estimated milliseconds for reading the text of a page. */
const pageMs = 10;

/** Share of a short time limit that unrequested headings may take. */
const headingShare = 0.25;

/** Time limit in milliseconds from which the headings of as many pages as possible are returned. */
const patientMs = 5000;

/**
 * Returns the bookmarks of a document with their pages. Without bookmarks, returns the headings of its pages, unless
 * they would take too much of the time.
 */
export async function outlinePdf(source: Source, context: HandlerContext): Promise<Outline> {
  const { entries, isCut, pageCount } = await askJob(source, context, "outline");
  if (entries.length > 0) return isCut ? { entries, truncated: true } : { entries };
  const timeMs = context.budget.outlineTimeMs;
  if (timeMs < patientMs && pageCount * pageMs > timeMs * headingShare) return { entries };
  return headingOutline(readPdf(source, { ...context, view: "text", pages: undefined, select: undefined }), { timeMs });
}

/**
 * Runs a job and yields its answers. The engine of this thread runs it if it may read the file. Otherwise, or if that
 * engine breaks, a separate thread with a new engine runs it. If no thread can start, the whole file is loaded, or the
 * error of the broken engine is thrown.
 */
async function* runJob<Name extends JobName>(
  source: Source,
  context: HandlerContext,
  name: Name,
): AsyncGenerator<Answers[Name]> {
  const job = jobOf(source, context);
  const { signal } = context;
  const run = jobs[name];
  const inThread = async (): Promise<AsyncIterable<Answers[Name]> | undefined> => {
    const { runInThread } = await import("./thread/run-in-thread.ts");
    signal.throwIfAborted();
    return runInThread(source, { job, name, signal }) as AsyncIterable<Answers[Name]> | undefined;
  };
  const reader = await localReader(source);
  if (reader === undefined) {
    yield* (await inThread()) ?? run({ job, reader: await loadWhole(source), signal });
    return;
  }
  let given = 0;
  try {
    for await (const answer of run({ job, reader, signal })) {
      given += 1;
      yield answer;
    }
  } catch (cause) {
    if (!isEngineBroken(cause)) throw cause;
    const answers = await inThread();
    if (answers === undefined) throw cause;
    yield* without(answers, given);
  }
}

/** Skips the answers that were already yielded. */
async function* without<Value>(answers: AsyncIterable<Value>, given: number): AsyncGenerator<Value> {
  let index = 0;
  for await (const answer of answers) {
    if (index >= given) yield answer;
    index += 1;
  }
}

/** Runs a job that has only one answer. */
async function askJob<Name extends JobName>(
  source: Source,
  context: HandlerContext,
  name: Name,
): Promise<Answers[Name]> {
  for await (const answer of runJob(source, context, name)) return answer;
  throw new Error(`The job "${name}" gave no answer.`);
}
