/** A rectangle in pixels, both corners in it: the origin is the top left, `y` goes downwards. */
export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** A picture whose text is wanted, upright as far as anybody knows. Print should be some 200 dots an inch. */
export interface RecognisableImage {
  /** A byte of grey for each pixel, 0 for black, row by row without padding: `widthPx * heightPx` bytes. */
  readonly data: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A word that was recognised. */
export interface RecognisedWord {
  readonly text: string;
  /** How sure the recogniser is, 0 to 100. */
  readonly confidence: number;
  /** Where it stands in the picture as it came, in pixels: also where the picture had to be turned. */
  readonly box: Box;
}

/** A line that was recognised, in reading order. Spaces in its text may be the layout of a table or of code. */
export interface RecognisedLine extends RecognisedWord {
  readonly words: readonly RecognisedWord[];
  /** Whether a paragraph starts here, so that an empty line stands before it. */
  readonly startsParagraph?: boolean;
}

/** What was recognised in a picture. */
export interface Recognised {
  /** Who did it, in words for people: `Tesseract (eng)`. */
  readonly by: string;
  /** None where no text was found. */
  readonly lines: readonly RecognisedLine[];
  /** How sure the recogniser is of all of it, 0 to 100; 0 where there is nothing. */
  readonly confidence: number;
  /** By how many degrees, clockwise, the picture had to be turned for its text to be upright. */
  readonly turned: 0 | 90 | 180 | 270;
  /** By how many degrees the text still ran askew, clockwise; up to about 15 are put right. */
  readonly skewDegrees: number;
  /** One sentence that tells a model what would be recognised better: another language. Told where it is unsure. */
  readonly advice?: string;
}

/** What accompanies one recognition. */
export interface RecogniseOptions {
  /** Aborted when nobody waits for the text any more: stop at once. */
  readonly signal: AbortSignal;
}

/**
 * Recognises the text of pictures. Bring any engine or service: give it to `createReader` as `recognise`, and handlers
 * find it in their context.
 */
export interface Recogniser {
  /** In one word, for programs: `tesseract`. */
  readonly name: string;
  /** The languages that it expects, in its own words; empty where it needs none. */
  readonly languages: readonly string[];
  /** As of a handler: how often a process of it was ended because it could not be trusted any more. */
  readonly condemned?: number;
  /** Rejects with a `ReadError` where that tells more than that it failed. */
  recognise(image: RecognisableImage, options: RecogniseOptions): Promise<Recognised>;
}

/** A recognised line of a text: which one it is, and where it stands. */
export interface PlacedLine {
  /** From 1: the line of the text event; in a result the line of the answer. */
  readonly line: number;
  /** How sure the recogniser is of it, 0 to 100. */
  readonly confidence: number;
  readonly box: Box;
  readonly words: readonly RecognisedWord[];
}

/** Says of a text that it was recognised in a picture, by whom, and where each line and word of it stands. */
export interface RecognisedText {
  readonly by: string;
  /** What boxes are measured in: points of the page as displayed, or pixels of the picture as displayed. */
  readonly unit: "pt" | "px";
  readonly lines: readonly PlacedLine[];
}
