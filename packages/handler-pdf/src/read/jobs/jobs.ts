import type { HandlerInfo, OutlineEntry } from "@reader/core/handler";
import { nestHeadings } from "@reader/core/internal";
import { maxBookmarks, readOutline } from "../../document/outline.ts";
import type { PdfEvent } from "../../document/pdf-job.ts";
import { describeJob } from "./describe-job.ts";
import { type JobInput, withDocument } from "./job.ts";
import { readJob } from "./read-job.ts";

/** The questions about a document, and the type of their answers. Only `read` has more than one answer. */
export interface Answers {
  readonly read: PdfEvent;
  readonly info: HandlerInfo;
  readonly outline: Bookmarks;
}

/** The names by which a thread knows the jobs. */
export type JobName = keyof Answers;

/** How the engine of the current thread runs each job. */
export const jobs: { readonly [Name in JobName]: (input: JobInput) => AsyncGenerator<Answers[Name]> } = {
  read: readJob,
  info: describeJob,
  outline: outlineJob,
};

/** The bookmarks of a document and its number of pages. */
export interface Bookmarks {
  readonly entries: readonly OutlineEntry[];
  /** True if there are more than were read. */
  readonly isCut: boolean;
  readonly pageCount: number;
}

function outlineJob(input: JobInput): AsyncGenerator<Bookmarks> {
  return withDocument(input, ({ document, pageCount }) => {
    const { entries, isCut } = readOutline(document, maxBookmarks);
    const headings = entries.map(({ title, depth, page }) => ({
      level: depth,
      title,
      ...(page === undefined ? {} : { place: { unit: "page" as const, index: page } }),
    }));
    return [{ entries: nestHeadings(headings), isCut, pageCount }];
  });
}
