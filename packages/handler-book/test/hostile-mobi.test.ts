import { concat } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { readHeader } from "../src/mobi/book-header.ts";
import { chaptersOf } from "../src/mobi/chapters.ts";
import { readIndex } from "../src/mobi/index-records.ts";
import { openDatabase } from "../src/mobi/palm-database.ts";
import { unpackText } from "../src/mobi/unpack-text.ts";
import { databaseOf, longs, makeMobi } from "./make-mobi.ts";

const encoder = new TextEncoder();
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

interface IndexPlan {
  /** Each tag: its number, how many numbers are one value, its mask, and whether a control byte ends. */
  readonly tags: readonly number[];
  readonly controlBytes: number;
  /** An entry, at which all offsets point. */
  readonly entry: Uint8Array;
  readonly count: number;
}

/** Writes the two records of an index. */
function indexRecords({ tags, controlBytes, entry, count }: IndexPlan): readonly Uint8Array[] {
  const header = new Uint8Array(192);
  header.set(encoder.encode("INDX"));
  new DataView(header.buffer).setUint32(4, 192);
  new DataView(header.buffer).setUint32(24, 1);
  const list = concat([encoder.encode("TAGX"), longs(12 + tags.length * 4, controlBytes, ...tags)]);
  const records = new Uint8Array(192);
  records.set(encoder.encode("INDX"));
  new DataView(records.buffer).setUint32(20, 192 + entry.length);
  new DataView(records.buffer).setUint32(24, count);
  const offsets = new Uint8Array(4 + count * 2);
  for (let index = 0; index < count; index += 1) new DataView(offsets.buffer).setUint16(4 + index * 2, 192);
  return [concat([header, list]), concat([records, entry, offsets])];
}

/** Counts the tags and the numbers of all entries. */
function sizesOf(plan: IndexPlan): { readonly longest: number; readonly total: number } {
  const { entries } = readIndex(openDatabase(databaseOf(indexRecords(plan)), "a.mobi"), 0, decode);
  let [longest, total] = [0, 0];
  for (const { numbers } of entries) {
    total += numbers.size;
    for (const { length } of numbers.values()) [longest, total] = [Math.max(longest, length), total + length];
  }
  return { longest, total };
}

describe("an index of Mobipocket that means harm", () => {
  test("may have entries that all read the same numbers to the end of their record", () => {
    // No name, the control byte, then the size of the numbers in bytes: 2^28 - 1.
    const entry = concat([Uint8Array.of(0, 3, 0x7f, 0x7f, 0x7f, 0xff), new Uint8Array(5000).fill(0x81)]);
    const plan = { tags: [0x01_01_03_00, 0x00_00_00_01], controlBytes: 1, entry, count: 1000 };
    expect(sizesOf(plan)).toEqual({ longest: 64, total: 65 * 1000 });
  });

  test("may have many tags in each of many entries", () => {
    const tags = Array.from({ length: 200 }, (_, tag) => ((tag << 24) | 0x01_01_00) >>> 0);
    const plan = { tags, controlBytes: 1, entry: concat([Uint8Array.of(0, 1), new Uint8Array(200)]), count: 20_000 };
    const { total } = sizesOf(plan);
    expect(total).toBeGreaterThan(1_900_000);
    expect(total).toBeLessThan(2_100_000);
  });
});

test("records of a database do not overlap", () => {
  const bytes = databaseOf(Array.from({ length: 10 }, () => new Uint8Array(100)));
  const view = new DataView(bytes.buffer);
  const start = view.getUint32(78);
  for (const index of [2, 4, 6, 8]) view.setUint32(78 + index * 8, start);
  const database = openDatabase(bytes, "a.mobi");
  const sizes = Array.from({ length: 10 }, (_, index) => database.record(index).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1000);
});

/** Puts a text of 100 bytes into skeletons, all of which begin at its start. */
function skeletonsOf(count: number): readonly string[] {
  const tags = [0x01_01_01_00, 0x06_02_02_00, 0x00_00_00_01];
  // No name, both tags, no fragments, position 0, 100 bytes.
  const entry = Uint8Array.of(0, 3, 0x80, 0x80, 0x80 | 100);
  const database = openDatabase(
    makeMobi({ html: "x", images: indexRecords({ tags, controlBytes: 1, entry, count }) }),
    "a.mobi",
  );
  const header = { ...readHeader(database, "a.mobi"), skeletons: database.count - 2 };
  const text = new TextEncoder().encode("bees ".repeat(20));
  return chaptersOf({ path: "a.mobi", database, header, text });
}

test("parts of a book that are each the whole text are damage", () => {
  expect(skeletonsOf(1)).toEqual(["bees ".repeat(20)]);
  expect(() => skeletonsOf(100)).toThrow("a.mobi is damaged or cut off: its parts overlap.");
});

test("the text of a book is unpacked no further once the read is aborted", async () => {
  const database = openDatabase(makeMobi({ html: "bees ".repeat(5000) }), "a.mobi");
  const abortion = new AbortController();
  let records = 0;
  const count = (): void => {
    records += 1;
    abortion.abort(new Error("stop"));
  };
  const unpacking = { path: "a.mobi", signal: abortion.signal, count };
  await expect(unpackText(database, readHeader(database, "a.mobi"), unpacking)).rejects.toThrow("stop");
  expect(records).toBe(1);
});
