import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { createInflater, type Inflater } from "../../../../src/extract/fast-path/resources/content-bytes.ts";

const maxBytes = 10_000;

function inflater(): Inflater {
  const made = createInflater(maxBytes);
  if (made === undefined) throw new Error("this Node has no such handle");
  return made;
}

function textIn(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

const deflated = (text: string): Uint8Array => deflateRawSync(text);

test("inputs are inflated one after the other, and bytes after the data are ignored", () => {
  const { inflate } = inflater();
  for (const text of ["one", "two and two ".repeat(500), "", "three"]) {
    expect(textIn(inflate(deflated(text)))).toBe(text);
    expect(textIn(inflate(Uint8Array.from([...deflated(text), 1, 2, 3, 4])))).toBe(text);
  }
});

test.for([
  ["breaks off", deflated("sound ".repeat(100)).subarray(0, -3)],
  ["is damaged", Uint8Array.of(0xff, 0xff, 0xff, 0xff)],
  ["is empty", new Uint8Array(0)],
  ["is too long", deflated("x".repeat(maxBytes))],
  ["is a bomb", deflateRawSync(new Uint8Array(5_000_000))],
] as const)("data that %s gives nothing, and the next input is inflated", ([, data]) => {
  const { inflate } = inflater();
  expect(inflate(data)).toBeUndefined();
  expect(textIn(inflate(deflated("next")))).toBe("next");
  expect(inflate(data)).toBeUndefined();
  expect(textIn(inflate(deflated("next but one")))).toBe("next but one");
});

test("damage of any kind throws nothing and reports nothing later", async () => {
  const { inflate } = inflater();
  for (let round = 0; round < 200; round += 1)
    inflate(Uint8Array.from({ length: round }, (_, at) => (at * 37 + round * 101) % 256));
  await new Promise((resolve) => setImmediate(resolve));
  expect(textIn(inflate(deflated("sound")))).toBe("sound");
});
