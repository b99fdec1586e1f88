import type { Point } from "./boxes.ts";
import type { Box } from "./page-content.ts";

/** What a page paints, in order. */
export interface PaintLog {
  readonly texts: readonly PaintedText[];
  readonly areas: readonly PaintedArea[];
}

/** A piece of painted text. */
export interface PaintedText {
  /** Painting order: higher numbers are painted over lower ones. */
  readonly order: number;
  readonly box: Box;
  /** Absent if nothing is inked. */
  readonly paint: Paint | undefined;
  /** True if it is entirely outside the clip. */
  readonly isClippedAway: boolean;
  /** True if the clip is known and does not cut it. */
  readonly isWhole: boolean;
  /** Its characters with their start positions, valid during the call that receives the log. */
  glyphs(): readonly Glyph[];
}

/** A painted character. */
export interface Glyph {
  readonly character: string;
  readonly at: Point;
  /** Its font size on the page. */
  readonly sizePt: number;
}

/** An opaque painted area of one colour, or an image, which has no colour. */
export interface PaintedArea {
  readonly order: number;
  readonly box: Box;
  readonly paint: Paint | undefined;
}

/** The colour and alpha of something painted. */
export interface Paint {
  readonly color: Rgb;
  /** 0 is transparent, 1 is opaque. */
  readonly alpha: number;
}

/** A screen colour, each channel from 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** The colour of paper. */
export const paperColor: Rgb = [1, 1, 1];

/** Returns the largest channel difference of two colours. */
export function distance(one: Rgb, other: Rgb): number {
  return Math.max(...one.map((value, index) => Math.abs(value - (other[index] ?? 0))));
}
