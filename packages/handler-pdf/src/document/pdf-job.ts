import type { HandlerContext, HandlerEvent, Place, RecognisableImage, Source } from "@reader/core/handler";

/** A request as plain data: all that reading a document needs besides its bytes. */
export interface PdfJob {
  readonly file: Pick<Source, "path" | "name" | "size">;
  readonly wish: PdfWish;
  /** Whether somebody recognises the text of pages that have none. */
  readonly canRecognise: boolean;
}

/** What was asked for, and what the model takes. */
export type PdfWish = Pick<HandlerContext, "pages" | "select" | "view" | "password" | "capabilities" | "budget">;

/** A file inside the document, which another handler is to read. */
export interface InnerFile {
  readonly type: "inner-file";
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A page without sound text, as a picture whose text is to be recognised. */
export interface ScannedPage {
  readonly type: "scanned-page";
  readonly at: Place;
  readonly image: RecognisableImage;
  readonly pointsPerPixel: number;
  /** The text that its layer has, which is sound: lines; empty where it has none. */
  readonly before: string;
  /** The line that says why its text is recognised. */
  readonly reason: string;
  /** What to say where no text is recognised: lines. */
  readonly otherwise: string;
  /** What follows the text: lines; empty where there is nothing. */
  readonly after: string;
}

/** What reading a document gives before files inside it are read and pictures are recognised. */
export type PdfEvent = HandlerEvent | InnerFile | ScannedPage;

/** Makes a job of what a handler is given. */
export function jobOf({ path, name, size }: Source, context: HandlerContext): PdfJob {
  const { pages, select, view, password, capabilities, budget } = context;
  const wish = { pages, select, view, password, capabilities, budget };
  return { file: { path, name, size }, wish, canRecognise: context.recognise !== undefined };
}
