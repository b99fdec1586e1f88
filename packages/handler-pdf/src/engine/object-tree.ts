import type { PDFObject } from "mupdf";
import { mapArray, referenceOf, withObject } from "./pdf-objects.ts";

/** Trees of names and numbers (ISO 32000-1, 7.9.6) are a few levels deep. */
const maxDepth = 16;

/** Nodes that are gone through; each of them may hold hundreds of entries. */
const maxNodes = 20_000;

/** Calls `visit` with each node of a tree of names or numbers, in order. A node that comes again is passed over. */
export function visitNodes(root: PDFObject, visit: (node: PDFObject) => void): void {
  const seen = new Set<number>();
  let nodes = 0;
  const go = (node: PDFObject, depth: number): void => {
    nodes += 1;
    const reference = referenceOf(node) ?? -nodes;
    if (depth > maxDepth || nodes > maxNodes || seen.has(reference)) return;
    seen.add(reference);
    visit(node);
    withObject(node, ["Kids"], (kids) => mapArray(kids, maxNodes, (kid) => go(kid, depth + 1)));
  };
  go(root, 1);
}
