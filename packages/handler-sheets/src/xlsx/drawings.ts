import { type HandlerContext, type HandlerEvent, notice, quoted } from "@reader/core/handler";
import { imageEvent } from "@reader/document/content";
import { cellAddress } from "@reader/document/tables";
import {
  contentOf,
  diagramText,
  findAll,
  plainText,
  chartTable,
  type ChartTable,
  valuesOf,
  chartexTable,
} from "@reader/office-kit/drawing";
import type { OfficePackage, Relationship } from "@reader/office-kit/package";
import { childOf, childrenOf, readXmlTree, textIn, type XmlElement } from "@reader/office-kit/xml";
import { tableMarkdown } from "@reader/document";
import { textOfBytes } from "../sheets/bytes.ts";
import { controlWords } from "../sheets/control-words.ts";
import { partsOfType, relationshipsOf, treeIfReadable, unlessDamaged } from "./sheet-relationships.ts";

/** The drawings at one position of a sheet. */
interface Drawn {
  readonly anchor: XmlElement;
  readonly relationships: ReadonlyMap<string, Relationship>;
}

/** Maximum number of drawings reported per sheet. */
const maxDrawn = 2000;

/** Describes the drawings of a sheet: `chart "Sales" at D2: …`, `text box at B4: …`, `check box "Paid" at C3`. */
export async function sheetDrawings(
  office: OfficePackage,
  part: string,
  fileNames: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const words: string[] = [];
  for (const drawn of await drawnOn(office, part)) {
    const at = placeOf(drawn.anchor);
    for (const what of await wordsOf(office, drawn)) words.push(what.replace("\u0000", at));
  }
  words.push(...(await formControls(office, part)));
  return [...words, ...(await pivotTables(office, part)), ...(await embedded(office, part, fileNames))];
}

/** Yields the images of a sheet that a model can take, without their positions. */
export async function* sheetImages(
  office: OfficePackage,
  part: string,
  context: HandlerContext,
): AsyncGenerator<HandlerEvent> {
  for (const { anchor, relationships } of await drawnOn(office, part)) {
    for (const image of findAll(anchor, "xdr:pic")) {
      context.signal.throwIfAborted();
      const target = targetOfImage(image, relationships);
      if (target === undefined || !isShowable(target)) continue;
      const bytes = await unlessDamaged(office.image(target));
      const alt = `${altOf(image)} (at ${placeOf(anchor).replace(" at ", "")})`.trim();
      const event = bytes === undefined ? undefined : await imageEvent(bytes, target, { alt, context });
      yield event ?? notice(`The image${placeOf(anchor)} cannot be read.`);
    }
  }
}

async function drawnOn(office: OfficePackage, part: string): Promise<readonly Drawn[]> {
  const drawn: Drawn[] = [];
  for (const target of await partsOfType(office, part, "drawing")) {
    const root = await treeIfReadable(office, target);
    const relationships = await relationshipsOf(office, target);
    for (const anchor of contentOf(root)) if (drawn.length < maxDrawn) drawn.push({ anchor, relationships });
  }
  return drawn;
}

/** Returns ` at D2` for the top left corner, or an empty string for a drawing without a cell anchor. */
function placeOf(anchor: XmlElement): string {
  const from = childOf(anchor, "xdr:from");
  const column = Number(textIn(childOf(from, "xdr:col")));
  const row = Number(textIn(childOf(from, "xdr:row")));
  return from === undefined || !(column >= 0 && row >= 0) ? "" : ` at ${cellAddress(row + 1, column + 1)}`;
}

/** Describes drawings, each with a placeholder for its position. */
async function wordsOf(office: OfficePackage, drawn: Drawn): Promise<readonly string[]> {
  const { anchor, relationships } = drawn;
  const words: string[] = [];
  for (const shape of findAll(anchor, "xdr:sp")) {
    const text = plainText(childOf(shape, "xdr:txBody"));
    if (text !== "" && !isControl(shape)) words.push(`text box\u0000: ${text}`);
  }
  for (const image of findAll(anchor, "xdr:pic")) {
    const target = targetOfImage(image, relationships);
    if (target === undefined || !isShowable(target)) words.push(`image${named(altOf(image))}\u0000 (not shown)`);
  }
  for (const frame of findAll(anchor, "xdr:graphicFrame"))
    words.push(...(await frameWords(office, frame, relationships)));
  return words;
}

/** True if the shape is a form control. A legacy drawing has more details of it. */
function isControl(shape: XmlElement): boolean {
  return findAll(childOf(shape, "xdr:nvSpPr"), "a14:compatExt").length > 0;
}

async function frameWords(
  office: OfficePackage,
  frame: XmlElement,
  relationships: ReadonlyMap<string, Relationship>,
): Promise<readonly string[]> {
  const words: string[] = [];
  for (const name of ["c:chart", "cx:chart"]) {
    for (const { attributes } of findAll(frame, name)) {
      const root = await treeAt(office, relationships.get(attributes["r:id"] ?? ""));
      if (root !== undefined) words.push(chartWords(root));
    }
  }
  for (const { attributes } of findAll(frame, "dgm:relIds")) {
    const root = await treeAt(office, relationships.get(attributes["r:dm"] ?? ""));
    const lines = root === undefined ? [] : diagramText(root).map(({ text }) => text);
    if (lines.length > 0) words.push(`diagram\u0000: ${lines.join("; ")}`);
  }
  return words;
}

