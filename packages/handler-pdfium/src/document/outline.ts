import type { OutlineEntry } from "@reader/core/handler";
import { nestHeadings } from "@reader/core/internal";
import { titleWords } from "@reader/pdf-pages";
import { oneLine } from "@reader/pdf-pages/document";
import { readBytesText } from "../engine/memory.ts";
import { readWords } from "./facts.ts";
import type { OpenedDocument } from "./opened-document.ts";

/** A bookmark. */
export interface Bookmark {
  readonly title: string;
  /** From 1 for the top level. */
  readonly depth: number;
  /** The target page, from 1; absent if the target is not in this document. */
  readonly page?: number;
  /** The target outside this document. */
  readonly address?: string;
}

/** Maximum number of bookmarks, and of levels. */
const maxBookmarks = 10_000;
const maxDepth = 64;
const maxTitleCharacters = 160;
const maxAddressCharacters = 500;

/** Reads the bookmarks in order. A broken outline, such as one with a cycle, is cut there. */
export function readBookmarks({ engine, document }: OpenedDocument): readonly Bookmark[] {
  const found: Bookmark[] = [];
  const seen = new Set<number>();
  const walk = (first: number, depth: number): void => {
    for (let item = first; item !== 0 && depth <= maxDepth; item = engine.FPDFBookmark_GetNextSibling(document, item)) {
      if (seen.has(item) || found.length >= maxBookmarks) return;
      seen.add(item);
      const title = readWords(
        engine,
        (buffer, bytes) => engine.FPDFBookmark_GetTitle(item, buffer, bytes),
        maxTitleCharacters,
      );
      found.push({ title: oneLine(title, maxTitleCharacters), depth, ...targetOf({ engine, document }, item) });
      walk(engine.FPDFBookmark_GetFirstChild(document, item), depth + 1);
    }
  };
  walk(engine.FPDFBookmark_GetFirstChild(document, 0), 1);
  return found;
}

/** The target is a destination, or an action that goes to one or opens an address. */
function targetOf(
  { engine, document }: Pick<OpenedDocument, "engine" | "document">,
  item: number,
): Pick<Bookmark, "page" | "address"> {
  const action = engine.FPDFBookmark_GetAction(item);
  const stated = engine.FPDFBookmark_GetDest(document, item);
  const target = stated === 0 && action !== 0 ? engine.FPDFAction_GetDest(document, action) : stated;
  const index = target === 0 ? -1 : engine.FPDFDest_GetDestPageIndex(document, target);
  if (index >= 0) return { page: index + 1 };
  if (action === 0) return {};
  const address = readBytesText(engine, (at, bytes) => engine.FPDFAction_GetURIPath(document, action, at, bytes));
  return address === "" ? {} : { address: oneLine(address, maxAddressCharacters) };
}

/** Returns the bookmarks as entries of an outline. */
export function outlineEntries(bookmarks: readonly Bookmark[]): readonly OutlineEntry[] {
  const headings = bookmarks.map(({ title, depth, page }) => ({
    level: depth,
    title,
    ...(page === undefined ? {} : { place: { unit: "page" as const, index: page } }),
  }));
  return nestHeadings(headings);
}

/** Returns the levels of bookmarks by the words of their titles, by which headings are found. */
export function bookmarkTitles(bookmarks: readonly Bookmark[]): ReadonlyMap<string, number> {
  const titles = new Map<string, number>();
  for (const { title, depth } of bookmarks) {
    const words = titleWords(title);
    if (words !== "" && !titles.has(words)) titles.set(words, depth);
  }
  return titles;
}
