import { expect, test } from "vitest";
import { decompressVba } from "../../src/vba/macros.ts";

function bytes(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex.replaceAll(/\s/g, ""), "hex"));
}

function text(hex: string): string {
  return new TextDecoder().decode(decompressVba(bytes(hex), 100_000));
}

test("bytes without repetitions come out as they are ([MS-OVBA], 3.2.1)", () => {
  const packed = "01 19B0 00 6162636465666768 00 696A6B6C6D6E6F70 00 7172737475762E";
  expect(text(packed)).toBe("abcdefghijklmnopqrstuv.");
});

test("copies are made of what came before ([MS-OVBA], 3.2.2)", () => {
  const packed =
    "01 2FB0 00 2361616162636465 82 66 0070 6168696A 0138 08 61 6B6C 0030 6D6E6F70 06 71 0270 0410 727374757678 10 797A 00 3C";
  expect(text(packed)).toContain("#aaabcdefaaaahij");
});

test("one byte is copied over and over ([MS-OVBA], 3.2.3)", () => {
  expect(text("01 03B0 02 61 4500")).toBe("a".repeat(73));
});

test("chunks that are not compressed are taken as they are", () => {
  const raw = Buffer.concat([bytes("01 FF3F"), Buffer.alloc(4096, "x")]);
  expect(new TextDecoder().decode(decompressVba(new Uint8Array(raw), 100_000))).toBe("x".repeat(4096));
});

test("a copy from before the chunk ends what is given of it", () => {
  expect(text("01 05B0 02 61 FFFF 62")).toBe("a");
});

test("bytes without the signature are damaged, and too many are too many", () => {
  const failing =
    (packed: Uint8Array): (() => unknown) =>
    () =>
      decompressVba(packed, 72);
  expect(failing(bytes("02 03B0 02 61 4500"))).toThrow(expect.objectContaining({ code: "corrupt" }) as Error);
  expect(failing(new Uint8Array())).toThrow(expect.objectContaining({ code: "corrupt" }) as Error);
  expect(failing(bytes("01 03B0 02 61 4500"))).toThrow(expect.objectContaining({ code: "too-large" }) as Error);
});

test("any bytes end within what a chunk may become", () => {
  for (let seed = 0; seed < 200; seed += 1) {
    const noise = Uint8Array.from({ length: 40 }, (_, at) => (at * 7919 + seed * 104_729 + at * at * seed) & 0xff);
    noise[0] = 1;
    expect(decompressVba(noise, 4096 * 20).length).toBeLessThanOrEqual(4096 * 20);
  }
});
