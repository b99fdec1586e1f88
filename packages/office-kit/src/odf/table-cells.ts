import type { SlideCell } from "../drawing/paragraphs.ts";
import { childrenOf, type XmlElement } from "../xml/xml-tree.ts";
import { flowText, type TextStyles } from "./flow-text.ts";

/** How often a repeated row or cell is written out: what a hostile file asks for beyond is no table of a slide. */
const maxRepeated = 64;

/** The rows of a table (`table:table`); cells that another one covers are left out. */
export function tableCells(table: XmlElement, styles: TextStyles): readonly (readonly SlideCell[])[] {
  return rowsIn(table).flatMap((row) => {
    const cells = childrenOf(row).flatMap((cell) => cellsOf(cell, styles));
    return repeated(cells, row.attributes["table:number-rows-repeated"]);
  });
}

/** Rows stand alone, in groups, and in headers. */
function rowsIn(parent: XmlElement): readonly XmlElement[] {
  return childrenOf(parent).flatMap((child) => {
    if (child.name === "table:table-row") return [child];
    return /^table:table-(?:header-rows|rows|row-group)$/.test(child.name) ? rowsIn(child) : [];
  });
}

function cellsOf(cell: XmlElement, styles: TextStyles): readonly SlideCell[] {
  if (cell.name !== "table:table-cell") return [];
  const { attributes } = cell;
  const one = {
    paragraphs: flowText(cell, styles),
    columns: count(attributes["table:number-columns-spanned"]),
    rows: count(attributes["table:number-rows-spanned"]),
  };
  return repeated(one, attributes["table:number-columns-repeated"]);
}

function repeated<Value>(value: Value, times: string | undefined): readonly Value[] {
  return Array.from({ length: Math.min(maxRepeated, count(times)) }, () => value);
}

function count(value: string | undefined): number {
  return Math.max(1, Number.parseInt(value ?? "1", 10) || 1);
}
