import { flatBook, row as odsRow, table, text } from "../../support/flat-book.ts";
import { row, workbook, type MadeBook } from "../../support/workbook-parts.ts";
import { numbered, type Bomb } from "./bomb.ts";

const xlsxOf = (book: MadeBook) => (): Uint8Array => workbook(book, "deflated");
const odsOf =
  (...rows: readonly string[]) =>
  (): Uint8Array =>
    Buffer.from(flatBook(table("Bomb", ...rows)));
const sst = (content: string, prolog = ""): string =>
  `${prolog}<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${content}</sst>`;
const string = (at: string, index: number): string => `<c r="${at}" t="s"><v>${index}</v></c>`;

/** Random enough to be packed badly, so that it is no bomb for its packing. */
function noise(length: number): string {
  let state = 1;
  let words = "";
  while (words.length < length) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    words += state.toString(36);
  }
  return words;
}

/** Bombs of workbooks and tables, by what they are. */
export const sheetBombs: Readonly<Record<string, Bomb>> = {
  "a cell in the last corner of an Excel sheet": {
    name: "a.xlsx",
    make: xlsxOf({
      sheets: [{ rows: row(1, '<c r="A1"><v>1</v></c>') + row(1_048_576, '<c r="XFD1048576"><v>2</v></c>') }],
    }),
    ends: ["ok"],
  },
  "a cell in the last corner of an Excel sheet, of which all is selected": {
    name: "a.xlsx",
    make: xlsxOf({ sheets: [{ rows: row(1_048_576, '<c r="XFD1048576"><v>2</v></c>') }] }),
    ends: ["ok"],
    select: "A1:XFD1048576",
  },
  "a cell far outside an Excel sheet": {
    name: "a.xlsx",
    make: xlsxOf({
      sheets: [{ rows: row(4_294_967_296, '<c r="ZZZZZZ99999999999"><v>2</v></c><c r="A0"><v>1</v></c>') }],
    }),
    ends: ["ok", "corrupt"],
  },
  "a long string in a hundred thousand cells of an Excel sheet": {
    name: "a.xlsx",
    make: xlsxOf({
      sheets: [{ rows: numbered(100_000, (number) => row(number, string(`A${number}`, 0))) }],
      stringsPart: sst(`<si><t>${noise(1_000_000)}</t></si>`),
    }),
    ends: ["ok"],
  },
  "ten million empty strings of an Excel sheet": {
    name: "a.xlsx",
    make: xlsxOf({ sheets: [{ rows: row(1, string("A1", 9_999_999)) }], stringsPart: sst("<si/>".repeat(10_000_000)) }),
    ends: ["ok", "too-large"],
  },
  "two hundred thousand runs in a string of an Excel sheet": {
    name: "a.xlsx",
    make: xlsxOf({
      sheets: [{ rows: row(1, string("A1", 0)) }],
      stringsPart: sst(`<si>${numbered(200_000, (number) => `<r><t>${number}</t></r>`)}</si>`),
    }),
    ends: ["ok", "too-large"],
  },
  "a billion laughs in the strings of an Excel sheet": {
    name: "a.xlsx",
    make: xlsxOf({
      sheets: [{ rows: row(1, string("A1", 0)) }],
      stringsPart: sst(
        "<si><t>&l3;</t></si>",
        '<!DOCTYPE sst [<!ENTITY l0 "ha"><!ENTITY l1 "&l0;&l0;"><!ENTITY l3 "&l1;&l1;">]>',
      ),
    }),
    ends: ["corrupt"],
  },
  "a merged cell and columns as large as an Excel sheet": {
    name: "a.xlsx",
    make: xlsxOf({
      sheets: [
        {
          before: '<cols><col min="1" max="4294967295" hidden="1"/></cols>',
          rows: row(1, '<c r="A1"><v>1</v></c>'),
          behind: '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>',
        },
      ],
    }),
    ends: ["ok"],
  },
  "rows and cells that repeat in an OpenDocument sheet": {
    name: "a.fods",
    make: odsOf(
      `<table:table-row table:number-rows-repeated="1048576">${text("x", 'table:number-columns-repeated="16384"')}</table:table-row>`,
    ),
    ends: ["ok"],
  },
  "rows and cells that repeat more often than there can be": {
    name: "a.fods",
    make: odsOf(
      `<table:table-row table:number-rows-repeated="99999999999999999999">${text("x", 'table:number-columns-repeated="99999999999"')}</table:table-row>`.repeat(
        250,
      ),
    ),
    ends: ["ok"],
  },
  "spaces by their number in an OpenDocument sheet": {
    name: "a.fods",
    make: odsOf(
      odsRow('<table:table-cell><text:p>a<text:s text:c="4000000000"/>b</text:p></table:table-cell>'.repeat(1000)),
    ),
    ends: ["ok", "too-large"],
  },
  "records of no length in a dBASE table": {
    name: "a.dbf",
    make: () => {
      const bytes = new Uint8Array(200);
      const view = new DataView(bytes.buffer);
      bytes.set([3, 124, 1, 1]);
      view.setUint32(4, 0xffff_ffff, true);
      view.setUint16(8, 65, true);
      view.setUint16(10, 0, true);
      bytes.set(Buffer.from("NAME\0\0\0\0\0\0\0C"), 32);
      bytes[64] = 13;
      return bytes;
    },
    ends: ["ok", "corrupt", "binary", "unsupported-type"],
  },
};
