import { childOf, childrenOf, textIn, type XmlElement } from "../xml/xml-tree.ts";
import { tablesOf, type ChartSeries, type ChartTable } from "./chart-table.ts";
import { shownValue } from "./chart-values.ts";
import { plainText } from "./plain-text.ts";

/** Maximum number of points of a series, as for other charts. */
const maxPoints = 20_000;

/** Reads a chart part of the extended format: waterfall, treemap, sunburst, funnel, map ([MS-ODRAWXML], 2.24). */
export function chartexTable(root: XmlElement): ChartTable {
  const chart = childOf(root, "cx:chart");
  const data = new Map(
    childrenOf(childOf(root, "cx:chartData"), "cx:data").map((each) => [each.attributes["id"], each]),
  );
  const series = childrenOf(childOf(chart, "cx:plotArea", "cx:plotAreaRegion"), "cx:series");
  const kinds = series.map(({ attributes }) => (attributes["layoutId"] ?? "").replace(/([A-Z])/g, " $1").toLowerCase());
  return {
    title: titleIn(chart),
    kinds: [...new Set(kinds)].filter((kind) => kind !== ""),
    axes: childrenOf(childOf(chart, "cx:plotArea"), "cx:axis")
      .map(titleIn)
      .filter((title) => title !== ""),
    tables: tablesOf(series.map((each, at) => seriesOf(each, data.get(dataOf(each)), at))),
  };
}

function dataOf(series: XmlElement): string | undefined {
  return childOf(series, "cx:dataId")?.attributes["val"];
}

function titleIn(element: XmlElement | undefined): string {
  const text = childOf(element, "cx:title", "cx:tx");
  return plainText(childOf(text, "cx:rich")) || textIn(childOf(text, "cx:txData", "cx:v"));
}

function seriesOf(series: XmlElement, data: XmlElement | undefined, index: number): ChartSeries {
  const name = textIn(childOf(series, "cx:tx", "cx:txData", "cx:v")) || `Series ${index + 1}`;
  const levels = childrenOf(data, "cx:strDim").flatMap((dimension) => childrenOf(dimension, "cx:lvl").map(pointsOf));
  const length = levels.reduce((most, level) => Math.max(most, level.length), 0);
  const categories = Array.from({ length }, (_, at) =>
    levels
      .map((level) => level[at] ?? "")
      .filter((label) => label !== "")
      .toReversed()
      .join(" / "),
  );
  const numbers = childrenOf(data, "cx:numDim").flatMap((dimension) => childrenOf(dimension, "cx:lvl").map(pointsOf));
  return { name, categories, columns: numbers.map((values) => ({ name, values })) };
}

function pointsOf(level: XmlElement): readonly string[] {
  const points: string[] = [];
  for (const point of childrenOf(level, "cx:pt")) {
    const index = Number(point.attributes["idx"] ?? points.length);
    if (!(index >= 0 && index < maxPoints)) continue;
    while (points.length < index) points.push("");
    points[index] = shownValue(textIn(point), level.attributes["formatCode"] ?? "");
  }
  return points;
}
