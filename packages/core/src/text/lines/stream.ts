import type { DocumentPart, Extent, ImagePart } from "../../contract/events.ts";
import type { Notice } from "../../contract/notices.ts";
import type { LineBlock } from "./line.ts";

/** What the puller gets: lines, and what stands between them. */
export type StreamItem = LineBlock | ImagePart | DocumentPart | Notice | Extent;

/** Consecutive lines that are wanted. */
export interface LineWindow {
  /** From 1; negative counts from the end. */
  readonly first: number;
  /** The first character of the first line. */
  readonly column: number;
  /** The last line, included; absent for "as far as the budget goes". */
  readonly last?: number;
}

/** Lines on demand: of a text file, or of a converted document. */
export interface LineSupply {
  /** Starts at a window's first line; undefined when there is no such line, and then `total` is known. */
  open(window: LineWindow): Promise<AsyncIterable<StreamItem> | undefined>;
  /** How many lines there are, where that is known. */
  total(): number | undefined;
}
