import type { StextFont } from "@reader/pdf-pages/lines";
import { isMathExtension, stextScale } from "@reader/pdf-pages/lines";
import type { EngineExports, Pdfium } from "../engine/engine.ts";
import { floatsAt, readBytesText, withMemory } from "../engine/memory.ts";
import type { LoadedPage } from "../document/opened-document.ts";
import type { PageGeometry } from "./geometry.ts";
import { readFontProgram } from "./font-program.ts";
import {
  at,
  type FontReach,
  isLevel,
  maxCharacters,
  noFont,
  noStyle,
  type ObjectStyle,
  type PageCharacters,
} from "./page-characters.ts";
import { added, type Direction, paintingOrder } from "./painting-order.ts";
import { type ActualTexts, createActualTexts } from "./actual-text.ts";
import { setFullWidths, setScaledSizes } from "./nameless-fonts.ts";
import { type PaintedTexts, setGaps } from "./gaps.ts";
import { readUnmapped, unknownCharacter, type UnmappedCharacter, type UnmappedGlyphs } from "./unmapped-text.ts";

/** Flags of fonts (ISO 32000-1, table 123). */
const fixedPitch = 1;
const italic = 1 << 6;
const forceBold = 1 << 18;

/** Number of characters whose places are read at once, and the bytes of the place of each. */
const placesAtOnce = 4096;
const boxBytes = 16;
const originBytes = 16;

/** What is known of a page before its characters are read. */
export interface CharacterPage {
  readonly loaded: LoadedPage;
  readonly geometry: PageGeometry;
  readonly painted: PaintedTexts;
}

/** Reads the characters of a page with their boxes and styles, in painting order. */
export function readCharacters(engine: Pdfium, { loaded, geometry, painted }: CharacterPage): PageCharacters {
  const actual = createActualTexts(engine);
  const found = findCharacters(engine, { loaded, geometry, actual });
  const order = paintingOrder(found, painted.orderOf);
  const columns = createColumns(order.length);
  const indexes = new Int32Array(order.length);
  const after: number[] = [];
  for (let to = 0; to < order.length; to += 1) {
    const from = order[to] ?? 0;
    columns.texts.push(found.texts[from] ?? "");
    columns.styles.push(found.styles[from] ?? noStyle);
    columns.added[to] = found.added[from] ?? added.none;
    if (found.added[from - 1] === added.space && order[to - 1] === from - 2) after.push(to);
    indexes[to] = found.indexes[from] ?? 0;
  }
  readPlaces(engine, { text: loaded.text, indexes, geometry }, columns);
  setFontHeights(columns);
  setScaledSizes(columns);
  setFullWidths(columns);
  setGaps(engine, columns, { after, painted, ownerOf: actual.ownerOf });
  return columns;
}

/** Characters in the order of the engine. */
interface FoundCharacters {
  readonly texts: string[];
  readonly styles: ObjectStyle[];
  readonly added: number[];
  /** The numbers that the engine gives them. */
  readonly indexes: number[];
}

interface Search {
  readonly loaded: LoadedPage;
  readonly geometry: PageGeometry;
  readonly actual: ActualTexts;
}

function findCharacters(engine: Pdfium, { loaded: { text }, geometry, actual }: Search): FoundCharacters {
  const all = Math.min(maxCharacters, engine.FPDFText_CountChars(text));
  const found: FoundCharacters = { texts: [], styles: [], added: [], indexes: [] };
  const styleOf = createStyleReader(engine, { text, geometry, actual });
  const direct = engine.pdfium.wasmExports;
  const unmapped: UnmappedCharacter[] = [];
  const isRepeated = createRepetition(actual.ownerOf);
  let style = noStyle;
  for (let index = 0; index < all; index += 1) {
    const code = direct.FPDFText_GetUnicode(text, index) >>> 0;
    const kind = addedKind(direct, { text, index, code });
    if (kind === added.none) {
      style = styleOf(index, style);
      if (isRepeated(style)) continue;
    }
    const isLost = kind === added.none && isUnmapped(direct, { text, index, code }, style);
    if (!isLost && (code === 0 || isLineEnd(code, kind))) continue;
    if (isLost) unmapped.push({ at: found.texts.length, code });
    found.texts.push(textOf(code));
    found.styles.push(style);
    found.added.push(kind);
    found.indexes.push(index);
  }
  if (unmapped.length > 0) readUnmapped(found, unmapped, glyphsOf(engine, found, text));
  return found;
}

