import { chartMarkdown } from "../drawing/chart-markdown.ts";
import { childOf, childrenOf, textIn, type XmlElement } from "../xml/xml-tree.ts";
import { paragraphText } from "../drawing/paragraphs.ts";
import { noStyles } from "./flow-text.ts";
import { tableCells } from "./table-cells.ts";

/** Columns and rows of a chart's table that are shown. */
const maxRows = 20_000;

/** Returns an OpenDocument chart as lines. Its values are in an embedded table (OpenDocument 1.3, 11.1). */
export function chartObject(chart: XmlElement): string {
  const plot = childOf(chart, "chart:plot-area");
  const axes = childrenOf(plot, "chart:axis").map((axis) => wordsOf(childOf(axis, "chart:title")));
  const table = childOf(chart, "table:table");
  const rows = (table === undefined ? [] : tableCells(table, noStyles)).slice(0, maxRows);
  const [header = [], ...body] = rows.map((row) =>
    row.map(({ paragraphs }) => paragraphs.map(paragraphText).join(" ")),
  );
  return chartMarkdown({
    title: wordsOf(childOf(chart, "chart:title")),
    kinds: [(chart.attributes["chart:class"] ?? "").replace(/^\w+:/, "")].filter((kind) => kind !== ""),
    axes: axes.filter((title) => title !== ""),
    tables: header.length === 0 ? [] : [{ header, rows: body }],
  });
}

function wordsOf(title: XmlElement | undefined): string {
  return childrenOf(title, "text:p").map(textIn).join(" ").replaceAll(/\s+/gu, " ").trim();
}
