import { NotQuick } from "../base/not-quick.ts";
import type { PlainGlyphs, QuickFont } from "../base/painted.ts";
import type { Frame } from "./frame.ts";
import type { Lexer } from "./lexer.ts";
import { Matrix } from "./matrix.ts";
import type { GlyphSink } from "./meant-text.ts";
import type { StringReader } from "./strings.ts";
import { maxRow, readPlain, TextRow } from "./text-row.ts";

/** The engine computes with so few digits, and in this order. */
const { fround } = Math;

const space = 0x20;

/** One for all pages: memory outside of the heap that each page took of its own would be slow to come back. */
const sharedRow = new TextRow();

const noTables: PlainGlyphs = { units: new Uint16Array(0), advances: new Float32Array(0) };

/** Shows text: knows where the pen is, and which text the engine takes for one run. One page at a time has a pen. */
export class TextPen {
  readonly unknown: CodeGatherer = new CodeGatherer();
  /** What takes the glyphs. */
  sink: GlyphSink;
  /** The matrix of text and that of the line, in the space of the content. */
  private readonly text: Matrix = new Matrix();
  readonly line: Matrix = new Matrix();
  /** Glyphs that are not shown yet; its matrix places the em square of the next one on the page. */
  private readonly row: TextRow = sharedRow;
  /** Whether what is shown now goes into the row: nearly all text is level, and all of it at one height. */
  private isInRow = false;
  /** The tables of the font, in that case. */
  private tables: PlainGlyphs = noTables;
  /** By how much the pen went back in all, in the space of the content; without end where that was not noted. */
  back = 0;
  /** How many runs of text were ended. */
  runs = 0;
  private hasRun = false;
  private runMode = 0;

  constructor(sink: GlyphSink) {
    this.sink = sink;
    this.row.clear();
  }

  /** Whether there is text that the engine has not painted yet. */
  get isPending(): boolean {
    return this.hasRun;
  }

  /** Ends a run of text; the engine paints it now. */
  endRun(): void {
    if (!this.hasRun) return;
    this.hasRun = false;
    this.runs++;
    this.sink.endText();
  }

  /** A piece of text begins in the corner. */
  begin(): void {
    this.text.reset();
    this.line.reset();
  }

  setMatrix(numbers: Float64Array): void {
    this.text.set(numbers);
    this.line.set(numbers);
  }

  /** Goes to the start of a line that is so far from the start of this one. */
  moveLine(x: number, y: number): void {
    this.line.move(x, y);
    this.text.copy(this.line);
  }

  /** Moves the pen by so many thousandths of the size of the type, backwards. */
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

  /** Shows as much of a list as is plain, if what comes goes on in the run of text. */
  readPlain(lexer: Lexer, frame: Frame): void {
    if (this.isInRow && this.hasRun && this.runMode === frame.mode) readPlain(this.row, lexer);
  }

  /** Where the pen is, in the space of the content. */
  get x(): number {
    return this.text.e;
  }

  /** Where the pen is, in the space of the content. */
  get y(): number {
    return this.text.f;
  }

  /** Puts the pen where it was. */
  comeBack(x: number, y: number): void {
    this.text.e = x;
    this.text.f = y;
  }

  /** Works out how glyphs come to stand in all strings of one operator. */
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

  /** Shows a string. Without a font, the engine shows none. */
  show(string: StringReader, frame: Frame): void {
    const { font } = frame;
    if (font === undefined || string.start === string.end) return;
    if (this.hasRun && this.runMode !== frame.mode) this.endRun();
    this.hasRun = true;
    this.runMode = frame.mode;
    if (font.codeBytes === 2 && (string.end - string.start) % 2 === 1) throw new NotQuick("odd string");
    if (this.isInRow) this.addToRow(string, frame, font);
    else this.showEach(string, frame, font);
  }

  /** Shows what is in the row. */
  flush(frame: Frame): void {
    const { row } = this;
    const { font } = frame;
    if (!this.isInRow || font === undefined) return;
    this.placeRow(frame, font);
    if (row.count > 0) this.sink.row?.(font, row);
    row.count = 0;
  }