/** Creates a function that is true for the style of an object whose text an earlier object has. */
function createRepetition(ownerOf: (object: number) => number): (style: ObjectStyle) => boolean {
  let [last, isRepeated] = [noStyle, false];
  return (style) => {
    if (style !== last) isRepeated = ownerOf(style.object) !== style.object;
    last = style;
    return isRepeated;
  };
}

interface Columns extends PageCharacters {
  readonly texts: string[];
  readonly styles: ObjectStyle[];
}

function createColumns(count: number): Columns {
  const numbers = (): Float64Array => new Float64Array(count);
  return {
    count,
    texts: [],
    styles: [],
    added: new Uint8Array(count),
    isAfterGap: new Uint8Array(count),
    x0: numbers(),
    y0: numbers(),
    x1: numbers(),
    y1: numbers(),
    x: numbers(),
    y: numbers(),
  };
}

/** A character as the engine gave it. */
interface FoundCharacter {
  readonly text: number;
  readonly index: number;
  readonly code: number;
}

/** `FPDFText_IsGenerated` is called only for characters that the engine adds. */
function addedKind(direct: EngineExports, { text, index, code }: FoundCharacter): number {
  if (code !== 10 && code !== 13 && code !== 32) return added.none;
  if (direct.FPDFText_IsGenerated(text, index) !== 1) return added.none;
  return code === 32 ? added.space : added.line;
}

/** A line end is two characters, of which one is enough. */
function isLineEnd(code: number, kind: number): boolean {
  return code === 13 || (code === 10 && kind === added.none);
}

/** True if the file maps the character to no text: the engine returns its code, and leaves out 0. */
function isUnmapped(direct: EngineExports, { text, index, code }: FoundCharacter, { font }: ObjectStyle): boolean {
  return code === 0 ? isMathExtension(font.name) : direct.FPDFText_HasUnicodeMapError(text, index) === 1;
}

function textOf(code: number): string {
  // The engine marks a hyphen at a line end by U+0002, and gives surrogates one by one.
  if (code === 2) return "-";
  return code > 0x10ffff ? unknownCharacter : String.fromCodePoint(code);
}

/** What the engine knows of the fonts of found characters, and of their places. */
function glyphsOf(engine: Pdfium, { styles, indexes }: FoundCharacters, text: number): UnmappedGlyphs {
  const direct = engine.pdfium.wasmExports;
  const fonts = new Map<number, number>([[0, 0]]);
  const originOf = (place: number): string =>
    withMemory(engine, originBytes, (origin) => {
      direct.FPDFText_GetCharOrigin(text, indexes[place] ?? 0, origin, origin + 8);
      return engine.pdfium.HEAPF64.subarray(origin >> 3, (origin + originBytes) >> 3).join(" ");
    });
  return {
    fontAt(place) {
      const object = styles[place]?.object ?? 0;
      const font = fonts.get(object) ?? direct.FPDFTextObj_GetFont(object);
      fonts.set(object, font);
      return font;
    },
    isOneGlyph: (one, other) => styles[one]?.object === styles[other]?.object && originOf(one) === originOf(other),
    programOf: (font) => readFontProgram(engine, font),
  };
}

/** Characters of a text page of the engine. */
interface PlacedIndexes {
  readonly text: number;
  readonly indexes: Int32Array;
  readonly geometry: PageGeometry;
}

