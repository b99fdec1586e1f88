import type { HandlerContext, HandlerEvent, Source } from "@reader/core/handler";

/** A request as plain data: all that reading a document needs besides its bytes. */
export interface PdfJob {
  readonly file: Pick<Source, "path" | "name" | "size">;
  readonly wish: PdfWish;
}

/** What was asked for, and what the model takes. */
export type PdfWish = Pick<HandlerContext, "pages" | "select" | "view" | "password" | "capabilities" | "budget">;

/** A file inside the document, which another handler is to read. */
export interface InnerFile {
  readonly type: "inner-file";
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What reading a document gives before files inside it are read. */
export type PdfEvent = HandlerEvent | InnerFile;

/** Makes a job of what a handler is given. */
export function jobOf({ path, name, size }: Source, context: HandlerContext): PdfJob {
  const { pages, select, view, password, capabilities, budget } = context;
  return { file: { path, name, size }, wish: { pages, select, view, password, capabilities, budget } };
}
