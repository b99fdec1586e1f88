import { expect, test } from "vitest";
import { blockReader } from "../../src/document/byte-reader.ts";

const bytes = new Uint8Array(3_000_000).map((_, index) => (index * 31) & 255);

function recording(): { readonly reader: ReturnType<typeof blockReader>; readonly spans: [number, number][] } {
  const spans: [number, number][] = [];
  const reader = blockReader(bytes.length, (start, end) => {
    spans.push([start, end]);
    return bytes.slice(start, end);
  });
  return { reader, spans };
}

function readAt(reader: ReturnType<typeof blockReader>, position: number, length: number): Uint8Array {
  const target = new Uint8Array(length);
  return target.subarray(0, reader.read(target, position));
}

test("returns the bytes of the file from any position, repeatedly", () => {
  const { reader, spans } = recording();
  for (const position of [0, 5, 16_380, 2_999_990, 1_234_567, 5]) {
    const piece = readAt(reader, position, 8);
    expect(piece).toEqual(bytes.subarray(position, position + piece.length));
    expect(piece.length).toBeGreaterThan(0);
  }
  expect(spans).toHaveLength(3);
});

test("fetches larger amounts during sequential reads", () => {
  const { reader, spans } = recording();
  const seen: number[] = [];
  for (let position = 0; position < bytes.length;) {
    const piece = readAt(reader, position, 8192);
    seen.push(...piece.subarray(0, 1));
    position += piece.length;
  }
  const sizes = spans.map(([start, end]) => end - start);
  expect(sizes.slice(0, 3)).toEqual([16_384, 32_768, 65_536]);
  expect(Math.max(...sizes)).toBe(1_048_576);
  expect(spans.at(-1)?.[1]).toBe(bytes.length);
});

test("returns nothing past the end or after a failure, which it remembers", () => {
  const { reader } = recording();
  expect(reader.read(new Uint8Array(8), bytes.length)).toBe(0);
  const failing = blockReader(100, () => {
    throw new Error("gone");
  });
  expect(failing.read(new Uint8Array(8), 0)).toBe(0);
  expect(() => failing.check()).toThrow("gone");
});
