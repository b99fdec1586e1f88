/** A rectangle, including both corners. The origin is the top left; `y` increases downwards. */
export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** Where lines of text stand on their page or in their image, so that a citation can be drawn. */
export interface LineBoxes {
  /** The unit of boxes: points of the displayed page, or pixels of the displayed image. */
  readonly unit: "pt" | "px";
  /** The size of the page in this unit; absent if it is not known. */
  readonly width?: number;
  readonly height?: number;
  /**
   * The lines that have a place, in order. A paragraph that fills several lines on the page has a box for each of them;
   * a line that the reader added, such as the rule of a table, has none.
   */
  readonly lines: readonly LineBox[];
}

/** The place of a line of text. */
export interface LineBox {
  /** The line of the text event, from 1; in a result, the line of the result. */
  readonly line: number;
  readonly box: Box;
}

/** An image to recognise, upright if its orientation is known. Printed text should have about 200 dots an inch. */
export interface RecognisableImage {
  /** A byte of grey for each pixel, 0 for black, row by row without padding: `widthPx * heightPx` bytes. */
  readonly data: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A recognised word. */
export interface RecognisedWord {
  readonly text: string;
  /** Confidence, 0 to 100. */
  readonly confidence: number;
  /** Its position in pixels of the given image, also if the recogniser rotated that. */
  readonly box: Box;
}

/** A recognised line. Spaces in its text may be the layout of a table or of code. */
export interface RecognisedLine extends RecognisedWord {
  readonly words: readonly RecognisedWord[];
  /** True if a paragraph starts here; an empty line is inserted before it. */
  readonly startsParagraph?: boolean;
}

/** The text that was recognised in an image. */
export interface Recognised {
  /** The name of the recogniser, for users: `Tesseract (eng)`. */
  readonly by: string;
  /** Lines in reading order; empty if no text was found. */
  readonly lines: readonly RecognisedLine[];
  /** Confidence in the whole text, 0 to 100; 0 if there is none. */
  readonly confidence: number;
  /** Degrees by which the image was rotated clockwise to make its text upright. */
  readonly turned: 0 | 90 | 180 | 270;
  /** Remaining skew of the text in degrees, clockwise; up to about 15 are corrected. */
  readonly skewDegrees: number;
  /** One sentence of advice for a model, such as another language. Shown if the confidence is low. */
  readonly advice?: string;
}

/** The options of one recognition. */
export interface RecogniseOptions {
  /** Aborted when the text is no longer needed: stop at once. */
  readonly signal: AbortSignal;
}

/**
 * Recognises the text of images with any engine or service. Pass it to `createReader` as `recognise`; handlers call it
 * through their context.
 */
export interface Recogniser {
  /** An identifier: `tesseract`. */
  readonly name: string;
  /** The languages that it expects, by its own codes; empty if it needs none. */
  readonly languages: readonly string[];
  /** How often a process of it was ended because it was no longer trusted, as `Handler.condemned`. */
  readonly condemned?: number;
  /** Rejects with a `ReadError` if it knows the reason of a failure. */
  recognise(image: RecognisableImage, options: RecogniseOptions): Promise<Recognised>;
}

/** The position of a recognised line of text. */
export interface PlacedLine {
  /** The line of the text event, from 1; in a result, the line of the result. */
  readonly line: number;
  /** Confidence, 0 to 100. */
  readonly confidence: number;
  readonly box: Box;
  readonly words: readonly RecognisedWord[];
}

/** Describes recognised text: the recogniser, and the position of each line and word. */
export interface RecognisedText {
  readonly by: string;
  /** The unit of boxes: points of the displayed page, or pixels of the displayed image. */
  readonly unit: "pt" | "px";
  readonly lines: readonly PlacedLine[];
}
