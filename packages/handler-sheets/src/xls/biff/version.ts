import type { FormulaVersion } from "../formula-tokens.ts";
import { recordsIn, wordAt, type BiffRecord } from "./records.ts";

/** A record with the version that SheetJS reads it by; `undefined` for versions before Excel 5. */
export interface VersionedRecord {
  readonly record: BiffRecord;
  readonly version: FormulaVersion | undefined;
}

/** Types of BOF records of versions 2 to 4 ([MS-XLS] 2.4.21). */
const oldBeginnings: ReadonlySet<number> = new Set([0x0009, 0x0209, 0x0409]);
const beginning = 0x0809;

/** BIFF versions by their number in BOF. SheetJS reads unknown versions as version 8. */
const versions: ReadonlyMap<number, FormulaVersion | undefined> = new Map([
  [0x0500, 5],
  [0x0200, undefined],
  [0x0300, undefined],
  [0x0400, undefined],
  [0x0002, undefined],
  [0x0007, undefined],
]);

/** The version that SheetJS assumes for a BOF record without a version, by substream type. */
const kinds: ReadonlyMap<number, FormulaVersion | undefined> = new Map([
  [0x1000, 5],
  [0x0010, undefined],
]);

/**
 * Yields the records of a stream with the version by which SheetJS reads them. As in SheetJS, the first BOF record with
 * a version other than 8 decides for all that follow.
 */
export function* versionedRecords(stream: Uint8Array): Generator<VersionedRecord> {
  let version: FormulaVersion | undefined = 8;
  for (const record of recordsIn(stream)) {
    if (version === 8) version = versionOf(record);
    yield { record, version };
  }
}

function versionOf({ type, data }: BiffRecord): FormulaVersion | undefined {
  if (oldBeginnings.has(type)) return undefined;
  if (type !== beginning) return 8;
  const stated = wordAt(data, 0);
  const known = stated === 0 ? kinds : versions;
  const key = stated === 0 ? wordAt(data, 2) : stated;
  return known.has(key) ? known.get(key) : 8;
}
