import type { Box, LineTag, Table } from "../model/page-content.ts";

/** A line in reading order, as the stages of the writer see it. */
export interface FlowLine {
  readonly kind: "line";
  /** Its words with links and marks, without space at its ends. */
  readonly text: string;
  /** The characters as they stand, for code. */
  readonly raw: string;
  readonly box: Box;
  readonly sizePt: number;
  readonly font: string;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isMonospaced: boolean;
  readonly isRightToLeft: boolean;
  readonly isVertical: boolean;
  /** Whether wide gaps part its words, as in a row of a table. */
  readonly isSpread: boolean;
  /** The block of the engine that it came in. */
  readonly block: number;
  readonly tag: LineTag | undefined;
}

/** A table in the place of its first line. */
export interface FlowTable {
  readonly kind: "table";
  readonly table: Table;
}

/** What a page is made of, in the order in which it is read. */
export type FlowItem = FlowLine | FlowTable;
