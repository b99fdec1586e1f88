import { markFact } from "@reader/core/render";
import { tableMarkdown } from "@reader/document";
import { childOf, childrenOf, textIn, type XmlElement } from "../xml/xml-tree.ts";
import { plainText } from "./text-body.ts";

/** The text and values of a chart, as stored beside the drawing. */
export interface ChartTable {
  /** Empty if the chart has no title. */
  readonly title: string;
  /** `bar`, `line`, `pie` and so on; several for a combined chart. */
  readonly kinds: readonly string[];
  /** The titles of the axes. */
  readonly axes: readonly string[];
  /** Series with the same categories share a table; each series of a scatter chart has its own. */
  readonly tables: readonly ChartValues[];
}

/** The values of series as a table. */
interface ChartValues {
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

/** Reads a chart part of the extended format: waterfall, treemap, sunburst, funnel, map ([MS-ODRAWXML], 2.24). */
export function chartexTable(root: XmlElement): ChartTable {
  const chart = childOf(root, "cx:chart");
  const data = new Map(
    childrenOf(childOf(root, "cx:chartData"), "cx:data").map((each) => [each.attributes["id"], each]),
  );
  const series = childrenOf(childOf(chart, "cx:plotArea", "cx:plotAreaRegion"), "cx:series");
  const kinds = series.map(({ attributes }) => (attributes["layoutId"] ?? "").replace(/([A-Z])/g, " $1").toLowerCase());
  return {
    title: chartexTitle(chart),
    kinds: [...new Set(kinds)].filter((kind) => kind !== ""),
    axes: childrenOf(childOf(chart, "cx:plotArea"), "cx:axis")
      .map(chartexTitle)
      .filter((title) => title !== ""),
    tables: tablesOf(series.map((each, at) => chartexSeries(each, data.get(dataOf(each)), at))),
  };
}

function dataOf(series: XmlElement): string | undefined {
  return childOf(series, "cx:dataId")?.attributes["val"];
}

function chartexTitle(element: XmlElement | undefined): string {
  const text = childOf(element, "cx:title", "cx:tx");
  return plainText(childOf(text, "cx:rich")) || textIn(childOf(text, "cx:txData", "cx:v"));
}

function chartexSeries(series: XmlElement, data: XmlElement | undefined, index: number): ChartSeries {
  const name = textIn(childOf(series, "cx:tx", "cx:txData", "cx:v")) || `Series ${index + 1}`;
  const levels = childrenOf(data, "cx:strDim").flatMap((dimension) =>
    childrenOf(dimension, "cx:lvl").map(chartexPoints),
  );
  const length = levels.reduce((most, level) => Math.max(most, level.length), 0);
  const categories = Array.from({ length }, (_, at) =>
    levels
      .map((level) => level[at] ?? "")
      .filter((label) => label !== "")
      .toReversed()
      .join(" / "),
  );
  const numbers = childrenOf(data, "cx:numDim").flatMap((dimension) =>
    childrenOf(dimension, "cx:lvl").map(chartexPoints),
  );
  return { name, categories, columns: numbers.map((values) => ({ name, values })) };
}

function chartexPoints(level: XmlElement): readonly string[] {
  const format = level.attributes["formatCode"] ?? "";
  return pointsByIndex(childrenOf(level, "cx:pt"), (point) => shownValue(textIn(point), format));
}

/** Returns the cached values of the cells that an element refers to; missing values are empty. */
export function valuesOf(element: XmlElement | undefined): readonly string[] {
  const levels = childOf(element, "c:multiLvlStrRef", "c:multiLvlStrCache");
  if (levels !== undefined) return joinLevels(childrenOf(levels, "c:lvl").map(pointsOf));
  const cache = cacheOf(element);
  return cache === undefined ? [] : pointsOf(cache);
}

function cacheOf(element: XmlElement | undefined): XmlElement | undefined {
  return (
    childOf(element, "c:strRef", "c:strCache") ??
    childOf(element, "c:numRef", "c:numCache") ??
    childOf(element, "c:strLit") ??
    childOf(element, "c:numLit")
  );
}

/** Joins the levels of labels, outermost first. An outer level has a value only at the first point that it spans. */
function joinLevels(levels: readonly (readonly string[])[]): readonly string[] {
  const length = levels.reduce((most, level) => Math.max(most, level.length), 0);
  const last = levels.map(() => "");
  return Array.from({ length }, (_, at) => {
    for (const [level, values] of levels.entries()) last[level] = (values[at] ?? "") || (last[level] ?? "");
    return last
      .filter((label) => label !== "")
      .toReversed()
      .join(" / ");
  });
}

function pointsOf(cache: XmlElement): readonly string[] {
  const format = textIn(childOf(cache, "c:formatCode"));
  return pointsByIndex(childrenOf(cache, "c:pt"), (point) =>
    shownValue(textIn(childOf(point, "c:v")), point.attributes["formatCode"] ?? format),
  );
}

/** Maximum number of points of a series: more than a model can follow, and a bound for hostile indices. */
const maxPoints = 20_000;

/** Returns the values of points at their indices; missing points are empty. */
function pointsByIndex(elements: readonly XmlElement[], valueOf: (point: XmlElement) => string): readonly string[] {
  const points: string[] = [];
  for (const point of elements) {
    const index = Number(point.attributes["idx"] ?? points.length);
    if (!(index >= 0 && index < maxPoints)) continue;
    while (points.length < index) points.push("");
    points[index] = valueOf(point);
  }
  return points;
}

/** Formats a value for people: rounded to 15 digits, dates in ISO 8601, and percentages with a percent sign. */
export function shownValue(value: string, format: string): string {
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number)) return value.trim();
  if (isDateFormat(format)) return dateOf(number, format);
  if (/^0(?:\.0+)?%$/.test(format)) return `${rounded(number * 100)}%`;
  return rounded(number);
}

/** A cell has a precision of 15 digits (ECMA-376-1, 18.17.5.2). */
function rounded(number: number): string {
  return String(Number(number.toPrecision(15)));
}

function isDateFormat(format: string): boolean {
  const plain = format.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, "");
  return /[ymd]/i.test(plain) && !/general|standard|[#0?]/i.test(plain.replaceAll(/s\.0+/gi, ""));
}

/** Days since 30 December 1899, which is right from March 1900 on (ECMA-376-1, 18.17.4.1). */
const epoch = Date.UTC(1899, 11, 30);
/** 31 December 9999. */
const lastDay = 2_958_465;

function dateOf(days: number, format: string): string {
  if (days < 0 || days > lastDay) return rounded(days);
  const iso = new Date(epoch + Math.round(days * 86_400) * 1000).toISOString();
  return /[hs]/i.test(format) ? iso.slice(0, 19).replace("T", " ") : iso.slice(0, 10);
}

/**
 * Returns a chart as lines: a description, then a table of values for each group of series. Ends with a newline. `[bar
 * chart · Sales by month · axes: Month, EUR]`
 */
export function chartMarkdown({ title, kinds, axes, tables }: ChartTable): string {
  const what = kinds.length === 0 ? "chart" : `${kinds.join(" and ")} chart`;
  const facts = [
    title === "" ? "" : markFact(title.replaceAll(/\s+/gu, " ").trim()),
    axes.length === 0 ? "" : `axes: ${axes.map((axis) => markFact(axis)).join(", ")}`,
  ];
  const line = `[${[what, ...facts].filter((word) => word !== "").join(" · ")}]\n`;
  return [line, ...tables.map((table) => tableMarkdown(table))].join("\n");
}
