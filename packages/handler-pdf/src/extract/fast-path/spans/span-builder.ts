import type { StextPage } from "../../../model/stext-json.ts";
import { NotQuick } from "../base/not-quick.ts";
import type { GlyphRow, Painted } from "../base/painted.ts";
import type { QuickFont, QuickGlyph } from "../base/quick-font.ts";
import { BlockTree } from "./block-tree.ts";
import { isBullet } from "./bullets.ts";
import { LinePen } from "./line-pen.ts";
import { OpenLine } from "./open-line.ts";
import { firstOdd, isMark, isRightToLeft } from "../base/scripts.ts";
import { maxBold, lineBelow, maxOffset, minIndent, newBlock, newLine, sameDirection, spaceGap } from "./steps.ts";
import { stepOf, takesSpace, withSpace, type Step } from "./steps.ts";
import { TextRun } from "./text-run.ts";
import { unitSquareOf } from "./units.ts";

/** The engine computes with few digits, which tells in what is just large enough, or just not. */
const { fround } = Math;

const space = 0x20;

/** From here on, two units are one character. */
const firstOfPairs = 0x10000;

/** Halves of pairs, which alone are no characters. */
const firstHalf = 0xd800;
const lastHalf = 0xdfff;

/**
 * Builds the structured text of a page from what is painted, as the engine does with `stextOptions`, except that whatever
 * is drawn in a row is one block. Throws `NotQuick` for what is written from right to left, for numbers out of all bounds
 * and for what only a hostile page does.
 */
export class SpanBuilder implements Painted {
  readonly #tree = new BlockTree();
  readonly #run = new TextRun();
  readonly #line = new OpenLine();
  /** Whether a line is growing. */
  #isOpen = false;
  /** Whether the last line, growing or not, is in the last block and goes where the run goes. */
  #isAlong = false;
  #isRunStart = true;
  #mayBeBullet = false;
  readonly #pen = new LinePen();
  /** Where its line began. */
  #startX = 0;
  /** Where the glyph begins that is being shown, and how wide it is, in parts of the size of the type. */
  #x = 0;
  #y = 0;
  #width = 0;

  glyph(font: QuickFont, glyph: QuickGlyph, matrix: readonly number[] | Float64Array): void {
    if (!this.#run.has(font, matrix)) this.#beginRun(font, matrix);
    this.#place(glyph, fround(matrix[4] ?? 0), fround(matrix[5] ?? 0));
  }

  row(font: QuickFont, row: GlyphRow): void {
    const { matrix, codes, places, count } = row;
    if (!this.#run.has(font, matrix)) this.#beginRun(font, matrix);
    const y = fround(matrix[5] ?? 0);
    let at = this.#goOn(row, 0, font);
    while (at < count) {
      const glyph = font.glyphs[codes[at] ?? 0];
      if (glyph) this.#place(glyph, places[at] ?? 0, y);
      at = this.#goOn(row, at + 1, font);
    }
  }

  endText(): void {
    this.#isRunStart = true;
    this.#pen.smallGap = 0;
  }

  image(matrix: readonly number[] | Float64Array): void {
    this.#endLine();
    this.#tree.addImage(unitSquareOf(matrix));
    this.#isAlong = false;
  }

  vector(): void {
    this.#endLine();
    this.#tree.addVector();
    this.#isAlong = false;
  }

  beginStructure(standard: string, index: number): void {
    this.#endLine();
    this.#tree.enter(standard, index);
    this.#lookAlong();
  }

  endStructure(): void {
    this.#endLine();
    this.#tree.leave();
    this.#lookAlong();
  }

  /** What was painted until now. */
  page(): StextPage {
    this.#endLine();
    return this.#tree.page();
  }

  #beginRun(font: QuickFont, matrix: readonly number[] | Float64Array): void {
    if (this.#isOpen) this.#line.endRun(this.#run);
    this.#run.begin(font, matrix);
    this.#isRunStart = true;
    this.#pen.smallGap = 0;
    this.#lookAlong();
  }

  #lookAlong(): void {
    const { directionX, directionY } = this.#run;
    this.#isAlong = this.#tree.endsWithText && this.#tree.along(directionX, directionY) >= sameDirection;
  }

  /** Shows what goes on without a question; returns the index of the first glyph that does not. */
  #goOn(row: GlyphRow, from: number, { plain }: QuickFont): number {
    const { size, stepX } = this.#run;
    if (plain === undefined || this.#pen.smallGap === 0 || row.matrix[5] !== this.#pen.y) return from;
    return this.#pen.goOn(row, from, { line: this.#line, plain, size, stepX });
  }

  /** Shows a glyph wherever it is. */
  #place({ text, width }: QuickGlyph, x: number, y: number): void {
    this.#x = x;
    this.#y = y;
    this.#width = fround(width);
    if (text !== "") this.#showAny(text);
    this.#isRunStart = false;
  }

