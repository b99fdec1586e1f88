import type { PDFDocument, PDFObject } from "mupdf";
import { countEngineFailure } from "../engine/engine.ts";
import { referenceOf, withObject } from "../engine/pdf-objects.ts";

/** More than any book has; an outline of more entries is made by a program to be large. */
export const maxBookmarks = 10_000;

/** Levels of bookmarks; the engine goes down by calling itself, and a thousand levels break it. */
export const maxOutlineDepth = 16;

const pruned = new WeakSet<PDFDocument>();

/**
 * Cuts the bookmarks of a document, in memory and until it is closed, so that the engine can read them: what comes
 * again, for which the engine drops all of them, levels that are too deep for it, and what is too many. Damage is left
 * to the engine.
 */
export function pruneOutline(document: PDFDocument): void {
  if (pruned.has(document)) return;
  pruned.add(document);
  const trailer = document.getTrailer();
  try {
    withObject(trailer, ["Root", "Outlines"], (outline) => pruneBelow(outline, 1, createCensus()));
  } catch (error) {
    countEngineFailure(error);
  } finally {
    trailer.destroy();
  }
}

/** Whether an entry is new, and not one too many. */
type Census = (entry: PDFObject) => boolean;

function createCensus(): Census {
  const seen = new Set<number>();
  let entries = 0;
  return (entry) => {
    entries += 1;
    const reference = referenceOf(entry) ?? -entries;
    if (entries > maxBookmarks || seen.has(reference) || !entry.isDictionary()) return false;
    seen.add(reference);
    return true;
  };
}

/** Goes along the entries below a node, each one level deeper than the one before. */
function pruneBelow(parent: PDFObject, depth: number, isWelcome: Census): void {
  let from = { node: parent, key: "First" };
  try {
    for (;;) {
      const entry = from.node.get(from.key);
      if (entry.isNull() || depth > maxOutlineDepth || !isWelcome(entry)) {
        const isCut = !entry.isNull();
        entry.destroy();
        if (isCut) from.node.delete(from.key);
        return;
      }
      if (from.node !== parent) from.node.destroy();
      from = { node: entry, key: "Next" };
      pruneBelow(entry, depth + 1, isWelcome);
    }
  } finally {
    if (from.node !== parent) from.node.destroy();
  }
}
