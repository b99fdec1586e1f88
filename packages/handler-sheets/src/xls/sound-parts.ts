import { mendTexts, type PartRecord } from "./sound-part-records.ts";

/** Records by their numbers ([MS-XLSB] 2.3.2), whose ranges the library walks over cell by cell. */
const linkType = 0x01ee;
const columnsType = 0x3c;

/** Records with a text and its formats, by where its byte of flags is (2.5.121): BrtSSTItem, BrtCommentText, BrtCellRString. */
const flagPlaces: ReadonlyMap<number, number> = new Map([
  [0x13, 0],
  [0x027d, 0],
  [0x3e, 8],
]);

/** The flag of a text with formats of its characters, whose number follows. They are not shown. */
const formattedFlag = 0x01;

/** The last column of a sheet, from 0 (2.5.154). */
const lastColumn = 16_383;

/** Columns whose width a part may describe: the library makes an object for each. */
const maxColumns = 64 * (lastColumn + 1);

/** Cells under the links of a part: a whole column. The library makes a cell for each. */
const maxLinkedCells = 1_048_576;

/** Bytes of a range: first and last row, first and last column (2.5.156). */
const rangeBytes = 16;

/**
 * Mends a part of a binary workbook in its place: columns end with the sheet, links over more cells than a whole column
 * count for the first of theirs, texts have no formats, and texts and formulas end with their records. A few bytes would
 * else keep the library busy until memory ends. Throws for a record that ends before the length of its text.
 */
export function mendPart(part: Uint8Array): void {
  const left = { cells: maxLinkedCells, columns: maxColumns };
  const view = new DataView(part.buffer, part.byteOffset, part.byteLength);
  for (const { type, at, end, isWhole } of recordsIn(part)) {
    if (type === columnsType && at + columnsBytes <= end) mendColumns(view, at, left);
    else if (type === linkType && at + rangeBytes <= end) mendLink(view, at, left);
    const flagsAt = at + (flagPlaces.get(type) ?? Number.POSITIVE_INFINITY);
    if (flagsAt < end) view.setUint8(flagsAt, view.getUint8(flagsAt) & ~formattedFlag);
    if (isWhole) mendTexts(view, { type, at, end });
  }
}

/** What the library may still be asked to do for a part. */
interface Left {
  cells: number;
  columns: number;
}

/** Bytes of the first and the last column. */
const columnsBytes = 8;

/** A record whose last column comes before its first counts for none. */
function mendColumns(view: DataView, at: number, left: Left): void {
  const first = view.getUint32(at, true);
  const last = Math.min(view.getUint32(at + 4, true), lastColumn);
  const columns = Math.max(0, last - first + 1);
  left.columns -= columns;
  if (left.columns < 0) view.setUint32(at, lastColumn + 1, true);
  view.setUint32(at + 4, last, true);
}

function mendLink(view: DataView, at: number, left: Left): void {
  const cells = cellsOf(view, at);
  if (cells <= left.cells) left.cells -= cells;
  else toFirstCell(view, at);
}

function cellsOf(view: DataView, at: number): number {
  const [firstRow = 0, lastRow = 0, first = 0, last = 0] = [0, 4, 8, 12].map((place) =>
    view.getUint32(at + place, true),
  );
  return Math.max(0, lastRow - firstRow + 1) * Math.max(0, last - first + 1);
}

function toFirstCell(view: DataView, at: number): void {
  view.setUint32(at + 4, view.getUint32(at, true), true);
  view.setUint32(at + 12, view.getUint32(at + 8, true), true);
}

/** The records of a part; their types and lengths are numbers of seven bits a byte (2.1.4). */
function* recordsIn(part: Uint8Array): Generator<PartRecord & { readonly isWhole: boolean }> {
  for (let at = 0; at < part.length;) {
    const type = numberAt(part, at, 2);
    const length = numberAt(part, at + type.bytes, 4);
    const start = at + type.bytes + length.bytes;
    at = start + length.value;
    yield { type: type.value, at: start, end: Math.min(at, part.length), isWhole: at <= part.length };
  }
}

function numberAt(part: Uint8Array, at: number, mostBytes: number): { readonly value: number; readonly bytes: number } {
  let value = 0;
  let bytes = 0;
  for (let byte = 0x80; bytes < mostBytes && (byte & 0x80) !== 0; bytes += 1) {
    byte = part[at + bytes] ?? 0;
    value += (byte & 0x7f) << (7 * bytes);
  }
  return { value, bytes };
}
