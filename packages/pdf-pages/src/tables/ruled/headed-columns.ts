import { isNumeric } from "../cells/cell-kinds.ts";
import { type Column, columnOf, overlapOf } from "../cells/columns.ts";
import { gapBetween, type Fragment } from "../cells/fragment.ts";
import type { VisualRow } from "../cells/visual-rows.ts";

/** The rows of a table whose heads are known. */
interface HeadedRows {
  readonly head: readonly VisualRow[];
  readonly body: readonly VisualRow[];
}

/**
 * Joins columns that wide spaces between words make of one: a column without a head to the one before it if its words
 * are near those before them in each row, and a column with a head and nothing below it to the next.
 */
export function headedColumns(columns: readonly Column[], { head, body }: HeadedRows): readonly Column[] {
  const hasHead = new Set(head.flatMap((row) => row.fragments.flatMap((fragment) => columnsUnder(fragment, columns))));
  const joined: { readonly column: Column; readonly isHeaded: boolean }[] = [];
  for (const column of columns) {
    const [last, isHeaded] = [joined.at(-1), hasHead.has(column)];
    if (last !== undefined && areOne({ ...last, next: column, isNextHeaded: isHeaded }, { head, body }))
      joined[joined.length - 1] = {
        column: { x0: last.column.x0, x1: column.x1 },
        isHeaded: last.isHeaded || isHeaded,
      };
    else joined.push({ column, isHeaded });
  }
  return joined.map(({ column }) => column);
}

/** Returns the columns that a head is over, or else the nearest one. */
function columnsUnder(fragment: Fragment, columns: readonly Column[]): readonly Column[] {
  const under = columns.filter((column) => overlapOf(column, fragment) > 0);
  const nearest = columns[columnOf(fragment, columns)];
  return under.length > 0 || nearest === undefined ? under : [nearest];
}

interface Neighbours {
  readonly column: Column;
  readonly isHeaded: boolean;
  readonly next: Column;
  readonly isNextHeaded: boolean;
}

/** Two columns without heads are parts of the labels if at most this share of the rows has text in the second one. */
const mostOfLabels = 0.5;

function areOne({ column, isHeaded, next, isNextHeaded }: Neighbours, { head, body }: HeadedRows): boolean {
  if (isNextHeaded) {
    return isHeaded && rowsIn(column, body).length === 0 && areJoined(head, { column, next, isWordOf: isRestOfHead });
  }
  const count = rowsIn(next, body).length;
  if (count === 0 || (!isHeaded && count > mostOfLabels * body.length)) return false;
  return areJoined(body, { column, next, isWordOf: isHeaded ? isWordOfValue : isNear });
}

function rowsIn(column: Column, rows: readonly VisualRow[]): readonly VisualRow[] {
  return rows.filter(({ fragments }) => fragments.some((fragment) => overlapOf(column, fragment) > 0));
}

interface Joint {
  readonly column: Column;
  readonly next: Column;
  /** True if text belongs to the text before it. */
  readonly isWordOf: (fragment: Fragment, before: Fragment) => boolean;
}

/** True if what is in a column belongs in each row to the words before it. */
function areJoined(rows: readonly VisualRow[], { column, next, isWordOf }: Joint): boolean {
  return rowsIn(next, rows).every(({ fragments }) =>
    fragments.every((fragment, at) => {
      if (overlapOf(next, fragment) <= 0 || overlapOf(column, fragment) > 0) return true;
      const before = fragments[at - 1];
      return before !== undefined && before.box.x1 > column.x0 && isWordOf(fragment, before);
    }),
  );
}

/** Maximum gap between words of one cell, in ems. Those of a justified line are wide. */
const wordGapEms = 1.2;

function isNear({ box, sizePt, line }: Fragment, before: Fragment): boolean {
  return line.direction === "ltr" && gapBetween(before.box, box) <= wordGapEms * sizePt;
}

/** Only one of the words in a cell with a head may have digits. A number is no word beside a missing value. */
function isWordOfValue(fragment: Fragment, before: Fragment): boolean {
  const holdDigits = [fragment, before].every(({ text }) => /\d/u.test(text));
  const areValues = [fragment, before].every(({ text }) => isNumeric(text) || missing.test(text));
  return !holdDigits && !areValues && isNear(fragment, before);
}

const missing = /^n\.?\/?a\.?$/iu;

/** A head of several words goes on in lowercase: `% missing`. */
function isRestOfHead(fragment: Fragment, before: Fragment): boolean {
  return /^\p{Ll}/u.test(fragment.text) && isNear(fragment, before);
}
