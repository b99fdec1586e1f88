import { categoryFormat } from "@reader/office-kit/odf";
import { childOf, childrenOf, textIn, type XmlElement } from "@reader/office-kit/xml";
import { maxReferenceCharacters } from "../sheets/chart-references.ts";
import type { SheetChart, SheetChartSeries } from "../sheets/sheet-chart.ts";

/** Maximum number of rows and columns of chart data that are read. */
const maxRows = 20_000;
const maxColumns = 255;

/** Maximum number of series, which Excel allows. */
const maxSeries = 255;

/** Reads a chart document (ODF 1.3 part 3, 11): its text, its series, and the values in its own table. */
export function odfChart(root: XmlElement | undefined): SheetChart | undefined {
  const chart = childOf(root, "office:body", "office:chart", "chart:chart");
  if (chart === undefined) return undefined;
  const plot = childOf(chart, "chart:plot-area");
  const axes = childrenOf(plot, "chart:axis");
  const all = rowsIn(childOf(chart, "table:table"));
  const table = all.slice(0, maxRows);
  const category = categoryFormat(root);
  const [header = [], ...body] = table.map((cells) => cells.map(cellText));
  const rows = body.map((row) => row.map((cell, at) => (at === 0 ? category(cell) : cell)));
  return {
    title: wordsIn(childOf(chart, "chart:title")),
    kinds: kindsOf(chart, seriesIn(plot)),
    axes: axes.map((axis) => wordsIn(childOf(axis, "chart:title"))).filter((title) => title !== ""),
    series: seriesOf(plot, labelsIn(table)),
    tables: rows.length === 0 ? [] : [{ header, rows }],
    rowsLeftOut: all.length - table.length,
  };
}

function seriesIn(plot: XmlElement | undefined): readonly XmlElement[] {
  return childrenOf(plot, "chart:series").slice(0, maxSeries);
}

/** Names of the types that ODF calls otherwise (ODF 1.3 part 3, 19.15). */
const kindNames: ReadonlyMap<string, string> = new Map([
  ["circle", "pie"],
  ["ring", "doughnut"],
  ["filled-radar", "radar"],
]);

/** Returns the types of the series, which differ in combined charts, or that of the chart. */
function kindsOf(chart: XmlElement, series: readonly XmlElement[]): readonly string[] {
  const classes = series.flatMap(({ attributes }) => attributes["chart:class"] ?? []);
  const all = classes.length === 0 ? [chart.attributes["chart:class"] ?? ""] : classes;
  const kinds = new Set(all.map((name) => name.replace(/^chart:/, "")));
  return [...kinds].filter((kind) => kind !== "").map((kind) => kindNames.get(kind) ?? kind);
}

/** Returns the series with their cells. Series without x values have those of the first series, or the categories. */
function seriesOf(plot: XmlElement | undefined, labels: ReadonlyMap<string, string>): readonly SheetChartSeries[] {
  const axes = childrenOf(plot, "chart:axis");
  const categories = axes.flatMap((axis) => childrenOf(axis, "chart:categories"))[0];
  const all = seriesIn(plot).map((series) => {
    const label = series.attributes["chart:label-cell-address"];
    const name = label === undefined ? "" : (labels.get(label) ?? "");
    return { name, label: spreadsheetReference(label), ...cellsOfSeries(series) };
  });
  const shared = all.find(({ x }) => x !== undefined)?.x ?? rangeIn(categories);
  return all.map((series) => ({ ...series, x: series.x ?? shared }));
}

/** A bubble chart has its sizes as values; its y values are the first of two domains (11.4). */
function cellsOfSeries(series: XmlElement): Pick<SheetChartSeries, "x" | "y" | "size"> {
  const values = spreadsheetReference(series.attributes["chart:values-cell-range-address"]);
  const [first, second] = childrenOf(series, "chart:domain");
  return second === undefined
    ? { x: rangeIn(first), y: values }
    : { x: rangeIn(second), y: rangeIn(first), size: values };
}

function rangeIn(element: XmlElement | undefined): string | undefined {
  return spreadsheetReference(element?.attributes["table:cell-range-address"]);
}

/** An address such as `Sheet1.B2`, `$'My data'.$B$2` or `.B2`. */
const address = String.raw`(?:\$?('(?:[^']|'')*'|[^\s.':$#]+))?\.(\$?[A-Z]{1,3}\$?\d{1,7})`;

/** A range and the space behind it, directly after the one before. */
const range = new RegExp(`${address}(?::${address})?(?:\\s+|$)`, "gy");

/** The table in the chart itself, which is shown if no sheet has its values. */
const ownTable = "local-table";

/**
 * Converts cell ranges (ODF 1.3 part 3, 19.1) to the notation of formulas: `Sheet1.B2:Sheet1.B9` is `Sheet1!B2:B9`.
 * Returns `undefined` for anything else, such as cells of another file.
 */
function spreadsheetReference(written = ""): string | undefined {
  const ranges = written.trim();
  if (ranges === "" || ranges.length > maxReferenceCharacters) return undefined;
  const found = [...ranges.matchAll(range)];
  const isComplete = found.reduce((sum, [text]) => sum + text.length, 0) === ranges.length;
  if (!isComplete || found.some(([, sheet]) => sheet === ownTable)) return undefined;
  return found.map(formulaRange).join(",");
}

function formulaRange([, sheet = "", first = "", , last = first]: RegExpExecArray): string {
  return `${sheet === "" ? "" : `${sheet}!`}${first}${last === first ? "" : `:${last}`}`;
}

/**
 * Returns the texts of the header row by the cells that they are from. Programs write the address of the source into a
 * description in the cell.
 */
function labelsIn([header = []]: readonly (readonly XmlElement[])[]): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  for (const cell of header) {
    const source = textIn(childOf(cell, "draw:g", "svg:desc")).trim();
    if (source !== "") labels.set(source, wordsIn(cell));
  }
  return labels;
}

function rowsIn(element: XmlElement | undefined): readonly (readonly XmlElement[])[] {
  return childrenOf(element).flatMap((child) =>
    child.name === "table:table-row" ? [childrenOf(child, "table:table-cell").slice(0, maxColumns)] : rowsIn(child),
  );
}

function cellText(cell: XmlElement): string {
  const words = wordsIn(cell);
  // ODF writes a missing value as `NaN`.
  return words === "" ? (cell.attributes["office:value"] ?? "").replace("NaN", "") : words.replace(/^NaN$/, "");
}

function wordsIn(element: XmlElement | undefined): string {
  const paragraphs = childrenOf(element).filter(({ name }) => name === "text:p");
  return paragraphs
    .map((paragraph) => textIn(paragraph))
    .join(" ")
    .trim();
}