  #showAny(text: string): void {
    const first = leftToRight(text.codePointAt(0) ?? 0);
    if (isMark(first) && this.#tree.endsWithText) this.#showBehind(first);
    else this.#show(first);
    let at = first < firstOfPairs ? 1 : 2;
    while (at < text.length) {
      const character = leftToRight(text.codePointAt(at) ?? 0);
      this.#showBehind(character);
      at += character < firstOfPairs ? 1 : 2;
    }
  }

  /** Shows a further character of one glyph, or a mark on it: it is where that ended. */
  #showBehind(character: number): void {
    this.#requireOpen();
    this.#line.reach(this.#pen.x, this.#pen.y);
    this.#line.text.add(character);
    this.#pen.character = character;
  }

  #show(character: number): void {
    if (!this.#isAlong) {
      this.#begin(character, newBlock);
      return;
    }
    if (character === this.#pen.character && this.#isSameAgain()) return;
    const { size, directionX, directionY } = this.#run;
    const alongX = fround(this.#x - this.#pen.x);
    const alongY = fround(this.#y - this.#pen.y);
    const gap = fround(fround(fround(directionX * alongX) + fround(directionY * alongY)) / size);
    const offset = fround(fround(fround(directionX * alongY) - fround(directionY * alongX)) / size);
    const isOnward = Math.abs(gap) < spaceGap && Math.abs(offset) < maxOffset;
    if (isOnward && !this.#isRunStart && this.#isOpen) this.#add(character);
    else this.#begin(character, stepOf(gap, offset));
  }

  /** Whether the last glyph is shown again to make it bold. */
  #isSameAgain(): boolean {
    const x = fround(this.#x - this.#pen.glyphX);
    const y = fround(this.#y - this.#pen.glyphY);
    return fround(fround(Math.sqrt(x * x + y * y)) / this.#run.size) < maxBold;
  }

  /** Shows a character that may begin a line or need a space. */
  #begin(character: number, step: Step): void {
    const hasSpace = step === withSpace && takesSpace(this.#pen.character, character);
    if (step >= newLine || this.#isRunStart) this.#beginLine(character, step, hasSpace);
    this.#requireOpen();
    if (hasSpace) {
      this.#line.reach(this.#pen.x, this.#pen.y);
      this.#line.text.add(space);
    }
    this.#add(character);
  }

  #beginLine(character: number, step: Step, hasSpace: boolean): void {
    this.#endLine();
    if (step === newBlock || (step === lineBelow && this.#isIndented())) this.#tree.addText();
    this.#tree.setDirection(this.#run.directionX, this.#run.directionY);
    this.#lookAlong();
    this.#line.begin(this.#run, hasSpace ? this.#pen.x : this.#x, hasSpace ? this.#pen.y : this.#y);
    this.#startX = this.#x;
    this.#mayBeBullet = isBullet(character);
    this.#isOpen = true;
  }

  /** Whether a glyph is further to the right than the line before, and not because that begins with a bullet. */
  #isIndented(): boolean {
    return !this.#mayBeBullet && fround(this.#x - this.#startX) > minIndent;
  }

  /** Adds a character to the line and moves the pen. */
  #add(character: number): void {
    const { stepX, stepY } = this.#run;
    this.#pen.character = character;
    this.#pen.glyphX = this.#x;
    this.#pen.glyphY = this.#y;
    this.#pen.x = fround(this.#x + fround(this.#width * stepX));
    this.#pen.y = fround(this.#y + fround(this.#width * stepY));
    this.#line.text.add(character);
    this.#line.reach(this.#x, this.#y);
    this.#line.reach(this.#pen.x, this.#pen.y);
    this.#pen.smallGap = this.#isAlong ? this.#run.smallGap : 0;
  }

  /** An element that is left and entered again goes on with a line of its own; the engine would not insist. */
  #requireOpen(): void {
    if (!this.#isOpen) throw new NotQuick("line of an element");
  }

  #endLine(): void {
    this.#pen.smallGap = 0;
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#line.endRun(this.#run);
    this.#tree.addLine(this.#line.end());
  }
}

/** The character, if it is one that is written from left to right. */
function leftToRight(character: number): number {
  if (character < firstOdd) return character;
  if (isRightToLeft(character)) throw new NotQuick("right to left");
  if (character >= firstHalf && character <= lastHalf) throw new NotQuick("half a character");
  return character;
}
