import { nestHeadings, type OutlineEntry } from "@reader/core/handler";
import { readOutline } from "../../document/outline.ts";
import { maxBookmarks } from "../../document/prune-outline.ts";
import { withDocument, type QuestionInput } from "./with-document.ts";

/** The bookmarks of a document, and how many pages it has. */
export interface Bookmarks {
  readonly entries: readonly OutlineEntry[];
  /** Whether there are more than are told. */
  readonly isCut: boolean;
  readonly pageCount: number;
}

/** Reads the bookmarks of a document. */
export function outlineJob(input: QuestionInput): Promise<Bookmarks> {
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
