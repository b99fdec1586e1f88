import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findStart, margin, plainLineScan, simdLineScan, wideLineScan } from "../../../src/text/lines/line-scan.ts";

const lineBytes = fc.array(fc.constantFrom(0x0a, 0x0d, 0x61, 0x80, 0xff, 0x00), { maxLength: 9000 });

/** Line feeds with few carriage returns: most batches have none and are counted the fast way. */
const feeds = fc.array(fc.constantFrom<number[]>(0x0a, 0x61), { minLength: 64, maxLength: 20_000 });
const feedBytes = fc.tuple(feeds, fc.array(fc.nat(), { maxLength: 3 })).map(([bytes, returns]) => {
  for (const at of returns) bytes[at % bytes.length] = 0x0d;
  return bytes;
});

function load(bytes: readonly number[]): {
  readonly simd: Uint8Array;
  readonly plain: Uint8Array;
  readonly end: number;
} {
  const simd = simd64k.bytes;
  simd.set(bytes, margin);
  simd[margin - 1] = 0x61;
  const plain = simd.slice(0, margin + bytes.length);
  return { simd, plain, end: margin + bytes.length };
}

const simd64k = (() => {
  const scan = simdLineScan(65_536);
  if (scan === undefined) throw new Error("this runtime has no WebAssembly SIMD");
  return scan;
})();

describe("counting line starts", () => {
  test.for([
    ["no line end", "abc", 0],
    ["a final newline starts nothing", "abc\n", 0],
    ["a line feed", "a\nb", 1],
    ["a lone carriage return", "a\rb", 1],
    ["the two of CRLF once", "a\r\nb", 1],
    ["empty lines", "\n\n\nx", 3],
    ["CR CR LF", "a\r\r\nb", 2],
  ] as const)("sees %s", ([, text, starts]) => {
    const bytes = new TextEncoder().encode(text);
    const { end, plain } = load([...bytes]);
    expect(simd64k.countStarts(margin, end)).toBe(starts);
    expect(plainLineScan(plain).countStarts(margin, end)).toBe(starts);
  });

  test("is the same with SIMD and without, on any bytes and any part of them", () => {
    fc.assert(
      fc.property(fc.oneof(lineBytes, feedBytes), fc.nat(), fc.nat(), (bytes, left, right) => {
        const { plain, end } = load(bytes);
        const start = margin + (left % (bytes.length + 1));
        const stop = start + (right % (end - start + 1));
        expect(simd64k.countStarts(start, stop)).toBe(plainLineScan(plain).countStarts(start, stop));
      }),
      { seed: 7, numRuns: 400 },
    );
  });

  test("does not overflow a lane on a batch of nothing but newlines", () => {
    const { end } = load(Array.from({ length: 60_000 }, () => 0x0a));
    expect(simd64k.countStarts(margin, end)).toBe(59_999);
  });
});

describe("finding a line start", () => {
  test("gives the offset at which so many have started", () => {
    fc.assert(
      fc.property(lineBytes, fc.nat(), (bytes, choice) => {
        const { plain, end } = load(bytes);
        const scan = plainLineScan(plain);
        const total = scan.countStarts(margin, end);
        const wanted = 1 + (choice % (total + 1));
        const found = findStart(scan, { start: margin, end, unitBytes: 1 }, wanted);
        if (wanted > total) expect(found).toBe(end);
        else expect(scan.countStarts(margin, found + 1)).toBe(wanted);
        if (wanted <= total) expect(scan.countStarts(margin, found)).toBe(wanted - 1);
      }),
      { seed: 11, numRuns: 300 },
    );
  });
});

describe("wide code units", () => {
  test.for([
    ["utf-16le", 2, true],
    ["utf-16be", 2, false],
    ["utf-32le", 4, true],
    ["utf-32be", 4, false],
  ] as const)("are told from look-alike bytes in %s", ([, unitBytes, littleEndian]) => {
    const text = "a\u0a0db\r\nc\rd\u0d0a\ne";
    const bytes = new Uint8Array(margin + text.length * unitBytes);
    const view = new DataView(bytes.buffer);
    for (const [at, character] of [...text].entries()) {
      const offset = margin + at * unitBytes;
      if (unitBytes === 2) view.setUint16(offset, character.charCodeAt(0), littleEndian);
      else view.setUint32(offset, character.charCodeAt(0), littleEndian);
    }
    const scan = wideLineScan(bytes, { unitBytes, littleEndian });
    expect(scan.countStarts(margin, bytes.length)).toBe(3);
    const range = { start: margin, end: bytes.length, unitBytes };
    expect((findStart(scan, range, 2) - margin) / unitBytes).toBe(text.indexOf("d"));
  });
});
