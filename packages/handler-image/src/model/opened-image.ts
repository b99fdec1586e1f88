import type { FitLimits, FitOptions, EncodedImage, PixelSize, RawPixels } from "@reader/image-fit";

/** Frames of an animation. */
export interface Animation {
  /** How long each frame is shown. */
  readonly delaysMs: readonly number[];
  /** The frames of these numbers (from 1, ascending) as displayed, made smaller to `size`. */
  tiles(frames: readonly number[], size: PixelSize): AsyncIterable<RawPixels>;
}

/** One opened picture of whatever format. Only its headers are read until it is fitted. */
export interface Picture {
  /** What people call the format: `JPEG`. */
  readonly format: string;
  readonly mediaType: string;
  /** The size as displayed, of the first page. */
  readonly size: PixelSize;
  /** Pages, or frames of an animation. */
  readonly count: number;
  readonly animation?: Animation;
  /** The EXIF block. */
  readonly exif?: Uint8Array;
  /** Comments inside, by keyword. */
  readonly comments?: readonly (readonly [keyword: string, text: string])[];
  /** What `info` tells besides: channels, colour space… */
  readonly facts: Readonly<Record<string, string | number | boolean>>;
  /** Words inside, line by line. */
  readonly words?: readonly string[];
  /** Whether fitting it may end at a limit of time or memory: what can be told without it is told first. */
  isCostly?(): boolean;
  /** What could not be read of it, in sentences. */
  readonly remarks?: readonly string[];
  /** How many times as tall as broad the pixels of a page are, as displayed; 1 where not given. */
  pixelAspectOf?(page: number): number;
  /** The size of a page as displayed. */
  sizeOf(page: number): Promise<PixelSize>;
  fit(limits: FitLimits, options: FitOptions): Promise<EncodedImage>;
}
