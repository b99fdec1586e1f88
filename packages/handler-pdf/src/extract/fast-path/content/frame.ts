import type { ScanLook } from "../../../model/scan-state.ts";
import { everywhere } from "../../../model/scan-geometry.ts";
import type { Box } from "../../../model/page-content.ts";
import { Bounds } from "./bounds.ts";
import type { QuickFont, QuickGlyph } from "../base/quick-font.ts";
import { firstFill, type ShownFill } from "./shown-fills.ts";
import { Matrix } from "./matrix.ts";
import { NotQuick } from "../base/not-quick.ts";
import type { QuickColourSpace, QuickMatrix } from "../base/quick-resources.ts";

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
