import { sharedToken, type FormulaVersion } from "../formula-tokens.ts";
import { type BiffRecord, byteAt, headerBytes, wordAt, type VersionedRecord, versionedRecords } from "./records.ts";
import { isSafeFormula } from "../safe-formulas.ts";

/** HLink, a link on a range of cells, and the offset of the range ([MS-XLS] 2.4.140). */
const rangePlaces: ReadonlyMap<number, number> = new Map([[0x01b8, 0]]);

/** ColInfo, which starts with its first and last column (2.4.53). */
const columnsType = 0x7d;

/** The last column of a sheet, from 0. Row numbers are limited by their two bytes. Widths go one column further. */
const lastColumn = 0xff;
const lastWidth = 0x1_00;

/** Maximum number of linked cells: two whole sheets, which take the library less than a second. */
const maxLinkedCells = 2 * 0x1_00_00 * 0x1_00;

/**
 * Records that start with a count of characters or elements, and the minimum size that includes the count (2.4):
 * String, Label, Format, Lbl, Note, WriteAccess, RString, CodeName, of all versions, and ExternSheet. If the count is
 * missing, the library adds elements until memory is exhausted.
 */
const leastBytes: ReadonlyMap<number, number> = new Map([
  [0x0007, 1],
  [0x0004, 8],
  [0x0204, 7],
  [0x001e, 1],
  [0x041e, 3],
  [0x0018, 4],
  [0x0218, 4],
  [0x001c, 6],
  [0x005c, 1],
  [0x00d6, 8],
  [0x01ba, 2],
  [0x0017, 2],
]);

/**
 * TxO, whose text is in the CONTINUE records after it (2.4.329, 2.4.58). The library does not terminate on an empty
 * one.
 */
const boxType = 0x01b6;
const continueType = 0x3c;

/**
 * Theme, a ZIP file in a record (2.4.326). Its colours are not shown, and the library may not terminate if it is
 * damaged.
 */
const themeType = 0x0896;

/** Maximum number of records by type, for types where each record makes the library process all earlier ones. */
const maxRecords: ReadonlyMap<number, number> = new Map([
  // Format, whose count has one byte up to version 4 (2.4.126).
  [0x001e, 4096],
  [0x041e, 4096],
  // ExternSheet and MergeCells, which have up to 1370 links and 1026 ranges. The library joins each with all earlier
  // ones (2.4.105, 2.4.168).
  [0x0017, 4096],
  [0x00e5, 1024],
  // SupBook, whose texts may each state too large a size, and ColInfo, which the library expands column by column.
  [0x01ae, 4096],
  [0x007d, 65_536],
]);

/**
 * Repairs a stream so that SheetJS terminates in reasonable time. The library visits each cell and character, so that a
 * few bytes could keep it busy for hours. Ranges are clipped to the sheet, links on too many cells are shortened, and
 * records that end before their counts and recursive formulas are disabled. Returns the same array if nothing needs
 * repair.
 */
export function repairRecords(stream: Uint8Array): Uint8Array {
  const patched = new Map([...workPatches(stream), ...formulaPatches(stream)]);
  const counts = new Map<number, number>();
  let left = maxLinkedCells;
  let isInBox = false;
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  for (let at = 0; at + headerBytes <= stream.length; at += headerBytes + view.getUint16(at + 2, true)) {
    const type = view.getUint16(at, true);
    const range = rangePlaces.get(type);
    isInBox = isOfBox(type, isInBox);
    const count = (counts.get(type) ?? 0) + 1;
    counts.set(type, count);
    if (isUnsafe(type, { length: wordAt(view, at + 2), isInBox, count })) patched.set(at, idleType);
    else if (range !== undefined) {
      left -= clipLink(view, at + headerBytes + range, patched);
      if (left < 0) patched.set(at, idleType);
    } else if (type === columnsType && wordAt(view, at + headerBytes + 2) > lastWidth) {
      patched.set(at + headerBytes + 2, lastWidth);
    }
  }
  return patched.size === 0 ? stream : withWords(stream, patched);
}

/** True if a record is a text box or continues one. */
function isOfBox(type: number, wasInBox: boolean): boolean {
  return type === boxType || (wasInBox && type === continueType);
}

/** The facts about a record that are known before its data. */
interface RecordFacts {
  readonly length: number;
  readonly isInBox: boolean;
  /** Number of records of its type so far, including this one. */
  readonly count: number;
}

/** True for a theme, for a record above the maximum of its type, and for one that ends before its count. */
function isUnsafe(type: number, { length, isInBox, count }: RecordFacts): boolean {
  if (type === themeType || (length === 0 && isInBox)) return true;
  return length < (leastBytes.get(type) ?? 0) || count > (maxRecords.get(type) ?? Number.POSITIVE_INFINITY);
}

