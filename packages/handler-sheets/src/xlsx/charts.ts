import { chartexTable, chartTable, findAll, plainText, valuesOf } from "@reader/office-kit/drawing";
import type { OfficePackage } from "@reader/office-kit/package";
import { childOf, childrenOf, textIn, type XmlElement } from "@reader/office-kit/xml";
import type { SheetChart, SheetChartSeries } from "../sheets/sheet-chart.ts";
import { relationshipsOf, treeIfReadable } from "./sheet-relationships.ts";

/** Reads a chart part with the cells of its series. */
export function sheetChart(root: XmlElement): SheetChart {
  if (root.name.startsWith("cx:")) {
    const titleCell = firstReference(childOf(root, "cx:chart", "cx:title", "cx:tx", "cx:txData"), "cx:f");
    return { ...chartexTable(root), titleCell, series: chartexSeries(root) };
  }
  const chart = root.name === "c:chart" ? root : childOf(root, "c:chart");
  const titleCell = firstReference(childOf(chart, "c:title", "c:tx", "c:strRef"), "c:f");
  return { ...chartTable(root), titleCell, series: findAll(root, "c:ser").map(seriesOf) };
}

/** Returns the references of a series. Those of error bars and trend lines are not data of their own. */
function seriesOf(series: XmlElement): SheetChartSeries {
  const tx = childOf(series, "c:tx");
  return {
    name: (valuesOf(tx).join(" ") || textIn(childOf(tx, "c:v"))).trim(),
    label: firstReference(childOf(tx, "c:strRef"), "c:f"),
    x: referenceIn(series, "c:cat") ?? referenceIn(series, "c:xVal"),
    y: referenceIn(series, "c:val") ?? referenceIn(series, "c:yVal"),
    size: referenceIn(series, "c:bubbleSize"),
  };
}

function referenceIn(series: XmlElement, name: string): string | undefined {
  return firstReference(childOf(series, name), "c:f");
}

function firstReference(element: XmlElement | undefined, name: string): string | undefined {
  return textIn(findAll(element, name)[0]).trim() || undefined;
}

/** Returns the references of a chart of the extended format, which has its data apart from its series. */
function chartexSeries(root: XmlElement): readonly SheetChartSeries[] {
  const data = new Map(
    childrenOf(childOf(root, "cx:chartData"), "cx:data").map((each) => [each.attributes["id"], each]),
  );
  return findAll(root, "cx:series").map((series) => {
    const own = data.get(childOf(series, "cx:dataId")?.attributes["val"]);
    return {
      name: textIn(childOf(series, "cx:tx", "cx:txData", "cx:v")).trim(),
      label: firstReference(childOf(series, "cx:tx", "cx:txData"), "cx:f"),
      x: firstReference(childOf(own, "cx:strDim"), "cx:f"),
      y: firstReference(childOf(own, "cx:numDim"), "cx:f"),
    };
  });
}

/** Maximum number of text boxes reported per chart. */
const maxTexts = 50;

/** Returns the texts of the shapes that are drawn in a chart (ISO/IEC 29500-1, 21.3). */
export async function chartTexts(office: OfficePackage, part: string, root: XmlElement): Promise<readonly string[]> {
  const id = childOf(root, "c:userShapes")?.attributes["r:id"];
  if (id === undefined) return [];
  const relationship = (await relationshipsOf(office, part)).get(id);
  if (relationship === undefined || relationship.isExternal) return [];
  const shapes = await treeIfReadable(office, relationship.target);
  return findAll(shapes, "cdr:txBody")
    .map(plainText)
    .filter((text) => text !== "")
    .slice(0, maxTexts);
}
