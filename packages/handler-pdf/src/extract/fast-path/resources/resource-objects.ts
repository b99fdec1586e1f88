import { UnsupportedContent } from "../base/unsupported-content.ts";
import { entriesIn, listIn, printedValue, referenceIn } from "../base/printed-object.ts";
import type { ColourSpaceKind, PageForm, GraphicsState, ContentMatrix, PageResources } from "../base/page-resources.ts";
import { streamBytes } from "./content-bytes.ts";
import type { ResourceCache } from "./resource-cache.ts";

/** A printed form dictionary. */
interface PrintedForm {
  readonly number: number;
  readonly entries: ReadonlyMap<string, string>;
  /** The resources of the content that paints it, if it has none. */
  readonly outer?: PageResources;
}

const identity: ContentMatrix = [1, 0, 0, 1, 0, 0];

/** Reads a form. Throws `UnsupportedContent` if it is damaged. */
export function formOf(shared: ResourceCache, { number, entries, outer }: PrintedForm): PageForm {
  const matrix = numbersIn(shared, entries.get("Matrix"));
  const [left, bottom, right, top] = numbersIn(shared, entries.get("BBox"));
  if (left === undefined || bottom === undefined || right === undefined || top === undefined)
    throw new UnsupportedContent("form box");
  return {
    bytes: objectBytes(shared, number),
    resources: outer ?? shared.inText(entries.get("Resources") ?? ""),
    matrix: matrix.length === 0 ? identity : matrixOf(matrix),
    box: [Math.min(left, right), Math.min(bottom, top), Math.max(left, right), Math.max(bottom, top)],
    isGroup: entriesIn(printedValue(shared.document, entries.get("Group"))).get("S") === "/Transparency",
    structParent: structParentOf(entries.get("StructParent")),
  };
}

/** Returns the decoded stream of an object. Throws `UnsupportedContent` if it is damaged. */
function objectBytes(shared: ResourceCache, number: number): Uint8Array {
  const stream = shared.document.newIndirect(number);
  try {
    return streamBytes(stream);
  } finally {
    stream.destroy();
  }
}

function structParentOf(text: string | undefined): number {
  if (text === undefined) return -1;
  if (!/^\d+$/u.test(text)) throw new UnsupportedContent("struct parent");
  return Number(text);
}

const number = /^[+-]?(?:\d+\.?\d*|\.\d+)$/u;

/** Returns the numbers of a printed array, or none for anything else. */
function numbersIn(shared: ResourceCache, text: string | undefined): readonly number[] {
  const list = /^\[([^[\]]*)\]$/u.exec(printedValue(shared.document, text))?.[1]?.trim() ?? "";
  const items = list === "" ? [] : list.split(/\s+/u);
  if (!items.every((item) => number.test(item))) throw new UnsupportedContent("form numbers");
  return items.map(Number);
}

function matrixOf([a, b, c, d, e, f]: readonly number[]): ContentMatrix {
  if (a === undefined || b === undefined || c === undefined) throw new UnsupportedContent("form matrix");
  if (d === undefined || e === undefined || f === undefined) throw new UnsupportedContent("form matrix");
  return [a, b, c, d, e, f];
}

/** Entries that end a text run in the engine. */
const endings = "LW LC LJ ML D RI CA ca BM SMask OP op OPM UseBlackPtComp".split(" ");

/** Blend modes that cover what is below. */
const plainBlends: ReadonlySet<string> = new Set(["/Normal", "/Compatible"]);

/** Reads a printed graphics state dictionary. */
export function graphicsStateIn(shared: ResourceCache, text: string): GraphicsState {
  const entries = entriesIn(text);
  const lineWidth = numberIn(entries.get("LW"));
  const fillAlpha = numberIn(entries.get("ca"));
  const softMask = entries.get("SMask");
  return {
    ...fontIn(shared, entries.get("Font")),
    ...(lineWidth === undefined ? {} : { lineWidth }),
    ...(fillAlpha === undefined ? {} : { fillAlpha }),
    ...(softMask === undefined ? {} : { hasSoftMask: softMask !== "/None" }),
    isBlended: entries.has("BM") && !plainBlends.has(entries.get("BM") ?? ""),
    endsText: endings.some((key) => entries.has(key)),
  };
}

function fontIn(shared: ResourceCache, text: string | undefined): Pick<GraphicsState, "font" | "fontSize"> {
  if (text === undefined) return {};
  const [, reference, size] = /^\[(\d+ \d+ R) ?([\d.+-]+)\]$/u.exec(text) ?? [];
  const number = referenceIn(reference);
  if (number === undefined) throw new UnsupportedContent("font of state");
  return { font: shared.font(number), fontSize: Number(size) };
}

function numberIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (Number.isNaN(number)) throw new UnsupportedContent("graphics state");
  return number;
}

const byName: ReadonlyMap<string, ColourSpaceKind> = new Map([
  ["/DeviceGray", "gray"],
  ["/G", "gray"],
  ["/CalGray", "gray"],
  ["/DeviceRGB", "rgb"],
  ["/RGB", "rgb"],
  ["/CalRGB", "rgb"],
  ["/DeviceCMYK", "cmyk"],
  ["/CMYK", "cmyk"],
  ["/Separation", "tint"],
  ["/DeviceN", "tint"],
  ["/Pattern", "pattern"],
]);

