import type { Box } from "@reader/pdf-pages";
import { everywhere, type Fill, isNearWhite, type ScanStyle } from "../../hiding/scan-state.ts";
import { UnsupportedContent } from "../base/unsupported-content.ts";
import type { PageFont, FontGlyph } from "../base/painted.ts";
import type { ColourSpaceKind, ContentMatrix } from "../base/page-resources.ts";
import { Bounds, Matrix } from "./matrix.ts";

/** A colour darker than paper. */
export const inkColour = 0;
/** A colour as white as paper. */
export const paperColour = 1;
/** A colour of an unknown space. */
export const unknownColour = 2;
/** A pattern, which may paint anything. */
export const patternColour = 3;

/** Maximum number of nested clips. The engine fails after a few hundred. */
const maxClips = 100;

/** The graphics state that `q` saves, as numbers where possible. */
export class Frame implements ScanStyle {
  /** From the space of the content to the page as displayed. */
  readonly matrix: Matrix = new Matrix();
  /** From the space of the content to the space of the page in which hidden text is detected. */
  readonly plain: Matrix = new Matrix();
  /** The fill colour as used for hidden text detection. */
  shownFill: ShownFill = firstFill;
  /** Nothing is visible outside this box. */
  clip: Box = everywhere;
  /** The same box on the page as displayed, where the engine clips vectors. */
  readonly seen: Bounds = new Bounds().grow();
  /** Number of clips by paths and forms so far. */
  clips = 0;
  fillColour: number = inkColour;
  strokeColour: number = inkColour;
  fillSpace: ColourSpaceKind = "gray";
  strokeSpace: ColourSpaceKind = "gray";
  fillAlpha = 1;
  lineWidth = 1;
  hasSoftMask = false;
  font: PageFont | undefined = undefined;
  /** The glyphs of the font, by code. */
  glyphs: readonly (FontGlyph | null | undefined)[] = [];
  fontSize = 0;
  characterSpacing = 0;
  wordSpacing = 0;
  /** Horizontal scaling; 1 is the normal width. */
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

  /** Copies another box. */
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

  /** Intersects the clip with a box. Throws `UnsupportedContent` if the engine would give up the page. */
  cutTo(box: Bounds): void {
    if (++this.clips > maxClips) throw new UnsupportedContent("clips");
    this.seen.cut(box);
  }

  /** Concatenates a matrix with the current one. */
  concat(by: ContentMatrix | Float64Array): void {
    before.set(by);
    this.matrix.multiply(before, this.matrix);
    this.plain.multiply(before, this.plain);
  }
}

const before = new Matrix();

/** Maximum depth of `q`. No real page exceeds it. */
const maxSaved = 1000;

/** The states saved by `q`. Released states are reused, because a page may save thousands. */
export class SavedFrames {
  depth = 0;
  private readonly frames: Frame[] = [];

  /** Saves a state and returns a copy to continue with. Throws `UnsupportedContent` if too many are saved. */
  push(frame: Frame): Frame {
    if (this.depth >= maxSaved) throw new UnsupportedContent("nesting");
    const free = this.frames[this.depth];
    this.frames[this.depth] = frame;
    this.depth++;
    const next = free ?? new Frame();
    next.copy(frame);
    return next;
  }

  /** Returns the state saved last and releases the current one. */
  pop(frame: Frame): Frame {
    this.depth--;
    const kept = this.frames[this.depth];
    if (kept === undefined) return frame;
    this.frames[this.depth] = frame;
    return kept;
  }
}

/** Maximum number of compared colour components. Few colours have more. */
const maxNumbers = 8;

/** Maximum number of colours kept. An image drawn line by line has more. */
const maxFills = 32;

/** Represents the operators that set a tint, of which 0 is paper. */
export const tintOperator = "tint";

/** Less ink than this is hard to distinguish from paper. */
const maxPaperTint = 0.1;

/** A colour with a channel this low is far from white. */
const maxDarkLevel = 0.7;

/** A fill colour as it was set. Its name is built on demand. */
class ShownFill implements Fill {
  readonly isNearWhite: boolean;
  /** True if it is far from white, for a device colour or a tint. */
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

  /** True if it was set with this operator and these numbers. */
  isSetWith(operator: string, numbers: Float64Array, count: number): boolean {
    const own = this.numbers;
    if (operator !== this.operator || count !== own.length) return false;
    for (let index = 0; index < count; index++) if (numbers[index] !== own[index]) return false;
    return true;
  }
}

/** The initial fill colour of a page. */
const firstFill: ShownFill = new ShownFill("g", [0]);

/**
 * Returns the darkest channel as the closer check sees colours: grey; red, green and blue; four inks; or tints, of
 * which the strongest counts.
 */
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

/** The last colours of this and earlier pages, without duplicates: the pages of a document have the same few. */
export class ShownFills {
  private known: ShownFill[] = [firstFill];

  /** Returns the colour set with an operator and its numbers. */
  of(operator: string, numbers: Float64Array, count: number): ShownFill {
    const compared = Math.min(count, maxNumbers);
    for (const fill of this.known) if (fill.isSetWith(operator, numbers, compared)) return fill;
    const own: number[] = [];
    for (let index = 0; index < compared; index++) own.push(numbers[index] ?? 0);
    const fill = new ShownFill(operator, own);
    if (this.known.length >= maxFills) this.known = [firstFill];
    this.known.push(fill);
    return fill;
  }
}
