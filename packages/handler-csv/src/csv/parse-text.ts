import type { Dialect } from "./dialect.ts";
import { createRecordMachine, findStarts, isInside, state } from "./record-machine.ts";
import { splitFields } from "./split-fields.ts";

/** One record of a text. */
export interface TextRecord {
  /** As it is written, without its line end. */
  readonly text: string;
  readonly fields: readonly string[];
  /** How many line ends it has, its own not counted. */
  readonly innerLines: number;
  /** Whether it begins a quotation that does not end in the text, or is what follows in that. */
  readonly isUnclosed: boolean;
}

/**
 * The records of a text that starts with one. What follows a quotation without an end is taken line by line. The last
 * record may be there in part.
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

/** A byte for each UTF-16 unit: those beyond ASCII are letters to the machine. */
function unitsOf(text: string): Uint8Array {
  const units = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) units[at] = Math.min(text.charCodeAt(at), 0x80);
  return units;
}

/** A record without what ends it. */
export function withoutLineEnd(record: string): string {
  if (record.endsWith("\n")) return record.slice(0, record.endsWith("\r\n") ? -2 : -1);
  return record.endsWith("\r") ? record.slice(0, -1) : record;
}

function countLineEnds(record: string): number {
  return record.match(/\r\n|\r|\n/g)?.length ?? 0;
}
