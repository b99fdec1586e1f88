import type { Notice, Place } from "@reader/core/handler";
import type { Cell } from "@reader/document/tables";
import { isHiddenByFormat } from "./number-formats/number-format-hidden.ts";
import type { CellNote, Row, SheetLayout } from "./workbook.ts";

/** Counts what is to be said of the rows of a sheet when they have been shown. */
export interface SheetTally {
  /** Counts a row, and tells how many characters it shows. */
  add(row: Row): number;
  readonly formulas: number;
  /** Links that formulas make, whose values do not say where they lead. */
  readonly links: readonly CellNote[];
  /** Whether an address of the web stands in a cell as it is. */
  isShown(address: string): boolean;
  /** What was hidden of what was shown. */
  hiddenNotices(at: Place): readonly Notice[];
}

/** Addresses that are kept, so that links which repeat them are not said. */
const maxAddresses = 10_000;

/** A link whose address stands in the formula itself. */
const linkFormula = /^HYPERLINK\(\s*"((?:[^"]|"")*)"/i;

/** Characters that an address of the web has at least: `http://a`. */
const minAddress = 7;

/** Starts at nothing. */
export function createSheetTally({ hiddenColumns }: Pick<SheetLayout, "hiddenColumns">): SheetTally {
  const known = createKnownLinks();
  const columns = new Set<number>();
  let formulas = 0;
  let hiddenRows = 0;
  let hiddenCells = 0;
  const addHiddenColumns = (cells: Row["cells"]): void => {
    for (const { column } of cells) {
      if (hiddenColumns.some(({ first, last }) => column >= first && column <= last)) columns.add(column);
    }
  };
  // An index, and looks that are cheap first: there may be millions of cells.
  const addCells = ({ row, cells }: Row): number => {
    let characters = 0;
    for (let at = 0; at < cells.length; at += 1) {
      const cell = cells[at];
      if (cell === undefined) continue;
      characters += cell.text.length;
      if (cell.formula !== undefined) {
        formulas += 1;
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
      return formulas;
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
  /** Adds an address that stands in a cell. */
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
