import type { FormulaVersion } from "../formula-tokens.ts";

/** A record of a BIFF stream ([MS-XLS] 2.1.4). */
export interface BiffRecord {
  readonly type: number;
  /** Offset in the stream. */
  readonly offset: number;
  readonly data: DataView;
  /** The data of the CONTINUE records that follow it. */
  readonly continued: readonly DataView[];
}

/** Size of a record's header, in bytes: the type and the length of the data. */
export const headerBytes = 4;
const continueType = 0x3c;

/** Yields the records of a stream in order, up to the first truncated one. */
export function* recordsIn(stream: Uint8Array): Generator<BiffRecord> {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  let at = 0;
  while (at + headerBytes <= view.byteLength) {
    const offset = at;
    const data = dataAt(view, at);
    if (data === undefined) return;
    at += headerBytes + data.byteLength;
    const continued: DataView[] = [];
    for (let more = continuationAt(view, at); more !== undefined; more = continuationAt(view, at)) {
      continued.push(more);
      at += headerBytes + more.byteLength;
    }
    yield { type: view.getUint16(offset, true), offset, data, continued };
  }
}

function continuationAt(view: DataView, at: number): DataView | undefined {
  if (at + headerBytes > view.byteLength || view.getUint16(at, true) !== continueType) return undefined;
  return dataAt(view, at);
}

function dataAt(view: DataView, at: number): DataView | undefined {
  const length = view.getUint16(at + 2, true);
  const start = at + headerBytes;
  return start + length > view.byteLength ? undefined : new DataView(view.buffer, view.byteOffset + start, length);
}

/** Reads an unsigned 16-bit number; 0 beyond the end. */
export function wordAt(data: DataView, at: number): number {
  return at + 2 <= data.byteLength ? data.getUint16(at, true) : 0;
}

/** Reads a byte; 0 beyond the end. */
export function byteAt(data: DataView, at: number): number {
  return at < data.byteLength ? data.getUint8(at) : 0;
}

/** Returns the data of a record joined with its CONTINUE records. */
export function bytesOf({ data, continued }: BiffRecord): Uint8Array {
  return Buffer.concat(
    [data, ...continued].map((part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength)),
  );
}

/** Flag of strings with two bytes per character ([MS-XLS] 2.5.293); other strings omit the high bytes. */
const isWide = 1;

/** Reads up to `count` characters. */
function charactersAt(data: DataView, at: number, { count, flags }: { count: number; flags: number }): string {
  const width = (flags & isWide) === 0 ? 1 : 2;
  const end = Math.min(data.byteLength, at + count * width);
  let text = "";
  for (let place = at; place + width <= end; place += width) {
    text += String.fromCharCode(width === 1 ? byteAt(data, place) : wordAt(data, place));
  }
  return text;
}

/** Reads a string with a 16-bit length and a flags byte ([MS-XLS] 2.5.294). */
export function longStringAt(data: DataView, at: number): string {
  return charactersAt(data, at + 3, { count: wordAt(data, at), flags: byteAt(data, at + 2) });
}

/** Reads a string with an 8-bit length and a flags byte ([MS-XLS] 2.5.240). */
export function shortStringAt(data: DataView, at: number): string {
  return charactersAt(data, at + 2, { count: byteAt(data, at), flags: byteAt(data, at + 1) });
}

/** Reads a known number of characters after a flags byte ([MS-XLS] 2.5.296). */
export function unicodeTextAt(data: DataView, at: number, count: number): string {
  return charactersAt(data, at + 1, { count, flags: byteAt(data, at) });
}

/** Returns the size of a string with a 16-bit length and a flags byte, in bytes. */
export function unicodeStringBytes(data: DataView, at: number): number {
  return 3 + wordAt(data, at) * ((byteAt(data, at + 2) & isWide) === 0 ? 1 : 2);
}

/** Reads the text of a TXO record ([MS-XLS] 2.4.329). It is in the CONTINUE records, each with its own flags byte. */
export function textOfObject({ data, continued }: BiffRecord): string {
  let left = wordAt(data, 10);
  let text = "";
  for (const part of continued) {
    if (left <= 0) break;
    const piece = charactersAt(part, 1, { count: left, flags: byteAt(part, 0) });
    text += piece;
    left -= piece.length;
  }
  return text;
}

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
