import { UnsupportedContent } from "../base/unsupported-content.ts";
import type { PlainGlyphs, PageFont } from "../base/painted.ts";
import type { Frame } from "./frame.ts";
import type { Lexer } from "./lexer.ts";
import { Matrix } from "./matrix.ts";
import type { GlyphSink } from "./actual-text.ts";
import type { StringReader } from "./strings.ts";
import { maxRow, readPlain, TextRow } from "./text-row.ts";

/** The engine computes in single precision and in this order. */
const { fround } = Math;

const space = 0x20;

/** Shared by all pages, because allocating off-heap memory for each page would be slow. */
const sharedRow = new TextRow();

const noTables: PlainGlyphs = { units: new Uint16Array(0), advances: new Float32Array(0) };

/**
 * Shows text: tracks the pen position and which text the engine treats as one run. Only one page at a time has a pen.
 */
export class TextPen {
  readonly unknown: CodeGatherer = new CodeGatherer();
  /** Receives the glyphs. */
  sink: GlyphSink;
  /** The text matrix and the line matrix in the space of the content. */
  private readonly text: Matrix = new Matrix();
  readonly line: Matrix = new Matrix();
  /** Glyphs not shown yet. Its matrix places the em square of the next one on the page. */
  private readonly row: TextRow = sharedRow;
  /** True if text goes into the row: nearly all text is horizontal and at one height. */
  private isInRow = false;
  /** The tables of the font, in that case. */
  private tables: PlainGlyphs = noTables;
  /** Total backward movement of the pen in the space of the content; infinite if it was not tracked. */
  back = 0;
  /** Number of text runs ended. */
  runs = 0;
  private hasRun = false;
  private runMode = 0;

  constructor(sink: GlyphSink) {
    this.sink = sink;
    this.row.clear();
  }

  /** True if there is text that the engine has not painted yet. */
  get isPending(): boolean {
    return this.hasRun;
  }

  /** Ends a text run, which the engine paints now. */
  endRun(): void {
    if (!this.hasRun) return;
    this.hasRun = false;
    this.runs++;
    this.sink.endText();
  }

  /** Begins a text object at the origin. */
  begin(): void {
    this.text.reset();
    this.line.reset();
  }

  setMatrix(numbers: Float64Array): void {
    this.text.set(numbers);
    this.line.set(numbers);
  }

  /** Moves to the start of a line by an offset from the start of this one. */
  moveLine(x: number, y: number): void {
    this.line.move(x, y);
    this.text.copy(this.line);
  }

  /** Moves the pen backwards by thousandths of the font size. */
  adjust(thousandths: number, frame: Frame): void {
    const { row } = this;
    if (!this.isInRow) this.moveBy(row.stepOf(thousandths));
    else if (!row.adjust(thousandths)) {
      this.flush(frame);
      row.adjust(thousandths);
    }
  }

  private moveBy(step: number): void {
    const { text } = this;
    this.back += Math.max(0, -step * text.a);
    text.move(step, 0);
  }

  /** Adds the simple part at the start of an array to the row. Returns false if it has no text, and then reads nothing. */
  readFirst(lexer: Lexer): boolean {
    const { row } = this;
    const { at } = lexer;
    if (!this.isInRow) return false;
    readPlain(row, lexer);
    if (row.count > 0) return true;
    row.clear();
    lexer.at = at;
    return false;
  }

  /** Shows the simple part of an array if it continues the text run. */
  readPlain(lexer: Lexer, frame: Frame): void {
    if (this.isInRow && this.hasRun && this.runMode === frame.mode) readPlain(this.row, lexer);
  }

  /** The pen position in the space of the content. */
  get x(): number {
    return this.text.e;
  }

  /** The pen position in the space of the content. */
  get y(): number {
    return this.text.f;
  }

  /** Restores the pen position. */
  comeBack(x: number, y: number): void {
    this.text.e = x;
    this.text.f = y;
  }

