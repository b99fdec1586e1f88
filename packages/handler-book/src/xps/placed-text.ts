import type { CharacterLine } from "@reader/pdf-pages";
import { type FlatSpan, type PlacedGlyph, type StextBox, type StextFont, stextScale } from "@reader/pdf-pages/lines";
import type { XpsFont } from "./font-program.ts";
import { moved, numbersIn, scaleOf } from "./matrix.ts";
import type { GlyphRun } from "./page-elements.ts";

/** The text of a run with the position of each of its UTF-16 units. */
export interface PlacedRun {
  readonly span: FlatSpan;
  readonly glyphs: readonly PlacedGlyph[];
}

/** Share of the size of a font above and below its baseline, which holds for most fonts. */
const ascent = 0.8;
const descent = 0.2;
/** Text farther away, or larger, is on no page. */
const maxPlacePt = 50_000;
const maxSizePt = 5000;

function isSane(sizePt: number): boolean {
  return sizePt > 0 && sizePt <= maxSizePt;
}

/** Width of a character in ems if its font does not say. */
const usualWidth = 0.5;

/** Places the characters of a run. Returns `undefined` for a run without text, or far outside every page. */
export function placeRun({ matrix, attributes }: GlyphRun, font: XpsFont, block: number): PlacedRun | undefined {
  const given = { ...defaults, ...attributes };
  const text = unescaped(given.UnicodeString);
  const [size, x, y] = [given.FontRenderingEmSize, given.OriginX, given.OriginY].map(firstNumber);
  if (text === "" || size === undefined || x === undefined || y === undefined) return undefined;
  if (!isSane(size * scaleOf(matrix))) return undefined;
  const widths = widthsOf(text, given.Indices, font).map((width) => width * size);
  const line: Line = { matrix, x, y, size, isFromRight: Number(given.BidiLevel) % 2 === 1 };
  const box = boxOf(line, widths);
  if (box === undefined) return undefined;
  const [startX, startY] = moved(matrix, x, y);
  const style = { ...fontOf(font, given.StyleSimulations), size: scaled(size * scaleOf(matrix)) };
  const span = { wmode: 0, bbox: box, font: style, x: scaled(startX), y: scaled(startY), text };
  return { span: { span, block, tag: undefined }, glyphs: glyphsOf(text, widths, line) };
}

/** The attributes of a run that are used, as they are without being given. */
const defaults = {
  UnicodeString: "",
  FontRenderingEmSize: "",
  OriginX: "0",
  OriginY: "0",
  Indices: "",
  BidiLevel: "0",
  StyleSimulations: "",
};

function firstNumber(text: string): number | undefined {
  return numbersIn(text)[0];
}

