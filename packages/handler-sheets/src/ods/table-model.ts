import type { Cell, CellRange } from "@reader/document/tables";
import type { CellNote, SheetLayout } from "../sheets/workbook.ts";

/** Rows that are all alike. */
export interface RowRun {
  /** The first of them, from 1. */
  readonly row: number;
  readonly count: number;
  readonly cells: readonly Cell[];
  readonly isHidden: boolean;
}

/** Something drawn on a sheet. */
export interface TableDrawing {
  readonly name: string;
  /** What stands for it, from its author. */
  readonly alt: string;
  /** The words in it. */
  readonly text: string;
  /** The member of the package that is its picture. */
  readonly picture?: string;
  /** The folder of the package that is the document in it: a chart, as a rule. */
  readonly object?: string;
}

/** What a sheet has besides its rows. */
export interface TableFacts {
  readonly name: string;
  readonly style: string;
  readonly headerRows: number;
  readonly hiddenColumns: SheetLayout["hiddenColumns"];
  readonly merged: readonly CellRange[];
  readonly notes: readonly CellNote[];
  readonly drawings: readonly TableDrawing[];
  /** Where cells offer something to choose, by what the file calls it. */
  readonly choices: ReadonlyMap<string, readonly CellRange[]>;
}

/** The same while a sheet is read. */
export interface GrowingFacts {
  name: string;
  style: string;
  headerRows: number;
  readonly hiddenColumns: { readonly first: number; readonly last: number }[];
  readonly merged: CellRange[];
  readonly notes: CellNote[];
  readonly drawings: TableDrawing[];
  readonly choices: Map<string, CellRange[]>;
}
