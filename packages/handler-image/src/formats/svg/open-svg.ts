import { ReadError } from "@reader/core/handler";
import {
  type EncodedImage,
  fitImage,
  type FitLimits,
  type FitOptions,
  fitSize,
  type InputLimits,
  type PixelSize,
  type Region,
  vectorSize,
} from "@reader/image-fit";
import type { OpenedImage } from "../../model/opened-image.ts";
import { corrupt } from "../../model/wording.ts";
import { assertAffordable, assertFewCrossings, assertNoUseBomb, isCostly } from "./drawing-cost.ts";
import {
  declaredSize,
  decodeSvg,
  descriptionOf,
  extentOf,
  hasStyledSize,
  regionOf,
  rootOf,
  sized,
  svgText,
  withinEngineLimit,
  withoutVariables,
} from "./svg-source.ts";

/** The size that browsers use for a drawing without one. */
const usualSize: PixelSize = { widthPx: 300, heightPx: 150 };

/**
 * Opens an SVG drawing without rendering it where possible. External references are never loaded: the engine has no
 * base URL to resolve them.
 */
export async function openSvg(bytes: Uint8Array, input: InputLimits): Promise<OpenedImage> {
  const text = svgText(bytes);
  if (text === undefined) throw corrupt("The bytes are not an SVG drawing.");
  const svg = withoutVariables(text);
  const drawing = { svg, assertDrawable: createDrawableCheck(svg) };
  const said = declaredSize(rootOf(svg) ?? "");
  // An error here occurs again when it is drawn, and is reported then.
  const known = said ?? (isCostly(svg) ? undefined : await extentWithin(drawing, input).catch(() => undefined));
  const size = withinEngineLimit(known ?? usualSize, input);
  const remarks = svgRemarks(svg);
  return {
    format: "SVG",
    mediaType: "image/svg+xml",
    size,
    count: 1,
    facts: {},
    words: svgWords(text),
    source: decodeSvg(bytes),
    isCostly: () => isCostly(svg) && isDrawable(drawing),
    ...(remarks.length === 0 ? {} : { remarks }),
    sizeOf: async () => size,
    fit: async (limits, options) => {
      const asked = { ...options, input };
      const drawnSize = known ?? (await extentWithin(drawing, input)) ?? usualSize;
      return render({ ...drawing, size: drawnSize }, limits, asked);
    },
  };
}

interface Drawing {
  readonly svg: string;
  /** Throws if it exceeds a drawing limit. */
  readonly assertDrawable: () => void;
}

async function extentWithin({ svg, assertDrawable }: Drawing, input: InputLimits): Promise<PixelSize | undefined> {
  assertDrawable();
  return extentOf(svg, input);
}

/** True if the drawing exceeds no limit. A rejected drawing is not costly. */
function isDrawable({ assertDrawable }: Drawing): boolean {
  try {
    assertDrawable();
    return true;
  } catch {
    return false;
  }
}

/** Creates a check that throws if the drawing exceeds a limit. The limits are evaluated once. */
function createDrawableCheck(svg: string): () => void {
  let outcome: { readonly fault: ReadError | undefined } | undefined;
  return () => {
    outcome ??= { fault: faultOf(svg) };
    if (outcome.fault !== undefined) throw outcome.fault;
  };
}

function faultOf(svg: string): ReadError | undefined {
  try {
    assertAffordable(svg);
    assertNoUseBomb(svg);
    assertFewCrossings(svg);
    return undefined;
  } catch (error) {
    if (ReadError.is(error)) return error;
    throw error;
  }
}

interface SizedDrawing extends Drawing {
  /** The extent of its coordinates if it has no `viewBox`. */
  readonly size: PixelSize;
}

/**
 * Renders a drawing. Its size attributes are set to the shown size, because the engine parses a drawing twice to scale
 * it and keeps both in memory.
 */
async function render(
  { svg, size, assertDrawable }: SizedDrawing,
  limits: FitLimits,
  options: FitOptions & { readonly input: InputLimits },
): Promise<EncodedImage> {
  assertDrawable();
  if (rootOf(svg) === undefined) throw corrupt("The drawing ends inside its first tag.");
  const description = descriptionOf(withinEngineLimit(size, options.input));
  const { region } = options;
  if (region !== undefined && !hasStyledSize(svg)) return renderRegion({ svg, size }, limits, { ...options, region });
  const shown = vectorSize(description, limits, region);
  return fitImage(sized(svg, shown, size), limits, { ...options, description });
}

