import type { Box } from "../../../model/page-content.ts";
import { everywhere, type Fill, isNearWhite, type ScanLook } from "../../../model/scan-state.ts";
import { NotQuick } from "../base/not-quick.ts";
import type { QuickFont, QuickGlyph } from "../base/painted.ts";
import type { QuickColourSpace, QuickMatrix } from "../base/quick-resources.ts";
import { Bounds, Matrix } from "./matrix.ts";

/** A colour that is not as white as paper. */
export const inkColour = 0;
/** A colour that is as white as paper. */
export const paperColour = 1;
/** A colour of a space that is not known here. */
export const unknownColour = 2;
/** A pattern, which may paint anything. */
export const patternColour = 3;

/** Clips inside of each other; after a few hundred, the engine fails. */
const maxClips = 100;

/** The state of graphics that `q` saves, in numbers where it can be. */
export class Frame implements ScanLook {
  /** From the space of the content to the page as it is displayed. */
  readonly matrix: Matrix = new Matrix();
  /** From the space of the content to that of the page, in which what hides text is looked for. */
  readonly plain: Matrix = new Matrix();
  /** The colour for filling, as what hides text is told by. */
  shownFill: ShownFill = firstFill;
  /** Outside of it, nothing is seen. */
  clip: Box = everywhere;
  /** The same on the page as it is displayed, where the engine cuts vectors off. */
  readonly seen: Bounds = new Bounds().grow();
  /** How many paths and forms clip what is painted, as they were met. */
  clips = 0;
  fillColour: number = inkColour;
  strokeColour: number = inkColour;
  fillSpace: QuickColourSpace = "gray";
  strokeSpace: QuickColourSpace = "gray";
  fillAlpha = 1;
  lineWidth = 1;
  hasSoftMask = false;
  font: QuickFont | undefined = undefined;
  /** The glyphs of the font, by code. */
  glyphs: readonly (QuickGlyph | null | undefined)[] = [];
  fontSize = 0;
  characterSpacing = 0;
  wordSpacing = 0;
  /** 1 is as wide as the font is. */
  scale = 1;
  leading = 0;
  rise = 0;
  mode = 0;

  get fill(): string {
    return this.shownFill.fill;
  }

  get isNearWhite(): boolean {
    return this.shownFill.isNearWhite;
  }

  /** Becomes like another. */
  copy(other: Frame): void {
    this.matrix.copy(other.matrix);
    this.plain.copy(other.plain);
    this.shownFill = other.shownFill;
    this.clip = other.clip;
    this.seen.become(other.seen);
    this.clips = other.clips;
    this.fillColour = other.fillColour;
    this.strokeColour = other.strokeColour;
    this.fillSpace = other.fillSpace;
    this.strokeSpace = other.strokeSpace;
    this.fillAlpha = other.fillAlpha;
    this.lineWidth = other.lineWidth;
    this.hasSoftMask = other.hasSoftMask;
    this.font = other.font;
    this.glyphs = other.glyphs;
    this.fontSize = other.fontSize;
    this.characterSpacing = other.characterSpacing;
    this.wordSpacing = other.wordSpacing;
    this.scale = other.scale;
    this.leading = other.leading;
    this.rise = other.rise;
    this.mode = other.mode;
  }

  /** Nothing is seen outside of a box any more. Throws `NotQuick` where the engine would give up the page. */
  cutTo(box: Bounds): void {
    if (++this.clips > maxClips) throw new NotQuick("clips");
    this.seen.cut(box);
  }

  /** Puts a matrix before the one of this state. */
  concat(by: QuickMatrix | Float64Array): void {
    before.set(by);
    this.matrix.multiply(before, this.matrix);
    this.plain.multiply(before, this.plain);
  }
}

const before = new Matrix();

/** Nested `q` beyond this is no page that anybody made. */
const maxSaved = 1000;

/** The states that `q` saves for `Q`. Those that are done with are used again, because a page may save thousands. */
export class SavedFrames {
  depth = 0;
  private readonly frames: Frame[] = [];

  /** Saves a state, and gives the like of it to go on with. Throws `NotQuick` where too many are saved. */
  push(frame: Frame): Frame {
    if (this.depth >= maxSaved) throw new NotQuick("nesting");
    const free = this.frames[this.depth];
    this.frames[this.depth] = frame;
    this.depth++;
    const next = free ?? new Frame();
    next.copy(frame);
    return next;
  }

  /** Gives back the state that was saved last, in exchange for the one that is done with. */
  pop(frame: Frame): Frame {
    this.depth--;
    const kept = this.frames[this.depth];
    if (kept === undefined) return frame;
    this.frames[this.depth] = frame;
    return kept;
  }
}

/** Numbers of a colour that are compared; hardly any colour has more. */
const maxNumbers = 8;

/** Colours of a page that are kept; a picture that is drawn line by line has more. */
const maxFills = 32;

/** Stands for the operators that set a tint, of which 0 is paper. */
export const tintOperator = "tint";

/** Below this much of ink, a tint can hardly be told from paper. */
const maxPaperTint = 0.1;

/** A colour with so little in a channel is far from all that is nearly white. */
const maxDarkLevel = 0.7;

/** A colour for filling, as it was set. Its name is only made where it is asked for. */
class ShownFill implements Fill {
  readonly isNearWhite: boolean;
  /** Whether it is far from white, if it is a colour of the device or a tint. */
  readonly isDark: boolean;
  private readonly operator: string;
  private readonly numbers: readonly number[];
  private name: string | undefined;

  constructor(operator: string, numbers: readonly number[]) {
    this.operator = operator;
    this.numbers = numbers;
    const isTint = operator === tintOperator;
    this.isNearWhite = isTint ? numbers.every((tint) => tint < maxPaperTint) : isNearWhite(numbers, operator);
    this.isDark = leastChannel(numbers, isTint) <= maxDarkLevel;
  }

  get fill(): string {
    this.name ??= `${this.numbers.join(" ")} ${this.operator}`;
    return this.name;
  }

  /** Whether it was set with these. */
  isSetWith(operator: string, numbers: Float64Array, count: number): boolean {
    const own = this.numbers;
    if (operator !== this.operator || count !== own.length) return false;
    for (let index = 0; index < count; index++) if (numbers[index] !== own[index]) return false;
    return true;
  }
}

/** The colour that a page begins with. */
const firstFill: ShownFill = new ShownFill("g", [0]);

/** As the closer look takes colours: grey; red, green and blue; four inks; or tints, of which the strongest counts. */
function leastChannel(numbers: readonly number[], isTint: boolean): number {
  const [first = 0, second = 0, third = 0, black = 0] = numbers;
  if (isTint) return 1 - Math.max(0, ...numbers);
  switch (numbers.length) {
    case 1:
      return first;
    case 3:
      return Math.min(first, second, third);
    case 4:
      return 1 - Math.max(first, second, third) - black;
    default:
      return 1;
  }
}

/** The colours of one page, each kept once. */
export class ShownFills {
  private readonly known: ShownFill[] = [firstFill];

  /** The colour that is set with an operator and so many numbers. */
  of(operator: string, numbers: Float64Array, count: number): ShownFill {
    const compared = Math.min(count, maxNumbers);
    for (const fill of this.known) if (fill.isSetWith(operator, numbers, compared)) return fill;
    const fill = new ShownFill(operator, Array.from(numbers.subarray(0, compared)));
    if (this.known.length < maxFills) this.known.push(fill);
    return fill;
  }
}