/** Reads the places of characters. The engine writes them one by one, and they are copied together. */
function readPlaces(engine: Pdfium, { text, indexes, geometry }: PlacedIndexes, into: PageCharacters): void {
  const direct = engine.pdfium.wasmExports;
  const size = Math.min(placesAtOnce, indexes.length);
  withMemory(engine, Math.max(1, size * (boxBytes + originBytes)), (origins) => {
    const boxes = origins + size * originBytes;
    for (let first = 0; first < indexes.length; first += size) {
      const part = indexes.subarray(first, first + size);
      for (let at = 0; at < part.length; at += 1) {
        const index = part[at] ?? 0;
        const origin = origins + at * originBytes;
        direct.FPDFText_GetLooseCharBox(text, index, boxes + at * boxBytes);
        direct.FPDFText_GetCharOrigin(text, index, origin, origin + 8);
      }
      copyPlaces(engine, { first, count: part.length, boxes, origins, geometry }, into);
    }
  });
}

interface WrittenPlaces {
  readonly first: number;
  readonly count: number;
  /** Addresses: four numbers of single precision for each box, two of double precision for each origin. */
  readonly boxes: number;
  readonly origins: number;
  readonly geometry: PageGeometry;
}

function copyPlaces(
  engine: Pdfium,
  { first, count, boxes, origins, geometry }: WrittenPlaces,
  into: PageCharacters,
): void {
  const { HEAPF32, HEAPF64 } = engine.pdfium;
  const [a, b, c, d, e, f] = geometry.matrix;
  const { x0, y0, x1, y1, x, y } = into;
  for (let at = 0, box = boxes >> 2, origin = origins >> 3; at < count; at += 1, box += 4, origin += 2) {
    const to = first + at;
    const left = HEAPF32[box] ?? 0;
    const top = HEAPF32[box + 1] ?? 0;
    const right = HEAPF32[box + 2] ?? 0;
    const bottom = HEAPF32[box + 3] ?? 0;
    const ax = a * left + c * bottom + e;
    const ay = b * left + d * bottom + f;
    const bx = a * right + c * top + e;
    const by = b * right + d * top + f;
    x0[to] = Math.min(ax, bx);
    y0[to] = Math.min(ay, by);
    x1[to] = Math.max(ax, bx);
    y1[to] = Math.max(ay, by);
    const startX = HEAPF64[origin] ?? 0;
    const startY = HEAPF64[origin + 1] ?? 0;
    x[to] = a * startX + c * startY + e;
    y[to] = b * startX + d * startY + f;
  }
}

/** Minimum and maximum height of a sound font, in ems. TeX's font of large symbols has nearly the maximum. */
const leastHeightEm = 0.9;
const greatestHeightEm = 4;
/** Where the file does not say how far a font reaches. */
const usualReach: FontReach = { above: 0.8, below: 0.2 };

/**
 * Gives the boxes of horizontal text the height that the file states for its font, and not that of its highest and lowest
 * glyphs together, as the engine does: lines would seem to touch. Where the file states nothing, the engine is right more
 * often than a usual height. With less than the usual height, raised characters would be on a line of their own. Fonts
 * without a name draw their characters in a space of their own, and the symbols of TeX's largest font are as high as drawn.
 */
function setFontHeights(characters: PageCharacters): void {
  const { count, styles, y, y0, y1 } = characters;
  for (let index = 0; index < count; index += 1) {
    const { font, reach } = styles[index] ?? noStyle;
    if (!isLevel(characters, index) || font.name === "") continue;
    const sizePt = font.size / stextScale;
    const glyphs = {
      above: (at(y, index) - at(y0, index)) / sizePt,
      below: (at(y1, index) - at(y, index)) / sizePt,
    };
    const { above, below } = soundReach((isMathExtension(font.name) ? undefined : reach) ?? glyphs);
    y0[index] = at(y, index) - above * sizePt;
    y1[index] = at(y, index) + below * sizePt;
  }
}

