import type { Notice, Place } from "@reader/core/handler";
import type { Cell } from "@reader/document/tables";
import { isHiddenByFormat } from "./number-formats/number-format-hidden.ts";
import type { CellNote, Row, SheetLayout } from "./workbook.ts";

/** The number of formulas among the shown cells, and of those without a stored value. */
export interface FormulaCount {
  readonly all: number;
  readonly uncalculated: number;
}

/** Collects links and hidden content while the rows of a sheet are shown. */
export interface SheetTally {
  /** Counts a row and returns the number of characters it shows. */
  add(row: Row): number;
  readonly formulas: FormulaCount;
  /** Links created by formulas whose values do not show the target. */
  readonly links: readonly CellNote[];
  /** True if a shown cell contains the web address. */
  isShown(address: string): boolean;
  /** Returns notices about hidden rows, columns and cells among the shown content. */
  hiddenNotices(at: Place): readonly Notice[];
}

/** Maximum number of addresses remembered to avoid repeating links. */
const maxAddresses = 10_000;

/** A link with a literal address in the formula. */
const linkFormula = /^HYPERLINK\(\s*"((?:[^"]|"")*)"/i;

/** Minimum length of a web address: `http://a`. */
const minAddress = 7;

/** Creates an empty tally. */
export function createSheetTally({ hiddenColumns }: Pick<SheetLayout, "hiddenColumns">): SheetTally {
  const known = createKnownLinks();
  const columns = new Set<number>();
  let formulas = 0;
  let uncalculated = 0;
  let hiddenRows = 0;
  let hiddenCells = 0;
  const addHiddenColumns = (cells: Row["cells"]): void => {
    for (const { column } of cells) {
      if (hiddenColumns.some(({ first, last }) => column >= first && column <= last)) columns.add(column);
    }
  };
  // Uses an index loop and cheap checks first, because there may be millions of cells.
  const addCells = ({ row, cells }: Row): number => {
    let characters = 0;
    for (let at = 0; at < cells.length; at += 1) {
      const cell = cells[at];
      if (cell === undefined) continue;
      characters += cell.text.length;
      if (cell.formula !== undefined) {
        formulas += 1;
        if (cell.isUncalculated === true) uncalculated += 1;
        known.addFormula(cell, row);
      }
      if (isHiddenByFormat(cell.text)) hiddenCells += 1;
      if (cell.kind === "text" && cell.text.length > minAddress && cell.text.startsWith("http")) known.add(cell.text);
    }
    return characters;
  };
  return {
    add(row) {
      if (row.isHidden === true && row.cells.length > 0) hiddenRows += 1;
      if (hiddenColumns.length > 0) addHiddenColumns(row.cells);
      return addCells(row);
    },
    get formulas() {
      return { all: formulas, uncalculated };
    },
    links: known.links,
    isShown: (address) => known.has(address),
    hiddenNotices: (at) => [
      ...hiddenNotices("row", hiddenRows, at),
      ...hiddenNotices("column", columns.size, at),
      ...hiddenNotices("cell", hiddenCells, at),
    ],
  };
}

function hiddenNotices(what: string, count: number, at: Place): readonly Notice[] {
  return count === 0 ? [] : [{ type: "notice", code: "hidden-content", what, count, at }];
}

interface KnownLinks {
  readonly links: readonly CellNote[];
  /** Adds an address that a cell shows. */
  add(address: string): void;
  addFormula(cell: Cell, row: number): void;
  has(address: string): boolean;
}

function createKnownLinks(): KnownLinks {
  const addresses = new Set<string>();
  const links: CellNote[] = [];
  return {
    links,
    add(address) {
      if (addresses.size < maxAddresses) addresses.add(address);
    },
    addFormula({ column, formula = "" }, row) {
      const target = linkFormula.exec(formula)?.[1]?.replaceAll('""', '"') ?? "";
      if (target !== "" && links.length < maxAddresses) links.push({ row, column, kind: "link", text: target });
    },
    has: (address) => addresses.has(address) || addresses.has(address.replace(/\/$/, "")),
  };
}
