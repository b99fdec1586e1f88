import type { StextPage } from "@reader/pdf-pages/lines";
import { UnsupportedContent } from "../base/unsupported-content.ts";
import {
  firstOdd,
  type GlyphRow,
  isMark,
  isRightToLeft,
  type Painted,
  type PageFont,
  type FontGlyph,
} from "../base/painted.ts";
import { BlockTree } from "./block-tree.ts";
import { LinePen, OpenLine, TextRun, unitSquareOf } from "./open-line.ts";

/** The engine computes in single precision, which decides at thresholds. */
const { fround } = Math;

const space = 0x20;

/** The first character that takes two UTF-16 units. */
const firstOfPairs = 0x10000;

/** Surrogates, which are not characters alone. */
const firstHalf = 0xd800;
const lastHalf = 0xdfff;

/**
 * Builds the structured text of a page from what is painted, as the engine does with `stextOptions`, except that
 * consecutive drawings are one block. Throws `UnsupportedContent` for right-to-left text, for numbers out of range and for what
 * only hostile pages do.
 */
export class SpanBuilder implements Painted {
  readonly #tree = new BlockTree();
  readonly #run = new TextRun();
  readonly #line = new OpenLine();
  /** True while a line is growing. */
  #isOpen = false;
  /** True if the last line is in the last block and has the direction of the run. */
  #isAlong = false;
  #isRunStart = true;
  #mayBeBullet = false;
  readonly #pen = new LinePen();
  /** The start of its line. */
  #startX = 0;
  /** The start and width of the current glyph, in ems. */
  #x = 0;
  #y = 0;
  #width = 0;

  glyph(font: PageFont, glyph: FontGlyph, matrix: readonly number[] | Float64Array): void {
    if (!this.#run.has(font, matrix)) this.#beginRun(font, matrix);
    this.#place(glyph, fround(matrix[4] ?? 0), fround(matrix[5] ?? 0));
  }

  row(font: PageFont, row: GlyphRow): void {
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

  /** Returns what was painted so far. */
  page(): StextPage {
    this.#endLine();
    return this.#tree.page();
  }

  #beginRun(font: PageFont, matrix: readonly number[] | Float64Array): void {
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

  /** Shows glyphs that simply continue. Returns the index of the first other one. */
  #goOn(row: GlyphRow, from: number, { plain }: PageFont): number {
    const { size, stepX } = this.#run;
    if (plain === undefined || this.#pen.smallGap === 0 || row.matrix[5] !== this.#pen.y) return from;
    return this.#pen.goOn(row, from, { line: this.#line, plain, size, stepX });
  }

  /** Shows a glyph at any position. */
  #place({ text, width }: FontGlyph, x: number, y: number): void {
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

  /** Shows a further character of a glyph, or a mark on it, at the end of the glyph. */
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

  /** True if the last glyph is shown again to make it bold. */
  #isSameAgain(): boolean {
    const x = fround(this.#x - this.#pen.glyphX);
    const y = fround(this.#y - this.#pen.glyphY);
    return fround(fround(Math.sqrt(x * x + y * y)) / this.#run.size) < maxBold;
  }

  /** Shows a character that may start a line or need a space. */
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

  /** True if a glyph is further to the right than the line before, and that line does not start with a bullet. */
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

  /** An element that is left and entered again continues with a new line, unlike in the engine. */
  #requireOpen(): void {
    if (!this.#isOpen) throw new UnsupportedContent("line of an element");
  }

  #endLine(): void {
    this.#pen.smallGap = 0;
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#line.endRun(this.#run);
    this.#tree.addLine(this.#line.end());
  }
}

/** Returns the character if it is left-to-right. */
function leftToRight(character: number): number {
  if (character < firstOdd) return character;
  if (isRightToLeft(character)) throw new UnsupportedContent("right to left");
  if (character >= firstHalf && character <= lastHalf) throw new UnsupportedContent("half a character");
  return character;
}

const asterisk = 0x2a;
const digitZero = 0x30;
const digitNine = 0x39;

/**
 * Characters that the engine treats as bullets, including digits: an indented line below a line that starts with one is
 * not a new paragraph. First and last of each range from `firstBullet` on; found by asking the engine about every
 * character.
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

/** Below it, only the asterisk and digits are bullets. Most lines start there, so this is checked first. */
const firstBullet = 0xb7;

/** True if a line that starts with this character may be a list item. */
function isBullet(codePoint: number): boolean {
  if (codePoint < firstBullet) return codePoint === asterisk || (codePoint >= digitZero && codePoint <= digitNine);
  return ranges.some(([first, last]) => codePoint >= first && codePoint <= last);
}

/** How a glyph follows the previous one. */
type Step = typeof onward | typeof withSpace | typeof newLine | typeof lineBelow | typeof newBlock;

/** Step: in the same line. */
export const onward = 0;

/** Step: in the same line, after a gap that is a space. */
export const withSpace = 1;

/** Step: in a new line at the same height. */
export const newLine = 2;

/** Step: in a new line above or below, or in a new block if it is indented. */
const lineBelow = 3;

/** Step: in a new block. */
const newBlock = 4;

/*
 * Limits of the engine's structured text, from source/fitz/stext-device.c of mupdf; all but the indent are parts of the
 * size of the type.
 */

/** Minimum gap that is a space. */
const spaceGap: number = fround(0.15);

/** Minimum gap that starts a new line, as a step backwards does. */
const lineGap = fround(0.8);

/** Minimum offset from the baseline that starts a new line. */
const maxOffset: number = fround(0.8);

/** Offset from the baseline above which a new block starts. */
const maxLeading = 1.5;

/** Maximum distance at which the same character again is its repetition for bold text. */
const maxBold: number = fround(0.1);

/** Minimum indent of a new paragraph, in points. */
const minIndent = 0.5;

/** Minimum cosine of the angle between lines of the same direction. */
const sameDirection: number = fround(0.999);

/** Scripts below it separate words by spaces. */
const firstWithoutSpaces = 0x700;

/** The start of a range of symbols that are used with all scripts. */
const firstSymbol = 0x2000;
const lastSymbol = 0x20cf;

/** Returns the step for a gap along the baseline and an offset across it, in ems. */
export function stepOf(gap: number, offset: number): Step {
  const distance = Math.abs(offset);
  if (distance < maxOffset) return stepAlong(gap);
  return distance <= maxLeading ? lineBelow : newBlock;
}

/** This near to a threshold, rounding decides, which differs in the engine. */
const uncertain = 3e-7;

function stepAlong(gap: number): Step {
  const width = Math.abs(gap);
  if (Math.abs(width - lineGap) < uncertain) throw new UnsupportedContent("gap");
  if (width < spaceGap) return onward;
  if (width < lineGap) return gap < 0 ? onward : withSpace;
  return newLine;
}

/** True if a gap between two characters is a space: not next to a space, and not in scripts without spaces. */
function takesSpace(before: number, behind: number): boolean {
  if (before === space || behind === space) return false;
  return before < firstWithoutSpaces || (before >= firstSymbol && before <= lastSymbol);
}
