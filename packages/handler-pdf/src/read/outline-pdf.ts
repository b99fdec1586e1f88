import { headingOutline, type HandlerContext, type Outline, type Source } from "@reader/core/handler";
import { jobOf } from "../document/pdf-job.ts";
import { isEngineBroken } from "../engine/engine.ts";
import { outlineJob, type Bookmarks } from "./jobs/outline-job.ts";
import { readPdf } from "./read-pdf.ts";
import { readerHere } from "./reader-here.ts";

/** Milliseconds in which the text of a page is read. */
const pageMs = 10;

/** The share of a short time that headings may take: nobody asked for them. */
const headingShare = 0.25;

/** Whoever waits so long gets the headings of as many pages as can be read meanwhile. */
const patientMs = 5000;

/**
 * The bookmarks of a document with their pages; where it has none, the headings of its pages, unless there are more
 * pages than can be read in a part of the time.
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
  const reader = await readerHere(source);
  try {
    if (reader !== undefined) return await outlineJob({ job, reader });
  } catch (error) {
    if (!isEngineBroken(error)) throw error;
  }
  const { outlineInThread } = await import("./thread/read-in-thread.ts");
  return outlineInThread(source, { job, signal: context.signal });
}
