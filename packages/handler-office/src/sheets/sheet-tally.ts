import type { Notice, Place } from "@reader/core/handler";
import { isHiddenByFormat } from "./number-format-hidden.ts";
import type { Row, SheetLayout } from "./workbook.ts";

/** Counts what is to be said of the rows of a sheet when they have been shown. */
export interface SheetTally {
  /** Counts a row, and tells how many characters it shows. */
  add(row: Row): number;
  readonly formulas: number;
  /** Whether an address of the web stands in a cell as it is. */
  isShown(address: string): boolean;
  /** What was hidden of what was shown. */
  hiddenNotices(at: Place): readonly Notice[];
}

/** Addresses that are kept, so that links which repeat them are not said. */
const maxAddresses = 10_000;

/** Characters that an address of the web has at least: `http://a`. */
const minAddress = 7;

/** Starts at nothing. */
export function createSheetTally({ hiddenColumns }: Pick<SheetLayout, "hiddenColumns">): SheetTally {
  const addresses = new Set<string>();
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
  const addCells = (cells: Row["cells"]): number => {
    let characters = 0;
    for (let at = 0; at < cells.length; at += 1) {
      const cell = cells[at];
      if (cell === undefined) continue;
      characters += cell.text.length;
      if (cell.formula !== undefined) formulas += 1;
      if (isHiddenByFormat(cell.text)) hiddenCells += 1;
      if (cell.kind === "text" && cell.text.length > minAddress && cell.text.startsWith("http")) addAddress(cell.text);
    }
    return characters;
  };
  const addAddress = (address: string): void => {
    if (addresses.size < maxAddresses) addresses.add(address);
  };
  const hidden = (what: string, count: number, at: Place): readonly Notice[] =>
    count === 0 ? [] : [{ type: "notice", code: "hidden-content", what, count, at }];
  return {
    add({ cells, isHidden }) {
      if (isHidden === true && cells.length > 0) hiddenRows += 1;
      if (hiddenColumns.length > 0) addHiddenColumns(cells);
      return addCells(cells);
    },
    get formulas() {
      return formulas;
    },
    isShown: (address) => addresses.has(address) || addresses.has(address.replace(/\/$/, "")),
    hiddenNotices: (at) => [
      ...hidden("row", hiddenRows, at),
      ...hidden("column", columns.size, at),
      ...hidden("cell", hiddenCells, at),
    ],
  };
}
