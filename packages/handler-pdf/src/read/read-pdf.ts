import {
  type HandlerContext,
  type HandlerEvent,
  type HandlerInfo,
  headingOutline,
  type Outline,
  type Source,
  text,
} from "@reader/core/handler";
import type { InnerFile } from "../document/pdf-job.ts";
import { askJob, runJob } from "./run-job.ts";

/** Yields a document in reading order. A large one may be read in a thread that can wait for bytes. */
export async function* readPdf(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  for await (const event of runJob(source, context, "read")) {
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
