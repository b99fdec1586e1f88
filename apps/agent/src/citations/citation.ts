import type { PlaceUnit, ReadRequest } from "@reader/core";

/** The place that a citation names. */
export type CitedPlace =
  /** The whole file, such as an image. */
  | { readonly kind: "file" }
  /** Lines from 1, inclusive. Negative numbers count from the end. */
  | { readonly kind: "lines"; readonly first: number; readonly last: number }
  /** Units of the document, from 1, inclusive. */
  | { readonly kind: "units"; readonly unit: PlaceUnit; readonly first: number; readonly last: number }
  /** A cell or a range of cells in spreadsheet notation: `B4`, `B4:D7`. */
  | { readonly kind: "cells"; readonly sheet: string; readonly range: string }
  /** A member of an archive, or a place in it. */
  | { readonly kind: "entry"; readonly name: string; readonly inside?: CitedPlace };

/** A mark in an answer, such as `[report.pdf p. 3]`. */
export interface CitationMark {
  /** The mark in the answer, without its brackets. */
  readonly text: string;
  /** As the model wrote it. */
  readonly path: string;
  readonly place: CitedPlace;
}

/** A mark that was checked against what the conversation read. */
export interface Citation extends CitationMark {
  /**
   * `read` if the model was shown every line of a line range, every row and column of a cell range, a part of every named
   * page, slide or notebook cell (as text, as an image or in a whole document), or a part of a file that is named alone.
   */
  readonly verdict: "read" | "not-read";
  /** Why it was not read, in one sentence. */
  readonly reason?: string;
  /** The first line of the place, raw and shortened. Absent if it was shown as an image. */
  readonly excerpt?: string;
  /** A request that reads the place. */
  readonly request: ReadRequest;
}
