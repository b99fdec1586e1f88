import type { HandlerContext, HandlerEvent, Place, Source } from "@reader/core/handler";
import type { RecognisableImage } from "@reader/core/internal";

/** A request as plain data: everything that reading needs besides the bytes. */
export interface PdfJob {
  readonly file: Pick<Source, "path" | "name" | "size">;
  readonly wish: PdfRequest;
  /** True if a recogniser is available for pages without text. */
  readonly canRecognise: boolean;
}

/** The request and the capabilities of the model. */
export type PdfRequest = Pick<
  HandlerContext,
  "pages" | "select" | "view" | "password" | "boxes" | "capabilities" | "budget"
>;

/** A file inside the document, to be read by another handler. */
export interface InnerFile {
  readonly type: "inner-file";
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A page without sound text, as an image for recognition. */
export interface ScannedPage {
  readonly type: "scanned-page";
  readonly at: Place;
  readonly image: RecognisableImage;
  readonly pointsPerPixel: number;
  /** The sound part of its text layer as lines; empty if there is none. */
  readonly before: string;
  /** True if the sound part is kept alone unless more words are recognised. */
  readonly isBeforeRecognition: boolean;
  /** The line that says why its text is recognised. */
  readonly reason: string;
  /** Lines to write if recognition finds no text. */
  readonly otherwise: string;
  /** Lines after the text; may be empty. */
  readonly after: string;
}

/** An event before inner files are read and images are recognised. */
export type PdfEvent = HandlerEvent | InnerFile | ScannedPage;

/** Creates a job from the arguments of a handler. */
export function jobOf({ path, name, size }: Source, context: HandlerContext): PdfJob {
  const { pages, select, view, password, boxes = false, capabilities, budget } = context;
  const wish = { pages, select, view, password, boxes, capabilities, budget };
  return { file: { path, name, size }, wish, canRecognise: context.recognise !== undefined };
}
