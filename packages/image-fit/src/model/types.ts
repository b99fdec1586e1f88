import type { ImageCapabilities } from "@reader/core";

/** The limits of a model for one image, a subset of its capabilities. */
export interface FitLimits extends Pick<ImageCapabilities, "mediaTypes" | "maxBytes" | "maxSidePx" | "nativeSidePx"> {
  /** The provider's token formula. An image beyond its patch limit is scaled down, as the provider would do. */
  readonly tokens?: ImageCapabilities["tokens"];
}

/** Limits on an image before it is decoded. */
export interface InputLimits {
  /** Maximum number of pixels, in millions. */
  readonly maxMegapixels: number;
  /** Maximum length of a side, in pixels. */
  readonly maxSidePx: number;
}

/** A size in pixels. */
export interface PixelSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A region of an image in displayed pixels, after the orientation was applied. */
export interface Region extends PixelSize {
  readonly xPx: number;
  readonly yPx: number;
}

/** Decoded pixels, row by row without padding, 8 bits a channel: grey, RGB, or RGB with straight alpha. */
export interface RawPixels extends PixelSize {
  readonly data: Uint8Array;
  readonly channels: 1 | 3 | 4;
}

/** Options of fitting. */
export interface FitOptions {
  /** Only this region, at full resolution as far as the limits allow. */
  readonly region?: Region;
  /** `drawing` stays PNG as long as it fits; `photo` becomes JPEG. Detected from the pixels if not given. */
  readonly content?: "drawing" | "photo";
  /** The page of a multi-page file or the frame of an animation, from 1. */
  readonly page?: number;
  /**
   * `native` keeps the bytes unchanged wherever the limits allow, even if rotated, in 16 bits or with a colour profile.
   */
  readonly purpose?: "view" | "native";
  /** Default: 100 megapixels and 32 768 pixels per side. */
  readonly input?: InputLimits;
  readonly signal?: AbortSignal;
}

/** The samples shown as black and white in an image without a defined scale. */
export interface Levels {
  readonly black: number;
  readonly white: number;
}

/** An encoded image within the limits. */
export interface EncodedImage extends PixelSize {
  readonly mediaType: string;
  readonly data: Uint8Array;
  /** Displayed width before fitting, of the region if one was requested. */
  readonly originalWidthPx: number;
  readonly originalHeightPx: number;
  /** True if the bytes are those of the input. */
  readonly isUntouched: boolean;
  /** True if the input was damaged and decoded only in part. */
  readonly isRepaired?: boolean;
  /** Set for an image without a defined scale. */
  readonly levels?: Levels;
}

/** Decoded pixels. `isRepaired` is true if the data was damaged. */
export interface DecodedImage extends RawPixels {
  readonly isRepaired: boolean;
  /** Set for an image without a defined scale. */
  readonly levels?: Levels;
}

/** The colours of an image by the code points of ISO/IEC 23091-2, which replace a colour profile. */
export interface CodedColours {
  readonly primaries: number;
  readonly transfer: number;
}
