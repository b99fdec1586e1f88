import type { EncodedImage, FitLimits, FitOptions, PixelSize, RawPixels } from "@reader/image-fit";

/** Frames of an animation. */
export interface Animation {
  /** Display time of each frame. */
  readonly delaysMs: readonly number[];
  /** Yields the frames with these numbers (from 1, ascending) as displayed, scaled down to `size`. */
  tiles(frames: readonly number[], size: PixelSize): AsyncIterable<RawPixels>;
}

/** An opened image of any format. Only its headers are read until it is fitted. */
export interface OpenedImage {
  /** Display name of the format, such as `JPEG`. */
  readonly format: string;
  readonly mediaType: string;
  /** The size as displayed, of the first page. */
  readonly size: PixelSize;
  /** Pages, or frames of an animation. */
  readonly count: number;
  readonly animation?: Animation;
  /** The EXIF block. */
  readonly exif?: Uint8Array;
  /** Embedded comments, by keyword. */
  readonly comments?: readonly (readonly [keyword: string, text: string])[];
  /** Further facts for `info`, such as channels and colour space. */
  readonly facts: Readonly<Record<string, string | number | boolean>>;
  /** Text inside, line by line. */
  readonly words?: readonly string[];
  /** The source text of a drawing, which is edited as often as it is looked at. */
  readonly source?: string;
  /** True if fitting it may exceed a time or memory limit. What is known without fitting is then yielded first. */
  isCostly?(): boolean;
  /** Sentences about content that is missing or not shown. */
  readonly remarks?: readonly string[];
  /** Height of a displayed pixel of a page divided by its width. 1 if not given. */
  pixelAspectOf?(page: number): number;
  /** Returns the displayed size of a page. */
  sizeOf(page: number): Promise<PixelSize>;
  fit(limits: FitLimits, options: FitOptions): Promise<EncodedImage>;
}