/** Clips a range to the sheet and returns its number of cells. */
function clipLink(view: DataView, at: number, patched: Map<number, number>): number {
  const endColumn = wordAt(view, at + 6);
  if (endColumn > lastColumn) patched.set(at + 6, lastColumn);
  const rows = wordAt(view, at + 2) - wordAt(view, at) + 1;
  const columns = Math.min(endColumn, lastColumn) - wordAt(view, at + 4) + 1;
  return Math.max(0, rows) * Math.max(0, columns);
}

function withWords(stream: Uint8Array, words: ReadonlyMap<number, number>): Uint8Array {
  const repaired = Uint8Array.from(stream);
  const view = new DataView(repaired.buffer);
  for (const [at, word] of words) view.setUint16(at, word, true);
  return repaired;
}

/** A 16-bit number to write at an offset of the stream. */
type Patch = readonly [place: number, word: number];

/**
 * Records that SheetJS parses without need, and whose counts it follows beyond their end: headers and footers, fonts,
 * the last user, code names, the palette, tooltips, comments of names, extensions of formats, images in cells, and
 * CONTINUE records that only extensions use.
 */
const unshownTypes: ReadonlySet<number> = new Set([
  0x0014, 0x0015, 0x0031, 0x0032, 0x005c, 0x007f, 0x0092, 0x013d, 0x01ba, 0x043c, 0x0800, 0x0812, 0x0875, 0x087d,
  0x087f, 0x0894, 0x1044,
]);

/** Records of a text, and the offset of its 16-bit length: Label, String, RString. */
const textPlaces: ReadonlyMap<number, number> = new Map([
  [0x0204, 6],
  [0x0207, 0],
  [0x00d6, 6],
]);

/** The same for records with an 8-bit length before version 8: Format, Note, Label of version 2. */
const newTextPlaces: ReadonlyMap<number, number> = new Map([
  [0x041e, 2],
  [0x001c, 8],
  [0x0004, 7],
]);

const types = { merged: 0x00e5, link: 0x01b8, shared: 0x04bc } as const;
/** Types of Formula records ([MS-XLS] 2.4.127). */
const formulaTypes: ReadonlySet<number> = new Set([0x0006, 0x0206, 0x0406]);
const arrayTypes: ReadonlySet<number> = new Set([0x0021, 0x0221]);
const beginnings: ReadonlySet<number> = new Set([0x0009, 0x0209, 0x0409, 0x0809]);

/**
 * Maximum number of steps for texts. For each character SheetJS searches the offsets of the parts of a record; 10¹⁰
 * steps take seconds.
 */
const maxSteps = 10_000_000_000;

/** Maximum number of steps for formulas. For each formula SheetJS searches the array formulas of the sheet. */
const maxArraySteps = 200_000_000;

/**
 * Maximum total size of the shared formulas that cells refer to, in bytes: a minimum, plus four for each byte of the
 * file.
 */
const sharedBytes = { least: 2 * 1024 * 1024, perByte: 4 } as const;

/** Yields the changes that let SheetJS terminate in reasonable time, whatever counts a stream states. */
function* workPatches(stream: Uint8Array): Generator<Patch> {
  const left = newAllowance(stream);
  for (const versioned of versionedRecords(stream)) {
    const { record } = versioned;
    if (unshownTypes.has(record.type) || !isAllowed(versioned, left)) yield [record.offset, idleType];
    else {
      yield* patchedText(versioned);
      if (record.type === types.merged) yield* patchedCount(record, { at: 0, bytesBefore: 2, bytesEach: 8 });
      else if (record.type === types.link) yield* patchedLink(record);
      else if (formulaTypes.has(record.type)) yield* patchedReference(versioned, left);
    }
  }
}

/** The remaining work allowed for a stream. */
interface Allowance {
  readonly arraysOfSheet: number;
  arrays: number;
  steps: number;
  sharedBytes: number;
  /** The cell of the last formula; a shared formula after it belongs to that cell. */
  cell: number;
  /** Sizes of shared formulas by cell, in bytes. */
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
  // Excel has shared formulas from version 5 on.
  return version !== undefined;
}

function bytesOfAll({ data, continued }: BiffRecord): number {
  return continued.reduce((sum, part) => sum + part.byteLength, data.byteLength);
}

function* patchedText({ record, version }: VersionedRecord): Generator<Patch> {
  const at = textPlaces.get(record.type) ?? (version === 8 ? newTextPlaces.get(record.type) : undefined);
  if (at !== undefined) yield* patchedCount(record, { at, bytesBefore: at + 2, bytesEach: 1 });
}

/** The offset of a count, the bytes before the first element, and the minimum size of an element. */
interface Counted {
  readonly at: number;
  readonly bytesBefore: number;
  readonly bytesEach: number;
}

/** Limits a count to the elements in the record. A record that ends before its count is ignored. */
function* patchedCount(record: BiffRecord, { at, bytesBefore, bytesEach }: Counted): Generator<Patch> {
  const { data, offset } = record;
  if (data.byteLength < at + 2) {
    yield [offset, idleType];
    return;
  }
  const most = Math.floor((bytesOfAll(record) - bytesBefore) / bytesEach);
  if (wordAt(data, at) > most) yield [offset + headerBytes + at, Math.max(0, most)];
}

