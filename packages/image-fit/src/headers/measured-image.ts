import type { CodedColours, PixelSize } from "../model/types.ts";

/** What the header of an image declares, read without a decoder. */
export interface MeasuredImage extends PixelSize {
  readonly mediaType: string;
  /** PNG only: true if it is animated. Its decoder sees only the first frame. */
  readonly isAnimated?: boolean;
  /** PNG only: the encoding exponent if it differs from that of sRGB. */
  readonly gamma?: number;
  /** PNG, AVIF and HEIC only: coded colours, which decoders ignore. */
  readonly codedColours?: CodedColours;
  /** GIF only: true if the file is cut off. Its decoder does not report missing frames. */
  readonly isCutOff?: boolean;
  /**
   * GIF only: offset of the end mark if parts of the screen are never drawn and no frame has a transparent colour. The
   * decoder would show those parts black.
   */
  readonly bareGifEndAt?: number;
  /** TIFF only: pixel height divided by pixel width of each page, such as 2 for a coarse fax. */
  readonly pixelAspects?: readonly number[];
  /** TIFF only: the numbers, from 1, of the directories that are pages rather than reduced copies. */
  readonly pages?: readonly number[];
  /** TIFF only: true if a page is in YCbCr without JPEG, which the engine silently decodes as RGB. */
  readonly hasPlainYcc?: boolean;
  /**
   * JPEG only: true for kinds that not every decoder supports or detects: arithmetic coding, and several images in one
   * file (MPO).
   */
  readonly isRareKind?: boolean;
  /** AVIF and HEIC only: the image sequence, of which decoders see only the still image. */
  readonly sequence?: ImageSequence;
}

/** The number of frames, and their duration if known. */
export interface ImageSequence {
  readonly frames: number;
  readonly durationMs?: number;
}

/** Returns a view of bytes. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Reads the tag of a chunk or box: four bytes as Latin-1. */
export function tagAt(view: DataView, offset: number): string {
  if (offset + 4 > view.byteLength) return "";
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(offset + index)));
}
