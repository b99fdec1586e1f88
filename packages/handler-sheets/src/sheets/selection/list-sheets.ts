import { ReadError, type PageRange, quoted } from "@reader/core/handler";
import type { Workbook } from "../workbook.ts";

/** Names of sheets that an error lists. */
const maxListed = 20;

/** What sheets are chosen by, and the path for messages. */
export interface SheetListWish {
  readonly path: string;
  readonly pages: readonly PageRange[] | undefined;
}

/** The indexes of the sheets that `pages` names, from 0, ascending, each once; all of them without it. */
export function listSheets(workbook: Workbook, { path, pages }: SheetListWish): readonly number[] {
  const total = workbook.sheets.length;
  if (pages === undefined) return span(0, total - 1);
  const wanted = new Set<number>();
  for (const range of pages) {
    for (const index of "label" in range ? labelled(range.label, workbook, path) : numbered(range, workbook, path)) {
      wanted.add(index);
    }
  }
  return [...wanted].toSorted((one, other) => one - other);
}

function span(first: number, last: number): readonly number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

function numbered(
  { first, last }: { readonly first: number; readonly last?: number },
  workbook: Workbook,
  path: string,
): readonly number[] {
  const total = workbook.sheets.length;
  if (first < 0 && total > 0) return span(Math.max(0, total + first), total - 1);
  if (first < 1 || first > total) throw outOfRange(workbook, path, `sheet ${first}`);
  return span(first - 1, Math.min(total, last ?? total) - 1);
}

function labelled(label: string, workbook: Workbook, path: string): readonly number[] {
  const name = label.replace(/^(["'])(.*)\1$/s, "$2").toLowerCase();
  const index = workbook.sheets.findIndex((sheet) => sheet.name.toLowerCase() === name);
  if (index < 0) throw outOfRange(workbook, path, `sheet named ${quoted(label)}`);
  return [index];
}

/** That something is not in the workbook; names its sheets. */
export function outOfRange({ sheets }: Workbook, path: string, missing: string): ReadError {
  const total = sheets.length;
  const names = sheets.slice(0, maxListed).map(({ name }) => quoted(name));
  const more = total > maxListed ? ` and ${total - maxListed} more` : "";
  const list = total === 0 ? "no sheets" : `the ${total === 1 ? "sheet" : "sheets"} ${names.join(", ")}${more}`;
  return new ReadError("out-of-range", `${path} has ${list} and no ${missing}.`, {
    hint: 'Ask for a sheet or a range as in "Sheet1!A1:D20", or for `pages` by the number of a sheet.',
    details: { total, unit: "sheet" },
  });
}
