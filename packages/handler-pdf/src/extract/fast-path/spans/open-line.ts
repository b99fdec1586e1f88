import { type StextBox, type StextFont, type StextLine, stextScale } from "@reader/pdf-pages/lines";
import { UnsupportedContent } from "../base/unsupported-content.ts";
import type { GlyphRow, PlainGlyphs, PageFont } from "../base/painted.ts";

const { fround } = Math;

const space = 0x20;

/** In ems: more than the distance between a glyph and its repetition for bold text. */
const surelyApart = 0.101;

/** The line that glyphs of a row are appended to. */
interface GrowingLine {
  readonly line: OpenLine;
  readonly plain: PlainGlyphs;
  /** The font size, and the pen movement for a width of 1, in points. */
  readonly size: number;
  readonly stepX: number;
}

/** The start and end of the last glyph of a line. */
export class LinePen {
  character: number = space;
  /** The start. */
  glyphX = 0;
  glyphY = 0;
  /** The end. */
  x = 0;
  y = 0;
  /**
   * A glyph at the same height that is this near, in points, certainly continues the line; 0 if that must be checked.
   */
  smallGap = 0;

  /**
   * Appends glyphs of a row to a horizontal line if they directly follow the previous one, as nearly all do, and show
   * one character: the line only grows to the right. Returns the index of the first other glyph.
   */
  goOn(row: GlyphRow, from: number, { line, plain, size, stepX }: GrowingLine): number {
    const { codes, places, count } = row;
    const { units, advances } = plain;
    const { smallGap } = this;
    const apart = size * surelyApart;
    let { character, glyphX, x } = this;
    line.text.reserve(count - from);
    const { units: text } = line.text;
    let { length } = line.text;
    let at = from;
    for (; at < count; at++) {
      const code = codes[at] ?? 0;
      const unit = units[code] ?? 0;
      const next = places[at] ?? 0;
      const end = endOf(next, advances[code], stepX);
      if (unit === 0 || !(Math.abs(next - x) < smallGap && next - glyphX > apart && end >= x)) break;
      character = unit;
      glyphX = next;
      x = end;
      text[length++] = unit;
    }
    if (at === from) return at;
    this.character = character;
    this.glyphX = glyphX;
    this.x = x;
    line.left = Math.min(line.left, Number(places[from]));
    line.right = Math.max(line.right, x);
    line.text.length = length;
    return at;
  }
}

/** Returns the end of a glyph that starts at a position. */
function endOf(start: number, advance: number | undefined, stepX: number): number {
  return fround(start + fround((advance ?? 0) * stepX));
}

const noFace: StextFont = { name: "", family: "", weight: "", style: "", size: 0 };

/** The line that grows while glyphs are shown. */
export class OpenLine {
  readonly text: LineText = new LineText();
  #font: PageFont | undefined;
  #size = 0;
  /** The last line's font in the output, and the font it was made from. */
  #face: StextFont = noFace;
  #faced: PageFont | undefined;
  #x = 0;
  #y = 0;
  /** Extent of the baseline since the run last changed. */
  left: number = Infinity;
  right: number = -Infinity;
  #top = Infinity;
  #bottom = -Infinity;
  /** Extent of the boxes before that. */
  #x0 = Infinity;
  #y0 = Infinity;
  #x1 = -Infinity;
  #y1 = -Infinity;

  /** Starts at a point on the baseline. */
  begin(run: TextRun, x: number, y: number): void {
    this.#font = run.font;
    this.#size = run.size;
    this.#x = x;
    this.#y = y;
    this.#x0 = Infinity;
    this.#y0 = Infinity;
    this.#x1 = -Infinity;
    this.#y1 = -Infinity;
  }

