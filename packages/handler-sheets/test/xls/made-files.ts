import { buildZip, concat, encode, numbers } from "@reader/testkit";
import { utils, write } from "@e965/xlsx";
import CFB from "cfb";

/** A record of a binary workbook: its type and its bytes. */
export type MadeRecord = readonly [type: number, data: Uint8Array];

/** The types of records that the builders below write ([MS-XLS] 2.3). */
const beginning = 0x0809;
const end = 0x000a;
const sheetPlace = 0x0085;

/** Writes an XLS file of Excel 97 to 2003, without a compound file around it, from records of the workbook and of each sheet. */
export function makeXls(
  book: readonly MadeRecord[],
  sheets: Readonly<Record<string, readonly MadeRecord[]>>,
): Uint8Array {
  const bodies = Object.values(sheets).map((records) => streamOf([beginningOf(0x10), ...records, [end, none]]));
  const headBytes = streamOf(globalsOf(book, Object.keys(sheets), [])).length;
  let at = headBytes;
  const places = bodies.map((body) => (at += body.length) - body.length);
  return concat([streamOf(globalsOf(book, Object.keys(sheets), places)), ...bodies]);
}

const none = new Uint8Array();

function globalsOf(
  book: readonly MadeRecord[],
  names: readonly string[],
  places: readonly number[],
): readonly MadeRecord[] {
  const listed = names.map((name, index): MadeRecord => {
    const place = numbers([4, places[index] ?? 0], [2, 0], [1, name.length], [1, 0]);
    return [sheetPlace, concat([place, encode(name)])];
  });
  return [beginningOf(0x05), ...listed, ...book, [end, none]];
}

function beginningOf(kind: number): MadeRecord {
  return [beginning, numbers([2, 0x0600], [2, kind], [2, 0], [2, 0], [4, 0], [4, 0])];
}

function streamOf(records: readonly MadeRecord[]): Uint8Array {
  return concat(records.flatMap(([type, data]) => [numbers([2, type], [2, data.length]), data]));
}

/** A defined name that stands for a parsed formula ([MS-XLS] 2.4.150). */
export function nameRecord(name: string, formula: readonly number[]): MadeRecord {
  const head = numbers([2, 0], [1, 0], [1, name.length], [2, formula.length], [2, 0], [2, 0], [4, 0], [1, 0]);
  return [0x0018, concat([head, encode(name), Uint8Array.from(formula)])];
}

/** A cell with a number: its eight bytes as they stand in the file ([MS-XLS] 2.4.180). */
export function numberRecord(
  ...[row, column, value, style = 0]: readonly [number, number, number, number?]
): MadeRecord {
  return [0x0203, concat([numbers([2, row], [2, column], [2, style]), doubleOf(value)])];
}

/** A number format ([MS-XLS] 2.4.126). */
export function formatRecord(id: number, code: string): MadeRecord {
  return [0x041e, concat([numbers([2, id], [2, code.length], [1, 0]), encode(code)])];
}

/** A cell style that only has a number format ([MS-XLS] 2.4.353). */
export function styleRecord(format: number): MadeRecord {
  return [0x00e0, concat([numbers([2, 0], [2, format]), new Uint8Array(16)])];
}

/** A reference to another workbook, whose virtual path is stored with a control character ([MS-XLS] 2.4.271). */
export function bookRecord(path: string): MadeRecord {
  return [0x01ae, concat([numbers([2, 1], [2, path.length], [1, 0]), encode(path)])];
}

/** A parsed formula, and the bytes behind it that belong to some of its tokens. */
export interface MadeFormula {
  readonly formula: readonly number[];
  readonly more: readonly number[];
}

/** A cell with a formula that gives the number 0 ([MS-XLS] 2.4.127). */
export function formulaRecord(row: number, column: number, { formula, more }: MadeFormula): MadeRecord {
  const head = numbers([2, row], [2, column], [2, 0], [8, 0], [2, 0], [4, 0], [2, formula.length]);
  return [0x0006, concat([head, Uint8Array.from([...formula, ...more])])];
}

/** A row of an XLSB file with one number in it ([MS-XLSB] 2.4.806, 2.4.311). */
export function binaryRow(row: number, column: number, value: number): Uint8Array {
  const head = concat([numbers([4, row], [4, 0], [2, 0], [1, 0], [1, 0], [1, 0], [4, 0])]);
  const cell = concat([numbers([4, column], [4, 0]), doubleOf(value)]);
  return concat([numbers([1, 0x00], [1, head.length]), head, numbers([1, 0x05], [1, cell.length]), cell]);
}

function doubleOf(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value, true);
  return bytes;
}

/** Writes an XLSB file with the number 1 in the cell A1, and more records behind its row. */
export function makeXlsb(...rows: readonly Uint8Array[]): Uint8Array {
  return xlsbOf(1, "xl/worksheets/sheet1.bin", (sheet) => {
    const end = Buffer.from(sheet).indexOf(Buffer.from(endOfRows));
    return concat([sheet.subarray(0, end), ...rows, sheet.subarray(end)]);
  });
}

/** The record that ends the rows of a sheet: BrtEndSheetData, without bytes. */
const endOfRows = [0x92, 0x01, 0x00];

/** Writes an XLSB file with a text in the cell A1, which announces so many formats of its characters and has none. */
export function makeRichXlsb(formats: number): Uint8Array {
  const text = "words";
  const letters = concat([...text].map((letter) => numbers([2, letter.charCodeAt(0)])));
  const item = concat([numbers([1, 1], [4, text.length]), letters, numbers([4, formats])]);
  return xlsbOf(text, "xl/sharedStrings.bin", (strings) => {
    const start = Buffer.from(strings).indexOf(Buffer.from([0x13, 1 + 4 + 2 * text.length, 0]));
    return concat([strings.subarray(0, start), numbers([1, 0x13], [1, item.length]), item]);
  });
}

function xlsbOf(value: string | number, part: string, change: (content: Uint8Array) => Uint8Array): Uint8Array {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([[value]]), "Data");
  const written = new Uint8Array(write(book, { bookType: "xlsb", type: "buffer", bookSST: true }) as Uint8Array);
  const file = CFB.read(written, { type: "array" });
  const members = [...file.FullPaths.entries()].flatMap(([index, path]) => {
    const name = path.slice(path.indexOf("/") + 1);
    const content = Uint8Array.from(file.FileIndex[index]?.content ?? []);
    if (content.length === 0) return [];
    return [{ name, data: name === part ? change(content) : content }];
  });
  return buildZip(members);
}