/** Renders only a region, at the largest size that the model sees. */
async function renderRegion(
  { svg, size }: Pick<SizedDrawing, "svg" | "size">,
  limits: FitLimits,
  { region, ...options }: FitOptions & { readonly region: Region; readonly input: InputLimits },
): Promise<EncodedImage> {
  const { widthPx, heightPx } = withinEngineLimit(size, options.input);
  const [unitsX, unitsY] = [size.widthPx / widthPx, size.heightPx / heightPx];
  const part = {
    xPx: region.xPx * unitsX,
    yPx: region.yPx * unitsY,
    widthPx: region.widthPx * unitsX,
    heightPx: region.heightPx * unitsY,
  };
  const shown = enlarged(region, limits);
  const bytes = regionOf(svg, size, { part, shown });
  const fitted = await fitImage(bytes, limits, { ...options, description: descriptionOf(shown) });
  return { ...fitted, originalWidthPx: region.widthPx, originalHeightPx: region.heightPx };
}

/** Scales a region to the model's limits, since vectors have no resolution. */
function enlarged({ widthPx, heightPx }: PixelSize, limits: FitLimits): PixelSize {
  const scale = Math.min(limits.nativeSidePx, limits.maxSidePx) / Math.max(widthPx, heightPx);
  return fitSize({ widthPx: widthPx * scale, heightPx: heightPx * scale }, limits);
}

const maxWords = 5000;

/** Matches a comment, CDATA section, tag, declaration or text. */
const piecePattern =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)|<(\/?)([\w:.-]{1,60})(?:[^<>"']|"[^"]*"|'[^']*')*?(\/?)>|<[!?][^>]*>|([^<]+)/g;

/** Elements with visible text. `foreignObject` holds HTML labels of diagram tools. */
const wordElements: ReadonlySet<string> = new Set(["text", "title", "desc", "foreignObject"]);
/** Elements whose text is not visible. */
const silentElements: ReadonlySet<string> = new Set(["style", "script", "metadata"]);
/** HTML elements that start a line. */
const blockElements: ReadonlySet<string> = new Set(["p", "div", "br", "li", "tr"]);

/** Returns the text of a drawing in file order, one line per element. */
export function svgWords(svg: string): readonly string[] {
  const words = createWords();
  const own = ownEntities(svg);
  for (const [piece, cdata, closing, name, selfClosing, characters] of svg.matchAll(piecePattern)) {
    if (name !== undefined) words.tag(name.replace(/^.*:/, ""), tagKind(closing, selfClosing), piece);
    else words.text(cdata ?? decodeEntities(characters ?? "", own));
  }
  return words.lines();
}

type TagKind = "open" | "close" | "empty";

function tagKind(closing: string | undefined, selfClosing: string | undefined): TagKind {
  if (closing === "/") return "close";
  return selfClosing === "/" ? "empty" : "open";
}

interface Words {
  tag(name: string, kind: TagKind, tag: string): void;
  text(characters: string): void;
  lines(): readonly string[];
}

function createWords(): Words {
  const lines: string[] = [];
  let [line, visibleDepth, hiddenDepth] = ["", 0, 0];
  const startsLine = createLineStarts();
  const endLine = (): void => {
    const words = line.replaceAll(/\s+/g, " ").trim();
    if (words !== "" && words !== lines.at(-1) && lines.length < maxWords) lines.push(words);
    line = "";
  };
  return {
    tag(name, kind, tag) {
      if (blockElements.has(name) || (kind === "open" && startsLine(name, tag))) endLine();
      const step = kind === "close" ? -1 : 1;
      if (kind === "empty") return;
      if (silentElements.has(name)) hiddenDepth = Math.max(0, hiddenDepth + step);
      if (!wordElements.has(name)) return;
      visibleDepth = Math.max(0, visibleDepth + step);
      endLine();
    },
    text(characters) {
      if (visibleDepth > 0 && hiddenDepth === 0) line += characters;
    },
    lines() {
      endLine();
      return lines;
    },
  };
}

const entities: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
]);

