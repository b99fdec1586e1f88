import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { concat } from "@reader/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { uncompress } from "../src/streams/dictionary-coders.ts";
import { ungzip } from "../src/streams/library-formats.ts";
import { errorOf, shown } from "./reading.ts";

async function* inPieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function allOf(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return concat(all);
}

test("gzip is the same in chunks of any size, with one or many members", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 2000 }), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 3000 }),
      fc.uint8Array({ maxLength: 40 }).filter(([first]) => first !== 0x1f),
      async (members, length, garbage) => {
        const bytes = concat([...members.map((member) => gzipSync(member)), garbage]);
        expect(await allOf(ungzip(inPieces(bytes, length)))).toEqual(concat(members));
      },
    ),
    { seed: 11, numRuns: 200 },
  );
});

test("a gzip file of thousands of members is read", async () => {
  const bytes = concat(Array.from({ length: 3000 }, (_, at) => gzipSync(`${at}\n`)));
  expect((await allOf(ungzip(inPieces(bytes, 65_536)))).length).toBe(13_890);
});

test("a gzip header may have all optional fields", async () => {
  const plain = gzipSync("words\n");
  const header = Uint8Array.from([0x1f, 0x8b, 8, 0x1e, 0, 0, 0, 0, 0, 3, 3, 0, 1, 2, 3, 0x61, 0, 0x62, 0, 9, 9]);
  expect(await shown("a.txt.gz", concat([header, plain.subarray(10)]))).toContain("1\twords");
});

test("a large log that starts with NULs is streamed, with the runs as marks", async () => {
  const lines = "a line of a log that a crash has cut\n".repeat(250_000);
  const bytes = gzipSync(`${"\0".repeat(50_000)}${lines}${"\0".repeat(300_000)}the end\n`, { level: 1 });
  // Only what is streamed may be larger than this.
  const budget = { maxInputBytes: 8_500_000 };
  const last = await shown("a.log.gz", bytes, { find: "the end", budget });
  expect(last).toContain("250001:[300 000 NUL bytes]the end");
  expect(await shown("a.log.gz", bytes, { limit: 1, budget })).toContain("1\t[50 000 NUL bytes]a line of a log");
});

test("a large log is streamed if a run of NULs crosses the end of what is looked at", async () => {
  const line = "a line of a log that a crash has cut\n";
  const before = line.repeat(1772).slice(0, 64 * 1024 - 1);
  const bytes = gzipSync(`${before}${"\0".repeat(100_000)}${line.repeat(250_000)}`, { level: 1 });
  expect(await shown("a.log.gz", bytes, { limit: 1, budget: { maxInputBytes: 8_500_000 } })).toContain("1\ta line");
});

describe("a gzip file", () => {
  const bytes = gzipSync("words and more words\n".repeat(20));

  test("with a wrong checksum is damaged", async () => {
    const wrong = Uint8Array.from(bytes);
    wrong[wrong.length - 6] = 1 ^ (wrong.at(-6) ?? 0);
    expect(await errorOf("a.txt.gz", wrong)).toMatchObject({ code: "corrupt" });
  });

  test("that is truncated is damaged", async () => {
    for (const length of [3, 11, bytes.length - 9, bytes.length - 1]) {
      expect(await errorOf("a.txt.gz", bytes.subarray(0, length))).toMatchObject({ code: "corrupt" });
    }
  });
});

test("a large log is streamed, and a table is read as a whole", async () => {
  const lines = Array.from({ length: 600_000 }, (_, at) => `line ${at} ${(at * 7919) % 1_000_003}\n`).join("");
  const bytes = gzipSync(lines, { level: 1 });
  expect(lines.length).toBeGreaterThan(8 * 1024 * 1024);
  const budget = { maxInputBytes: 9_500_000 };
  expect(await shown("a.log.gz", bytes, { limit: 2, budget })).toContain("2\tline 1 7919");
  expect(await errorOf("a.csv.gz", bytes, { limit: 2, budget })).toMatchObject({ code: "too-large" });
  expect(await shown("a.csv.gz", bytes, { limit: 2 })).toContain("2\tline 1 7919");
});

/** Encodes nine-bit codes, lowest bit first, after the header of `compress`. */
function compressed(codes: readonly number[], flags = 0x90): Uint8Array {
  const bits = codes.flatMap((code) => Array.from({ length: 9 }, (_, at) => (code >>> at) & 1));
  const bytes = Array.from({ length: Math.ceil(bits.length / 8) }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((byte, bit, place) => byte | (bit << place), 0),
  );
  return Uint8Array.from([0x1f, 0x9d, flags, ...bytes]);
}

describe("a compress'ed file", () => {
  const [a, b] = [0x61, 0x62];

  test("has codes for strings, also for the current one", async () => {
    expect(await shown("a.txt.Z", compressed([a, b, 257, 259, a]))).toContain("1\tabababaa");
    expect(new TextDecoder().decode(await allOf(uncompress(inPieces(compressed([a, 257, 258, b]), 5))))).toBe(
      "aaaaaab",
    );
  });

  test("resets its table at the next group of codes", async () => {
    const bytes = compressed([a, 257, 256, 0, 0, 0, 0, 0, b, b]);
    expect(new TextDecoder().decode(await allOf(uncompress(inPieces(bytes, 1))))).toBe("aaabb");
  });

  test.for([
    ["a code that there is not yet", compressed([a, 300])],
    ["a string for its first code", compressed([257])],
    ["codes of an unknown length", compressed([a], 0x91 - 9)],
    ["nothing behind its signature", Uint8Array.from([0x1f, 0x9d])],
  ] as const)("with %s is damaged", async ([, bytes]) => {
    expect(await errorOf("a.txt.Z", bytes)).toMatchObject({ code: "corrupt" });
  });

  test("of growing strings is a bomb", async () => {
    const bytes = Uint8Array.from(
      readFileSync(new URL("../../../fixtures/archive/compress/input.txt.Z", import.meta.url)),
    );
    const error = await errorOf("a.txt.Z", bytes, { budget: { maxInflatedBytes: 1000 } });
    expect(error).toMatchObject({ code: "too-large", details: { limit: { name: "maxInflatedBytes" } } });
  });
});

describe("a legacy LZ4 file", () => {
  const magic = [0x02, 0x21, 0x4c, 0x18];
  const block = [4, 0, 0, 0, 0x30, 0x61, 0x62, 0x63];

  test("has independent blocks, and may be followed by another frame", async () => {
    const bytes = Uint8Array.from([...magic, ...block, ...magic, ...block, 1, 0, 0, 0, 0]);
    expect(await shown("a.txt.lz4", bytes)).toContain("1\tabcabc");
  });

  test.for([
    ["cut off", [...magic, ...block.slice(0, -1)]],
    ["with a block of two gigabytes", [...magic, 0, 0, 0, 0x7f, 0]],
    ["with half a size", [...magic, ...block, 1, 0]],
  ] as const)("%s is damaged", async ([, bytes]) => {
    expect(await errorOf("a.txt.lz4", Uint8Array.from(bytes))).toMatchObject({ code: "corrupt" });
  });
});
