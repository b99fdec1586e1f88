import { type SlideCell, paragraphText } from "../drawing/text-body.ts";
import { childrenOf, type XmlElement, childOf, textIn } from "../xml/xml-tree.ts";
import { flowText, type TextStyles, noStyles } from "./flow-text.ts";
import { chartMarkdown } from "../drawing/chart.ts";
import { categoryFormat } from "./chart-categories.ts";

/** Maximum number of repetitions of a row or cell. A hostile file can demand any number. */
const maxRepeated = 64;

/** Returns the rows of a table (`table:table`). Omits cells that are covered by another one. */
export function tableCells(table: XmlElement, styles: TextStyles): readonly (readonly SlideCell[])[] {
  return rowsIn(table).flatMap((row) => {
    const cells = childrenOf(row).flatMap((cell) => cellsOf(cell, styles));
    return repeated(cells, row.attributes["table:number-rows-repeated"]);
  });
}

/** Rows are direct children, or in groups and headers. */
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

/** Maximum number of rows shown of the table of a chart. */
const maxRows = 20_000;

/**
 * Returns a chart document as lines, or `undefined` for another document. Its values are in an embedded table
 * (OpenDocument 1.3, 11.1).
 */
export function chartObject(root: XmlElement | undefined): string | undefined {
  const chart = childOf(root, "office:body", "office:chart", "chart:chart");
  if (chart === undefined) return undefined;
  const plot = childOf(chart, "chart:plot-area");
  const axes = childrenOf(plot, "chart:axis").map((axis) => wordsOf(childOf(axis, "chart:title")));
  const table = childOf(chart, "table:table");
  const rows = (table === undefined ? [] : tableCells(table, noStyles)).slice(0, maxRows);
  const [header = [], ...body] = rows.map((row) =>
    row.map(({ paragraphs }) => paragraphs.map(paragraphText).join(" ")),
  );
  const category = categoryFormat(root);
  return chartMarkdown({
    title: wordsOf(childOf(chart, "chart:title")),
    kinds: [(chart.attributes["chart:class"] ?? "").replace(/^\w+:/, "")].filter((kind) => kind !== ""),
    axes: axes.filter((title) => title !== ""),
    tables:
      header.length === 0
        ? []
        : [{ header, rows: body.map((row) => row.map((cell, at) => (at === 0 ? category(cell) : cell))) }],
  });
}

function wordsOf(title: XmlElement | undefined): string {
  return childrenOf(title, "text:p").map(textIn).join(" ").replaceAll(/\s+/gu, " ").trim();
}
