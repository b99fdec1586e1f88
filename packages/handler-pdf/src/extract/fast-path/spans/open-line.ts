import { type StextBox, type StextFont, type StextLine, stextScale } from "../../../model/spans.ts";
import { NotQuick } from "../base/not-quick.ts";
import type { GlyphRow, PlainGlyphs, QuickFont } from "../base/painted.ts";

const { fround } = Math;

const space = 0x20;

/** In parts of the size of the type: surely more than what is between a glyph and the same once more, to make it bold. */
const surelyApart = 0.101;

/** What glyphs of a row go on in. */
interface GrowingLine {
  readonly line: OpenLine;
  readonly plain: PlainGlyphs;
  /** The size of the type, and what the pen moves for a width of 1, in points. */
  readonly size: number;
  readonly stepX: number;
}

/** Where the last glyph of a line began and ended. */
export class LinePen {
  character: number = space;
  /** Where it began. */
  glyphX = 0;
  glyphY = 0;
  /** Where it ended. */
  x = 0;
  y = 0;
  /** So near, in points, a glyph at the same height surely goes on; 0 where that is to be looked at. */
  smallGap = 0;

  /**
   * Appends those glyphs of a row to a level line that are right behind the one before, as nearly all are, and show one
   * character: there is nothing to be decided, and the line grows to its right only. Returns the index of the first one that
   * is another matter.
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

/** Where a glyph ends that begins at a place. */
function endOf(start: number, advance: number | undefined, stepX: number): number {
  return fround(start + fround((advance ?? 0) * stepX));
}

const noFace: StextFont = { name: "", family: "", weight: "", style: "", size: 0 };

/** The line that grows while glyphs are shown. */
export class OpenLine {
  readonly text: LineText = new LineText();
  #font: QuickFont | undefined;
  #size = 0;
  /** What was told of the last line's font, and which that was. */
  #face: StextFont = noFace;
  #faced: QuickFont | undefined;
  #x = 0;
  #y = 0;
  /** Points of the base line since the last change of the run. */
  left: number = Infinity;
  right: number = -Infinity;
  #top = Infinity;
  #bottom = -Infinity;
  /** Boxes until then. */
  #x0 = Infinity;
  #y0 = Infinity;
  #x1 = -Infinity;
  #y1 = -Infinity;

  /** Begins at a point on the base line. */
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

  /** Notes a point on the base line that boxes reach to. */
  reach(x: number, y: number): void {
    if (x < this.left) this.left = x;
    if (x > this.right) this.right = x;
    if (y < this.#top) this.#top = y;
    if (y > this.#bottom) this.#bottom = y;
  }

  /** Puts the boxes of what was shown in a run to those before. */
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

  /** The line, once its last run has ended. */
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
  /** What is told of a font; most lines have that of the line before, and share it. */
  #faceOf(font: QuickFont | undefined, size: number): StextFont {
    if (font !== this.#faced || size !== this.#face.size) {
      const { name = "", family = "", weight = "", style = "" } = font ?? {};
      this.#faced = font;
      this.#face = { name, family, weight, style, size };
    }
    return this.#face;
  }
}

/** Characters above it are two units. */
const lastOfOneUnit = 0xffff;

/** Whether numbers are kept in memory in the order that Node's strings are made from. */
const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** Units above it take two bytes each in a string, and whatever is done with it twice the time. */
const lastOfOneByte = 0xff;

/** Where the units of a line become bytes: one for all pages, as is where they are gathered, so that pages make no garbage. */
const narrow = Buffer.alloc(1024);
const sharedUnits = new Uint16Array(narrow.length);

/** Code units of a line, gathered without a string for each. One page at a time has a line that grows. */
export class LineText {
  /** The units, and how many there are. */
  units: Uint16Array = sharedUnits;
  length = 0;

  /** Appends one character. */
  add(character: number): void {
    this.reserve(2);
    if (character <= lastOfOneUnit) this.units[this.length++] = character;
    else for (const unit of pairOf(character)) this.units[this.length++] = unit;
  }

  /** Makes room for so many units. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.units.length) return;
    const grown = new Uint16Array(needed * 2);
    grown.set(this.units);
    this.units = grown;
  }

  /** What was gathered, which is then forgotten. */
  take(): string {
    const { units, length } = this;
    this.length = 0;
    if (isNarrow(units, length)) return narrow.toString("latin1", 0, length);
    return isLittleEndian
      ? Buffer.from(units.buffer, 0, length * 2).toString("utf16le")
      : textOf(units.subarray(0, length));
  }
}

/** Whether all units are of one byte, which stand in `narrow` then. */
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

/** Fewer arguments than any machine's stack has room for. */
const maxArguments = 4096;

function textOf(units: Uint16Array): string {
  if (units.length <= maxArguments) return Reflect.apply(String.fromCharCode, undefined, units) as string;
  return textOf(units.subarray(0, maxArguments)) + textOf(units.subarray(maxArguments));
}

function pairOf(character: number): readonly number[] {
  const symbol = String.fromCodePoint(character);
  return [symbol.charCodeAt(0), symbol.charCodeAt(1)];
}

/** Surely less than `spaceGap`, and much more than what rounding makes. */
const surelySmall = 0.149;

/** Glyphs in a row of one font and one matrix, apart from where they are: what they have in common, computed once. */
export class TextRun {
  font: QuickFont | undefined;
  /** The size of the type, in points. */
  size = 0;
  /** What the pen moves for a width of 1, in points. */
  stepX = 0;
  stepY = 0;
  /** The same with length 1. */
  directionX = 0;
  directionY = 0;
  /** So near to the pen, in points, a glyph goes on whatever the engine makes of the last digit; 0 if lines are not level. */
  smallGap = 0;
  /** How far boxes reach around the points of a base line. */
  left = 0;
  right = 0;
  top = 0;
  bottom = 0;
  #c = 0;
  #d = 0;

  /** Whether a glyph goes on with the run. */
  has(font: QuickFont, matrix: readonly number[] | Float64Array): boolean {
    return (
      font === this.font &&
      fround(matrix[0] ?? 0) === this.stepX &&
      fround(matrix[1] ?? 0) === this.stepY &&
      fround(matrix[2] ?? 0) === this.#c &&
      fround(matrix[3] ?? 0) === this.#d
    );
  }

  /** Begins a run with its first glyph. */
  begin(font: QuickFont, matrix: readonly number[] | Float64Array): void {
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

/** What the engine prints as a number; what is more is nowhere near a page. */
const tooMany = 2 ** 31;

/** Whole units of a length in points, cut off towards zero as the engine prints it. Throws `NotQuick` where it is none. */
function unitsOf(points: number): number {
  const units = fround(points * stextScale);
  if (!(Math.abs(units) < tooMany)) throw new NotQuick("out of bounds");
  return Math.trunc(units) + 0;
}

/** The same of a box between two corners. */
function boxOf(x0: number, y0: number, end: { readonly x1: number; readonly y1: number }): StextBox {
  return { x: unitsOf(x0), y: unitsOf(y0), w: unitsOf(fround(end.x1 - x0)), h: unitsOf(fround(end.y1 - y0)) };
}

/** The box around the unit square where a matrix puts it. */
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