interface Line {
  readonly matrix: GlyphRun["matrix"];
  /** The start of the text on its baseline. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly isFromRight: boolean;
}

function boxOf({ matrix, x, y, size, isFromRight }: Line, widths: readonly number[]): StextBox | undefined {
  const total = widths.reduce((sum, width) => sum + width, 0);
  const left = isFromRight ? x - total : x;
  const corners = [left, left + total].flatMap((side) => [
    moved(matrix, side, y - ascent * size),
    moved(matrix, side, y + descent * size),
  ]);
  if (!corners.flat().every((value) => Math.abs(value) <= maxPlacePt)) return undefined;
  const xs = corners.map(([cornerX]) => cornerX);
  const ys = corners.map(([, cornerY]) => cornerY);
  const [x0, y0] = [Math.min(...xs), Math.min(...ys)];
  return { x: scaled(x0), y: scaled(y0), w: scaled(Math.max(...xs) - x0), h: scaled(Math.max(...ys) - y0) };
}

function fontOf(font: XpsFont, simulated: string): Omit<StextFont, "size"> {
  return {
    name: font.name,
    family: font.isMonospaced ? "monospace" : "sans-serif",
    weight: font.isBold || simulated.startsWith("Bold") ? "bold" : "normal",
    style: font.isItalic || /^(?:Bold)?Italic/.test(simulated) ? "italic" : "normal",
  };
}

function scaled(value: number): number {
  return Math.round(value * stextScale);
}

/** A brace at the start is escaped by `{}`. Control characters are no text. */
function unescaped(text: string): string {
  return (text.startsWith("{}") ? text.slice(2) : text).replace(/\p{Cc}/gu, " ");
}

function glyphsOf(
  text: string,
  widths: readonly number[],
  { matrix, x, y, isFromRight }: Line,
): readonly PlacedGlyph[] {
  let at = x;
  return Array.from({ length: text.length }, (_, index): PlacedGlyph => {
    const width = widths[index] ?? 0;
    const next = isFromRight ? at - width : at + width;
    const [one, other] = [moved(matrix, at, y)[0], moved(matrix, next, y)[0]];
    at = next;
    return { sign: text[index] ?? "", x0: Math.min(one, other), x1: Math.max(one, other) };
  });
}

/** Returns the widths of the UTF-16 units of a text in ems: as the page places them, or as the font has them. */
function widthsOf(text: string, indices: string, font: XpsFont): readonly number[] {
  const widths: number[] = [];
  const entries = indices === "" ? [] : indices.split(";");
  for (let entry = 0; entry < entries.length && widths.length < text.length;) {
    const { units, glyphs } = clusterOf(entries[entry] ?? "");
    const isLast = entry + glyphs >= entries.length;
    let total = 0;
    for (const each of entries.slice(entry, entry + glyphs))
      total += widthOfEntry(each, text.charCodeAt(widths.length), font);
    entry += glyphs;
    const count = Math.min(units, text.length - widths.length);
    for (let unit = 0; unit < count; unit += 1) widths.push(total / count);
    if (isLast) break;
  }
  for (let at = widths.length; at < text.length; at += 1) widths.push(widthOfCharacter(text.charCodeAt(at), font));
  return widths;
}

const maxCluster = 100;

interface Cluster {
  readonly units: number;
  readonly glyphs: number;
}

const oneEach: Cluster = { units: 1, glyphs: 1 };

/** `(2:1)` in front of an entry: two UTF-16 units are one glyph. */
function clusterOf(entry: string): Cluster {
  if (!entry.startsWith("(")) return oneEach;
  const found = /^\((\d{1,4})(?::(\d{1,4}))?\)/.exec(entry);
  const [units, glyphs] = [Number(found?.[1] ?? 1), Number(found?.[2] ?? 1)];
  return { units: Math.min(maxCluster, Math.max(1, units)), glyphs: Math.min(maxCluster, Math.max(1, glyphs)) };
}

/** An entry is `glyph,advance,…`, where both may be missing. The advance is in hundredths of an em. */
function widthOfEntry(entry: string, code: number, font: XpsFont): number {
  const plain = entry.startsWith("(") ? entry.slice(entry.indexOf(")") + 1) : entry;
  const [glyph = "", advance = ""] = plain.split(",", 2);
  const hundredths = advance === "" ? Number.NaN : Number(advance);
  if (Number.isFinite(hundredths)) return hundredths / 100;
  const number = glyph === "" ? Number.NaN : Number(glyph);
  return (Number.isInteger(number) ? font.widthOf(number) : undefined) ?? widthOfCharacter(code, font);
}

function widthOfCharacter(code: number, font: XpsFont): number {
  const glyph = font.glyphOf(code);
  return (glyph === undefined ? undefined : font.widthOf(glyph)) ?? usualWidth;
}

/** Returns the lines of a page as positions of characters. */
export function characterLinesOf(runs: readonly PlacedRun[]): readonly CharacterLine[] {
  return runs.map(({ span, glyphs }) => ({
    y: span.span.y / stextScale,
    signs: glyphs.filter(({ sign }) => sign.trim() !== ""),
  }));
}
