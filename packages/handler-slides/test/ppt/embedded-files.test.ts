import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { ppt } from "../../src/index.ts";
import { readBytes, type Reading, type ReadingWish } from "../support/read-bytes.ts";
import { formula } from "../support/formula.ts";
import { compound, longs, makePpt, record, shapeOf, wide, type PptBytes } from "./make-ppt.ts";

const read = (deck: PptBytes, wish?: ReadingWish): Promise<Reading> => readBytes(ppt(), makePpt(deck), wish);

const objectNumber = 7;

/** The objects of a deck of one slide have numbers in a row: the document, its master, the slide, its notes. */
const storageId = 5;

const packed = (bytes: Uint8Array): Uint8Array =>
  record(0x1011, Buffer.concat([longs(bytes.length), deflateSync(bytes)]), 1);

const deckWith = (storage: Uint8Array, program = "Acrobat.Document", isHidden = false): PptBytes => {
  const atom = record(0x0fc3, longs(1, 0, objectNumber, 0, storageId, 0));
  const embedded = record(0x0fcc, [atom, record(0x0fba, wide(program), 2)]);
  const client = [record(0x0bc1, longs(objectNumber))];
  return {
    slides: [{ shapes: [shapeOf({ client, isHidden })] }],
    document: [record(0x0409, [embedded])],
    objects: [storage],
  };
};

const pdf = Buffer.from("%PDF-1.4 inner");

/** A megabyte that hardly shrinks. */
const randomBytes = Buffer.from(Uint32Array.from({ length: 1 << 18 }, (_, at) => Math.imul(at, 2_654_435_761)).buffer);

test("writes the formula of Equation Editor instead of its object", async () => {
  const { text, notices } = await read(deckWith(packed(compound({ "Equation Native": formula })), "Equation.3"));
  expect([text, notices]).toEqual(["[slide 1]\n$x^{2}$\n", []]);
});

test("marks the formula of a hidden shape", async () => {
  const storage = packed(compound({ "Equation Native": formula }));
  expect((await read(deckWith(storage, "Equation.3", true))).text).toBe("[slide 1]\n(hidden) $x^{2}$\n");
});

test.for<[stored: string, store: (bytes: Uint8Array) => Uint8Array]>([
  ["packed", packed],
  ["plain", (bytes) => record(0x1011, bytes)],
])("opens a storage once that many objects share, %s", async ([, store]) => {
  const numbers = Array.from({ length: 40 }, (_, at) => objectNumber + at);
  const objects = numbers.map((number) => {
    const atom = record(0x0fc3, longs(1, 0, number, 0, storageId, 0));
    return record(0x0fcc, [atom, record(0x0fba, wide("Acrobat.Document"), 2)]);
  });
  const large = Buffer.concat([Buffer.from("%PDF-1.4 "), randomBytes]);
  const { notices } = await read({
    slides: [{ shapes: [] }],
    document: [record(0x0409, objects)],
    objects: [store(compound({ CONTENTS: large }))],
  });
  expect(notices.join()).toContain('"object16.pdf" and 30 more.');
});

describe("files inside a presentation of PowerPoint 97", () => {
  test.for<[how: string, storage: Uint8Array]>([
    ["packed", packed(compound({ CONTENTS: pdf }))],
    ["as they are", record(0x1011, compound({ CONTENTS: pdf }))],
  ])("are named and read, stored %s", async ([, storage]) => {
    const { text, notices } = await read(deckWith(storage));
    expect(text).toBe("[slide 1]\n[embedded object · Acrobat.Document · object7.pdf]\n");
    expect(notices).toEqual(['The presentation has an embedded file, to be read with `select`: "object7.pdf".']);
    expect((await read(deckWith(storage), { select: "object7.pdf" })).text).toBe("(nested object7.pdf, 14 bytes)\n");
  });

  test("are whole where a storage is the document of an old program", async () => {
    const storage = compound({ Workbook: Buffer.alloc(5000) });
    const wish = { select: "object7.xls" };
    expect((await read(deckWith(packed(storage)), wish)).text).toBe(`(nested object7.xls, ${storage.length} bytes)\n`);
  });

  test.for<[what: string, storage: Uint8Array, program?: string]>([
    ["a chart of Microsoft Graph", packed(compound({ Workbook: pdf })), "MSGraph.Chart.8"],
    ["a formula", packed(compound({ "Equation Native": pdf })), "Equation.3"],
    ["what cannot be unpacked", record(0x1011, Buffer.from("nothing that is packed"), 1)],
    ["what is no compound file", packed(pdf)],
    ["a bomb", packed(Buffer.alloc(40 * 1024 * 1024))],
    ["another object", record(0x03f0, [])],
  ])("are none: %s", async ([, storage, program = "Acrobat.Document"]) => {
    const { text, notices } = await read(deckWith(storage, program));
    expect([text, notices]).toEqual([`[slide 1]\n[embedded object · ${program}]\n`, []]);
  });
});
