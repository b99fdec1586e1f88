import { notice, type Notice, type Place } from "@reader/core/handler";
import { type CellRange, intersect, wholeSheet } from "@reader/document/tables";
import type { CellNote, Sheet } from "../workbook.ts";

/** Says what CSV leaves out of a sheet, if that is known without reading more of it. */
export async function* omittedNotices(
  sheet: Pick<Sheet, "extras" | "hasFarExtras">,
  ranges: readonly CellRange[] | undefined,
  at: Place,
): AsyncGenerator<Notice> {
  if (ranges !== undefined && sheet.hasFarExtras) {
    yield notice(
      "CSV has only the values of cells. What else is there is counted only if the whole sheet is read.",
      at,
    );
    return;
  }
  const { merged, notes, drawings } = await sheet.extras();
  const shown = ranges ?? [wholeSheet];
  const isInside = (range: CellRange): boolean => shown.some((one) => intersect(range, one) !== undefined);
  const inside = notes.filter((note) => isInside(cellOf(note)));
  const omitted = [
    [merged.filter(isInside).length, "merged range"],
    [inside.filter(({ kind }) => kind === "comment").length, "comment"],
    [inside.filter(({ kind }) => kind === "link").length, "link"],
    [ranges === undefined ? drawings.length : 0, "drawing"],
  ] as const;
  const counts = omitted
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}${count > 1 ? "s" : ""}`);
  if (counts.length > 0) yield notice(`CSV has only the values of cells. Left out: ${counts.join(", ")}.`, at);
}

function cellOf({ row, column }: CellNote): CellRange {
  return { firstRow: row, lastRow: row, firstColumn: column, lastColumn: column };
}
