import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readFileLines, type LineInput } from "../../../src/text/lines/file-supply.ts";
import type { LineBlock } from "../../../src/text/lines/line.ts";
import { locateLine } from "../../../src/text/lines/locate.ts";
import { bytesOf, decoderOf, expectedLines, inputOf, linesOf, memoryFile, roomyLimits } from "./support.ts";

const pieces = [
  "\n",
  "\r",
  "\r\n",
  "a",
  "déjà",
  "日本",
  "😀",
  "x".repeat(33_000),
  "y\r".repeat(9000),
  "z\r\n".repeat(9000),
];
const wild = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(""));

async function collect(input: LineInput, line: number, column = 1): Promise<LineBlock[]> {
  const position = await locateLine(input.file, line);
  if (position === undefined) return [];
  const blocks: LineBlock[] = [];
  for await (const block of readFileLines(input, { ...position, column })) blocks.push(block);
  return blocks;
}

describe("the lines of a file", () => {
  test("are those of its text, whole and in order, whatever the chunks", async () => {
    await fc.assert(
      fc.asyncProperty(wild, async (text) => {
        const input = inputOf(memoryFile(bytesOf(text)));
        const blocks = await collect(input, 1);
        expect(blocks.flatMap((block) => block.text.split("\n"))).toEqual(expectedLines(text));
        let next = 1;
        for (const block of blocks) {
          expect(block.firstLine).toBe(next);
          expect(block.text.split("\n").length).toBe(block.lineCount);
          next += block.lineCount;
        }
      }),
      { seed: 13, numRuns: 60 },
    );
  });

  test("come from any line on", async () => {
    await fc.assert(
      fc.asyncProperty(wild, fc.nat(), async (text, choice) => {
        const lines = expectedLines(text);
        if (lines.length === 0) return;
        const line = 1 + (choice % lines.length);
        const blocks = await collect(inputOf(memoryFile(bytesOf(text))), line);
        expect(blocks.flatMap((block) => block.text.split("\n"))).toEqual(lines.slice(line - 1));
      }),
      { seed: 17, numRuns: 60 },
    );
  });

  test("come from any character of any line on", async () => {
    await fc.assert(
      fc.asyncProperty(wild, fc.nat(), fc.nat(), async (text, choice, position) => {
        const lines = expectedLines(text);
        const index = lines.length === 0 ? 0 : choice % lines.length;
        const characters = [...(lines[index] ?? "")];
        if (characters.length < 2) return;
        const column = 2 + (position % (characters.length - 1));
        const blocks = await collect(inputOf(memoryFile(bytesOf(text))), index + 1, column);
        const [first, ...rest] = blocks.flatMap((block) => block.text.split("\n"));
        expect(first).toBe(characters.slice(column - 1).join(""));
        expect(blocks[0]).toMatchObject({ firstLine: index + 1, firstColumn: column });
        expect(rest).toEqual(lines.slice(index + 1));
      }),
      { seed: 19, numRuns: 60 },
    );
  });

  test("tell their line ends in runs", async () => {
    const [block] = await collect(inputOf(memoryFile(bytesOf("a\nb\r\nc\r\nd\re"))), 1);
    expect(block?.endings).toEqual([
      { eol: "lf", lines: 1 },
      { eol: "crlf", lines: 2 },
      { eol: "cr", lines: 1 },
    ]);
  });

  test("do not split a CRLF that falls on a chunk border", async () => {
    const text = `${"x".repeat(65_535)}\r\nsecond`;
    expect(await linesOf(readFileLines(inputOf(memoryFile(bytesOf(text))), { line: 1, byte: 0, column: 1 }))).toEqual([
      "x".repeat(65_535),
      "second",
    ]);
  });
});

describe("a line that is too long to load", () => {
  const limits = { ...roomyLimits, maxLineBytes: 4096 };
  const text = `${"x".repeat(3_000_000)}\r\nsecond\n`;

  test("comes as its start, with what is left of it, and the next lines follow", async () => {
    const blocks = await collect(inputOf(memoryFile(bytesOf(text)), { limits }), 1);
    expect(blocks[0]).toMatchObject({
      lineCount: 1,
      rest: { bytes: 3_000_000 - 4096, bytesPerUnit: 1, isEndKnown: true },
    });
    expect(blocks[0]?.text).toBe("x".repeat(4096));
    expect(blocks[1]).toMatchObject({ text: "second", firstLine: 2 });
  });

  test("ends the lines where its end is too far away", async () => {
    const file = memoryFile(bytesOf(text));
    const blocks = await collect(inputOf(file, { limits: { ...limits, maxScanBytes: 100_000 } }), 1);
    expect(blocks).toHaveLength(1);
    expect(blocks[0]?.rest).toMatchObject({ bytes: 100_000, bytesPerUnit: 1, isEndKnown: false });
    expect(file.bytesRead()).toBeLessThan(400_000);
  });

  test("is not cut inside a character", async () => {
    const odd = `a${"é".repeat(100_000)}\n`;
    const blocks = await collect(inputOf(memoryFile(bytesOf(odd)), { limits }), 1);
    expect(blocks[0]?.text).toBe(`a${"é".repeat(2047)}`);
  });

  test("goes on from a column near its end, and then with the next line", async () => {
    const blocks = await collect(inputOf(memoryFile(bytesOf(text)), { limits }), 1, 2_999_998);
    expect(blocks.map((block) => block.text)).toEqual(["xxx", "second"]);
  });

  test("behind its last character names how many it has", async () => {
    await expect(collect(inputOf(memoryFile(bytesOf("abc\ndef"))), 1, 4)).rejects.toMatchObject({
      code: "out-of-range",
      details: { total: 3, unit: "character" },
    });
  });
});

describe("decoding", () => {
  test("decides the encoding late, when the first bytes were only ASCII", async () => {
    const bytes = new Uint8Array([...bytesOf("plain\n".repeat(30_000)), 0x63, 0x61, 0x66, 0xe9, 0x0a]);
    const decoder = decoderOf("utf-8", true);
    const blocks = await collect(inputOf(memoryFile(bytes), { decoder }), 1);
    expect(blocks.at(-1)?.text.endsWith("café")).toBe(true);
    expect(decoder.encoding).toBe("windows-1252");
    expect(decoder.replacements).toBe(0);
  });

  test("counts what is no text in the encoding", async () => {
    const decoder = decoderOf("utf-8");
    await collect(inputOf(memoryFile(new Uint8Array([0x61, 0xff, 0xfe, 0x0a])), { decoder }), 1);
    expect(decoder.replacements).toBe(2);
  });

  test.for(["utf-16le", "utf-16be"])("reads %s by its own code units", async (encoding) => {
    const text = "first\u0a0a\r\nsecond\u0d0d\nthird 😀";
    const littleEndian = encoding === "utf-16le";
    const view = new DataView(new ArrayBuffer(text.length * 2));
    for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), littleEndian);
    const file = memoryFile(new Uint8Array(view.buffer), { layout: { unitBytes: 2, littleEndian } });
    const input = inputOf(file, { decoder: decoderOf(encoding) });
    const blocks = await collect(input, 2);
    expect(blocks.flatMap((block) => block.text.split("\n"))).toEqual(["second\u0d0d", "third 😀"]);
    expect((await collect(input, 3, 7))[0]?.text).toBe("😀");
  });
});
