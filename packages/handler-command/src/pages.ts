import { text, type HandlerEvent } from "@reader/core/handler";

/** The pages of a text that comes in pieces. */
export interface Pages {
  /** The text of the next piece. */
  events(piece: string): Generator<HandlerEvent>;
}

/**
 * A form feed begins a page, as `pdftotext` and `man` print it. The first page has no mark: whether a second one follows
 * is not known before it comes.
 */
export function createPages(): Pages {
  let index = 1;
  return {
    *events(piece) {
      for (const [at, page] of piece.split("\f").entries()) {
        if (at > 0) index += 1;
        if (page !== "") yield index === 1 ? text(page) : text(page, { unit: "page", index });
      }
    },
  };
}
