import type { SlideCell } from "./paragraphs.ts";
import { childOf, childrenOf, type XmlElement } from "../xml/xml-tree.ts";
import { isOn } from "./markup.ts";
import { textBody, type TextSurroundings } from "./text-body.ts";

/** The rows of a table (`a:tbl`); cells that are merged into another one are left out. */
export function tableCells(table: XmlElement, around: TextSurroundings): readonly (readonly SlideCell[])[] {
  const plain = { ...around, styles: [] };
  return childrenOf(table, "a:tr").map((row) =>
    childrenOf(row, "a:tc").flatMap((cell) => (isCovered(cell) ? [] : [cellOf(cell, plain)])),
  );
}

function isCovered({ attributes }: XmlElement): boolean {
  return isOn(attributes["hMerge"]) || isOn(attributes["vMerge"]);
}

function cellOf(cell: XmlElement, around: TextSurroundings): SlideCell {
  const count = (name: string): number => Math.max(1, Number.parseInt(cell.attributes[name] ?? "1", 10) || 1);
  return {
    paragraphs: textBody(childOf(cell, "a:txBody"), around),
    columns: count("gridSpan"),
    rows: count("rowSpan"),
  };
}
