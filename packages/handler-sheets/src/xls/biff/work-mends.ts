import { sharedToken } from "../formula-tokens.ts";
import { idleType } from "./formula-mends.ts";
import { byteAt, wordAt, type BiffRecord } from "./records.ts";
import { versionedRecords, type VersionedRecord } from "./version.ts";

/** A word to write at a place of the stream. */
type Mend = readonly [place: number, word: number];

const headerBytes = 4;

/**
 * Records that SheetJS parses, that nothing is shown of, and whose counts it follows beyond their end: headers and
 * footers, fonts, the last user, code names, the palette, tooltips, comments of names, extensions of formats, images in
 * cells, and the ways to continue a record that only extensions have.
 */
const unshownTypes: ReadonlySet<number> = new Set([
  0x0014, 0x0015, 0x0031, 0x0032, 0x005c, 0x007f, 0x0092, 0x013d, 0x01ba, 0x043c, 0x0800, 0x0812, 0x0875, 0x087d,
  0x087f, 0x0894, 0x1044,
]);

/** Records of a text, by where its number of characters is, which has two bytes: Label, String, RString. */
const textPlaces: ReadonlyMap<number, number> = new Map([
  [0x0204, 6],
  [0x0207, 0],
  [0x00d6, 6],
]);

/** The same for what has one byte there before version 8: Format, Note, the label of version 2. */
const newTextPlaces: ReadonlyMap<number, number> = new Map([
  [0x041e, 2],
  [0x001c, 8],
  [0x0004, 7],
]);

const types = { merged: 0x00e5, link: 0x01b8, shared: 0x04bc } as const;
const formulaTypes: ReadonlySet<number> = new Set([0x0006, 0x0206, 0x0406]);
const arrayTypes: ReadonlySet<number> = new Set([0x0021, 0x0221]);
const beginnings: ReadonlySet<number> = new Set([0x0009, 0x0209, 0x0409, 0x0809]);

/** For each character SheetJS looks through the places where the parts of a record begin: 10¹⁰ steps take seconds. */
const maxSteps = 10_000_000_000;

/** For each formula SheetJS looks through the array formulas of its sheet. */
const maxArraySteps = 200_000_000;

/** Bytes of shared formulas that cells may refer to, together: so many, and for each byte of the file four more. */
const sharedBytes = { least: 2 * 1024 * 1024, perByte: 4 } as const;

/** Yields the words to change so that SheetJS ends in good time, whatever counts a stream states. */
export function* workMends(stream: Uint8Array): Generator<Mend> {
  const left = newAllowance(stream);
  for (const versioned of versionedRecords(stream)) {
    const { record } = versioned;
    if (unshownTypes.has(record.type) || !isAllowed(versioned, left)) yield [record.offset, idleType];
    else {
      yield* mendedText(versioned);
      if (record.type === types.merged) yield* mendedCount(record, { at: 0, bytesBefore: 2, bytesEach: 8 });
      else if (record.type === types.link) yield* mendedLink(record);
      else if (formulaTypes.has(record.type)) yield* mendedReference(versioned, left);
    }
  }
}

/** What SheetJS may still do for a stream. */
interface Allowance {
  readonly arraysOfSheet: number;
  arrays: number;
  steps: number;
  sharedBytes: number;
  /** The cell of the last formula, which a shared formula behind it belongs to. */
  cell: number;
  /** The bytes of shared formulas, by their cell. */
  readonly shared: Map<number, number>;
}

function newAllowance(stream: Uint8Array): Allowance {
  let formulas = 0;
  for (const { record } of versionedRecords(stream)) if (formulaTypes.has(record.type)) formulas += 1;
  const arraysOfSheet = Math.max(1, Math.floor(maxArraySteps / Math.max(1, formulas)));
  const shareable = sharedBytes.least + sharedBytes.perByte * stream.length;
  return { arraysOfSheet, arrays: 0, steps: maxSteps, sharedBytes: shareable, cell: -1, shared: new Map() };
}

