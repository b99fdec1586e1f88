import type { QuickFont } from "../quick-font.ts";
import type { Frame } from "./frame.ts";
import { Matrix } from "./matrix.ts";
import type { GlyphSink } from "./meant-text.ts";
import { NotQuick } from "./not-quick.ts";
import type { StringReader } from "./strings.ts";
import { CodeGatherer } from "./unknown-codes.ts";

/** The engine computes with so few digits, and in this order. */
const { fround } = Math;

const space = 0x20;

const thousandth = fround(0.001);

/** Shows text: knows where the pen is, and which text the engine takes for one run. */
export class TextPen {
  readonly unknown: CodeGatherer = new CodeGatherer();
  /** What takes the glyphs. */
  sink: GlyphSink;
  /** The matrix of text and that of the line, in the space of the content. */
  private readonly text: Matrix = new Matrix();
  readonly line: Matrix = new Matrix();
  /** Places the em square of the next glyph on the page. */
  private readonly glyphMatrix: Float64Array = new Float64Array(6);
  /** The codes of the string that is being shown. */
  private codes: Uint16Array = new Uint16Array(256);
  private codeCount = 0;
  /** How many runs of text were ended. */
  runs = 0;
  private hasRun = false;
  private runMode = 0;

  constructor(sink: GlyphSink) {
    this.sink = sink;
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
  adjust(thousandths: number, { fontSize, scale }: Frame): void {
    this.text.move(fround(fround(fround(-thousandths * fontSize) * thousandth) * scale), 0);
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

  /** Shows a string. Without a font, the engine shows none. */
  show(string: StringReader, frame: Frame): void {
    const { font } = frame;
    if (font === undefined || string.start === string.end) return;
    if (this.hasRun && this.runMode !== frame.mode) this.endRun();
    this.hasRun = true;
    this.runMode = frame.mode;
    if (font.codeBytes === 1) this.takeBytes(string);
    else this.takePairs(string);
    this.showCodes(frame, font);
  }

  private takeBytes({ source, start, end }: StringReader): void {
    const codes = this.codesFor(end - start);
    for (let at = start; at < end; at++) codes[at - start] = source[at] ?? 0;
  }

  private takePairs({ source, start, end }: StringReader): void {
    if ((end - start) % 2 === 1) throw new NotQuick("odd string");
    const codes = this.codesFor((end - start) / 2);
    let count = 0;
    for (let at = start; at < end; at += 2) codes[count++] = ((source[at] ?? 0) << 8) | (source[at + 1] ?? 0);
  }

  private codesFor(count: number): Uint16Array {
    if (count > this.codes.length) this.codes = new Uint16Array(count * 2);
    this.codeCount = count;
    return this.codes;
  }

  /** Works out how glyphs come to stand in all strings of one operator. */
  aim({ matrix, fontSize, scale }: Frame): void {
    const { text, glyphMatrix } = this;
    const width = fround(fontSize * scale);
    const a = fround(width * text.a);
    const b = fround(width * text.b);
    const c = fround(fontSize * text.c);
    const d = fround(fontSize * text.d);
    glyphMatrix[0] = fround(fround(a * matrix.a) + fround(b * matrix.c));
    glyphMatrix[1] = fround(fround(a * matrix.b) + fround(b * matrix.d));
    glyphMatrix[2] = fround(fround(c * matrix.a) + fround(d * matrix.c));
    glyphMatrix[3] = fround(fround(c * matrix.b) + fround(d * matrix.d));
  }

  private showCodes(
    { glyphs, matrix, fontSize, characterSpacing, scale, rise, wordSpacing }: Frame,
    font: QuickFont,
  ): void {
    const { sink, glyphMatrix, text, codes, codeCount } = this;
    // The engine adds word spacing for a code of one byte only.
    const spacing = font.codeBytes === 1 ? fround(wordSpacing * scale) : 0;
    const { a: alongX, b: alongY } = text;
    const { a, b, c, d, e, f } = matrix;
    const riseX = fround(rise * text.c);
    const riseY = fround(rise * text.d);
    let { e: penX, f: penY } = text;
    // Nearly all text is level, and all of it at one height.
    const isLevel = alongY === 0 && b === 0;
    glyphMatrix[5] = matrix.yOf(fround(riseX + penX), fround(riseY + penY));
    for (let index = 0; index < codeCount; index++) {
      const code = codes[index] ?? 0;
      const glyph = glyphs[code];
      if (glyph === undefined || glyph === null) {
        this.miss(font, code, glyph);
        continue;
      }
      const x = fround(riseX + penX);
      const y = fround(riseY + penY);
      glyphMatrix[4] = fround(fround(fround(x * a) + fround(y * c)) + e);
      if (!isLevel) glyphMatrix[5] = fround(fround(fround(x * b) + fround(y * d)) + f);
      sink.glyph(font, glyph, glyphMatrix);
      const along = fround(fround(fround(fround(glyph.advance) * fontSize) + characterSpacing) * scale);
      penX = fround(penX + fround(along * alongX));
      penY = fround(penY + fround(along * alongY));
      if (code === space && spacing !== 0) {
        penX = fround(penX + fround(spacing * alongX));
        penY = fround(penY + fround(spacing * alongY));
      }
    }
    text.e = penX;
    text.f = penY;
  }

  private miss(font: QuickFont, code: number, glyph: null | undefined): void {
    if (glyph === null) throw new NotQuick("glyph");
    this.unknown.add(font, code);
  }
}
