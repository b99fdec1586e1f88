import type { PDFDocument, PDFObject } from "mupdf";
import { countEngineFailure, isEngineBroken } from "../engine/engine.ts";
import { withObject } from "../engine/pdf-objects.ts";
import { titleWords } from "../model/plain-text.ts";
import { pruneOutline } from "./outline.ts";

/** Maximum number of titles. Later entries do not help to find headings. */
const maxTitles = 5000;
const maxLevel = 6;

/**
 * Returns the titles of the bookmarks with their level, from 1; empty if the outline is unreadable. The engine's
 * outline reader also resolves each target, which takes four times as long.
 */
export function outlineTitles(document: PDFDocument): ReadonlyMap<string, number> {
  const titles = new Map<string, number>();
  pruneOutline(document);
  const trailer = document.getTrailer();
  try {
    withObject(trailer, ["Root", "Outlines"], (outline) => collect(outline, 1, titles));
  } catch (error) {
    // A broken outline is reported by the outline reader.
    countEngineFailure(error);
    if (isEngineBroken(error)) throw error;
  } finally {
    trailer.destroy();
  }
  return titles;
}

/** Collects the entries below a node. They are a tree after pruning. */
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