async function treeAt(office: OfficePackage, relationship: Relationship | undefined): Promise<XmlElement | undefined> {
  return relationship === undefined || relationship.isExternal
    ? undefined
    : treeIfReadable(office, relationship.target);
}

function targetOfImage(image: XmlElement, relationships: Drawn["relationships"]): string | undefined {
  const blip = childOf(image, "xdr:blipFill", "a:blip");
  const relationship = relationships.get(blip?.attributes["r:embed"] ?? "");
  return relationship?.isExternal === true ? undefined : relationship?.target;
}

function isShowable(target: string): boolean {
  return /\.(?:png|jpe?g|gif|webp)$/i.test(target);
}

function altOf(image: XmlElement): string {
  const { descr, title, name } = childOf(image, "xdr:nvPicPr", "xdr:cNvPr")?.attributes ?? {};
  return (descr ?? title ?? name ?? "").trim();
}

function named(name: string): string {
  return name === "" ? "" : ` ${quoted(name)}`;
}

async function pivotTables(office: OfficePackage, part: string): Promise<readonly string[]> {
  const words: string[] = [];
  for (const target of await partsOfType(office, part, "pivotTable")) {
    const root = await treeIfReadable(office, target);
    const range = childOf(root, "location")?.attributes["ref"];
    words.push(`pivot table${named(root?.attributes["name"] ?? "")}${range === undefined ? "" : ` at ${range}`}`);
  }
  return words;
}

/** Describes an embedded object. Objects that are not files, such as formulas of an old editor, have no name. */
async function embedded(
  office: OfficePackage,
  part: string,
  fileNames: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const parts = [...(await partsOfType(office, part, "package")), ...(await partsOfType(office, part, "oleObject"))];
  const names = parts.flatMap((target) => fileNames.get(target) ?? []);
  return names.map((name) => `embedded file ${quoted(name)}`);
}

/** Maximum number of form controls reported per sheet. */
const maxControls = 500;

/** Control types in drawings ([MS-OI29500] 2.1.1755, ISO/IEC 29500-4, 19.4.2.42), and their usual names. */
const kinds: ReadonlyMap<string, string> = new Map([
  ["Button", "button"],
  ["Checkbox", "check box"],
  ["Drop", "drop-down"],
  ["Edit", "input field"],
  ["GBox", "group box"],
  ["Label", "label"],
  ["List", "list box"],
  ["Radio", "option button"],
  ["Scroll", "scroll bar"],
  ["Spin", "spin button"],
]);

/** Types with a checked state, and types with a value. */
const switches: ReadonlySet<string> = new Set(["Checkbox", "Radio"]);
const sliders: ReadonlySet<string> = new Set(["Scroll", "Spin"]);

/** Describes the form controls of a sheet, which all programs write into a legacy (VML) drawing. */
async function formControls(office: OfficePackage, part: string): Promise<readonly string[]> {
  const words: string[] = [];
  for (const target of await partsOfType(office, part, "vmlDrawing")) {
    for (const shape of (await unlessDamaged(shapesIn(office, target))) ?? []) {
      const control = words.length < maxControls ? controlOf(shape) : undefined;
      if (control !== undefined) words.push(control);
    }
  }
  return words;
}

/** Detects objects other than comments. Most legacy drawings have only comments, which are read with their cells. */
const noComment = /ObjectType\s*=\s*["'](?!Note\b)/;

async function shapesIn(office: OfficePackage, target: string): Promise<readonly XmlElement[]> {
  const bytes = await office.bytes(target);
  if (bytes === undefined || !noComment.test(textOfBytes(bytes))) return [];
  return findAll(readXmlTree(bytes, target), "v:shape");
}

function controlOf(shape: XmlElement): string | undefined {
  const data = findAll(shape, "x:ClientData")[0];
  const type = data?.attributes["ObjectType"] ?? "";
  const kind = kinds.get(type);
  if (data === undefined || kind === undefined) return undefined;
  const said = (name: string): string | undefined => {
    const found = childrenOf(data, name)[0];
    return found === undefined ? undefined : textIn(found).trim() || undefined;
  };
  return controlWords({
    kind,
    caption: findAll(shape, "v:textbox").map(textIn).join(" ").replaceAll(/\s+/g, " ").trim(),
    at: placeIn(said("x:Anchor")),
    isChecked: switches.has(type) ? said("x:Checked") === "1" : undefined,
    choice: numberIn(said("x:Sel")),
    value: sliders.has(type) ? numberIn(said("x:Val")) : undefined,
    source: said("x:FmlaRange"),
    linkedCell: said("x:FmlaLink"),
    // Removes the reference to this workbook, which nearly all have.
    macro: said("x:FmlaMacro")?.replace(/^\[0\]!/, ""),
  });
}

function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Parses an anchor such as `2, 15, 10, 0, …`: column, offset, row and offset of the first corner. */
function placeIn(anchor = ""): string | undefined {
  const [, column, row] = /^\s*(\d{1,5})\s*,\s*-?\d+\s*,\s*(\d{1,7})\s*,/.exec(anchor) ?? [];
  return column === undefined || row === undefined ? undefined : cellAddress(Number(row) + 1, Number(column) + 1);
}

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
