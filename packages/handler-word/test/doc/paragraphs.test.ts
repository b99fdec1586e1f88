import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { doc } from "../../src/index.ts";
import { readAll } from "../support/read-all.ts";
import { artRecord, artShape, buildWordDocument, modifiers, paragraphOf } from "./word-builder.ts";

const numbered = [[{ template: "\u0000." }]];
const item = modifiers.list(1);

test("counts a paragraph that starts with a page break once", async () => {
  const file = await buildWordDocument({
    lists: numbered,
    paragraphs: [
      { ...paragraphOf("Scope", item), style: 1 },
      { ...paragraphOf("\fTerms", item), style: 1 },
    ],
  });
  expect((await readAll(doc(), file)).text).toBe("# 1. Scope\n# 2. Terms\n");
});

test("keeps a paragraph with a page break in it as one item", async () => {
  const file = await buildWordDocument({
    lists: numbered,
    paragraphs: [paragraphOf("It runs in\ftwo threads", item), paragraphOf("It ends", item)],
  });
  expect((await readAll(doc(), file)).text).toBe("1. It runs in\n  two threads\n2. It ends\n");
});

test("ends a paragraph where its section ends", async () => {
  const file = await buildWordDocument({
    lists: numbered,
    sectionEnds: [6],
    paragraphs: [{ runs: [{ text: "First\f" }], modifiers: item }, paragraphOf("Second", item)],
  });
  expect((await readAll(doc(), file)).text).toBe("1. First\n2. Second\n");
});

test("shows a letter that is a bullet as a dash", async () => {
  const file = await buildWordDocument({
    lists: [
      [
        { template: "\uf0b7", format: 23 },
        { template: "o", format: 23 },
      ],
    ],
    paragraphs: [paragraphOf("First", item), paragraphOf("Second", modifiers.list(1, 1))],
  });
  expect((await readAll(doc(), file)).text).toBe("- First\n  - Second\n");
});

test("does not count a paragraph that only ends its section", async () => {
  const file = await buildWordDocument({
    lists: numbered,
    sectionEnds: [6, 7],
    paragraphs: [
      { runs: [{ text: "First\f" }], modifiers: item },
      { runs: [{ text: "\f" }], modifiers: item },
      paragraphOf("Second", item),
    ],
  });
  expect((await readAll(doc(), file)).text).toBe("1. First\n2. Second\n");
});

test("writes the text boxes of a group after the paragraph of its anchor", async () => {
  const group = artRecord(0xf003, artShape(5), artShape(6), artRecord(0xf003, artShape(7), artShape(8)));
  const drawing = artRecord(0xf002, artRecord(0xf003, artShape(1), group));
  const file = await buildWordDocument({
    drawing: Buffer.concat([artRecord(0xf000), Buffer.alloc(1), drawing]),
    anchors: [{ shape: 5, at: 6 }],
    boxes: [
      { shape: 6, text: "A\r" },
      { shape: 8, text: "B\r" },
    ],
    paragraphs: [
      { runs: [{ text: "Figure" }, { text: "\u0008", modifiers: [0x55, 0x08, 1] }, { text: "\r" }] },
      paragraphOf("After"),
    ],
  });
  expect((await readAll(doc(), file)).text).toBe("Figure\n\nA\n\nB\n\nAfter\n");
});

test("ends a row whose modifiers are in the data stream", async () => {
  const inTable = [0x16, 0x24, 1];
  const rowEnd = [...inTable, 0x17, 0x24, 1];
  const distant = [0x46, 0x66, 2, 0, 0, 0];
  const cells = ["Mode\u0007", "Bits\u0007", "\u0007", "RGB\u0007", "8\u0007", "\u0007"];
  const file = await buildWordDocument({
    data: Uint8Array.from([0, 0, rowEnd.length, 0, ...rowEnd]),
    paragraphs: cells.map((text) => ({ runs: [{ text }], modifiers: text === "\u0007" ? distant : inTable })),
  });
  expect((await readAll(doc(), file)).text).toBe("|Mode|Bits|\n|---|---|\n|RGB|8|\n");
});

/** Modifiers of the end of a row that define its cells by their edges ([MS-DOC], 2.9.332). */
function rowEnd(...edges: readonly number[]): readonly number[] {
  const numbers = edges.flatMap((edge) => [edge & 0xff, edge >> 8]);
  const size = numbers.length + 2;
  return [0x16, 0x24, 1, 0x17, 0x24, 1, 0x08, 0xd6, size & 0xff, size >> 8, edges.length - 1, ...numbers];
}

test("puts the cells of a row with merged cells into their columns", async () => {
  const cell = (text: string) => ({ runs: [{ text: `${text}\u0007` }], modifiers: [0x16, 0x24, 1] });
  const end = (...edges: readonly number[]) => ({ runs: [{ text: "\u0007" }], modifiers: rowEnd(...edges) });
  const file = await buildWordDocument({
    paragraphs: [
      ...["Plan", "Actual"].map(cell),
      end(0, 2000, 3000),
      ...["1", "2", "3"].map(cell),
      end(0, 1000, 2000, 3000),
    ],
  });
  expect((await readAll(doc(), file)).text).toBe("|Plan||Actual|\n|---|---|---|\n|1|2|3|\n");
});

/** The data of a list of a form, without texts ([MS-DOC], 2.9.78 FFData). */
function listData(chosen: number, entries: readonly string[]): Uint8Array {
  const numbers = (...values: readonly number[]): readonly number[] =>
    values.flatMap((each) => [each & 0xff, each >> 8]);
  const empty = numbers(0, 0);
  const table = entries.flatMap((entry) => [...numbers(entry.length), ...Buffer.from(entry, "utf16le")]);
  const texts = Array.from({ length: 5 }, () => empty).flat();
  const form = [
    ...numbers(0xffff, 0xffff, 2 | (chosen << 2), 0, 0),
    ...empty,
    ...numbers(0),
    ...texts,
    ...numbers(0xffff, entries.length, 0),
    ...table,
  ];
  const header = Buffer.alloc(0x44);
  header.writeUInt32LE(header.length + form.length, 0);
  header.writeUInt16LE(header.length, 4);
  return Buffer.concat([header, Uint8Array.from(form)]);
}

test.for([
  [1, "Colour: Blue.\n"],
  [25, "Colour: Red.\n"],
  [7, "Colour: .\n"],
] as const)("shows entry %i of a list of a form as %j", async ([chosen, expected]) => {
  const isSpecial = [0x55, 0x08, 1];
  const isData = [0x03, 0x6a, 0, 0, 0, 0, 0x06, 0x08, 1];
  const runs = [
    { text: "Colour: " },
    { text: "\u0013", modifiers: isSpecial },
    { text: " FORMDROPDOWN " },
    { text: "\u0001", modifiers: [...isSpecial, ...isData] },
    { text: "\u0015", modifiers: isSpecial },
    { text: ".\r" },
  ];
  const file = await buildWordDocument({ data: listData(chosen, ["Red", "Blue"]), paragraphs: [{ runs }] });
  expect((await readAll(doc(), file)).text).toBe(expected);
});
