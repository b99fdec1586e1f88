import type { CellRange, Cell } from "@reader/document/tables";
import type { EmbeddedFile } from "@reader/document/content";
import type { MacroModule } from "@reader/office-kit/vba";
import type { HandlerEvent } from "@reader/core/handler";

/** A row that has cells or is hidden. */
export interface Row {
  /** From 1. */
  readonly row: number;
  /** Sorted by column. */
  readonly cells: readonly Cell[];
  readonly isHidden?: boolean;
}

/** A comment or link of a cell. */
export interface CellNote {
  readonly row: number;
  readonly column: number;
  readonly kind: "comment" | "link";
  readonly author?: string;
  /** The text of the comment, or the target of the link. */
  readonly text: string;
}

/** A name or a table of a workbook. */
export interface NamedRange {
  readonly name: string;
  readonly kind: "name" | "table";
  /** The index of its sheet, from 0; absent if the name is not a range of cells. */
  readonly sheet?: number;
  readonly range?: CellRange;
  /** The definition as stored: `Sheet1!$A$1:$B$2`, `0.19`. */
  readonly refersTo: string;
  readonly isHidden?: boolean;
  /** For a table: number of header rows (default 1) and of total rows (default 0). */
  readonly headerRows?: number;
  readonly totalsRows?: number;
  /** For a table: the column names; absent if only the header cells have them. */
  readonly columns?: readonly string[];
}

/** The layout of a sheet, known before its rows are read. */
export interface SheetLayout {
  /** Hidden columns. */
  readonly hiddenColumns: readonly { readonly first: number; readonly last: number }[];
  /** Hidden columns that were left out on request. */
  readonly omittedColumns?: SheetLayout["hiddenColumns"];
  /** Number of frozen rows at the top, which are headers. */
  readonly frozenRows: number;
}

/** The content of a sheet besides its rows. */
export interface SheetExtras {
  readonly merged: readonly CellRange[];
  readonly notes: readonly CellNote[];
  /** Descriptions of drawings: `chart "Sales by month"`, with text and values if it has any. */
  readonly drawings: readonly string[];
}

/** One sheet. */
export interface Sheet {
  readonly name: string;
  readonly state: "visible" | "hidden" | "very-hidden";
  /** Only `cells` sheets have cells. */
  readonly kind: "cells" | "chart" | "dialog" | "macro";
  /** The used range that the file states; absent if it states none or one that is wrong. */
  readonly dimension: CellRange | undefined;
  /**
   * Yields the rows of the range in order, in batches of some hundreds because an iteration step costs more than a row.
   * Empty rows may be skipped. A batch has at least one row. If the sheet is damaged or missing, throws `corrupt` after
   * the undamaged rows; other sheets remain readable.
   */
  rows(range: CellRange): AsyncIterable<readonly Row[]>;
  layout(): Promise<SheetLayout>;
  /**
   * Returns the extras. With `hasFarExtras`, merged cells and links are stored after so many rows that all rows must be
   * unpacked first. Call it then only after all rows were read, when it costs nothing, and not for a few rows.
   */
  extras(): Promise<SheetExtras>;
  readonly hasFarExtras: boolean;
  /** Yields the images of the sheet as events. */
  images(): AsyncIterable<HandlerEvent>;
}

/** A workbook. */
export interface Workbook {
  readonly sheets: readonly Sheet[];
  /** Names and tables. */
  names(): Promise<readonly NamedRange[]>;
  /** Title, author, dates and so on, with readable names. */
  readonly properties: Readonly<Record<string, string>>;
  readonly hasMacros: boolean;
  /** The macro modules with readable source code, if any. */
  readonly modules?: readonly MacroModule[];
  /** Embedded files, if any. */
  readonly embedded?: readonly EmbeddedFile[];
  /** The other files that its formulas refer to, such as `[1] "file:///C:/first.xlsx"`, if any. */
  readonly externalLinks?: readonly string[];
  /** The sources from which its data can be refreshed: `"Orders": web page "https://example.org"`, if any. */
  readonly connections?: readonly string[];
  /** True if programs are to calculate all formulas when they open the file. */
  readonly isCalculatedOnOpening?: boolean;
  /** Sentences about the whole workbook, such as what is damaged, if any. */
  readonly remarks?: readonly string[];
  /** Returns text after the sheets, such as macro source code, if any. */
  closingText?(): Promise<string>;
  close(): Promise<void>;
}
