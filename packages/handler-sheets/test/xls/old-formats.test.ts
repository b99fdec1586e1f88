import { collect } from "@reader/testkit";
import { utils, write, set_cptable, type BookType } from "@e965/xlsx";
import * as codePages from "@e965/xlsx/dist/cpexcel.full.mjs";
import CFB from "cfb";
import { expect, test } from "vitest";
import { xls, xlsb } from "../../src/index.ts";

const rows = [
  ["Name", "Amount", "Paid", "Day"],
  ["Käthe", 12.5, true, new Date(Date.UTC(2024, 1, 29))],
  ["Ben", 123_456_789_012_345, false, new Date(Date.UTC(1999, 11, 31))],
];

function written(bookType: BookType, options: object = {}): Uint8Array {
  set_cptable(codePages);
  const sheet = utils.aoa_to_sheet(rows, { UTC: true, dateNF: "yyyy-mm-dd" });
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, "Data");
  return new Uint8Array(write(book, { bookType, type: "buffer", ...options }) as Uint8Array);
}

/** The library writes no characters of code pages, but these. */
function withUmlaut(bytes: Uint8Array): Uint8Array {
  const at = Buffer.from(bytes).indexOf("K_the");
  return at < 0 ? bytes : bytes.with(at + 1, 0xe4);
}

const table = `| |A|B|C|D|
|-|-|-|-|-|
|1|Name|Amount|Paid|Day|
|2|Käthe|12.5|TRUE|2024-02-29|
|3|Ben|123456789012345|FALSE|1999-12-31|
`;

test.for(["biff8", "biff5", "xlsb"] as const)("%s shows the values that were written", async (bookType) => {
  const { text, error } = await collect(bookType === "xlsb" ? xlsb() : xls(), withUmlaut(written(bookType)));
  expect([text, error]).toEqual([table, undefined]);
});

test.for(["biff4", "biff3", "biff2"])("%s shows them, too, without a compound file around it", async (bookType) => {
  const { text, error } = await collect(xls(), withUmlaut(written(bookType as BookType)));
  expect([text, error]).toEqual([table, undefined]);
});

test("comments of old files, which have no authors, get none", async () => {
  const bytes = written("biff4" as BookType);
  const note = [0x1c, 0, 11, 0, 1, 0, 1, 0, 5, 0, ...Buffer.from("Check")];
  const file = Uint8Array.from([...bytes.subarray(0, -4), ...note, ...bytes.subarray(-4)]);
  expect((await collect(xls(), withUmlaut(file))).text).toContain("Comments:\n- B2: Check\n");
});

test("dates of the 1904 system are correct", async () => {
  const book = utils.book_new();
  const sheet = utils.aoa_to_sheet([[0], [1000]]);
  for (const address of ["A1", "A2"]) Object.assign(sheet[address] as object, { z: "yyyy-mm-dd" });
  utils.book_append_sheet(book, sheet, "Data");
  book.Workbook = { WBProps: { date1904: true } };
  const bytes = new Uint8Array(write(book, { bookType: "biff8", type: "buffer" }) as Uint8Array);
  expect((await collect(xls(), bytes)).text).toContain("|1|1904-01-01|\n|2|1906-09-27|");
});

test.for([
  ["xls", xls],
  ["xlsb", xlsb],
] as const)("%s: bytes of something else are corrupt", async ([, make]) => {
  const { error } = await collect(make(), new TextEncoder().encode("This is no workbook at all."));
  expect(error).toMatchObject({ code: "corrupt" });
});

test("a binary workbook that unpacks beyond the limit is too large", async () => {
  const { error } = await collect(xlsb(), written("xlsb", { compression: true }), {
    budget: { ...(await import("@reader/core")).defaultBudget, maxInflatedBytes: 1000 },
  });
  expect(error).toMatchObject({ code: "too-large" });
});

test.for([undefined, "abc"])(
  "a workbook whose records are encrypted says so, with the password %s, too",
  async (password) => {
    const book = CFB.read(written("biff8"), { type: "array" });
    const index = book.FullPaths.findIndex((path) => path.endsWith("/Workbook"));
    const stream = Buffer.from(book.FileIndex[index]?.content ?? []);
    // Behind the first record, what says that the others are encrypted by the exclusive or of [MS-OFFCRYPTO] 2.3.7.
    const start = 4 + stream.readUInt16LE(2);
    const filePass = Uint8Array.of(0x2f, 0, 6, 0, 0, 0, 0x12, 0x34, 0x56, 0x78);
    const scrambled = stream.subarray(start).map((byte) => byte ^ 0x55);
    const file = CFB.utils.cfb_new();
    CFB.utils.cfb_add(file, "/Workbook", Buffer.concat([stream.subarray(0, start), filePass, scrambled]));
    const bytes = Uint8Array.from(CFB.write(file, { type: "buffer" }) as Uint8Array);
    const { error } = await collect(xls(), bytes, password === undefined ? {} : { password });
    expect(error).toMatchObject({ code: "encrypted" });
  },
);

test("dates in the order of the machine's language are shown in an unambiguous order", async () => {
  set_cptable(codePages);
  const book = utils.book_new();
  const sheet = utils.aoa_to_sheet([[43_363], [43_363.5]]);
  for (const [address, z] of [
    ["A1", "m/d/yy"],
    ["A2", "m/d/yy h:mm"],
  ] as const) {
    Object.assign(sheet[address] as object, { z });
  }
  utils.book_append_sheet(book, sheet, "Data");
  const bytes = new Uint8Array(write(book, { bookType: "biff8", type: "buffer" }) as Uint8Array);
  expect((await collect(xls(), bytes)).text).toContain("|1|2018-09-20|\n|2|2018-09-20 12:00|\n");
});
