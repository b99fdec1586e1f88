import type { CellRange, Cell } from "@reader/document/tables";
import type { EmbeddedFile } from "@reader/document/content";
import type { MacroModule } from "@reader/office-kit/vba";
import type { HandlerEvent } from "@reader/core/handler";

/** One row that holds something, or is hidden. */
export interface Row {
  /** From 1. */
  readonly row: number;
  /** In the order of their columns. */
  readonly cells: readonly Cell[];
  readonly isHidden?: boolean;
}

/** What is attached to a cell. */
export interface CellNote {
  readonly row: number;
  readonly column: number;
  readonly kind: "comment" | "link";
  readonly author?: string;
  /** The words of the comment, or where the link leads. */
  readonly text: string;
}

/** A name or a table of a workbook. */
export interface NamedRange {
  readonly name: string;
  readonly kind: "name" | "table";
  /** The sheet on which it is, from 0; absent where the name is not a range of cells. */
  readonly sheet?: number;
  readonly range?: CellRange;
  /** What it stands for, as it is written: `Sheet1!$A$1:$B$2`, `0.19`. */
  readonly refersTo: string;
  readonly isHidden?: boolean;
  /** Of a table: rows of names at its top, 1 where not given, and of totals at its end, none where not given. */
  readonly headerRows?: number;
  readonly totalsRows?: number;
  /** Of a table: what its columns are called; absent where only its cells say so. */
  readonly columns?: readonly string[];
}

/** How a sheet is laid out; known before its rows, however many there are. */
export interface SheetLayout {
  /** Columns that the program does not show. */
  readonly hiddenColumns: readonly { readonly first: number; readonly last: number }[];
  /** How many rows at the top stay in view; those are headers. */
  readonly frozenRows: number;
}

/** What a sheet has besides its rows. */
export interface SheetExtras {
  readonly merged: readonly CellRange[];
  readonly notes: readonly CellNote[];
  /** What is named instead of drawn: `chart "Sales by month"`, with its words and values where it has some. */
  readonly drawings: readonly string[];
}

/** One sheet. */
export interface Sheet {
  readonly name: string;
  readonly state: "visible" | "hidden" | "very-hidden";
  /** `chart` and so on have no cells. */
  readonly kind: "cells" | "chart" | "dialog" | "macro";
  /** The cells in use as far as the file says so beforehand; absent where it does not, or is seen to be wrong. */
  readonly dimension: CellRange | undefined;
  /**
   * The rows of the range, in order, in batches of some hundreds, because a step of an iteration for each costs more
   * than the row; rows without a cell in it need not come. A batch has at least one row. Throws `corrupt` where the
   * sheet is damaged or missing, after the rows that are whole; the other sheets can be read nonetheless.
   */
  rows(range: CellRange): AsyncIterable<readonly Row[]>;
  layout(): Promise<SheetLayout>;
  /**
   * Where `hasFarExtras`, merged cells and links stand in the file behind so many rows that all of them would have to
   * be unpacked first: ask after all rows were read, when it costs nothing, and not for a few rows of such a sheet.
   */
  extras(): Promise<SheetExtras>;
  readonly hasFarExtras: boolean;
  /** The pictures on it, as events of images. */
  pictures(): AsyncIterable<HandlerEvent>;
}

/** A workbook. */
export interface Workbook {
  readonly sheets: readonly Sheet[];
  /** Names and tables. */
  names(): Promise<readonly NamedRange[]>;
  /** Title, author, dates, under names that people know. */
  readonly properties: Readonly<Record<string, string>>;
  readonly hasMacros: boolean;
  /** Those of the macros whose code can be read; absent for none. */
  readonly modules?: readonly MacroModule[];
  /** Absent where there are none. */
  readonly embedded?: readonly EmbeddedFile[];
  /** Sentences about all of it, such as which other files it refers to; absent for none. */
  readonly remarks?: readonly string[];
  /** Text behind the sheets, such as the code of macros; empty or absent for none. */
  closingText?(): Promise<string>;
  close(): Promise<void>;
}
