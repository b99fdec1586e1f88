import { childOf, childrenOf, textIn, type XmlElement } from "../xml/xml-tree.ts";
import { valuesOf } from "./chart-values.ts";
import { plainText } from "./plain-text.ts";

/** The text and values of a chart, as stored beside the drawing. */
export interface ChartTable {
  /** Empty where it has none. */
  readonly title: string;
  /** `bar`, `line`, `pie` and so on; several where it combines them. */
  readonly kinds: readonly string[];
  /** The titles of its axes. */
  readonly axes: readonly string[];
  /** Series with the same categories share a table; points of a scatter chart have one a series. */
  readonly tables: readonly ChartValues[];
}

/** The values of series as a table. */
export interface ChartValues {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** One series. */
export interface ChartSeries {
  readonly name: string;
  readonly categories: readonly string[];
  readonly columns: readonly { readonly name: string; readonly values: readonly string[] }[];
}

/**
 * Reads a chart part (ISO/IEC 29500-1, 21.2): `c:chartSpace` or `c:chart`. The values come from its caches, so no other
 * part is needed. For other parts, returns a chart without tables.
 */
export function chartTable(root: XmlElement): ChartTable {
  const chart = root.name === "c:chart" ? root : childOf(root, "c:chart");
  const plots = childrenOf(childOf(chart, "c:plotArea")).filter(({ name }) => name.endsWith("Chart"));
  const axes = childrenOf(childOf(chart, "c:plotArea")).filter(({ name }) => name.endsWith("Ax"));
  return {
    title: titleIn(chart),
    kinds: [...new Set(plots.map(({ name }) => kindOf(name)))],
    axes: axes.map(titleIn).filter((title) => title !== ""),
    tables: tablesOf(plots.flatMap((plot) => childrenOf(plot, "c:ser")).map(seriesOf)),
  };
}

function titleIn(element: XmlElement | undefined): string {
  const text = childOf(element, "c:title", "c:tx");
  return plainText(childOf(text, "c:rich")) || valuesOf(text).join(" ");
}

/** `c:bar3DChart` is a bar chart, `c:ofPieChart` a pie. */
function kindOf(name: string): string {
  return name
    .slice(2)
    .replace(/3?D?Chart$/, "")
    .replace(/^of/, "")
    .toLowerCase();
}

function seriesOf(series: XmlElement, index: number): ChartSeries {
  const tx = childOf(series, "c:tx");
  const name = valuesOf(tx).join(" ") || textIn(childOf(tx, "c:v")) || `Series ${index + 1}`;
  const values = childOf(series, "c:val");
  if (values !== undefined) {
    return { name, categories: valuesOf(childOf(series, "c:cat")), columns: [{ name, values: valuesOf(values) }] };
  }
  const sizes = valuesOf(childOf(series, "c:bubbleSize"));
  const columns = [{ name, values: valuesOf(childOf(series, "c:yVal")) }];
  if (sizes.length > 0) columns.push({ name: `${name} (size)`, values: sizes });
  return { name, categories: valuesOf(childOf(series, "c:xVal")), columns };
}

/** Joins consecutive series with the same categories, or none, into one table. */
export function tablesOf(all: readonly ChartSeries[]): readonly ChartValues[] {
  const groups: ChartSeries[][] = [];
  for (const series of all) {
    const group = groups.at(-1);
    const first = group?.[0];
    if (group !== undefined && first !== undefined && isAlike(first, series)) group.push(series);
    else groups.push([series]);
  }
  return groups.map(tableOf).filter(({ rows }) => rows.length > 0);
}

function isAlike(one: ChartSeries, other: ChartSeries): boolean {
  if (other.categories.length === 0) return true;
  return (
    one.categories.length === other.categories.length &&
    one.categories.every((category, at) => category === other.categories[at])
  );
}

/** Maximum number of categories shown as columns: the months of a year. */
const maxWideCategories = 12;

/** Few categories become columns, as in the data table below a chart; many become rows. */
function tableOf(group: readonly ChartSeries[]): ChartValues {
  const categories = group[0]?.categories ?? [];
  const columns = group.flatMap((series) => series.columns);
  const length = columns.reduce((most, { values }) => Math.max(most, values.length), categories.length);
  if (length === 0) return { header: [], rows: [] };
  const labels = Array.from({ length }, (_, at) => categories[at] ?? "");
  const isWide = categories.length > 0 && length <= maxWideCategories && columns.length < length;
  if (isWide) return { header: ["", ...labels], rows: columns.map(({ name, values }) => [name, ...values]) };
  const first = categories.length > 0 ? [""] : [];
  return {
    header: [...first, ...columns.map(({ name }) => name)],
    rows: labels.map((label, at) => [...first.map(() => label), ...columns.map(({ values }) => values[at] ?? "")]),
  };
}