/**
 * Size of a link before its flags, in bytes: range, class and version (2.4.140); and of the flags (MS-OSHARED 2.3.7.1).
 */
const linkHeadBytes = 28;
const linkFlagsBytes = 4;

/** The class identifier of a file link: `../` parts and a path (MS-OSHARED 2.3.7.8). */
const fileClass = [0x03, 0x03, 0, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0x46];

/** Maximum number of `../` at the start of a link. SheetJS writes each, and the count may be 65 535. */
const maxFoldersUp = 64;

function* patchedLink({ data, offset }: BiffRecord): Generator<Patch> {
  const flags = wordAt(data, linkHeadBytes);
  let at = linkHeadBytes + linkFlagsBytes;
  for (const flag of [0x10, 0x80]) if ((flags & flag) !== 0) at += 4 + 2 * longAt(data, at);
  if ((flags & 0x01_01) !== 0x01 || !fileClass.every((byte, index) => byteAt(data, at + index) === byte)) return;
  const place = at + fileClass.length;
  if (wordAt(data, place) > maxFoldersUp) yield [offset + headerBytes + place, maxFoldersUp];
}

/** Offset of the length of a formula in versions 5 and 8 (2.4.127). */
const formulaAt = 20;

/** Empties a formula that refers to a shared one once the allowance for shared formulas is used up. */
function* patchedReference({ record, version }: VersionedRecord, left: Allowance): Generator<Patch> {
  const { data, offset } = record;
  left.cell = cellAt(data, 0);
  if (version === undefined || byteAt(data, formulaAt + 2) !== sharedToken) return;
  left.sharedBytes -= left.shared.get(cellAt(data, formulaAt + 3)) ?? 0;
  if (left.sharedBytes < 0) yield [offset + headerBytes + formulaAt, 0];
}

/** Combines row and column into one number. */
function cellAt(data: DataView, at: number): number {
  return wordAt(data, at) * 0x1_00_00 + wordAt(data, at + 2);
}

/** Reads a 32-bit number; 0 beyond the end. */
function longAt(data: DataView, at: number): number {
  return at + 4 <= data.byteLength ? data.getUint32(at, true) : 0;
}

/** The type of ignored records, given to records that must have no effect: InterfaceEnd (2.4.147). */
const idleType = 0xe2;

/** Size of a Formula record up to the end of the length of its formula, in bytes, before Excel 5 and from Excel 5 on. */
const oldFormulaBytes = 17;
const formulaBytes = 22;

const sharedPlaces: ReadonlyMap<number, number> = new Map([
  [0x04bc, 8],
  [0x0221, 12],
  [0x0021, 12],
]);

/**
 * Yields the changes that let SheetJS write formulas safely. A formula that refers to others in a way that no program
 * writes becomes empty, and a shared formula of that kind is ignored. A record that ends before the length of its
 * formula is ignored too, because the library would not terminate.
 */
function* formulaPatches(stream: Uint8Array): Generator<[place: number, word: number]> {
  for (const { record, version } of versionedRecords(stream)) {
    const { type, offset } = record;
    if (sharedPlaces.has(type) && !isSafeShared(record, version)) yield [offset, idleType];
    else if (formulaTypes.has(type)) yield* patchesOfCell(record, version);
  }
}

function* patchesOfCell(
  { offset, data }: BiffRecord,
  version: FormulaVersion | undefined,
): Generator<[number, number]> {
  if (data.byteLength < (version === undefined ? oldFormulaBytes : formulaBytes)) yield [offset, idleType];
  else if (version !== undefined) {
    const formula = formulaIn(data, formulaAt);
    const isSafe = formula === undefined || isSafeFormula(formula, "alone", version);
    if (!isSafe) yield [offset + headerBytes + formulaAt, 0];
  }
}

/** Token sizes before Excel 5 are unknown here, so no byte may look like the token. */
function isSafeShared({ type, data }: BiffRecord, version: FormulaVersion | undefined): boolean {
  const at = sharedPlaces.get(type) ?? 0;
  if (version !== undefined) {
    const formula = formulaIn(data, at);
    return formula !== undefined && isSafeFormula(formula, "shared", version);
  }
  if (data.byteLength < oldHeadBytes + 2) return false;
  for (let place = oldHeadBytes; place < data.byteLength; place += 1) {
    if (byteAt(data, place) === sharedToken) return false;
  }
  return true;
}

/** Minimum size of an old array record before its formula, in bytes: range, flags and length. */
const oldHeadBytes = 8;

/** Returns the formula, or `undefined` if it is truncated. */
function formulaIn(data: DataView, at: number): DataView | undefined {
  const start = at + 2;
  const length = wordAt(data, at);
  if (start + length > data.byteLength) return undefined;
  return new DataView(data.buffer, data.byteOffset + start, length);
}
