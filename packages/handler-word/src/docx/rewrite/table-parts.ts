import { element, first, type WordElement, type WordNode } from "../tree.ts";
import type { PartRewriting } from "./rewriting.ts";

/** The same part, inside of a row or cell that was inserted or deleted. */
export function changedBy(
  properties: WordElement | undefined,
  [inserted, deleted]: readonly [string, string],
  part: PartRewriting,
): PartRewriting {
  for (const [name, change] of [
    [inserted, "insertion"],
    [deleted, "deletion"],
  ] as const) {
    const found = first(properties, name);
    if (found === undefined) continue;
    part.changes.count(change, found.attributes);
    return { ...part, change };
  }
  return part;
}

/** Columns that a cell can span; Word has 63. */
export const maxSpan = 63;

/** The properties of a row that is a header. */
export const headerRow: WordElement = element("w:trPr", {}, [element("w:tblHeader")]);

/** How many columns a cell spans. */
export function spanOf(value: string): WordElement {
  return element("w:gridSpan", { "w:val": value });
}

/** A cell with what is kept of its properties. */
export function cellOf(properties: readonly WordNode[], content: readonly WordNode[]): WordElement {
  return element("w:tc", {}, properties.length === 0 ? content : [element("w:tcPr", {}, properties), ...content]);
}
