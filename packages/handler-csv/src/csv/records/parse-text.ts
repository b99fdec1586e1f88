import type { Dialect } from "./dialect.ts";
import { createRecordMachine, findStarts, isInside, state } from "./record-machine.ts";
import { splitFields } from "./split-fields.ts";

/** A record of a text. */
export interface TextRecord {
  /** The source text, without its line end. */
  readonly text: string;
  readonly fields: readonly string[];
  /** The number of line ends inside the record. */
  readonly innerLines: number;
  /** True if it starts a quotation that does not end in the text, or follows in one. */
  readonly isUnclosed: boolean;
}

/**
 * Parses the records of a text that starts at a record. After a quotation without an end, each line is a record. The
 * last record may be incomplete.
 */
export function parseText(text: string, dialect: Dialect): readonly TextRecord[] {
  const units = unitsOf(text);
  const machine = createRecordMachine(dialect);
  const found = findStarts(machine, units, state.recordStart);
  const starts = [...found.starts];
  const closed = isInside(found.state) ? found.starts.length - 1 : Number.POSITIVE_INFINITY;
  if (isInside(found.state)) {
    const behind = units.lastIndexOf(machine.quoteByte) + 1;
    for (const start of findStarts(machine, units.subarray(behind), state.unquoted).starts) starts.push(start + behind);
  }
  return starts.map((start, index) => {
    const record = withoutLineEnd(text.slice(start, starts[index + 1]));
    return {
      text: record,
      fields: splitFields(record, dialect),
      innerLines: countLineEnds(record),
      isUnclosed: index >= closed,
    };
  });
}

/** Returns a byte for each UTF-16 unit. Non-ASCII units count as letters. */
function unitsOf(text: string): Uint8Array {
  const units = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) units[at] = Math.min(text.charCodeAt(at), 0x80);
  return units;
}

/** Removes the line end of a record. */
export function withoutLineEnd(record: string): string {
  if (record.endsWith("\n")) return record.slice(0, record.endsWith("\r\n") ? -2 : -1);
  return record.endsWith("\r") ? record.slice(0, -1) : record;
}

function countLineEnds(record: string): number {
  return record.match(/\r\n|\r|\n/g)?.length ?? 0;
}