function isAllowed({ record, version }: VersionedRecord, left: Allowance): boolean {
  const { type, continued } = record;
  if (continued.length > 0) left.steps -= continued.length * bytesOfAll(record);
  if (left.steps < 0 && continued.length > 0) return false;
  if (beginnings.has(type)) left.arrays = 0;
  if (arrayTypes.has(type)) {
    left.arrays += 1;
    return left.arrays <= left.arraysOfSheet;
  }
  if (type !== types.shared) return true;
  left.shared.set(left.cell, record.data.byteLength);
  // Excel had shared formulas from version 5 on.
  return version !== undefined;
}

function bytesOfAll({ data, continued }: BiffRecord): number {
  return continued.reduce((sum, part) => sum + part.byteLength, data.byteLength);
}

function* mendedText({ record, version }: VersionedRecord): Generator<Mend> {
  const at = textPlaces.get(record.type) ?? (version === 8 ? newTextPlaces.get(record.type) : undefined);
  if (at !== undefined) yield* mendedCount(record, { at, bytesBefore: at + 2, bytesEach: 1 });
}

/** Where a number of elements is, how many bytes come before the first, and how many each has at least. */
interface Counted {
  readonly at: number;
  readonly bytesBefore: number;
  readonly bytesEach: number;
}

/** Ends a list where its record ends. A record that ends before the number does not count. */
function* mendedCount(record: BiffRecord, { at, bytesBefore, bytesEach }: Counted): Generator<Mend> {
  const { data, offset } = record;
  if (data.byteLength < at + 2) {
    yield [offset, idleType];
    return;
  }
  const most = Math.floor((bytesOfAll(record) - bytesBefore) / bytesEach);
  if (wordAt(data, at) > most) yield [offset + headerBytes + at, Math.max(0, most)];
}

/** Bytes of a link before its flags: its range, its class and its version (2.4.140), and those of the flags (MS-OSHARED 2.3.7.1). */
const linkHeadBytes = 28;
const linkFlagsBytes = 4;

/** The class of a link to a file, `../` and a path (MS-OSHARED 2.3.7.8). */
const fileClass = [0x03, 0x03, 0, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0x46];

/** How many `../` a link may begin with; SheetJS writes each, and the number may be 65 535. */
const maxFoldersUp = 64;

function* mendedLink({ data, offset }: BiffRecord): Generator<Mend> {
  const flags = wordAt(data, linkHeadBytes);
  let at = linkHeadBytes + linkFlagsBytes;
  for (const flag of [0x10, 0x80]) if ((flags & flag) !== 0) at += 4 + 2 * longAt(data, at);
  if ((flags & 0x01_01) !== 0x01 || !fileClass.every((byte, index) => byteAt(data, at + index) === byte)) return;
  const place = at + fileClass.length;
  if (wordAt(data, place) > maxFoldersUp) yield [offset + headerBytes + place, maxFoldersUp];
}

/** Where a formula of version 5 or 8 states its length (2.4.127). */
const formulaAt = 20;

/** Empties a formula that refers to a shared one when those before have used up what may be written of such. */
function* mendedReference({ record, version }: VersionedRecord, left: Allowance): Generator<Mend> {
  const { data, offset } = record;
  left.cell = cellAt(data, 0);
  if (version === undefined || byteAt(data, formulaAt + 2) !== sharedToken) return;
  left.sharedBytes -= left.shared.get(cellAt(data, formulaAt + 3)) ?? 0;
  if (left.sharedBytes < 0) yield [offset + headerBytes + formulaAt, 0];
}

/** A row and a column as one number. */
function cellAt(data: DataView, at: number): number {
  return wordAt(data, at) * 0x1_00_00 + wordAt(data, at + 2);
}

/** Four bytes; 0 beyond the end. */
function longAt(data: DataView, at: number): number {
  return at + 4 <= data.byteLength ? data.getUint32(at, true) : 0;
}
