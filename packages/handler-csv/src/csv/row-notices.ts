import { notice, type Notice } from "@reader/core/handler";
import { maxRecordBytes } from "./records/read-records.ts";
import type { RowBatch } from "./read-rows.ts";
import type { TableRow } from "./table-lines.ts";
import { isEmptyLine, isValueRow, type TableStart } from "./table-start.ts";

/** Reports irregular rows, batch by batch. */
export interface RowNotices {
  of(batch: RowBatch): readonly Notice[];
}

/** Maximum number of rows per notice, and of notices about ragged rows. */
const maxNamed = 10;
const maxRaggedNotices = 5;

/** Creates the row notices of a table. */
export function createRowNotices(table: TableStart): RowNotices {
  let reported = 0;
  return {
    of({ rows, cutRows, lostQuotes }) {
      const notices = [
        ...cutRows.map((row) => notice(`Row ${row} has more than ${maxRecordBytes} bytes; only its start is shown.`)),
        ...lostQuotes.map((row) =>
          notice(`A quotation mark in row ${row} is never closed, so it is shown as an ordinary character.`),
        ),
      ];
      const ragged = reported < maxRaggedNotices ? raggedNotice(rows, table, "row") : undefined;
      if (ragged === undefined) return notices;
      reported += 1;
      const rest =
        reported === maxRaggedNotices ? [notice("Further rows with a different number of fields are not listed.")] : [];
      return [...notices, ragged, ...rest];
    },
  };
}

/** Returns a notice of rows with more or fewer fields than the table, or `undefined` if there are no such rows. */
export function raggedNotice(rows: readonly TableRow[], table: TableStart, unit: "row" | "line"): Notice | undefined {
  const { width, headerRow, firstRow } = table;
  const ragged = rows.filter(({ row, fields }) => row >= firstRow && isRagged(fields, table));
  if (ragged.length === 0) return undefined;
  const named = ragged.slice(0, maxNamed).map(({ row, fields }) => `${unit} ${row} has ${fields.length}`);
  const more = ragged.length > maxNamed ? ` and ${ragged.length - maxNamed} more` : "";
  const expected = headerRow === undefined ? `most ${unit}s have` : "the header has";
  return notice(
    `Not the ${width === 1 ? "one field" : `${width} fields`} that ${expected}: ${named.join(", ")}${more}.`,
  );
}

/** True if a row has a different number of fields. Trailing delimiters are ignored, and so are rows without values. */
export function isRagged(fields: readonly string[], table: TableStart): boolean {
  const { width } = table;
  if (fields.length === width || isEmptyLine(fields) || !isValueRow(fields, table)) return false;
  return fields.length < width || fields.slice(width).some((field) => field !== "");
}
