import { wordAt } from "./records.ts";

/** Records of links over a range of cells, by where the range begins ([MS-XLS] 2.4.140, 2.4.141). */
const rangePlaces: ReadonlyMap<number, number> = new Map([
  [0x01b8, 0],
  [0x0800, 2],
]);

/** ColInfo: its first and its last column come first (2.4.53). */
const columnsType = 0x7d;

/** The last column of a sheet, from 0; rows are as many as a number of two bytes tells. Widths go one column further. */
const lastColumn = 0xff;
const lastWidth = 0x1_00;

/** Cells under the links of a workbook that are looked at: two whole sheets, which takes the library below a second. */
const maxLinkedCells = 2 * 0x1_00_00 * 0x1_00;

/**
 * Records that start with a number of characters or of elements, by the least bytes in which that number stands (2.4):
 * String, Label, Format, Lbl, Note, WriteAccess, RString, CodeName, of all versions, and ExternSheet. If it is missing,
 * the library takes elements until memory ends.
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

/** TxO, whose words are in records of type Continue behind it (2.4.329, 2.4.58); an empty one of those has no end. */
const boxType = 0x01b6;
const continueType = 0x3c;

/** Theme, a ZIP file in a record (2.4.326). Its colours are not shown, and the library may never end with a damaged one. */
const themeType = 0x0896;

/** A type that nobody looks at, and that a record gets which shall not count: InterfaceEnd (2.4.147). */
const idleType = 0xe2;

const headerBytes = 4;

/**
 * The same stream with its ranges inside the sheet, without links over more cells than any workbook has, and without
 * words that end before they are counted: the library walks over each cell and takes each character, so that a few bytes
 * would keep it busy for hours. The bytes themselves where nothing is to be mended.
 */
export function soundRecords(stream: Uint8Array): Uint8Array {
  const mended = new Map<number, number>();
  let left = maxLinkedCells;
  let isInBox = false;
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  for (let at = 0; at + headerBytes <= stream.length; at += headerBytes + view.getUint16(at + 2, true)) {
    const type = view.getUint16(at, true);
    const range = rangePlaces.get(type);
    isInBox = type === boxType || (isInBox && type === continueType);
    if (isUnsound(type, { length: wordAt(view, at + 2), isInBox })) mended.set(at, idleType);
    else if (range !== undefined) {
      left -= clipLink(view, at + headerBytes + range, mended);
      if (left < 0) mended.set(at, idleType);
    } else if (type === columnsType && wordAt(view, at + headerBytes + 2) > lastWidth) {
      mended.set(at + headerBytes + 2, lastWidth);
    }
  }
  return mended.size === 0 ? stream : withWords(stream, mended);
}

/** True for a theme, and for a record that ends before the number of its characters or elements. */
function isUnsound(type: number, { length, isInBox }: { readonly length: number; readonly isInBox: boolean }): boolean {
  return type === themeType || length < (leastBytes.get(type) ?? 0) || (length === 0 && isInBox);
}

/** Ends a range where the sheet does; gives its cells. */
function clipLink(view: DataView, at: number, mended: Map<number, number>): number {
  const endColumn = wordAt(view, at + 6);
  if (endColumn > lastColumn) mended.set(at + 6, lastColumn);
  const rows = wordAt(view, at + 2) - wordAt(view, at) + 1;
  const columns = Math.min(endColumn, lastColumn) - wordAt(view, at + 4) + 1;
  return Math.max(0, rows) * Math.max(0, columns);
}

function withWords(stream: Uint8Array, words: ReadonlyMap<number, number>): Uint8Array {
  const sound = Uint8Array.from(stream);
  const view = new DataView(sound.buffer);
  for (const [at, word] of words) view.setUint16(at, word, true);
  return sound;
}
