import type { PDFDocument, PDFObject } from "mupdf";
import { withObject } from "../../engine/pdf-objects.ts";
import { pruneOutline } from "../../document/outline.ts";
import { countEngineFailure, isEngineBroken } from "../../engine/engine.ts";

/** Deeper levels and later entries are no help with headings. */
const maxTitles = 5000;
const maxLevel = 6;

/**
 * The words of the bookmarks with their level, from 1. An outline that cannot be read gives none. The engine's own
 * reading of an outline looks up where each entry leads, which takes four times as long.
 */
export function outlineTitles(document: PDFDocument): ReadonlyMap<string, number> {
  const titles = new Map<string, number>();
  pruneOutline(document);
  const trailer = document.getTrailer();
  try {
    withObject(trailer, ["Root", "Outlines"], (outline) => collect(outline, 1, titles));
  } catch (error) {
    // A broken outline says nothing of headings; the reader of the outline itself reports it.
    countEngineFailure(error);
    if (isEngineBroken(error)) throw error;
  } finally {
    trailer.destroy();
  }
  return titles;
}

/** Goes along the entries below a node, which are a tree once they are pruned. */
function collect(parent: PDFObject, level: number, titles: Map<string, number>): void {
  let entry = parent.get("First");
  try {
    while (entry.isDictionary() && titles.size < maxTitles) {
      addTitle(entry, level, titles);
      if (level < maxLevel) collect(entry, level + 1, titles);
      const next = entry.get("Next");
      entry.destroy();
      entry = next;
    }
  } finally {
    entry.destroy();
  }
}

function addTitle(entry: PDFObject, level: number, titles: Map<string, number>): void {
  const title = withObject(entry, ["Title"], (text) => (text.isString() ? text.asString() : ""));
  const words = titleWords(title ?? "");
  if (words !== "" && !titles.has(words)) titles.set(words, level);
}

/** Letters and digits alone, because bookmarks leave out line ends and some signs. */
export function titleWords(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}
