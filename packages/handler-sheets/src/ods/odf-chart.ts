import type { ChartTable } from "@reader/office-kit/drawing";
import { childOf, childrenOf, textIn, type XmlElement } from "@reader/office-kit/xml";

/** Rows and columns of the data of a chart that are shown. */
const maxRows = 100;
const maxColumns = 50;

/** What stands in the content of a chart document (ODF 1.3 part 3, 11): its words, and its values from its own table. */
export function odfChart(root: XmlElement | undefined): ChartTable | undefined {
  const chart = childOf(root, "office:body", "office:chart", "chart:chart");
  if (chart === undefined) return undefined;
  const kind = (chart.attributes["chart:class"] ?? "").replace(/^chart:/, "");
  const axes = childrenOf(childOf(chart, "chart:plot-area"), "chart:axis");
  const [header = [], ...rows] = rowsIn(childOf(chart, "table:table")).slice(0, maxRows);
  return {
    title: wordsIn(childOf(chart, "chart:title")),
    kinds: kind === "" ? [] : [kind],
    axes: axes.map((axis) => wordsIn(childOf(axis, "chart:title"))).filter((title) => title !== ""),
    tables: rows.length === 0 ? [] : [{ header, rows }],
  };
}

function rowsIn(element: XmlElement | undefined): readonly (readonly string[])[] {
  return childrenOf(element).flatMap((child) =>
    child.name === "table:table-row" ? [cellsIn(child).slice(0, maxColumns)] : rowsIn(child),
  );
}

function cellsIn(row: XmlElement): readonly string[] {
  return childrenOf(row, "table:table-cell").map((cell) => {
    const words = wordsIn(cell);
    // A value that is not there is written so.
    return words === "" ? (cell.attributes["office:value"] ?? "").replace("NaN", "") : words.replace(/^NaN$/, "");
  });
}

function wordsIn(element: XmlElement | undefined): string {
  const paragraphs = childrenOf(element).filter(({ name }) => name === "text:p");
  return paragraphs
    .map((paragraph) => textIn(paragraph))
    .join(" ")
    .trim();
}