const byChannels: ReadonlyMap<string, ColourSpaceKind> = new Map([
  ["1", "gray"],
  ["3", "rgb"],
  ["4", "cmyk"],
]);

/** Returns the kind of a printed colour space: a name, or an array that starts with the name. */
export function colourSpaceIn(shared: ResourceCache, text: string): ColourSpaceKind {
  const family = /^\[?\s*(\/[^\s/[\]<(]+)/u.exec(text)?.[1] ?? "";
  if (family === "/ICCBased") return ofProfile(shared, text);
  return byName.get(family) ?? "other";
}

function ofProfile(shared: ResourceCache, text: string): ColourSpaceKind {
  const number = referenceIn(/\d+ \d+ R/u.exec(text)?.[0]);
  const channels = number === undefined ? "" : printedValue(shared.document, shared.entries(number).get("N"));
  return byChannels.get(channels) ?? "other";
}

/** Axial and radial shadings. Other shadings are limited in area. */
const endless: ReadonlySet<string> = new Set(["2", "3"]);

/** Maximum number of stitched functions. None of them may be stitched or a program itself. */
const maxFunctions = 64;

const partKinds: ReadonlySet<string> = new Set(["0", "2"]);

/** Maximum length of a PostScript function. Its operators are short. */
const maxProgram = 4000;

/** The allowed operators (ISO 32000-1, 7.10.5). */
const operators =
  "abs|add|and|atan|bitshift|ceiling|copy|cos|cvi|cvr|div|dup|eq|exch|exp|false|floor|ge|gt|idiv|index|le|ln|log|lt|mod|mul|ne|neg|not|or|pop|roll|round|sin|sqrt|sub|true|truncate|xor";

/** Required keys of each function type: sampled, exponential, stitching and PostScript. */
const neededOf: ReadonlyMap<string, readonly string[]> = new Map([
  ["0", ["Length", "Domain", "Range", "Size", "BitsPerSample"]],
  ["2", ["Domain", "N"]],
  ["3", ["Domain", "Functions", "Bounds", "Encode"]],
  ["4", ["Length", "Domain", "Range"]],
]);

/**
 * Throws `UnsupportedContent` unless a printed shading, or the one it refers to, covers everything visible: it has no bounding
 * box, and the engine accepts its colours. A damaged shading would not be painted at all.
 */
export function checkShading(shared: ResourceCache, text: string): void {
  const entries = entriesOf(shared, text);
  const isEndless = endless.has(entries.get("ShadingType") ?? "") && !entries.has("BBox") && entries.has("Coords");
  if (!isEndless) throw new UnsupportedContent("shading");
  checkColours(shared, printedValue(shared.document, entries.get("ColorSpace")));
  checkFunction(shared, entries.get("Function"), "whole");
}

/** Checks for device colours, or tints based on them. */
function checkColours(shared: ResourceCache, text: string): void {
  if (isOfDevice(colourSpaceIn(shared, text))) return;
  const [, base, tints] = tintSpace.exec(text) ?? [];
  if (base === undefined || !isOfDevice(colourSpaceIn(shared, printedValue(shared.document, base))))
    throw new UnsupportedContent("shading");
  checkFunction(shared, tints, "whole");
}

function isOfDevice(space: ColourSpaceKind): boolean {
  return space === "gray" || space === "rgb" || space === "cmyk";
}

/** The name of one ink or of up to eight, the alternate colour space, and the tint function. */
const tintSpace =
  /^\[\/(?:Separation ?\/[^\s/[\]<(]+|DeviceN ?\[ ?(?:\/[^\s/[\]<(]+ ?){1,8}\]) ?(\/Device\w+|\d+ \d+ R) (\d+ \d+ R)[^\]]*\]$/u;

function checkFunction(shared: ResourceCache, text: string | undefined, place: "whole" | "part"): void {
  if (text === undefined) throw new UnsupportedContent("shading");
  const entries = entriesOf(shared, text);
  const kind = entries.get("FunctionType") ?? "";
  const isAllowed = place === "whole" || partKinds.has(kind);
  if (!isAllowed || neededOf.get(kind)?.every((key) => entries.has(key)) !== true)
    throw new UnsupportedContent("shading");
  if (kind === "4") checkProgram(shared, referenceIn(text));
  if (kind === "3") checkParts(shared, printedValue(shared.document, entries.get("Functions")));
}

/** Programs without branches, which the engine always parses. */
const plainProgram = new RegExp(`^\\s*\\{(?:\\s*(?:[+-]?\\d+(?:\\.\\d*)?|${operators})(?=[\\s}]))*\\s*\\}\\s*$`, "u");

function checkProgram(shared: ResourceCache, number: number | undefined): void {
  if (number === undefined) throw new UnsupportedContent("shading");
  const program = Buffer.from(objectBytes(shared, number)).toString("latin1");
  if (program.length > maxProgram || !plainProgram.test(program)) throw new UnsupportedContent("shading");
}

function checkParts(shared: ResourceCache, list: string): void {
  const { references } = listIn(list);
  if (references.length === 0 || references.length > maxFunctions) throw new UnsupportedContent("shading");
  for (const reference of references) checkFunction(shared, `${reference} 0 R`, "part");
}

function entriesOf(shared: ResourceCache, text: string): ReadonlyMap<string, string> {
  const number = referenceIn(text);
  return number === undefined ? entriesIn(text) : shared.entries(number);
}
