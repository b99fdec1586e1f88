import type { PlaceUnit, ReadRequest } from "@reader/core";

/** Where in a file, as a citation names it. */
export type CitedPlace =
  /** The file as a whole, such as a picture. */
  | { readonly kind: "file" }
  /** Lines from 1, both included; counted from the end where negative. */
  | { readonly kind: "lines"; readonly first: number; readonly last: number }
  /** Units of the document, from 1, both included. */
  | { readonly kind: "units"; readonly unit: PlaceUnit; readonly first: number; readonly last: number }
  /** A cell or a range of them, in the way of spreadsheets: `B4`, `B4:D7`. */
  | { readonly kind: "cells"; readonly sheet: string; readonly range: string }
  /** A member of an archive, as a whole or a place in it. */
  | { readonly kind: "entry"; readonly name: string; readonly inside?: CitedPlace };

/** A mark in an answer, such as `[report.pdf p. 3]`. */
export interface CitationMark {
  /** As it stands in the answer, without its brackets. */
  readonly text: string;
  /** As the model wrote it. */
  readonly path: string;
  readonly place: CitedPlace;
}

/** A mark that was held against what was read in the conversation. */
export interface Citation extends CitationMark {
  /**
   * `read` where the model was shown every line of a range, every row and column of a range of cells, something of
   * every page, slide or cell that is named (as text, as a picture or in the document itself), or something of the file
   * where that is named alone.
   */
  readonly verdict: "read" | "not-read";
  /** Why it is not read, in one sentence. */
  readonly reason?: string;
  /** The first line of the place as it was shown, raw and shortened; absent where it was shown as a picture. */
  readonly excerpt?: string;
  /** A read that opens the place. */
  readonly request: ReadRequest;
}
