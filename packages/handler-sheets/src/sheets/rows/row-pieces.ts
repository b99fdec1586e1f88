import { ReadError } from "@reader/core/handler";
import type { Row } from "../workbook.ts";

/** Characters that are made text at once: a string that is written once may be shown in any number of cells. */
const pieceCharacters = 1_000_000;

/** Characters of one row: those of 16 384 cells that are each as full as Excel lets them be are five times as many. */
const maxRowCharacters = 100_000_000;

/** Rows, and how many characters they show. */
export interface RowPiece {
  readonly rows: readonly Row[];
  readonly characters: number;
}

/**
 * Rows in pieces that are small enough to be made text. `charactersOf` tells how many characters a row shows, and is
 * asked once for each. Throws `too-large` where one row alone is not small enough.
 */
export function* rowPieces(rows: readonly Row[], charactersOf: (row: Row) => number): Generator<RowPiece> {
  let start = 0;
  let characters = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at];
    if (row === undefined) continue;
    const own = charactersOf(row);
    if (own > maxRowCharacters) throw tooLong(row);
    characters += own;
    if (characters < pieceCharacters) continue;
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
