import type { ImageCapabilities } from "@reader/core/handler";

/** What a picture must be so that a model takes it: the part of the capabilities that is about one picture. */
export interface FitLimits extends Pick<ImageCapabilities, "mediaTypes" | "maxBytes" | "maxSidePx" | "nativeSidePx"> {
  /** The provider's formula; a picture of more patches than it allows is made smaller, as the provider would do unasked. */
  readonly tokens?: ImageCapabilities["tokens"];
}

/** What a picture may be before it is decoded. */
export interface InputLimits {
  /** Pixels, in millions. */
  readonly maxMegapixels: number;
  /** Pixels of one side. */
  readonly maxSidePx: number;
}

/** A size in pixels. */
export interface PixelSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A part of a picture in its own pixels, as displayed: after the orientation was applied. */
export interface Region extends PixelSize {
  readonly xPx: number;
  readonly yPx: number;
}

/** Decoded pixels, row by row without padding, 8 bits a channel: grey, RGB, or RGB with straight alpha. */
export interface RawPixels extends PixelSize {
  readonly data: Uint8Array;
  readonly channels: 1 | 3 | 4;
}

/** How a picture is to be fitted. */
export interface FitOptions {
  /** Only this part, at full resolution as far as the limits allow. */
  readonly region?: Region;
  /** `drawing` keeps PNG as long as it fits; `photo` goes to JPEG. Judged by the picture where not given. */
  readonly content?: "drawing" | "photo";
  /** The page of a multi-page file or the frame of an animation, from 1. */
  readonly page?: number;
  /** `native` gives the bytes as they are wherever the limits allow, also turned, in 16 bits or with a colour profile. */
  readonly purpose?: "view" | "native";
  /** 100 megapixels and 32 768 a side where not given. */
  readonly input?: InputLimits;
  readonly signal?: AbortSignal;
}

/** Which numbers of a picture without a scale of its own are shown as black and as white. */
export interface Levels {
  readonly black: number;
  readonly white: number;
}

/** A picture that fits. */
export interface EncodedImage extends PixelSize {
  readonly mediaType: string;
  readonly data: Uint8Array;
  /** The size as displayed before it was fitted (of the region, where one was asked for). */
  readonly originalWidthPx: number;
  readonly originalHeightPx: number;
  /** Whether the bytes are the input's own, untouched. */
  readonly isUntouched: boolean;
  /** Whether the input was damaged, and this is what could be decoded of it. */
  readonly isRepaired?: boolean;
  /** Told of a picture whose numbers have no scale of their own. */
  readonly levels?: Levels;
}

/** Decoded pixels, and whether all of them came out of sound data. */
export interface DecodedImage extends RawPixels {
  readonly isRepaired: boolean;
  /** Told of a picture whose numbers have no scale of their own. */
  readonly levels?: Levels;
}

/** What the numbers of a picture stand for, by the code points of ISO/IEC 23091-2 instead of a colour profile. */
export interface CodedColours {
  readonly primaries: number;
  readonly transfer: number;
}
