import { ReadError } from "@reader/core/handler";
import type { Row } from "./workbook.ts";

/** Characters that are made text at once: a string that is written once may be shown in any number of cells. */
const pieceCharacters = 1_000_000;

/** Characters of one row: those of 16 384 cells that are each as full as Excel lets them be are five times as many. */
const maxRowCharacters = 100_000_000;

/** Rows in pieces that are small enough to be made text. Throws `too-large` where one row alone is not. */
export function* rowPieces(rows: readonly Row[]): Generator<readonly Row[]> {
  let start = 0;
  let characters = 0;
  for (const [at, row] of rows.entries()) {
    const own = charactersOf(row);
    if (own > maxRowCharacters) throw tooLong(row);
    characters += own;
    if (characters < pieceCharacters) continue;
    yield rows.slice(start, at + 1);
    start = at + 1;
    characters = 0;
  }
  if (start < rows.length) yield start === 0 ? rows : rows.slice(start);
}

/** The characters that a row shows. */
export function charactersOf({ cells }: Row): number {
  let characters = 0;
  for (const { text } of cells) characters += text.length;
  return characters;
}

function tooLong({ row }: Row): ReadError {
  return new ReadError("too-large", `Row ${row} has more than ${maxRowCharacters} characters.`, {
    hint: `Select some of its cells, such as \`select\`: "A${row}:C${row}".`,
    details: { limit: { name: "maxRowCharacters", value: maxRowCharacters } },
  });
}
