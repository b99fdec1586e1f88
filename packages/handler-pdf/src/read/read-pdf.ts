import {
  type HandlerContext,
  type HandlerEvent,
  headingOutline,
  type Outline,
  type Source,
  text,
} from "@reader/core/handler";
import { type InnerFile, jobOf, type PdfEvent } from "../document/pdf-job.ts";
import { isEngineBroken } from "../engine/engine.ts";
import { type Bookmarks, outlineJob } from "./jobs/outline-job.ts";
import { readJob } from "./jobs/read-job.ts";
import { localReader } from "./local-reader.ts";

/** Yields a document in reading order. A large one may be read in a thread that can wait for bytes. */
export async function* readPdf(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  for await (const event of eventsOf(source, context)) {
    if (event.type === "inner-file") yield* innerEvents(event, context);
    else if (event.type === "scanned-page")
      yield await (await import("./views/scanned-page.ts")).scannedText(event, context);
    else yield event;
  }
}

/** Without text, the answer would be empty. */
async function* innerEvents({ name, bytes }: InnerFile, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  if (bytes.length === 0) yield text("(an empty file)\n");
  else yield* context.nested(name, bytes);
}

async function* eventsOf(source: Source, context: HandlerContext): AsyncGenerator<PdfEvent> {
  const job = jobOf(source, context);
  const { signal } = context;
  const reader = await localReader(source);
  if (reader === undefined) {
    const { readInThread } = await import("./thread/read-in-thread.ts");
    yield* readInThread(source, { job, signal });
    return;
  }
  let given = 0;
  try {
    for await (const event of readJob({ job, reader, signal })) {
      given += 1;
      yield event;
    }
  } catch (cause) {
    if (!isEngineBroken(cause)) throw cause;
    const { readAgain } = await import("./thread/read-in-thread.ts");
    yield* readAgain(source, { job, signal }, { given, cause });
  }
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
  const { entries, isCut, pageCount } = await bookmarksOf(source, context);
  if (entries.length > 0) return isCut ? { entries, truncated: true } : { entries };
  const timeMs = context.budget.outlineTimeMs;
  if (timeMs < patientMs && pageCount * pageMs > timeMs * headingShare) return { entries };
  return headingOutline(readPdf(source, { ...context, view: "text", pages: undefined, select: undefined }), { timeMs });
}

async function bookmarksOf(source: Source, context: HandlerContext): Promise<Bookmarks> {
  const job = jobOf(source, context);
  const reader = await localReader(source);
  try {
    if (reader !== undefined) return await outlineJob({ job, reader });
  } catch (error) {
    if (!isEngineBroken(error)) throw error;
  }
  const { outlineInThread } = await import("./thread/read-in-thread.ts");
  return outlineInThread(source, { job, signal: context.signal });
}