  /** Goes through the string in pieces that the row has room for. */
  private addToRow(string: StringReader, frame: Frame, font: QuickFont): void {
    const { end } = string;
    while (string.start < end) {
      if (this.row.count === maxRow) this.flush(frame);
      string.end = Math.min(end, string.start + (maxRow - this.row.count) * font.codeBytes);
      this.row.add(string);
      string.start = string.end;
    }
  }

  /** Works out where the glyphs of the row come to stand. */
  private placeRow(frame: Frame, font: QuickFont): void {
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
      if (kerns[index] !== 0) {
        const kern = row.takeKern(index);
        // Twice of what goes back, without a branch that no processor can foretell.
        back += Math.abs(kern) - kern;
        pen = fround(pen + kern);
      }
      places[index] = fround(fround(fround(rise + pen) * a) + across) + e;
      let step = fround((advances[code] ?? Number.NaN) * fontSize);
      if (!isPlain) step = fround(fround(fround(step + characterSpacing) * scale) * along);
      pen = fround(pen + step);
      if (wordStep !== 0 && code === space) pen = fround(pen + wordStep);
    }
    const lastKern = row.takeKern(count);
    back += Math.abs(lastKern) - lastKern;
    pen = fround(pen + lastKern);
    this.back += back / 2 + Math.max(1, count) * backStepOf(frame, along);
    if (Number.isNaN(pen)) this.missInRow(font);
    else text.e = pen;
  }

  /** A code that is not known has no width: what was placed behind it counts for nothing. */
  private missInRow(font: QuickFont): void {
    const { row, tables } = this;
    const codes = row.codes.subarray(0, row.count).filter((code) => Number.isNaN(tables.advances[code] ?? Number.NaN));
    if (codes.length === 0) throw new NotQuick("place");
    for (const code of codes) this.miss(font, code);
    row.count = 0;
  }

  /** Shows glyph by glyph: text that is not level, or of fonts without tables. */
  private showEach({ source, start, end }: StringReader, frame: Frame, font: QuickFont): void {
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

  private miss(font: QuickFont, code: number): void {
    if (font.glyphs[code] === null) throw new NotQuick("glyph");
    this.unknown.add(font, code);
  }
}

/** Whether the pen moves by the width of a glyph alone, as in most text. */
function isPlainStep({ characterSpacing, scale }: Frame, along: number): boolean {
  return characterSpacing === 0 && scale === 1 && along === 1;
}

/** How far the pen may go back for each glyph, where spacing is less than none; without end where text is mirrored. */
function backStepOf({ characterSpacing, wordSpacing, scale }: Frame, along: number): number {
  if (along < 0 || scale < 0) return Infinity;
  if (characterSpacing >= 0 && wordSpacing >= 0) return 0;
  return Math.abs((Math.min(0, characterSpacing) + Math.min(0, wordSpacing)) * scale * along);
}

/** What a space adds. The engine adds word spacing for a code of one byte only. */
function wordStepOf({ font, wordSpacing, scale }: Frame, along: number): number {
  const spacing = font?.codeBytes === 1 ? fround(wordSpacing * scale) : 0;
  return spacing === 0 ? 0 : fround(spacing * along);
}

/** Codes that a page shows and that fonts do not know yet. */
export type UnknownCodes = ReadonlyMap<QuickFont, ReadonlySet<number>>;

/** More codes than any page shows are no faster asked for than read by the engine; a Chinese page shows some hundreds. */
const maxCodes = 4000;

/** Gathers codes that fonts do not know yet. */
class CodeGatherer {
  readonly codes: Map<QuickFont, Set<number>> = new Map();
  private count = 0;

  /** Notes a code. Throws `NotQuick` where they are too many. */
  add(font: QuickFont, code: number): void {
    const known = this.codes.get(font) ?? new Set();
    if (known.has(code)) return;
    if (known.size === 0) this.codes.set(font, known);
    known.add(code);
    if (++this.count > maxCodes) throw new NotQuick("codes");
  }
}
