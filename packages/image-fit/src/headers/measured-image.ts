import type { CodedColours, PixelSize } from "../model/types.ts";

/** What the header of a picture says, read without any decoder. */
export interface MeasuredImage extends PixelSize {
  readonly mediaType: string;
  /** Whether it says that it moves; told for PNG, whose decoder sees the first frame only. */
  readonly isAnimated?: boolean;
  /** The exponent by which light became numbers, where it is not about that of sRGB; told for PNG. */
  readonly gamma?: number;
  /** What its numbers stand for where no colour profile says it; told for PNG, AVIF and HEIC, whose decoders do not look. */
  readonly codedColours?: CodedColours;
  /** Whether the file ends before its end mark; told for GIF, whose decoder says nothing of frames that are missing. */
  readonly isCutOff?: boolean;
  /**
   * Where the end mark is of a file that leaves parts of its screen free and has no see-through colour, of which its
   * decoder makes black; told for GIF.
   */
  readonly bareGifEndAt?: number;
  /** How many times as tall as broad the pixels of each page are, 2 for those of a coarse fax; told for TIFF. */
  readonly pixelAspects?: readonly number[];
  /** The numbers, from 1, of the directories that are pages and no smaller copies of others; told for TIFF. */
  readonly pages?: readonly number[];
  /** Whether a page is in YCbCr without being JPEG, which the engine takes for RGB without a word; told for TIFF. */
  readonly hasPlainYcc?: boolean;
  /**
   * Whether it is of a kind that not every decoder takes, or takes for another format: arithmetic coding, and several
   * pictures in one file (MPO); told for JPEG.
   */
  readonly isRareKind?: boolean;
  /** Pictures that move, beside the still one; told for AVIF and HEIC, whose decoders see the still one only. */
  readonly sequence?: ImageSequence;
}

/** How many pictures follow each other, and for how long, where it is said. */
export interface ImageSequence {
  readonly frames: number;
  readonly durationMs?: number;
}

/** A view of bytes, for headers. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Four bytes as Latin-1: the tags of chunks and boxes. */
export function tagAt(view: DataView, offset: number): string {
  if (offset + 4 > view.byteLength) return "";
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(offset + index)));
}
