import type { HandlerContext, HandlerEvent } from "@reader/core/handler";
import { imageEvent } from "@reader/document/content";
import { chartMarkdown, type ChartTable } from "@reader/office-kit/drawing";
import { childOf, childrenOf, textIn, type XmlElement } from "@reader/office-kit/xml";
import { treeOf } from "./ods-facts.ts";
import type { OdsParts } from "./ods-parts.ts";
import type { TableDrawing } from "./table-model.ts";

/** Maximum number of drawings described per sheet; the rest are counted. */
const maxDrawings = 500;

/** Describes the drawings of a sheet in words, except images that are shown. */
export async function describeDrawings(drawings: readonly TableDrawing[], parts: OdsParts): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const drawing of drawings.slice(0, maxDrawings)) lines.push(...(await describe(drawing, parts)));
  if (drawings.length > maxDrawings) lines.push(`${drawings.length - maxDrawings} more drawings`);
  return lines;
}

async function describe(drawing: TableDrawing, parts: OdsParts): Promise<readonly string[]> {
  const { text, alt, object, image } = drawing;
  if (object !== undefined) return [await describeObject(drawing, parts)];
  const words = text === "" ? [] : [`text box: ${text}`];
  if (image === undefined) return words.length === 0 && alt !== "" ? [`drawing: ${alt}`] : words;
  const isShown = parts.archive !== undefined && shownImages.test(image);
  return isShown ? words : [...words, `picture: ${alt === "" ? nameIn(image) : alt}`];
}

const shownImages = /\.(?:png|jpe?g|gif|webp)$/i;

async function describeObject({ object = "", name, alt }: TableDrawing, { archive }: OdsParts): Promise<string> {
  const folder = plainPath(object);
  const chart = odfChart(treeOf(await archive?.bytes(`${folder}/content.xml`), folder));
  if (chart !== undefined) return chartMarkdown(chart);
  return `embedded object: ${[alt, name, folder].find((words) => words !== "") ?? ""}`;
}

/** Yields the images of a sheet as events. */
export async function* imageEvents(
  drawings: readonly TableDrawing[],
  parts: OdsParts,
  context: HandlerContext,
): AsyncGenerator<HandlerEvent> {
  for (const { image, alt, object } of drawings) {
    if (image === undefined || object !== undefined || !shownImages.test(image)) continue;
    const bytes = await parts.archive?.picture(plainPath(image));
    const event = bytes === undefined ? undefined : await imageEvent(bytes, image, { alt, context });
    if (event !== undefined) yield event;
  }
}

function plainPath(target: string): string {
  return target.replace(/^\.\//, "").replace(/\/$/, "");
}

function nameIn(target: string): string {
  return target.slice(target.lastIndexOf("/") + 1).slice(0, 100);
}

/** Maximum number of rows and columns of chart data that are shown. */
const maxRows = 100;
const maxColumns = 50;

/** Reads a chart document (ODF 1.3 part 3, 11): its text, and the values in its own table. */
function odfChart(root: XmlElement | undefined): ChartTable | undefined {
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
    // ODF writes a missing value as `NaN`.
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
