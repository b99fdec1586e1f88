import { columnLetters, columnNumber, wholeSheet } from "@reader/document/tables";
import { createFillingFormulas } from "../../sheets/filling-formulas.ts";
import type { FilledCells } from "./row-builder.ts";

/** A formula as stored in a cell. */
export interface WrittenFormula {
  readonly row: number;
  readonly column: number;
  readonly formula: string | undefined;
  readonly sharedFormula: string | undefined;
  readonly filled?: FilledCells | undefined;
}

/**
 * The formulas of one sheet. A shared formula is stored once and adjusted for each other cell; an array formula belongs
 * to each cell that it fills.
 */
export interface Formulas {
  /** Returns `undefined` if the cell has no known formula. */
  textOf(written: WrittenFormula): string | undefined;
  /** Returns the formula of another cell that fills this one, or `undefined`. */
  fillingAt(row: number, column: number): string | undefined;
  /** True if `fillingAt` can return a formula. Such formulas are rare, and there may be millions of cells. */
  readonly hasFilling: boolean;
}

/** Maximum number of shared formulas. */
const maxShared = 10_000;

/** Creates an empty collection. */
export function createFormulas(): Formulas {
  const shared = new Map<string, SharedFormula>();
  const filling = createFillingFormulas();
  return {
    get hasFilling() {
      return filling.hasSome;
    },
    fillingAt: (row, column) => filling.at(row, column),
    textOf(written) {
      const { row, column, sharedFormula, filled } = written;
      const formula = formulaOf(written);
      if (filled !== undefined) filling.add({ range: filled.range, formula }, row);
      if (sharedFormula === undefined) return formula === "" ? undefined : formula;
      if (formula !== "") {
        if (shared.size < maxShared) shared.set(sharedFormula, { row, column, pieces: piecesOf(formula) });
        return formula;
      }
      const master = shared.get(sharedFormula);
      // The first cell of the shared formula is above the rows that were read.
      if (master === undefined) return "(shared with an earlier cell)";
      return moved(master.pieces, row - master.row, column - master.column);
    },
  };
}

function formulaOf({ formula = "", filled }: WrittenFormula): string {
  return formula === "" ? (filled?.table ?? "") : formula;
}

interface SharedFormula {
  readonly row: number;
  readonly column: number;
  readonly pieces: readonly (string | Reference)[];
}

/** A cell, or only the column or row in `A:C` and `1:3`. */
interface Reference {
  readonly column: number | undefined;
  readonly row: number | undefined;
  readonly isFixedColumn: boolean;
  readonly isFixedRow: boolean;
}

/** Strings, sheet names and structured references are matched first, because their text can look like a reference. */
const token =
  /"(?:[^"]|"")*"|'(?:[^']|'')*'|\[[^\]]*\]|(?<![\w.$])(?:(\$?)([A-Z]{1,3})(\$?)([1-9]\d{0,6})(?![\w.(!])|(\$?)([A-Z]{1,3}):(\$?)([A-Z]{1,3})(?![\w.(!])|(\$?)([1-9]\d{0,6}):(\$?)([1-9]\d{0,6})(?![\w.(!]))/gi;

function piecesOf(formula: string): SharedFormula["pieces"] {
  const pieces: (string | Reference)[] = [];
  let end = 0;
  for (const match of formula.matchAll(token)) {
    const references = referencesOf(match);
    if (references.length === 0) continue;
    pieces.push(formula.slice(end, match.index));
    for (const [index, reference] of references.entries()) pieces.push(...(index > 0 ? [":"] : []), reference);
    end = match.index + match[0].length;
  }
  return [...pieces, formula.slice(end)];
}

function referencesOf(match: RegExpExecArray): readonly Reference[] {
  const [, columnMark, column, rowMark, row, firstMark, first, lastMark, last, topMark, top, endMark, end] = match;
  if (column !== undefined && row !== undefined) {
    return [{ ...columnOf(columnMark, column), ...rowOf(rowMark, row) }];
  }
  if (first !== undefined && last !== undefined) {
    return [
      { ...columnOf(firstMark, first), row: undefined, isFixedRow: true },
      { ...columnOf(lastMark, last), row: undefined, isFixedRow: true },
    ];
  }
  if (top === undefined || end === undefined) return [];
  return [
    { ...rowOf(topMark, top), column: undefined, isFixedColumn: true },
    { ...rowOf(endMark, end), column: undefined, isFixedColumn: true },
  ];
}

function columnOf(mark: string | undefined, letters: string): Pick<Reference, "column" | "isFixedColumn"> {
  return { column: columnNumber(letters), isFixedColumn: mark === "$" };
}

function rowOf(mark: string | undefined, digits: string): Pick<Reference, "row" | "isFixedRow"> {
  return { row: Number(digits), isFixedRow: mark === "$" };
}

function moved(pieces: SharedFormula["pieces"], rows: number, columns: number): string {
  let formula = "";
  for (const piece of pieces) formula += typeof piece === "string" ? piece : movedReference(piece, rows, columns);
  return formula;
}

function movedReference(reference: Reference, rows: number, columns: number): string {
  const column = movedBy(reference.column, reference.isFixedColumn ? 0 : columns);
  const row = movedBy(reference.row, reference.isFixedRow ? 0 : rows);
  if (!isWithin(column, wholeSheet.lastColumn) || !isWithin(row, wholeSheet.lastRow)) return "#REF!";
  const letters = column === undefined ? "" : `${reference.isFixedColumn ? "$" : ""}${columnLetters(column)}`;
  return row === undefined ? letters : `${letters}${reference.isFixedRow ? "$" : ""}${row}`;
}

function movedBy(place: number | undefined, by: number): number | undefined {
  return place === undefined ? undefined : place + by;
}

function isWithin(place: number | undefined, last: number): boolean {
  return place === undefined || (place >= 1 && place <= last);
}
