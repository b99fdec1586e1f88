import { readFileSync } from "node:fs";
import { bitFlips, collect, memorySource, mockContext } from "@reader/testkit";
import { ReadError } from "@reader/core";
import { expect, test } from "vitest";
import { doc } from "../../src/index.ts";
import { errorOf, noticesIn, readAll } from "../support/read-all.ts";

const report = new Uint8Array(
  readFileSync(new URL("../../../../fixtures/doc/report-libreoffice/input.doc", import.meta.url)),
);

test("reads tracked changes and hidden text like the same document in other formats", async () => {
  const { text } = await readAll(doc(), report);
  expect(text).toContain("{--few --}{++many ++}of them[comment · Cleo Brook: How many?].[hidden: Do not print this.]");
  expect(text).toContain("stems[^1], at 10² metres, [as is known](https://example.org/bees).");
});

/** The modifiers of a superscript, and of shifts by 0, 2 and 6 half-points ([MS-DOC], 2.6.1). */
const raise = [0x48, 0x2a, 1];
const shift = (halfPoints: number): readonly number[] => [0x45, 0x48, halfPoints, 0];

/** Returns the report with other modifiers of its superscript: they are put into the free room of the page with it. */
async function reportRaisedBy(modifiers: readonly number[]): Promise<Uint8Array> {
  const { read, write } = await import("cfb");
  const file = read(Buffer.from(report), { type: "buffer" });
  const main = file.FileIndex[file.FullPaths.findIndex((path) => path.endsWith("/WordDocument"))];
  const content = Buffer.from(main?.content ?? []);
  const old = content.indexOf(Buffer.from([raise.length, ...raise]));
  const page = content.subarray(old - (old % 512), old - (old % 512) + 512);
  const runs = page[511] ?? 0;
  const offsets = 4 * (runs + 1);
  const free = Math.ceil((offsets + runs) / 2);
  page.set([modifiers.length, ...modifiers], free * 2);
  page[page.indexOf((old % 512) / 2, offsets)] = free;
  Object.assign(main ?? {}, { content });
  return Uint8Array.from(write(file, { type: "buffer" }) as Buffer);
}

test.for<readonly [string, readonly number[], string]>([
  ["a shift", shift(6), "10² metres"],
  ["a superscript that is not shifted", [...raise, ...shift(0)], "10² metres"],
  ["a shift that a smaller one replaces", [...shift(6), ...shift(2)], "102 metres"],
])("shows the script of %s", async ([, modifiers, expected]) => {
  expect((await readAll(doc(), await reportRaisedBy(modifiers))).text).toContain(expected);
});

test("describes a document without reading its text", async () => {
  const info = await doc().info?.(memorySource("a.doc", report), mockContext());
  expect(info?.facts).toMatchObject({
    title: "Bees of the valley",
    images: 1,
    tables: 1,
    notes: 1,
    comments: 1,
    "tracked changes": 2,
    "hidden runs": 1,
    headings: ["1. Where they live", "  1.1 What to bring", "2. Counts"],
  });
});

test("refuses documents older than Word 6", async () => {
  const old = Uint8Array.from([0xdb, 0xa5, ...new Uint8Array(100)]);
  expect(await errorOf(doc(), old)).toMatchObject({ code: "unsupported-type" });
});

test("gives a typed error or text for each of many damaged documents", async () => {
  const odd: unknown[] = [];
  for (let seed = 0; seed < 60; seed += 1) {
    for (const bytes of bitFlips(report, { seed, count: 3, flips: 40 })) {
      const { error } = await collect(doc(), bytes);
      if (error !== undefined && !ReadError.is(error)) odd.push(error);
    }
  }
  expect(odd).toEqual([]);
});

test("does not repeat text that a damaged document refers to many times", async () => {
  // All positions of the table of pieces are set so far apart that each piece claims the whole stream.
  const { read, write } = await import("cfb");
  const file = read(Buffer.from(report), { type: "buffer" });
  const index = file.FullPaths.findIndex((path) => path.endsWith("/1Table"));
  const main = Buffer.from(
    file.FileIndex[file.FullPaths.findIndex((path) => path.endsWith("/WordDocument"))]?.content ?? [],
  );
  const table = Buffer.from(file.FileIndex[index]?.content ?? []);
  const clx = table.length;
  const pieces = 500;
  const size = 5 + (pieces + 1) * 4 + pieces * 8;
  const more = Buffer.alloc(size);
  more[0] = 2;
  more.writeUInt32LE(size - 5, 1);
  for (let piece = 0; piece <= pieces; piece += 1) more.writeUInt32LE(piece * 10_000, 5 + piece * 4);
  for (let piece = 0; piece < pieces; piece += 1)
    more.writeUInt32LE(0x4000_0000 | 0x1000, 5 + (pieces + 1) * 4 + piece * 8 + 2);
  main.writeUInt32LE(clx, 0x1a2);
  main.writeUInt32LE(size, 0x1a6);
  main.writeUInt32LE(pieces * 10_000, 0x4c);
  const entries = file.FileIndex;
  const tableEntry = entries[index];
  const mainEntry = entries[file.FullPaths.findIndex((path) => path.endsWith("/WordDocument"))];
  if (tableEntry === undefined || mainEntry === undefined) throw new Error("The fixture has changed.");
  Object.assign(tableEntry, { content: Buffer.concat([table, more]), size: table.length + size });
  Object.assign(mainEntry, { content: main, size: main.length });
  const bomb = Uint8Array.from(write(file, { type: "buffer" }) as Buffer);
  const { text } = await readAll(doc(), bomb);
  expect(text.length).toBeLessThan(200_000);
});

/** Properties that state a number of pages ([MS-OLEPS], 2.21). */
function summaryOf(pages: number): Buffer {
  const stream = Buffer.alloc(48 + 24);
  stream.writeUInt16LE(0xfffe, 0);
  stream.writeUInt32LE(1, 24);
  Buffer.from("e0859ff2f94f6810ab9108002b27b3d9", "hex").copy(stream, 28);
  stream.writeUInt32LE(48, 44);
  const [pageCount, integer] = [14, 3];
  for (const [at, value] of [24, 1, pageCount, 16, integer, pages].entries()) stream.writeUInt32LE(value, 48 + at * 4);
  return stream;
}

test.for([
  [4, true],
  [3, false],
] as const)("has a notice on pages for %i stated pages: %s", async ([pages, hasNotice]) => {
  // One of the three breaks follows another one, and starts no page.
  const { read, write } = await import("cfb");
  const url = new URL("../../../../fixtures/doc/page-of-image/input.doc", import.meta.url);
  const file = read(readFileSync(url), { type: "buffer" });
  const entry = file.FileIndex[file.FullPaths.findIndex((path) => path.endsWith("/\u0005SummaryInformation"))];
  if (entry === undefined) throw new Error("The fixture has changed.");
  const content = summaryOf(pages);
  Object.assign(entry, { content, size: content.length });
  const { events } = await readAll(doc(), Uint8Array.from(write(file, { type: "buffer" }) as Buffer));
  expect(noticesIn(events).join(" ").includes("The file stores no layout")).toBe(hasNotice);
});