function decodeEntities(text: string, own: ReadonlyMap<string, string>): string {
  return text.replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|[\w.-]{1,40});/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return own.get(name) ?? entities.get(name) ?? whole;
    const code = Number(/^#x/i.test(name) ? `0${name.slice(1)}` : name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

const heightPattern = /\sy\s*=\s*["']\s*([^"'\s,]{1,40})/;
const shiftPattern = /\sdy\s*=\s*["']\s*([^"'\s,]{1,40})/;

/** Returns true if an element starts a line, by its opening tag. */
type StartsLine = (name: string, tag: string) => boolean;

/**
 * Detects which text spans start a new line, because drawing programs write no whitespace between lines. Superscripts
 * and subscripts do not start a line.
 */
function createLineStarts(): StartsLine {
  let height: string | undefined;
  return (name, tag) => {
    if (name === "text") height = heightPattern.exec(tag)?.[1];
    if (name !== "tspan") return false;
    const [before, own] = [height, heightPattern.exec(tag)?.[1]];
    height = own ?? before;
    return (before !== undefined && height !== before) || isNextLine(tag);
  };
}

/** True if the span restarts at an x position and moves down. */
function isNextLine(tag: string): boolean {
  const shift = Number.parseFloat(shiftPattern.exec(tag)?.[1] ?? "0");
  return /\sx\s*=/.test(tag) && shift !== 0;
}

const entityPattern = /<!ENTITY\s+([\w.-]{1,40})\s+(?:"([^"<&%]{0,1000})"|'([^'<&%]{0,1000})')\s*>/g;
const maxEntities = 200;
/** Number of characters searched for a document type, which comes first. */
const headCharacters = 100_000;

/** Returns the text entities that a drawing declares. Entities with markup, files or other entities are skipped. */
function ownEntities(svg: string): ReadonlyMap<string, string> {
  const entities = new Map<string, string>();
  for (const [, name = "", double, single] of svg.slice(0, headCharacters).matchAll(entityPattern)) {
    if (entities.size >= maxEntities) break;
    if (!entities.has(name)) entities.set(name, double ?? single ?? "");
  }
  return entities;
}

const imagePattern = /<(?:[\w-]{1,40}:)?(?:image|feImage|use)\s((?:[^<>"']|"[^"]*"|'[^']*')*)>/g;
const referencePattern = /(?:^|\s)(?:xlink:)?href\s*=\s*["']\s*([^"']{1,100})/;
const ownReference = /^(?:#|data:)/i;
const labelPattern = /<(\/?)(?:[\w-]{1,40}:)?(switch|foreignObject)(?=[\s>/])(?:[^<>"']|"[^"]*"|'[^']*')*?(\/?)>/g;

/** Returns sentences about what the rendered drawing lacks. */
function svgRemarks(svg: string): readonly string[] {
  const remarks: string[] = [];
  const outside = outsideReferences(svg);
  if (outside > 0) {
    const what = outside === 1 ? "a file" : `files in ${outside} places`;
    remarks.push(`The drawing shows ${what} outside of it. External files are not loaded.`);
  }
  if (hasUndrawnLabels(svg)) {
    remarks.push(
      "Labels that are HTML (foreignObject) are not drawn in the image; they are in the text of the drawing.",
    );
  }
  if (/<(?:[\w-]{1,40}:)?textPath[\s>]/.test(svg)) {
    remarks.push("Text along a path (textPath) is not drawn in the image; it is in the text of the drawing.");
  }
  const symbols = undrawnSymbols(svg);
  if (symbols !== undefined) remarks.push(symbols);
  return remarks;
}

function outsideReferences(svg: string): number {
  let count = 0;
  for (const [, attributes = ""] of svg.matchAll(imagePattern)) {
    const target = referencePattern.exec(attributes)?.[1];
    if (target !== undefined && !ownReference.test(target)) count += 1;
  }
  return count;
}

/** True if HTML labels are not drawn. Inside a `switch`, a text fallback is drawn instead. */
function hasUndrawnLabels(svg: string): boolean {
  if (!svg.includes("foreignObject")) return false;
  let switches = 0;
  for (const [, closing, name, empty] of svg.matchAll(labelPattern)) {
    const isOpening = closing !== "/" && empty !== "/";
    if (name === "switch") switches += closing === "/" ? -1 : Number(isOpening);
    else if (isOpening && switches <= 0) return true;
  }
  return false;
}

/** Tags of definitions that are not drawn where they are defined. */
const keepingPattern = /<(\/?)(symbol|defs)(?=[\s>/])([^<>]*)>/g;
const namePattern = /\sid\s*=\s*["']([^"'<>]{1,60})["']/;
const drawnPattern = /<(?:path|rect|circle|ellipse|line|polyline|polygon|text|image|use|foreignObject)[\s>/]/;
const mostNames = 50;

/** Returns a remark on a drawing that only defines symbols, such as an icon collection. */
function undrawnSymbols(svg: string): string | undefined {
  if (!svg.includes("<symbol") || outside(svg).some((piece) => drawnPattern.test(piece))) return undefined;
  const symbols = [...svg.matchAll(keepingPattern)].filter(([, closing, kind]) => closing === "" && kind === "symbol");
  if (symbols.length === 0) return undefined;
  const names = symbols.flatMap(([, , , attributes = ""]) => namePattern.exec(attributes)?.[1] ?? []);
  const what = symbols.length === 1 ? "a symbol" : `${symbols.length} symbols`;
  const list = names.length === 0 ? "" : `: ${names.slice(0, mostNames).join(", ")}`;
  const more = names.length > mostNames ? "…" : "";
  return `The drawing shows nothing by itself. It defines ${what} for use in other files${list}${more}.`;
}

/** Returns the parts of a drawing outside of symbols and definitions. */
function outside(svg: string): readonly string[] {
  const pieces: string[] = [];
  let [depth, from] = [0, 0];
  for (const { 0: tag, 1: closing, 3: attributes = "", index } of svg.matchAll(keepingPattern)) {
    if (depth === 0) pieces.push(svg.slice(from, index));
    if (!attributes.endsWith("/")) depth = Math.max(0, depth + (closing === "" ? 1 : -1));
    from = index + tag.length;
  }
  return depth === 0 ? [...pieces, svg.slice(from)] : pieces;
}
