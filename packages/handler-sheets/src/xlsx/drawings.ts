import { type HandlerContext, type HandlerEvent, notice, quoted } from "@reader/core/handler";
import { imageEvent } from "@reader/document/content";
import { cellAddress } from "@reader/document/tables";
import { contentOf, diagramText, findAll, plainText } from "@reader/office-kit/drawing";
import type { OfficePackage, Relationship } from "@reader/office-kit/package";
import { childOf, childrenOf, readXmlTree, textIn, type XmlElement } from "@reader/office-kit/xml";
import { textOfBytes } from "../sheets/bytes.ts";
import { chartWords } from "../sheets/chart-words.ts";
import { type CellPlace, imagesLine, placeAddress, placedAlt } from "../sheets/image-words.ts";
import { controlWords } from "../sheets/control-words.ts";
import { chartTexts, sheetChart } from "./charts.ts";
import { partsOfType, relationshipsOf, treeIfReadable, unlessDamaged } from "./sheet-relationships.ts";

/** The drawings at one position of a sheet. */
interface Drawn {
  readonly anchor: XmlElement;
  readonly relationships: ReadonlyMap<string, Relationship>;
}

/** Maximum number of drawings reported per sheet. */
const maxDrawn = 2000;

/** A sheet whose drawings are described. */
export interface DrawnSheet {
  readonly office: OfficePackage;
  readonly part: string;
  readonly name: string;
  /** The names of the embedded files, by their parts. */
  readonly fileNames: ReadonlyMap<string, string>;
}

/** Describes the drawings of a sheet: `chart "Sales" at D2: …`, `text box at B4: …`, `check box "Paid" at C3`. */
export async function sheetDrawings({ office, part, name, fileNames }: DrawnSheet): Promise<readonly string[]> {
  const words: string[] = [];
  const images: CellPlace[] = [];
  for (const drawn of await drawnOn(office, part)) {
    words.push(...(await wordsOf(office, drawn, name)));
    const place = cellOf(drawn.anchor);
    if (place !== undefined && hasShownImage(drawn)) images.push(place);
  }
  words.push(...imagesLine(images));
  words.push(...(await formControls(office, part)));
  return [...words, ...(await pivotTables(office, part)), ...(await embedded(office, part, fileNames))];
}

/** True if the drawing has an image that is shown. Others have lines of their own. */
function hasShownImage({ anchor, relationships }: Drawn): boolean {
  return findAll(anchor, "xdr:pic").some((image) => {
    const target = targetOfImage(image, relationships);
    return target !== undefined && isShowable(target);
  });
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
      const at = placeOf(anchor);
      const alt = placedAlt(altOf(image), cellOf(anchor));
      const event = bytes === undefined ? undefined : await imageEvent(bytes, target, { alt, context });
      yield event ?? notice(`The image${placed(at)} cannot be read.`);
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

/** Returns the cell at the top left corner of a drawing, or `undefined` for one without a cell anchor. */
function cellOf(anchor: XmlElement): CellPlace | undefined {
  const from = childOf(anchor, "xdr:from");
  const column = Number(textIn(childOf(from, "xdr:col")));
  const row = Number(textIn(childOf(from, "xdr:row")));
  return from === undefined || !(column >= 0 && row >= 0) ? undefined : { row: row + 1, column: column + 1 };
}

/** Returns `D2` for the top left corner, or an empty string for a drawing without a cell anchor. */
function placeOf(anchor: XmlElement): string {
  return placeAddress(cellOf(anchor));
}

function placed(at: string): string {
  return at === "" ? "" : ` at ${at}`;
}

/** Describes the drawings at one position of a sheet. */
async function wordsOf(office: OfficePackage, drawn: Drawn, sheet: string): Promise<readonly string[]> {
  const { anchor, relationships } = drawn;
  const at = placeOf(anchor);
  const words: string[] = [];
  for (const shape of findAll(anchor, "xdr:sp")) {
    const text = plainText(childOf(shape, "xdr:txBody"));
    if (text !== "" && !isControl(shape)) words.push(`text box${placed(at)}: ${text}`);
  }
  for (const image of findAll(anchor, "xdr:pic")) {
    const target = targetOfImage(image, relationships);
    if (target === undefined || !isShowable(target)) words.push(`image${named(altOf(image))}${placed(at)} (not shown)`);
  }
  for (const frame of findAll(anchor, "xdr:graphicFrame"))
    words.push(...(await frameWords(frame, { office, relationships, at, sheet })));
  return words;
}

/** True if the shape is a form control. A legacy drawing has more details of it. */
function isControl(shape: XmlElement): boolean {
  return findAll(childOf(shape, "xdr:nvSpPr"), "a14:compatExt").length > 0;
}

interface FramePlace {
  readonly office: OfficePackage;
  readonly relationships: ReadonlyMap<string, Relationship>;
  readonly at: string;
  /** The name of the sheet. */
  readonly sheet: string;
}

async function frameWords(frame: XmlElement, place: FramePlace): Promise<readonly string[]> {
  const { office, relationships, at } = place;
  const words: string[] = [];
  for (const name of ["c:chart", "cx:chart"]) {
    for (const { attributes } of findAll(frame, name)) {
      words.push(...(await chartAt(relationships.get(attributes["r:id"] ?? ""), place)));
    }
  }
  for (const { attributes } of findAll(frame, "dgm:relIds")) {
    const root = await treeAt(office, relationships.get(attributes["r:dm"] ?? ""));
    const lines = root === undefined ? [] : diagramText(root).map(({ text }) => text);
    if (lines.length > 0) words.push(`diagram${placed(at)}: ${lines.join("; ")}`);
  }
  return words;
}

async function chartAt(relationship: Relationship | undefined, place: FramePlace): Promise<readonly string[]> {
  const root = await treeAt(place.office, relationship);
  if (relationship === undefined || root === undefined) return [];
  const texts = await chartTexts(place.office, relationship.target, root);
  return [chartWords({ ...sheetChart(root), texts }, place)];
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
