import { quoted } from "@reader/core/handler";
import { tableMarkdown } from "@reader/document";
import { chartTable, type ChartTable, valuesOf, chartexTable, findAll } from "@reader/office-kit/drawing";
import { childOf, textIn, type XmlElement } from "@reader/office-kit/xml";

/** Maximum number of series and references listed. */
const maxNamed = 20;

/** Maximum number of values shown of a chart whose cells can be read, about 200 tokens. */
const maxRepeated = 60;

/**
 * Describes a chart and its source cells: `bar chart "Sales" at D2: series North, South; cells Data!$B$2:$B$9`. A zero
 * character marks where the position of the chart is inserted. A table of the values follows if they are few, because
 * the cells may be in another sheet, or if no cell of the workbook has them.
 */
export function chartWords(root: XmlElement): string {
  const isLater = root.name.startsWith("cx:");
  const { title, kinds, axes, tables } = isLater ? chartexTable(root) : chartTable(root);
  const series = findAll(root, isLater ? "cx:series" : "c:ser").map((each) => seriesName(each, isLater));
  const cells = findAll(root, isLater ? "cx:f" : "c:f").map((element) => textIn(element).trim());
  const words = [
    series.every((name) => name === "") ? "" : `series ${listed(series.filter((name) => name !== ""))}`,
    axes.length === 0 ? "" : `axes ${listed(axes)}`,
    cells.length === 0 ? "" : `cells ${listed(cells)}`,
  ].filter((word) => word !== "");
  const facts = words.length === 0 ? "" : `: ${words.join("; ")}`;
  const isShown = cells.every(isElsewhere) || countValues(tables) <= maxRepeated;
  const values = isShown ? tables.map((table) => tableMarkdown(table).trimEnd()) : [];
  return [`${kindOf(kinds)}${named(title.trim())}\u0000${facts}`, ...values].join("\n\n");
}

function countValues(tables: ChartTable["tables"]): number {
  return tables.reduce((sum, { header, rows }) => sum + header.length * (rows.length + 1), 0);
}

function kindOf(kinds: readonly string[]): string {
  return kinds.length === 0 ? "chart" : `${kinds.join(" and ")} chart`;
}

function named(title: string): string {
  return title === "" ? "" : ` ${quoted(title)}`;
}

/** True if the cells are in another workbook: `[1]Sheet1!$A$1`. */
function isElsewhere(reference: string): boolean {
  return /^'?\[/.test(reference);
}

function seriesName(series: XmlElement, isLater: boolean): string {
  const words = isLater
    ? textIn(childOf(series, "cx:tx", "cx:txData", "cx:v"))
    : valuesOf(childOf(series, "c:tx")).join(" ") || textIn(childOf(series, "c:tx", "c:v"));
  return words.trim();
}

function listed(names: readonly string[]): string {
  const different = [...new Set(names)];
  const more = different.length > maxNamed ? ` and ${different.length - maxNamed} more` : "";
  return `${different.slice(0, maxNamed).join(", ")}${more}`;
}
