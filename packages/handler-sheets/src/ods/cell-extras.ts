import { wholeSheet } from "@reader/document/tables";
import { addBelow } from "../sheets/choice-words.ts";
import type { CellStart } from "./cell-start.ts";
import { countIn } from "./counts.ts";
import type { GrowingFacts } from "./table-model.ts";

/** A link of a cell. */
export function addLink({ notes }: GrowingFacts, at: CellStart | undefined, target: string | undefined): void {
  if (at === undefined || target === undefined || target === "") return;
  notes.push({ row: at.row, column: at.column, kind: "link", text: target });
}

/** The range of a cell that covers others. */
export function addMerged({ merged }: GrowingFacts, { attributes, row, column }: CellStart): void {
  const columns = countIn(attributes["table:number-columns-spanned"]);
  const rows = countIn(attributes["table:number-rows-spanned"]);
  if (columns * rows < 2) return;
  merged.push({ firstRow: row, lastRow: row + rows - 1, firstColumn: column, lastColumn: column + columns - 1 });
}

/** Ranges of cells that are kept of those in which something can be chosen. */
const maxChoices = 1000;

/** The range of cells among whose values one chooses. */
export function addChoice({ choices }: GrowingFacts, { attributes, row, column, rowCount }: CellStart): void {
  const name = attributes["table:content-validation-name"];
  if (name === undefined) return;
  const lastColumn = column + countIn(attributes["table:number-columns-repeated"]) - 1;
  const lastRow = Math.min(row + rowCount - 1, wholeSheet.lastRow);
  const ranges = choices.get(name) ?? [];
  if (ranges.length >= maxChoices || choices.size >= maxChoices) return;
  addBelow(ranges, { firstRow: row, lastRow, firstColumn: column, lastColumn });
  choices.set(name, ranges);
}
