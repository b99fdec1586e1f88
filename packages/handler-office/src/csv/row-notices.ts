import { notice, type Notice } from "@reader/core/handler";
import type { TableStart } from "./open-table.ts";
import { maxRecordBytes } from "./read-records.ts";
import type { RowBatch } from "./read-rows.ts";
import type { TableRow } from "./table-lines.ts";

/** Tells, batch by batch, what is odd about rows. */
export interface RowNotices {
  of(batch: RowBatch): readonly Notice[];
}

/** Rows that one notice names, and notices about ragged rows; a table that is all ragged is told of once and again. */
const maxNamed = 10;
const maxRaggedNotices = 5;

/** Starts with nothing told. */
export function createRowNotices(table: TableStart): RowNotices {
  let told = 0;
  return {
    of({ rows, cutRows, lostQuotes }) {
      const notices = [
        ...cutRows.map((row) => notice(`Row ${row} has more than ${maxRecordBytes} bytes; only its start is shown.`)),
        ...lostQuotes.map((row) => notice(`A quotation mark in row ${row} is never closed and was taken as it is.`)),
      ];
      const ragged = told < maxRaggedNotices ? raggedNotice(rows, table, "row") : undefined;
      if (ragged === undefined) return notices;
      told += 1;
      const rest =
        told === maxRaggedNotices ? [notice("Further rows with another number of fields are not named.")] : [];
      return [...notices, ragged, ...rest];
    },
  };
}

/** Says which rows have more or fewer fields than the table; undefined where none has. */
export function raggedNotice(
  rows: readonly TableRow[],
  { width, headerRow, firstRow }: TableStart,
  unit: "row" | "line",
): Notice | undefined {
  const ragged = rows.filter(({ row, fields }) => row >= firstRow && isRagged(fields, width));
  if (ragged.length === 0) return undefined;
  const named = ragged.slice(0, maxNamed).map(({ row, fields }) => `${row} has ${fields.length}`);
  const more = ragged.length > maxNamed ? ` and ${ragged.length - maxNamed} more` : "";
  const expected = headerRow === undefined ? `most ${unit}s have` : "the header has";
  const subject = ragged.length === 1 ? unit : `${unit}s`;
  return notice(`Not the ${width} fields that ${expected}: ${subject} ${named.join(", ")}${more}.`);
}

/** An empty line is no row with too few fields, and delimiters at the end add no field. */
function isRagged(fields: readonly string[], width: number): boolean {
  if (fields.length === width || (fields.length === 1 && fields[0]?.trim() === "")) return false;
  return fields.length < width || fields.slice(width).some((field) => field !== "");
}
