import type { DocumentPart, Extent, ImagePart } from "../../contract/events.ts";
import type { Notice } from "../../contract/notices.ts";
import type { LineBlock } from "./line.ts";

/** An item of the text pipeline: lines, or media, notices and extents between them. */
export type StreamItem = LineBlock | ImagePart | DocumentPart | Notice | Extent;

/** A range of consecutive lines to read. */
export interface LineWindow {
  /** The first line, from 1; a negative number counts from the end. */
  readonly first: number;
  /** The first character of the first line, from 1. */
  readonly column: number;
  /** The last line, inclusive; absent to read as far as the budget allows. */
  readonly last?: number;
}

/** Supplies the lines of a text file or a converted document on demand. */
export interface LineSupply {
  /** Starts at a window's first line. Resolves to `undefined` if the line does not exist; `total` is then known. */
  open(window: LineWindow): Promise<AsyncIterable<StreamItem> | undefined>;
  /** Returns the number of lines, if known. */
  total(): number | undefined;
}
