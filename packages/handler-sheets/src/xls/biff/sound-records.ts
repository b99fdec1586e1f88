import { formulaMends, idleType } from "./formula-mends.ts";
import { wordAt } from "./records.ts";
import { workMends } from "./work-mends.ts";

/** HLink, a link over a range of cells, by where the range begins ([MS-XLS] 2.4.140). */
const rangePlaces: ReadonlyMap<number, number> = new Map([[0x01b8, 0]]);

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

/** Records of which the library looks at all before it takes the next, and how many of each count. */
const mostRecords: ReadonlyMap<number, number> = new Map([
  // Format, of which versions up to 4 have no more than a byte can tell (2.4.126).
  [0x001e, 4096],
  [0x041e, 4096],
  // ExternSheet and MergeCells, which have up to 1370 links and 1026 ranges, and which the library joins with all before (2.4.105, 2.4.168).
  [0x0017, 4096],
  [0x00e5, 1024],
  // SupBook, whose texts may each count beyond its end, and ColInfo, of which each is followed column by column.
  [0x01ae, 4096],
  [0x007d, 65_536],
]);

const headerBytes = 4;

/**
 * The same stream with its ranges inside the sheet, without links over more cells than any workbook has, without words
 * that end before they are counted, and without formulas that refer to one another: the library walks over each cell and takes each character, so that a few bytes
 * would keep it busy for hours. The bytes themselves where nothing is to be mended.
 */
export function soundRecords(stream: Uint8Array): Uint8Array {
  const mended = new Map([...workMends(stream), ...formulaMends(stream)]);
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
    if (isUnsound(type, { length: wordAt(view, at + 2), isInBox, count })) mended.set(at, idleType);
    else if (range !== undefined) {
      left -= clipLink(view, at + headerBytes + range, mended);
      if (left < 0) mended.set(at, idleType);
    } else if (type === columnsType && wordAt(view, at + headerBytes + 2) > lastWidth) {
      mended.set(at + headerBytes + 2, lastWidth);
    }
  }
  return mended.size === 0 ? stream : withWords(stream, mended);
}

/** Whether a record is a text box, or continues one. */
function isOfBox(type: number, wasInBox: boolean): boolean {
  return type === boxType || (wasInBox && type === continueType);
}

/** A record, by what is told before its bytes. */
interface RecordFacts {
  readonly length: number;
  readonly isInBox: boolean;
  /** How many of its type there were, with it. */
  readonly count: number;
}

/** True for a theme, for one record too many, and for one that ends before the number of its characters or elements. */
function isUnsound(type: number, { length, isInBox, count }: RecordFacts): boolean {
  if (type === themeType || (length === 0 && isInBox)) return true;
  return length < (leastBytes.get(type) ?? 0) || count > (mostRecords.get(type) ?? Number.POSITIVE_INFINITY);
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
