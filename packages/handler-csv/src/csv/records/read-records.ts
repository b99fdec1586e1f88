import { findStarts, type RecordMachine } from "./record-machine.ts";
import { countRecords } from "./record-scan.ts";
import { walkRecords, type Mark, type Step, type Walk, type TableBytes } from "./record-walk.ts";

/** The bytes of one record. */
export interface RawRecord {
  /** The number of the record, from 1. */
  readonly row: number;
  readonly bytes: Uint8Array;
  /** True if it has more bytes than are kept. */
  readonly isCut: boolean;
}

/** The table to read records from. */
export interface RecordSource {
  readonly bytes: TableBytes;
  readonly machine: RecordMachine;
  onLostQuote(row: number): void;
  /** Awaited between chunks; throws if the read is cancelled. */
  readonly pause: () => Promise<void>;
}

/** Maximum number of bytes kept of a record. */
export const maxRecordBytes: number = 1024 * 1024;

/** Size of the first chunk in bytes. It is small because often only a few rows are requested. */
const firstStepBytes = 32 * 1024;
const stepBytes = 256 * 1024;

/** Yields the records from a mark at the start of one, in a list per chunk. */
export async function* readRecords(source: RecordSource, from: Mark): AsyncGenerator<readonly RawRecord[], void> {
  let starts: readonly number[] = [];
  let pieces = 0;
  const walk: Walk = {
    ...source,
    stepBytes() {
      pieces += 1;
      return pieces === 1 ? firstStepBytes : stepBytes;
    },
    measure(bytes, at) {
      // A chunk in the middle of a long record is skipped quickly.
      const counted = countRecords(source.machine, bytes, at);
      const found = counted.starts === 0 ? { ...counted, starts: [] } : findStarts(source.machine, bytes, at);
      ({ starts } = found);
      return { starts: starts.length, state: found.state };
    },
  };
  let openAt = from.byte;
  let row = from.rows;
  let isOpen = false;
  for await (const step of walkRecords(walk, from)) {
    await source.pause();
    const records: RawRecord[] = [];
    for (const start of starts) {
      const at = step.before.byte + start;
      if (isOpen) records.push(await takeRecord(source, step, { row, start: openAt, end: at }));
      openAt = at;
      row += 1;
      isOpen = true;
    }
    if (records.length > 0) yield records;
  }
  if (isOpen) yield [await takeRecord(source, undefined, { row, start: openAt, end: source.bytes.size })];
}

interface Span {
  readonly row: number;
  readonly start: number;
  readonly end: number;
}

/** Reads a record again that started in an earlier chunk. */
async function takeRecord({ bytes }: RecordSource, step: Step | undefined, span: Span): Promise<RawRecord> {
  const { row, start } = span;
  const end = Math.min(span.end, start + maxRecordBytes);
  const isCut = end < span.end;
  const offset = step?.before.byte ?? Number.POSITIVE_INFINITY;
  const found = start >= offset ? step?.bytes.subarray(start - offset, end - offset) : undefined;
  return { row, bytes: found ?? (await bytes.read(start, end)), isCut };
}