function soundReach(reach: FontReach): FontReach {
  const heightEm = reach.above + reach.below;
  if (heightEm > greatestHeightEm) return usualReach;
  if (heightEm >= leastHeightEm) return reach;
  return { above: Math.max(reach.above, usualReach.above), below: Math.max(reach.below, usualReach.below) };
}

/** A text page of the engine whose styles are read. */
interface StyledText {
  readonly text: number;
  readonly geometry: PageGeometry;
  readonly actual: ActualTexts;
}

/** Creates a function that returns the style of a character, given that of the one before. */
function createStyleReader(
  engine: Pdfium,
  { text, geometry, actual }: StyledText,
): (index: number, last: ObjectStyle) => ObjectStyle {
  const direct = engine.pdfium.wasmExports;
  const styles = new Map<number, ObjectStyle>();
  const fonts = new Map<number, ReadFont>();
  const fontOf = (object: number): ReadFont & { readonly handle: number } => {
    const handle = direct.FPDFTextObj_GetFont(object);
    const known = fonts.get(handle) ?? readFont(engine, handle);
    fonts.set(handle, known);
    return { ...known, handle };
  };
  return (index, last) => {
    const object = direct.FPDFText_GetTextObject(text, index);
    // A character without an object looks like the one before.
    const known = object === 0 || object === last.object ? last : styles.get(object);
    if (known !== undefined) return known;
    const [a = 1, b = 0, c = 0, d = 1] = withMemory(engine, 24, (memory) => {
      direct.FPDFText_GetMatrix(text, index, memory);
      return floatsAt(engine, memory, 4);
    });
    const size = direct.FPDFText_GetFontSize(text, index) * Math.hypot(c, d);
    const content = direct.FPDFPageObj_GetMarkedContentID(object);
    const { font: read, reach, handle: fontHandle } = fontOf(object);
    const font = { ...read, size: Math.round(size * stextScale) };
    const style = {
      object,
      font,
      fontHandle,
      reach,
      content,
      along: directionOf(a, b, geometry),
      hasActualText: actual.has(object),
    };
    styles.set(object, style);
    return style;
  };
}

function directionOf(a: number, b: number, { matrix }: PageGeometry): Direction {
  const [x, y] = [a * matrix[0] + b * matrix[2], a * matrix[1] + b * matrix[3]];
  const length = Math.hypot(x, y);
  return length > 0 ? { x: x / length, y: y / length } : noStyle.along;
}

interface ReadFont {
  readonly font: StextFont;
  readonly reach: FontReach | undefined;
}

function readFont(engine: Pdfium, font: number): ReadFont {
  if (font === 0) return { font: noFont, reach: undefined };
  const flags = engine.FPDFFont_GetFlags(font);
  return {
    font: {
      name: readBytesText(engine, (buffer, bytes) => engine.FPDFFont_GetBaseFontName(font, buffer, bytes)),
      family: (flags & fixedPitch) === 0 ? "sans-serif" : "monospace",
      weight: (flags & forceBold) === 0 ? "normal" : "bold",
      style: (flags & italic) === 0 ? "normal" : "italic",
      size: 0,
    },
    reach: readReach(engine, font),
  };
}

function readReach(engine: Pdfium, font: number): FontReach | undefined {
  return withMemory(engine, 8, (memory) => {
    const isKnown = engine.FPDFFont_GetAscent(font, 1, memory) && engine.FPDFFont_GetDescent(font, 1, memory + 4);
    const [ascent = 0, descent = 0] = floatsAt(engine, memory, 2);
    // Where the file states nothing, the engine measures two letters, which are lower than a line.
    const isSound = ascent - descent >= leastHeightEm && ascent - descent <= greatestHeightEm;
    return isKnown && isSound ? { above: ascent, below: -descent } : undefined;
  });
}
