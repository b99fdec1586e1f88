import { ReadError } from "@reader/core/handler";
import type { PDFDocument, PDFObject } from "mupdf";
import { countEngineFailure } from "../engine/engine.ts";
import { gatherPages } from "./gather-pages.ts";
import { mapArray, numberAt, referenceOf, textAt, withObject } from "../engine/pdf-objects.ts";

/** More pages than this are no document but an attack on who counts them. */
const maxPages = 1_000_000;
/** Page trees of real files are a few levels deep. */
const maxTreeDepth = 64;

/**
 * How many pages there are. The engine believes what the file says of it and refuses a count that cannot be; then the
 * page tree is counted here and set right. Throws `corrupt` where there is no page tree.
 */
export function countPages(document: PDFDocument, path: string): number {
  const count = pagesInTree(document);
  if (count !== undefined) return count;
  throw noPages(path);
}

/** The same for a document that may have lost its page tree: the pages that are left are made into one. */
export function countFoundPages(document: PDFDocument, path: string): number {
  const count = pagesInTree(document) ?? gatherPages(document);
  if (count > 0) return count;
  throw noPages(path);
}

/** Undefined where there is no page tree. */
function pagesInTree(document: PDFDocument): number | undefined {
  try {
    const count = document.countPages();
    if (count > 0 || isEmpty(document)) return count;
  } catch (error) {
    // What follows counts for itself.
    countEngineFailure(error);
  }
  const count = recount(document);
  return count > 0 ? count : undefined;
}

function noPages(path: string): ReadError {
  return new ReadError("corrupt", `${path} is damaged: it has no pages that can be found.`, {
    hint: "Ask the user for an undamaged copy of the file.",
  });
}

/** Whether a document says itself, soundly, that it has no pages. */
function isEmpty(document: PDFDocument): boolean {
  const trailer = document.getTrailer();
  try {
    const kids = withObject(trailer, ["Root", "Pages", "Kids"], (list) => (list.isArray() ? list.length : -1));
    return kids === 0 && !document.wasRepaired();
  } finally {
    trailer.destroy();
  }
}

/** Sets the counts of the page tree right; gives how many pages the engine can reach then. */
function recount(document: PDFDocument): number {
  const trailer = document.getTrailer();
  try {
    const total = withObject(trailer, ["Root", "Pages"], (root) => countTree(root)) ?? 0;
    return total === 0 ? 0 : Math.min(total, document.countPages());
  } catch (error) {
    countEngineFailure(error);
    return 0;
  } finally {
    trailer.destroy();
  }
}

function countTree(root: PDFObject): number {
  // The way down to where the count is: a node on it again would be a cycle.
  const way = new Set<number>();
  let nodes = 0;
  const countBelow = (node: PDFObject): number => {
    const reference = referenceOf(node) ?? -way.size - 1;
    nodes += 1;
    if (nodes > maxPages || way.size > maxTreeDepth || way.has(reference) || !node.isDictionary()) return 0;
    if (textAt(node, "Type") === "Page") return 1;
    way.add(reference);
    const counts = withObject(node, ["Kids"], (kids) => mapArray(kids, maxPages, countBelow)) ?? [];
    way.delete(reference);
    const total = counts.reduce((sum, count) => sum + count, 0);
    if (numberAt(node, "Count") !== total) node.put("Count", total);
    return total;
  };
  return countBelow(root);
}
