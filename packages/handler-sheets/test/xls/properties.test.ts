import { utils, write } from "@e965/xlsx";
import { collect } from "@reader/testkit";
import CFB from "cfb";
import { expect, test } from "vitest";
import { xls } from "../../src/index.ts";

function workbook(): Uint8Array {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([["still here"]]), "Data");
  book.Props = { Title: "Plan", Author: "Ada", CreatedDate: new Date(Date.UTC(2024, 1, 29)) };
  return new Uint8Array(write(book, { bookType: "biff8", type: "buffer" }) as Uint8Array);
}

const dword = (value: number): readonly number[] => [0, 8, 16, 24].map((shift) => (value >>> shift) & 0xff);

/** A set with one property: a list of names, by its own word of four thousand millions ([MS-OLEPS] 2.14.2). */
const endlessSet = Uint8Array.from([
  0xfe,
  0xff,
  0,
  0,
  ...[0, 0, 0, 0, 0, 1].flatMap(dword),
  ...Buffer.from("02d5cdd59c2e1b10939708002b2cf9ae", "hex"),
  ...[48, 64, 2, 1, 24, 13, 32].flatMap(dword),
  ...[2, 1252, 0x101e, 0xff_ff_ff_fe].flatMap(dword),
  ...Array.from({ length: 64 }, () => 0),
]);

test("title, author and day are those that were written", async () => {
  const { events } = await collect(xls(), workbook());
  const shown = JSON.stringify(events);
  for (const words of ["Plan", "Ada", "2024-02-29"]) expect(shown).toContain(words);
});

test("a property set that promises values without end costs its values alone", async () => {
  const file = CFB.read(Buffer.from(workbook()), { type: "buffer" });
  CFB.utils.cfb_add(file, "/\u0005DocumentSummaryInformation", endlessSet);
  const bytes = new Uint8Array(CFB.write(file, { type: "buffer" }) as Uint8Array);
  const { text, events, error } = await collect(xls(), bytes);
  expect([text, error]).toEqual([expect.stringContaining("still here"), undefined]);
  expect(JSON.stringify(events)).toContain("Plan");
});
