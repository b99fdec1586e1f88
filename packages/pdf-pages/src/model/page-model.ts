import type { Box, PageContent } from "./page-content.ts";
import type { PaintLog } from "./paint-log.ts";

/**
 * The pages of one open document. Layout, tables and quality know pages only from here, so that any engine can be
 * behind it.
 */
export interface PageSource {
  /**
   * Reads a page, numbered from 1. Returns `undefined` if this source cannot read it. Throws only if the engine can no
   * longer be used.
   */
  readonly read: (number: number) => PageModel | undefined;
}

/**
 * A page as it was read. The content is complete. The methods look up what few pages need; they throw if the page turns
 * out to be damaged, unless stated otherwise, and are valid until the page is released.
 */
export interface PageModel {
  readonly content: PageContent;
  /** True if its text exceeds the limit per page and was cut. */
  readonly isShortened: boolean;
  /** Degrees by which the page was turned clockwise to make its text upright; absent if it was not. */
  readonly turned?: 90 | 180 | 270;
  /** Returns the drawn lines and areas in painting order. Strokes may look wider than they are. */
  readonly vectors: () => readonly Vector[];
  /** Returns the drawn lines and areas with the true width of strokes. */
  readonly trueVectors: () => readonly Vector[];
  /** Returns the position of each character, as many as fill several pages. */
  readonly characterLines: () => readonly CharacterLine[];
  /** Returns the links to addresses outside the document. */
  readonly links: () => readonly PageLink[];
  /** Returns the alternative texts of the figures in painting order. Never throws. */
  readonly figureAlternatives: () => readonly string[];
  /** Returns what may hide text, found without painting the page. */
  readonly hidingRisk: () => HidingRisk;
  /** Replays what the page paints. Returns `undefined` if it cannot be replayed. */
  readonly withPaintLog: <Value>(use: (log: PaintLog) => Value) => Value | undefined;
  /** Draws a part of the page in colour. Returns `undefined` if it cannot be drawn. */
  readonly withPixels: <Value>(part: DrawnPart, use: (pixels: PartPixels) => Value) => Value | undefined;
  /** Draws the page in grey, in pixels per point. Returns `undefined` if it cannot be drawn. */
  readonly greyPixels: (scale: number) => GreyPixels | undefined;
}

/** A drawn line or area, or several that the engine merged. */
export interface Vector {
  readonly box: Box;
  readonly isStroked: boolean;
  readonly isRectangle: boolean;
  /** True if it is as white as paper. */
  readonly isPaper: boolean;
}

/** `images`: only an image may cover text. `any`: it must be replayed to know. */
export type HidingRisk = "none" | "images" | "any";

/** A link to an address outside the document. */
export interface PageLink {
  readonly box: Box;
  readonly uri: string;
}

/** A line as grouped by the engine, as characters without whitespace. */
export interface CharacterLine {
  /** The height of its baseline. */
  readonly y: number;
  readonly signs: readonly PlacedCharacter[];
}

/** A character of a line with its horizontal extent, in points. */
export interface PlacedCharacter {
  readonly sign: string;
  readonly x0: number;
  readonly x1: number;
}

/** A part of a page in points, and the scale in pixels per point. */
export interface DrawnPart {
  readonly box: Box;
  readonly scale: number;
}

/** The pixels of a part, valid during the call that receives them. */
export interface PartPixels {
  /** Red, green and blue, a byte each. */
  readonly data: Uint8Array | Uint8ClampedArray;
  /** Bytes of a row. */
  readonly stride: number;
  /** The drawn area in pixels of the whole page. */
  readonly box: Box;
}

/** A page in grey, a byte per pixel. */
export interface GreyPixels {
  readonly data: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Number of pages after one, or before the last, on which its header is looked for: left and right pages have different
 * ones.
 */
export const pagesAround = 2;
