import type { OutlineEntry } from "@reader/core/handler";
import { nestHeadings } from "@reader/core/internal";
import { maxBookmarks, readOutline } from "../../document/outline.ts";
import { type JobInput, withDocument } from "./job.ts";

/** The bookmarks of a document and its number of pages. */
export interface Bookmarks {
  readonly entries: readonly OutlineEntry[];
  /** True if there are more than were read. */
  readonly isCut: boolean;
  readonly pageCount: number;
}

/** Reads the bookmarks of a document. */
export function outlineJob(input: JobInput): Promise<Bookmarks> {
  return withDocument(input, ({ document, pageCount }) => {
    const { entries, isCut } = readOutline(document, maxBookmarks);
    const headings = entries.map(({ title, depth, page }) => ({
      level: depth,
      title,
      ...(page === undefined ? {} : { place: { unit: "page" as const, index: page } }),
    }));
    return { entries: nestHeadings(headings), isCut, pageCount };
  });
}