  /** Extends the boxes to a point on the baseline. */
  reach(x: number, y: number): void {
    if (x < this.left) this.left = x;
    if (x > this.right) this.right = x;
    if (y < this.#top) this.#top = y;
    if (y > this.#bottom) this.#bottom = y;
  }

  /** Adds the boxes of a run to those before. */
  endRun(run: TextRun): void {
    this.#x0 = Math.min(this.#x0, fround(this.left + run.left));
    this.#x1 = Math.max(this.#x1, fround(this.right + run.right));
    this.#y0 = Math.min(this.#y0, fround(this.#top + run.top));
    this.#y1 = Math.max(this.#y1, fround(this.#bottom + run.bottom));
    this.left = Infinity;
    this.right = -Infinity;
    this.#top = Infinity;
    this.#bottom = -Infinity;
  }

  /** Returns the line after its last run has ended. */
  end(): StextLine {
    return {
      wmode: 0,
      bbox: boxOf(this.#x0, this.#y0, { x1: this.#x1, y1: this.#y1 }),
      font: this.#faceOf(this.#font, unitsOf(this.#size)),
      x: unitsOf(this.#x),
      y: unitsOf(this.#y),
      text: this.text.take(),
    };
  }
  /** Returns the output of a font. Most lines share that of the line before. */
  #faceOf(font: PageFont | undefined, size: number): StextFont {
    if (font !== this.#faced || size !== this.#face.size) {
      const { name = "", family = "", weight = "", style = "" } = font ?? {};
      this.#faced = font;
      this.#face = { name, family, weight, style, size };
    }
    return this.#face;
  }
}

/** Characters above it are two UTF-16 units. */
const lastOfOneUnit = 0xffff;

/** True if numbers are stored in the byte order of Node's strings. */
const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** Units above it make a string use two bytes per character, which doubles the time of all its uses. */
const lastOfOneByte = 0xff;

/**
 * A buffer for converting lines to bytes, shared by all pages like the one in which units are collected, so that pages
 * create no garbage.
 */
const narrow = Buffer.alloc(1024);
const sharedUnits = new Uint16Array(narrow.length);

/** Collects the UTF-16 units of a line without intermediate strings. Only one page at a time has a growing line. */
export class LineText {
  /** The units and their number. */
  units: Uint16Array = sharedUnits;
  length = 0;

  /** Appends one character. */
  add(character: number): void {
    this.reserve(2);
    if (character <= lastOfOneUnit) this.units[this.length++] = character;
    else for (const unit of pairOf(character)) this.units[this.length++] = unit;
  }

  /** Makes room for this many units. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.units.length) return;
    const grown = new Uint16Array(needed * 2);
    grown.set(this.units);
    this.units = grown;
  }

  /** Returns the collected text and clears it. */
  take(): string {
    const { units, length } = this;
    this.length = 0;
    if (isNarrow(units, length)) return narrow.toString("latin1", 0, length);
    return isLittleEndian
      ? Buffer.from(units.buffer, 0, length * 2).toString("utf16le")
      : textOf(units.subarray(0, length));
  }
}

/** True if all units fit into one byte. They are in `narrow` then. */
function isNarrow(units: Uint16Array, length: number): boolean {
  if (length > narrow.length) return false;
  let all = 0;
  for (let index = 0; index < length; index++) {
    const unit = units[index] ?? 0;
    narrow[index] = unit;
    all |= unit;
  }
  return all <= lastOfOneByte;
}

/** A number of arguments that every stack has room for. */
const maxArguments = 4096;

function textOf(units: Uint16Array): string {
  if (units.length <= maxArguments) return Reflect.apply(String.fromCharCode, undefined, units) as string;
  return textOf(units.subarray(0, maxArguments)) + textOf(units.subarray(maxArguments));
}

function pairOf(character: number): readonly number[] {
  const symbol = String.fromCodePoint(character);
  return [symbol.charCodeAt(0), symbol.charCodeAt(1)];
}

/** Safely below `spaceGap`, by more than rounding. */
const surelySmall = 0.149;

/** Consecutive glyphs of one font and one matrix apart from position, with what they share computed once. */
export class TextRun {
  font: PageFont | undefined;
  /** The font size, in points. */
  size = 0;
  /** The pen movement for a width of 1, in points. */
  stepX = 0;
  stepY = 0;
  /** Its direction as a unit vector. */
  directionX = 0;
  directionY = 0;
  /** A glyph this near to the pen, in points, continues the line despite rounding; 0 if lines are not horizontal. */
  smallGap = 0;
  /** The reach of boxes around points of a baseline. */
  left = 0;
  right = 0;
  top = 0;
  bottom = 0;
  #c = 0;
  #d = 0;

  /** True if a glyph continues the run. */
  has(font: PageFont, matrix: readonly number[] | Float64Array): boolean {
    return (
      font === this.font &&
      fround(matrix[0] ?? 0) === this.stepX &&
      fround(matrix[1] ?? 0) === this.stepY &&
      fround(matrix[2] ?? 0) === this.#c &&
      fround(matrix[3] ?? 0) === this.#d
    );
  }

  /** Starts a run with its first glyph. */
  begin(font: PageFont, matrix: readonly number[] | Float64Array): void {
    this.font = font;
    this.stepX = fround(matrix[0] ?? 0);
    this.stepY = fround(matrix[1] ?? 0);
    this.#c = fround(matrix[2] ?? 0);
    this.#d = fround(matrix[3] ?? 0);
    this.size = fround(Math.sqrt(Math.abs(fround(fround(this.stepX * this.#d) - fround(this.stepY * this.#c)))));
    this.smallGap = this.stepX > 0 && this.stepY === 0 ? this.size * surelySmall : 0;
    this.#turn();
    this.#reach(fround(font.ascender), fround(font.descender));
  }

  #turn(): void {
    const squared = fround(fround(this.stepX * this.stepX) + fround(this.stepY * this.stepY));
    const length = squared === 0 ? 1 : fround(Math.sqrt(squared));
    this.directionX = fround(this.stepX / length);
    this.directionY = fround(this.stepY / length);
  }

  #reach(ascender: number, descender: number): void {
    const [aboveX, aboveY] = [fround(ascender * this.#c), fround(ascender * this.#d)];
    const [belowX, belowY] = [fround(descender * this.#c), fround(descender * this.#d)];
    this.left = Math.min(aboveX, belowX);
    this.right = Math.max(aboveX, belowX);
    this.top = Math.min(aboveY, belowY);
    this.bottom = Math.max(aboveY, belowY);
  }
}

/** The range of numbers that the engine prints. More is far outside any page. */
const tooMany = 2 ** 31;

/** Converts points to whole units, truncated as the engine does. Throws `UnsupportedContent` if that is not possible. */
function unitsOf(points: number): number {
  const units = fround(points * stextScale);
  if (!(Math.abs(units) < tooMany)) throw new UnsupportedContent("out of bounds");
  return Math.trunc(units) + 0;
}

/** Converts the box between two corners. */
function boxOf(x0: number, y0: number, end: { readonly x1: number; readonly y1: number }): StextBox {
  return { x: unitsOf(x0), y: unitsOf(y0), w: unitsOf(fround(end.x1 - x0)), h: unitsOf(fround(end.y1 - y0)) };
}

/** Returns the box of the unit square under a matrix. */
export function unitSquareOf(matrix: readonly number[] | Float64Array): StextBox {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = matrix;
  const end = { x1: highest(a, c, e), y1: highest(b, d, f) };
  return boxOf(lowest(a, c, e), lowest(b, d, f), end);
}

function lowest(one: number, other: number, origin: number): number {
  return fround(Math.min(0, one, other, one + other) + origin);
}

function highest(one: number, other: number, origin: number): number {
  return fround(Math.max(0, one, other, one + other) + origin);
}
