import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { ReadError } from "@reader/core/handler";
import { compilePackagedWasm } from "@reader/image-fit";
import { describe, expect, test } from "vitest";
import { isWhole } from "../src/formats/engine/heif-items.ts";
import { jxlHeader } from "../src/formats/jxl/open-jxl.ts";
import { corners, pixelsOf } from "./drawing.ts";
import { colourAt, distance, errorOf, imageOf, read, remarksIn } from "./reading.ts";
import { corpus } from "./support/corpus.ts";

/** Encodes with the encoder that comes with the decoder. */
async function jxl(widthPx: number, heightPx: number): Promise<Uint8Array> {
  const { default: encode, init } = await import("@jsquash/jxl/encode.js");
  const wasm = createRequire(import.meta.url).resolve("@jsquash/jxl/codec/enc/jxl_enc.wasm");
  const initWith: (module: object) => Promise<unknown> = init;
  await initWith(await compilePackagedWasm(wasm));
  const rgb = pixelsOf(widthPx, heightPx, corners(widthPx, heightPx));
  const data = new Uint8ClampedArray(widthPx * heightPx * 4).fill(255);
  for (let at = 0; at < rgb.length; at += 1) data[Math.floor(at / 3) * 4 + (at % 3)] = rgb[at] ?? 0;
  return new Uint8Array(
    await encode({ data, width: widthPx, height: heightPx, colorSpace: "srgb" }, { lossless: true }),
  );
}

describe("JPEG XL", () => {
  test.for([
    [48, 32],
    [37, 21],
    [64, 64],
    [400, 300],
  ])("of %i×%i is measured and read", async ([widthPx = 0, heightPx = 0]) => {
    const bytes = await jxl(widthPx, heightPx);
    expect(jxlHeader(bytes)).toEqual({ widthPx, heightPx, isAnimated: false });
    const part = await imageOf(bytes);
    expect(part).toMatchObject({ widthPx, heightPx });
    expect(distance(await colourAt(part, 2, 2), [200, 0, 0])).toBeLessThan(30);
    expect(distance(await colourAt(part, widthPx - 3, heightPx - 3), [255, 255, 255])).toBeLessThan(30);
  });

  test("whose first part holds a few bytes alone, as of one that was JPEG, is measured", async () => {
    const bytes = await jxl(400, 300);
    const part = (number: number, content: Uint8Array): Buffer => {
      const head = Buffer.from("\0\0\0\0jxlp\0\0\0\0", "latin1");
      head.writeUInt32BE(head.length + content.length);
      head.writeUInt32BE(number, 8);
      return Buffer.concat([head, content]);
    };
    const start = Buffer.from("\0\0\0\x0cJXL \r\n\x87\n", "latin1");
    const whole = Buffer.concat([start, part(0, bytes.subarray(0, 5)), part(0x80_00_00_01, bytes.subarray(5))]);
    expect(jxlHeader(whole)).toEqual({ widthPx: 400, heightPx: 300, isAnimated: false });
  });

  test("that is cut off is corrupt", async () => {
    const bytes = await jxl(48, 32);
    expect(await errorOf(bytes.subarray(0, bytes.length / 2))).toMatchObject({ code: "corrupt" });
    expect(await errorOf(bytes.subarray(0, 5))).toMatchObject({ code: "corrupt" });
  });

  test("that says that it is huge is refused by its header", () => {
    // Not small, 30 bits of height, all of them 1.
    expect(jxlHeader(Uint8Array.from([0xff, 0x0a, ...new Uint8Array(20).fill(0xfe)]))?.heightPx).toBeGreaterThan(
      100_000_000,
    );
  });
});

const avif = new Uint8Array(readFileSync(new URL("../../../fixtures/image/avif-photo/input.avif", import.meta.url)));

describe("AVIF", () => {
  test("that is cut off is shown as far as it goes and said, or corrupt", async () => {
    expect(remarksIn((await read(avif)).events)).toEqual([]);
    for (const part of [0.3, 0.6, 0.9]) {
      const { events, error } = await read(avif.subarray(0, avif.length * part));
      expect(error ?? remarksIn(events).join(" "), String(part)).toSatisfy(
        (told) => ReadError.is(told) || String(told).includes("damaged"),
      );
    }
  });
});

describe("an HEIF file", () => {
  test("is whole where its last box and its last item are", () => {
    expect(isWhole(avif)).toBe(true);
    expect(isWhole(avif.subarray(0, avif.length - 1))).toBe(false);
  });

  test("whose last box runs to the end is whole where its last item is", () => {
    const open = Uint8Array.from(avif);
    // A length of 0 says that a box ends with the file.
    open.fill(0, Buffer.from(open).indexOf("mdat") - 4, Buffer.from(open).indexOf("mdat"));
    expect(isWhole(open)).toBe(true);
    expect(isWhole(open.subarray(0, open.length - 1))).toBe(false);
  });

  test("is complete with data appended to it, but not if a later box is cut off", () => {
    expect(isWhole(Buffer.concat([avif, Buffer.alloc(200, 0x91)]))).toBe(true);
    expect(isWhole(Buffer.concat([avif, Buffer.from("\0\0\x10\0free", "latin1")]))).toBe(false);
  });

  test("with any byte changed is checked without an error", () => {
    const end = Buffer.from(avif).indexOf("mdat") + 8;
    for (let at = 0; at < end; at += 1) {
      for (const byte of [0, 1, 0x7f, 0xff]) expect(isWhole(avif.with(at, byte))).toBeTypeOf("boolean");
    }
  });
});

/** Nothing here writes HEIC, so only a real photo can be read. */
const photo = new URL(
  "documents/apache+tika/tika-parsers/tika-parsers-standard/tika-parsers-standard-modules/tika-parser-image-module/src/test/resources/test-documents/IMG_1034.heic",
  corpus,
);

describe.skipIf(!existsSync(photo))("HEIC (skipped without the corpus)", () => {
  test("a phone's photo is read, upright and with its date", async () => {
    const part = await imageOf(readFileSync(photo));
    expect(part).toMatchObject({ mediaType: "image/jpeg", widthPx: 1568, heightPx: 1176, originalWidthPx: 4032 });
  });

  test("one that is cut off is shown as far as it goes, and said", async () => {
    const { events } = await read(readFileSync(photo).subarray(0, 400_000));
    expect(remarksIn(events)).toEqual([expect.stringContaining("damaged")]);
  });

  test("one that ends before its pixels is corrupt", async () => {
    const bytes = readFileSync(photo);
    expect(await errorOf(bytes.subarray(0, 20_000))).toMatchObject({ code: "corrupt" });
  });
});
