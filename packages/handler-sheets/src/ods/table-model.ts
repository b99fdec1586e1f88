import type { Cell, CellRange } from "@reader/document/tables";
import type { CellPlace } from "../sheets/image-words.ts";
import type { CellNote, SheetLayout } from "../sheets/workbook.ts";

/** A run of identical rows. */
export interface RowRun {
  /** The first row, from 1. */
  readonly row: number;
  readonly count: number;
  readonly cells: readonly Cell[];
  readonly isHidden: boolean;
}

/** A drawing on a sheet. */
export interface TableDrawing {
  readonly name: string;
  /** The alternative text. */
  readonly alt: string;
  /** The text in the drawing. */
  readonly text: string;
  /** The cell that it is anchored to, if any. */
  readonly place?: CellPlace | undefined;
  /** The package part with the image. */
  readonly image?: string;
  /** The package folder of the embedded document, usually a chart. */
  readonly object?: string;
}

/** The content of a sheet besides its rows. */
export interface TableFacts {
  readonly name: string;
  readonly style: string;
  readonly headerRows: number;
  readonly hiddenColumns: SheetLayout["hiddenColumns"];
  readonly merged: readonly CellRange[];
  readonly notes: readonly CellNote[];
  readonly drawings: readonly TableDrawing[];
  /** Cell ranges with a list of choices, by the name of the list. */
  readonly choices: ReadonlyMap<string, readonly CellRange[]>;
}

/** The same facts, mutable while the sheet is read. */
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
