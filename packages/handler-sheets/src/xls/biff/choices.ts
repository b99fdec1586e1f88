import type { CellRange } from "@reader/document/tables";
import { choiceWords, rangeList } from "../../sheets/choice-words.ts";
import type { BookNames } from "./book-names.ts";
import { byteAt, wordAt } from "./records.ts";
import { referenceWords } from "./reference-words.ts";
import { shortStringAt, unicodeStringBytes } from "./strings.ts";

/** The kind of rule that is a list ([MS-XLS] 2.4.95), in the lowest bits of its flags. */
const listKind = 3;
const kindBits = 0xf;
const flagBytes = 4;

/** Titles and words of two messages come before the formulas. */
const messages = 4;

/** A formula that is a string ([MS-XLS] 2.5.198.89). */
const stringToken = 0x17;

/** Ranges of cells that are told of one list. */
const maxRanges = 100;
const rangeBytes = 8;

/** What a DV record lets people choose in which cells: `choices in B2:B9: Low, High`; undefined for any other rule. */
export function choicesOf(data: DataView, book: BookNames): string | undefined {
  if ((byteAt(data, 0) & kindBits) !== listKind) return undefined;
  let at = flagBytes;
  for (let message = 0; message < messages; message += 1) at += unicodeStringBytes(data, at);
  const formula = { at: at + 4, bytes: wordAt(data, at) };
  const second = formula.at + formula.bytes;
  const cells = rangesAt(data, second + 4 + wordAt(data, second));
  return cells.length === 0 ? undefined : choiceWords(rangeList(cells), sourceWords(data, formula, book));
}

function sourceWords(
  data: DataView,
  formula: { readonly at: number; readonly bytes: number },
  book: BookNames,
): string {
  if (byteAt(data, formula.at) !== stringToken) return `those of ${referenceWords(data, formula, book) ?? "a formula"}`;
  return shortStringAt(data, formula.at + 1)
    .split("\0")
    .map((choice) => choice.trim())
    .join(", ");
}

function rangesAt(data: DataView, at: number): readonly CellRange[] {
  const count = Math.min(maxRanges, wordAt(data, at));
  const ranges: CellRange[] = [];
  for (let index = 0, place = at + 2; index < count && place + rangeBytes <= data.byteLength; index += 1) {
    ranges.push({
      firstRow: wordAt(data, place) + 1,
      lastRow: wordAt(data, place + 2) + 1,
      firstColumn: wordAt(data, place + 4) + 1,
      lastColumn: wordAt(data, place + 6) + 1,
    });
    place += rangeBytes;
  }
  return ranges;
}
