import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { indexBlockBytes } from "../../../src/text/lines/line-index.ts";
import { countLines, knownLineCount, locateFromEnd, locateLine } from "../../../src/text/lines/locate.ts";
import { bytesOf, expectedLines, memoryFile } from "./support.ts";

const wild = fc
  .array(fc.constantFrom("\n", "\r", "\r\n", "a", "bc", "é", "\n\n", "x".repeat(700)), { maxLength: 1500 })
  .map((pieces) => pieces.join(""));

/** 12 MB of lines of changing length, so that blocks, slots and lines never agree. */
const large = Array.from({ length: 120_000 }, (_, at) => `${at + 1} ${"x".repeat((at * 7919) % 190)}`);
const largeBytes = bytesOf(`${large.join("\n")}\n`);

describe("counting lines", () => {
  test("agrees with splitting the text", async () => {
    await fc.assert(
      fc.asyncProperty(wild, async (text) => {
        expect(await countLines(memoryFile(bytesOf(text)))).toBe(expectedLines(text).length);
      }),
      { seed: 3, numRuns: 100 },
    );
  });

  test.for([
    ["empty", "", 0],
    ["one newline", "\n", 1],
    ["one byte", "x", 1],
    ["only newlines", "\n\n\n", 3],
  ] as const)("of a file that is %s", async ([, text, lines]) => {
    expect(await countLines(memoryFile(bytesOf(text)))).toBe(lines);
  });

  test("does not count a line end that falls on a block border twice", async () => {
    for (const shift of [-2, -1, 0, 1, 2]) {
      const text = `${"x".repeat(indexBlockBytes + shift)}\r\n${"y".repeat(indexBlockBytes)}\r\nz`;
      expect(await countLines(memoryFile(bytesOf(text)))).toBe(3);
    }
  });
});

describe("locating a line", () => {
  test("gives the byte at which it starts", async () => {
    await fc.assert(
      fc.asyncProperty(wild, fc.nat(), async (text, choice) => {
        const lines = expectedLines(text);
        const line = 1 + (choice % (lines.length + 2));
        const position = await locateLine(memoryFile(bytesOf(text)), line);
        if (line > lines.length) {
          expect(position).toBeUndefined();
          return;
        }
        const rest = new TextDecoder().decode(bytesOf(text).subarray(position?.byte));
        expect(expectedLines(rest)).toEqual(lines.slice(line - 1));
      }),
      { seed: 5, numRuns: 100 },
    );
  });

  test.for([1, 2, 3000, 59_999, 119_999, 120_000])("finds line %i of a large file", async (line) => {
    const position = await locateLine(memoryFile(largeBytes), line);
    const start = position?.byte ?? -1;
    expect(new TextDecoder().decode(largeBytes.subarray(start, start + 7)).startsWith(`${line} `)).toBe(true);
  });

  test("reads no further than a few blocks behind the line", async () => {
    const file = memoryFile(largeBytes);
    await locateLine(file, 100);
    expect(file.bytesRead()).toBeLessThan(largeBytes.length / 2);
    expect(knownLineCount(file)).toBeUndefined();
  });

  test("scans nothing twice", async () => {
    const file = memoryFile(largeBytes);
    await locateLine(file, 120_000);
    const before = file.bytesRead();
    await locateLine(file, 60_000);
    expect(file.bytesRead() - before).toBeLessThanOrEqual(indexBlockBytes + 16);
  });

  test("behind the end tells the total", async () => {
    const file = memoryFile(largeBytes);
    expect(await locateLine(file, 120_001)).toBeUndefined();
    expect(knownLineCount(file)).toBe(120_000);
  });
});

/** More than is counted to number the last lines. */
const manyBytes = 80 * 1024 * 1024;

/** Puts lines at the end of a file that is too large to be counted. */
function behindHole(bytes: Uint8Array): Uint8Array {
  const file = new Uint8Array(manyBytes);
  file.set(bytes, manyBytes - bytes.length);
  return file;
}

describe("locating the last lines", () => {
  test("of a large file reads only its end and numbers from there", async () => {
    const bytes = behindHole(largeBytes);
    const file = memoryFile(bytes);
    const position = await locateFromEnd(file, 200);
    expect(position?.line).toBe(-200);
    expect(file.bytesRead()).toBeLessThan(200_000);
    const rest = new TextDecoder().decode(bytes.subarray(position?.byte));
    expect(expectedLines(rest)).toEqual(large.slice(-200));
  });

  test("of a small file gives their true numbers", async () => {
    expect(await locateFromEnd(memoryFile(bytesOf("a\nb\nc\n")), 2)).toEqual({ line: 2, byte: 2 });
  });

  test("starts at line 1 when there are fewer", async () => {
    expect(await locateFromEnd(memoryFile(bytesOf("a\nb")), 9)).toEqual({ line: 1, byte: 0 });
  });

  test("skips a hole that no line starts in, as the end of a sparse file has it", async () => {
    const hole = new Uint8Array(manyBytes);
    hole.set(bytesOf("a line\n".repeat(1000)));
    const file = memoryFile(hole);
    expect(await locateFromEnd(file, 3)).toEqual({ line: -3, byte: 998 * "a line\n".length });
  });

  test("finds lines behind a hole", async () => {
    const position = await locateFromEnd(memoryFile(behindHole(bytesOf("first\nsecond\nthird\n"))), 2);
    expect(position).toEqual({ line: -2, byte: manyBytes - 13 });
  });

  test("goes back over lines that are longer than a look", async () => {
    const text = `first\n${"y".repeat(5_000_000)}\nlast\n`;
    const position = await locateFromEnd(memoryFile(behindHole(bytesOf(text))), 2);
    expect(position).toEqual({ line: -2, byte: manyBytes - text.length + 6 });
  });
});
