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

/** A type that nobody looks at, and that a record gets which shall not count: InterfaceEnd (2.4.147). */
const idleType = 0xe2;

const headerBytes = 4;

/**
 * The same stream with its ranges inside the sheet, and without links over more cells than any workbook has: the
 * library walks over each of them, so that a few bytes would keep it busy for hours. The bytes themselves where nothing
 * is to be mended.
 */
export function soundRecords(stream: Uint8Array): Uint8Array {
  const mended = new Map<number, number>();
  let left = maxLinkedCells;
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  for (let at = 0; at + headerBytes <= stream.length; at += headerBytes + view.getUint16(at + 2, true)) {
    const type = view.getUint16(at, true);
    const range = rangePlaces.get(type);
    if (range !== undefined) {
      left -= clipLink(view, at + headerBytes + range, mended);
      if (left < 0) mended.set(at, idleType);
    } else if (type === columnsType && wordAt(view, at + headerBytes + 2) > lastWidth) {
      mended.set(at + headerBytes + 2, lastWidth);
    }
  }
  return mended.size === 0 ? stream : withWords(stream, mended);
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
