import type { StextPage } from "../../../model/spans.ts";
import { NotQuick } from "../base/not-quick.ts";
import {
  firstOdd,
  type GlyphRow,
  isMark,
  isRightToLeft,
  type Painted,
  type QuickFont,
  type QuickGlyph,
} from "../base/painted.ts";
import { BlockTree } from "./block-tree.ts";
import { LinePen, OpenLine, TextRun, unitSquareOf } from "./open-line.ts";

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

const asterisk = 0x2a;
const digitZero = 0x30;
const digitNine = 0x39;

/**
 * Characters that the engine takes for bullets, digits among them: a line below one that begins with a bullet is not a new
 * paragraph for its indent. First and last of each range from `firstSign` on; found by asking the engine about every character.
 */
const ranges = [
  [0xb7, 0xb7],
  [0x2022, 0x2023],
  [0x2043, 0x2043],
  [0x204c, 0x204d],
  [0x2219, 0x2219],
  [0x25c9, 0x25c9],
  [0x25cb, 0x25cb],
  [0x25cf, 0x25cf],
  [0x25d8, 0x25d8],
  [0x25e6, 0x25e6],
  [0x2619, 0x261f],
  [0x2660, 0x2667],
  [0x2765, 0x2765],
  [0x2767, 0x2767],
  [0x29be, 0x29bf],
  [0xfffd, 0xfffd],
  [0x1f446, 0x1f449],
  [0x1f597, 0x1f5a3],
  [0x1fbc1, 0x1fbc3],
] as const;

/** Before it are an asterisk and digits only, which is told at once, because nearly all lines begin there. */
const firstSign = 0xb7;

/** Whether a line that begins with this character may be an item of a list. */
function isBullet(codePoint: number): boolean {
  if (codePoint < firstSign) return codePoint === asterisk || (codePoint >= digitZero && codePoint <= digitNine);
  return ranges.some(([first, last]) => codePoint >= first && codePoint <= last);
}

/** How a glyph follows the one before it. */
type Step = typeof onward | typeof withSpace | typeof newLine | typeof lineBelow | typeof newBlock;

/** In the same line. */
export const onward = 0;

/** In the same line, behind a gap that is a space. */
export const withSpace = 1;

/** In a line of its own, at the same height. */
export const newLine = 2;

/** In a line of its own above or below, or in a block, if it is indented. */
const lineBelow = 3;

/** In a block of its own. */
const newBlock = 4;

/*
 * Limits of the engine's structured text, from source/fitz/stext-device.c of mupdf; all but the indent are parts of the
 * size of the type.
 */

/** A gap from this width on is a space. */
const spaceGap: number = fround(0.15);

/** A gap from this width on begins a new line; so does a step back. */
const lineGap = fround(0.8);

/** A glyph that is this far off the base line begins a new line. */
const maxOffset: number = fround(0.8);

/** A glyph that is further off the base line than this begins a new block. */
const maxLeading = 1.5;

/** The same character again, not further away than this, is the same glyph once more, to make it bold. */
const maxBold: number = fround(0.1);

/** In points: a line that begins further to the right than the line before by more than this is a new paragraph. */
const minIndent = 0.5;

/** Lines that go the same way have directions whose product is at least this. */
const sameDirection: number = fround(0.999);

/** The scripts below it part words by spaces. */
const firstWithoutSpaces = 0x700;

/** Among these are signs that go with all scripts. */
const firstSymbol = 0x2000;
const lastSign = 0x20cf;

/** What a gap along the base line and an offset across it make of a glyph, in parts of the size of the type. */
export function stepOf(gap: number, offset: number): Step {
  const distance = Math.abs(offset);
  if (distance < maxOffset) return stepAlong(gap);
  return distance <= maxLeading ? lineBelow : newBlock;
}

/** So near to a limit, the last digit decides, which the engine comes to in a way of its own. */
const uncertain = 3e-7;

function stepAlong(gap: number): Step {
  const width = Math.abs(gap);
  if (Math.abs(width - lineGap) < uncertain) throw new NotQuick("gap");
  if (width < spaceGap) return onward;
  if (width < lineGap) return gap < 0 ? onward : withSpace;
  return newLine;
}

/** Whether a gap between two characters is a space: not beside a space, and not in scripts that write none. */
function takesSpace(before: number, behind: number): boolean {
  if (before === space || behind === space) return false;
  return before < firstWithoutSpaces || (before >= firstSymbol && before <= lastSign);
}
