import { ReadError } from "@reader/core/handler";
import type { Row } from "../workbook.ts";

/** Number of characters formatted at a time. A shared string can be shown in any number of cells. */
const sliceCharacters = 1_000_000;

/**
 * Maximum number of characters in a row. A row of 16 384 cells that are as full as Excel allows has five times as many.
 */
const maxRowCharacters = 100_000_000;

/** Rows and the number of characters that they show. */
export interface RowSlice {
  readonly rows: readonly Row[];
  readonly characters: number;
}

/**
 * Splits rows into batches that are small enough to format. Calls `charactersOf` once per row to get the number of
 * characters it shows. Throws `too-large` if a single row is too large.
 */
export function* rowSlices(rows: readonly Row[], charactersOf: (row: Row) => number): Generator<RowSlice> {
  let start = 0;
  let characters = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at];
    if (row === undefined) continue;
    const own = charactersOf(row);
    if (own > maxRowCharacters) throw tooLong(row);
    characters += own;
    if (characters < sliceCharacters) continue;
    yield { rows: rows.slice(start, at + 1), characters };
    start = at + 1;
    characters = 0;
  }
  if (start < rows.length) yield { rows: start === 0 ? rows : rows.slice(start), characters };
}

function tooLong({ row }: Row): ReadError {
  return new ReadError("too-large", `Row ${row} has more than ${maxRowCharacters} characters.`, {
    hint: `Select some of its cells, such as \`select\`: "A${row}:C${row}".`,
    details: { limit: { name: "maxRowCharacters", value: maxRowCharacters } },
  });
}