  /** Computes the glyph matrices for all strings of one operator. */
  aim(frame: Frame): void {
    const { fontSize, scale, matrix, font, rise } = frame;
    const { text } = this;
    const glyphMatrix = this.row.matrix;
    const width = fround(fontSize * scale);
    const a = fround(width * text.a);
    const b = fround(width * text.b);
    const c = fround(fontSize * text.c);
    const d = fround(fontSize * text.d);
    glyphMatrix[0] = fround(fround(a * matrix.a) + fround(b * matrix.c));
    glyphMatrix[1] = fround(fround(a * matrix.b) + fround(b * matrix.d));
    glyphMatrix[2] = fround(fround(c * matrix.a) + fround(d * matrix.c));
    glyphMatrix[3] = fround(fround(c * matrix.b) + fround(d * matrix.d));
    glyphMatrix[5] = matrix.yOf(fround(fround(rise * text.c) + text.e), fround(fround(rise * text.d) + text.f));
    this.tables = font?.plain ?? noTables;
    this.row.begin(frame, text.a);
    this.isInRow = text.b === 0 && matrix.b === 0 && this.tables !== noTables && this.sink.row !== undefined;
  }

  /** Shows a string. Without a font, the engine shows nothing. */
  show(string: StringReader, frame: Frame): void {
    const { font } = frame;
    if (font === undefined || string.start === string.end) return;
    this.beginRun(frame);
    if (font.codeBytes === 2 && (string.end - string.start) % 2 === 1) throw new UnsupportedContent("odd string");
    if (this.isInRow) this.addToRow(string, frame, font);
    else this.showEach(string, frame, font);
  }

  /** Begins a text run, or continues that of the same mode. */
  beginRun({ mode }: Frame): void {
    if (this.hasRun && this.runMode !== mode) this.endRun();
    this.hasRun = true;
    this.runMode = mode;
  }

  /** Shows the glyphs of the row. */
  flush(frame: Frame): void {
    const { row } = this;
    const { font } = frame;
    if (!this.isInRow || font === undefined) return;
    this.placeRow(frame, font);
    if (row.count > 0) this.sink.row?.(font, row);
    row.count = 0;
  }

  /** Adds the string to the row in chunks that fit. */
  private addToRow(string: StringReader, frame: Frame, font: PageFont): void {
    const { end } = string;
    while (string.start < end) {
      if (this.row.count === maxRow) this.flush(frame);
      string.end = Math.min(end, string.start + (maxRow - this.row.count) * font.codeBytes);
      this.row.add(string);
      string.start = string.end;
    }
  }

  /** Computes the positions of the glyphs in the row. */
  private placeRow(frame: Frame, font: PageFont): void {
    const { text, row } = this;
    const { codes, places, kerns, count } = row;
    const { advances } = this.tables;
    const { fontSize, characterSpacing, scale } = frame;
    const { a: along } = text;
    const { a, c, e } = frame.matrix;
    const rise = fround(frame.rise * text.c);
    const across = fround(fround(fround(frame.rise * text.d) + text.f) * c);
    const wordStep = wordStepOf(frame, along);
    const isPlain = isPlainStep(frame, along);
    let { e: pen } = text;
    let back = 0;
    for (let index = 0; index < count; index++) {
      const code = codes[index] ?? 0;
      const kern = kerns[index] ?? 0;
      if (kern !== 0) {
        kerns[index] = 0;
        // Twice the backward movement, without a branch that processors cannot predict.
        back += Math.abs(kern) - kern;
        pen = fround(pen + kern);
      }
      places[index] = fround(fround(fround(rise + pen) * a) + across) + e;
      let step = fround(advanceIn(advances, code) * fontSize);
      if (!isPlain) step = fround(fround(fround(step + characterSpacing) * scale) * along);
      pen = fround(pen + step);
      if (wordStep !== 0 && code === space) pen = fround(pen + wordStep);
    }
    const lastKern = kerns[count] ?? 0;
    kerns[count] = 0;
    back += Math.abs(lastKern) - lastKern;
    pen = fround(pen + lastKern);
    this.back += back / 2 + Math.max(1, count) * backStepOf(frame, along);
    if (Number.isNaN(pen)) this.missInRow(font);
    else text.e = pen;
  }

