import { createPageLabels, type LabelRange, oneLine, type PageLabels } from "@reader/pdf-pages/document";
import type { PDFDocument, PDFObject } from "mupdf";
import { countEngineFailure } from "../engine/engine.ts";
import { numberAt, textAt, visitNodes, withObject } from "../engine/pdf-objects.ts";

/** Maximum number of numbering ranges. No book has as many. */
const maxRanges = 10_000;
const maxPrefixCharacters = 100;

/** Reads the page labels of a document. Broken ones count as none. */
export function readPageLabels(document: PDFDocument, pageCount: number): PageLabels {
  return createPageLabels(readRanges(document), pageCount);
}

function readRanges(document: PDFDocument): readonly LabelRange[] {
  const trailer = document.getTrailer();
  try {
    const ranges: LabelRange[] = [];
    withObject(trailer, ["Root", "PageLabels"], (tree) => visitNodes(tree, (node) => collect(node, ranges)));
    return ranges;
  } catch (error) {
    countEngineFailure(error);
    return [];
  } finally {
    trailer.destroy();
  }
}

/** Collects the ranges in a node of a number tree. `Nums` holds pairs of a page index and a dictionary. */
function collect(node: PDFObject, ranges: LabelRange[]): void {
  if (ranges.length >= maxRanges) return;
  withObject(node, ["Nums"], (pairs) => {
    const end = pairs.isArray() ? Math.min(pairs.length, maxRanges * 2) : 0;
    for (let at = 0; at + 1 < end; at += 2) {
      const index = numberAt(pairs, at);
      const range = index === undefined ? undefined : withObject(pairs, [at + 1], (entry) => rangeOf(index, entry));
      if (range !== undefined) ranges.push(range);
    }
  });
}

function rangeOf(index: number, entry: PDFObject): LabelRange | undefined {
  if (!entry.isDictionary() || !Number.isInteger(index) || index < 0) return undefined;
  const start = numberAt(entry, "St") ?? 1;
  return {
    first: index + 1,
    style: textAt(entry, "S"),
    prefix: prefixOf(textAt(entry, "P") ?? ""),
    // The standard allows positive integers only; programs take 1 for anything else.
    start: Number.isSafeInteger(start) && start >= 1 ? start : 1,
  };
}

/** Returns the prefix as one line, with the space before the number: `Appendix A`. */
function prefixOf(text: string): string {
  const space = /\s$/.test(text) ? " " : "";
  return oneLine(text, maxPrefixCharacters) + space;
}