  /** An unknown code has no width, so positions after it are invalid. */
  private missInRow(font: PageFont): void {
    const { row, tables } = this;
    const codes = row.codes.subarray(0, row.count).filter((code) => Number.isNaN(advanceIn(tables.advances, code)));
    if (codes.length === 0) throw new UnsupportedContent("place");
    for (const code of codes) this.miss(font, code);
    row.count = 0;
  }

  /** Shows glyphs one by one: text that is not horizontal, or of fonts without tables. */
  private showEach({ source, start, end }: StringReader, frame: Frame, font: PageFont): void {
    const { text, sink } = this;
    const { matrix: glyphMatrix } = this.row;
    const { glyphs, matrix, fontSize, characterSpacing, scale } = frame;
    const isPair = font.codeBytes === 2;
    const { a: alongX, b: alongY } = text;
    const riseX = fround(frame.rise * text.c);
    const riseY = fround(frame.rise * text.d);
    let back = alongX < 0 ? Infinity : 0;
    const wordX = wordStepOf(frame, alongX);
    const wordY = wordStepOf(frame, alongY);
    for (let at = start; at < end; at++) {
      let code = source[at] ?? 0;
      if (isPair) code = (code << 8) | (source[++at] ?? 0);
      const glyph = glyphs[code];
      if (glyph === undefined || glyph === null) {
        this.miss(font, code);
        continue;
      }
      const x = fround(riseX + text.e);
      const y = fround(riseY + text.f);
      glyphMatrix[4] = matrix.xOf(x, y);
      glyphMatrix[5] = matrix.yOf(x, y);
      sink.glyph(font, glyph, glyphMatrix);
      const along = fround(fround(fround(fround(glyph.advance) * fontSize) + characterSpacing) * scale);
      back += Math.max(0, -along * alongX);
      text.e = fround(text.e + fround(along * alongX));
      text.f = fround(text.f + fround(along * alongY));
      if (code === space) text.shift(wordX, wordY);
    }
    this.back += back + Math.max(0, -wordX) * (end - start);
  }

  private miss(font: PageFont, code: number): void {
    if (font.glyphs[code] === null) throw new UnsupportedContent("glyph");
    this.unknown.add(font, code);
  }
}

/** Returns the width of a code, or `NaN` if it is unknown. V8 boxes each number that is read from a table without a check. */
function advanceIn(advances: Float32Array, code: number): number {
  return code < advances.length ? (advances[code] ?? Number.NaN) : Number.NaN;
}

/** True if only the glyph width moves the pen, as in most text. */
function isPlainStep({ characterSpacing, scale }: Frame, along: number): boolean {
  return characterSpacing === 0 && scale === 1 && along === 1;
}

/** Returns how far the pen may move backwards per glyph with negative spacing; infinite for mirrored text. */
function backStepOf({ characterSpacing, wordSpacing, scale }: Frame, along: number): number {
  if (along < 0 || scale < 0) return Infinity;
  if (characterSpacing >= 0 && wordSpacing >= 0) return 0;
  return Math.abs((Math.min(0, characterSpacing) + Math.min(0, wordSpacing)) * scale * along);
}

/** Returns the word spacing of a space. The engine applies it to one-byte codes only. */
function wordStepOf({ font, wordSpacing, scale }: Frame, along: number): number {
  const spacing = font?.codeBytes === 1 ? fround(wordSpacing * scale) : 0;
  return spacing === 0 ? 0 : fround(spacing * along);
}

/** Codes that a page shows and that fonts do not know yet. */
export type UnknownCodes = ReadonlyMap<PageFont, ReadonlySet<number>>;

/**
 * Maximum number of unknown codes. Asking for more is no faster than reading with the engine; a Chinese page shows some
 * hundreds.
 */
const maxCodes = 4000;

/** Collects codes that fonts do not know yet. */
class CodeGatherer {
  readonly codes: Map<PageFont, Set<number>> = new Map();
  private count = 0;

  /** Adds a code. Throws `UnsupportedContent` if there are too many. */
  add(font: PageFont, code: number): void {
    const known = this.codes.get(font) ?? new Set();
    if (known.has(code)) return;
    if (known.size === 0) this.codes.set(font, known);
    known.add(code);
    if (++this.count > maxCodes) throw new UnsupportedContent("codes");
  }
}
