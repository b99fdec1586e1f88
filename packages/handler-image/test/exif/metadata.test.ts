import type { Buffer } from "node:buffer";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseExif, photoFacts } from "../../src/exif/exif.ts";
import { corners, noise, sharpOf } from "../drawing.ts";
import { infoOf, read } from "../reading.ts";
import { commentedPng } from "../support/commented-png.ts";

const tags = {
  IFD0: { Make: "NIKON CORPORATION", Model: "NIKON D70", Software: "Ver.1.00" },
  IFD2: {
    DateTimeOriginal: "2024:05:01 12:30:00",
    OffsetTimeOriginal: "+02:00",
    ExposureTime: "1/60",
    FNumber: "56/10",
    FocalLength: "180/10",
  },
  IFD3: {
    GPSLatitudeRef: "S",
    GPSLatitude: "33/1 51/1 30/1",
    GPSLongitudeRef: "E",
    GPSLongitude: "151/1 12/1 0/1",
    GPSAltitudeRef: "0",
    GPSAltitude: "58/1",
  },
};

const photo = (): Promise<Buffer> => sharpOf(60, 40, noise()).withExif(tags).jpeg().toBuffer();

describe("what a camera wrote", () => {
  test("date and camera are in the line, the location is not", async () => {
    const { text } = await read(await photo());
    expect(text).toBe("x.img · JPEG 60×40 · taken 2024-05-01 12:30:00 +02:00 · NIKON D70\n");
  });

  test("everything comes on request, the place included", async () => {
    const { text, events } = await read(await photo(), { select: "metadata" });
    expect(text).toContain("exposure: 1/60 s, f/5.6, 18 mm\n");
    expect(text).toContain("location: -33.85833, 151.2 · 58 m\n");
    expect(events.every(({ type }) => type === "text")).toBe(true);
  });

  test("info says that there is a place, and not which", async () => {
    const { facts } = await infoOf(await photo());
    expect(facts).toMatchObject({ camera: "NIKON D70", taken: "2024-05-01 12:30:00 +02:00" });
    expect(JSON.stringify(facts)).not.toContain("33.8");
    expect(facts["location"]).toContain("metadata");
  });

  test.for([
    ["0000:00:00 00:00:00", undefined],
    ["    :  :     :  :  ", undefined],
    ["2024:05:01 12:30", "2024-05-01 12:30"],
  ] as const)("a clock that was not set (%j) gives no date", async ([DateTimeOriginal, taken]) => {
    const bytes = await sharpOf(8, 8, corners(8, 8)).withExif({ IFD2: { DateTimeOriginal } }).jpeg().toBuffer();
    const { facts } = await infoOf(bytes);
    expect(facts["taken"]).toBe(taken);
  });

  test.for([
    ["by a camera, it is when the photo was taken", { Model: "QV-10" }, "2024-05-01 12:30:00"],
    ["without a camera, it is when an editor saved the file, so it is ignored", { Software: "Editor 3" }, undefined],
  ] as const)("where the last change is the only time that was written: %s", async ([, writer, taken]) => {
    const block = { IFD0: { ...writer, DateTime: "2024:05:01 12:30:00" } };
    const { facts } = await infoOf(await sharpOf(8, 8, corners(8, 8)).withExif(block).jpeg().toBuffer());
    expect(facts["taken"]).toBe(taken);
  });

  test("a block of any bytes is parsed or not, and never throws", () => {
    const block = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Uint8Array.from([0x49, 0x49, 42, 0, 8, 0, 0, 0, ...bytes])),
    );
    fc.assert(
      fc.property(block, (bytes) => {
        expect(parseExif(bytes).image.size).toBeLessThanOrEqual(512);
        expect(photoFacts(bytes).hasLocation).toBeTypeOf("boolean");
      }),
    );
  });
});

describe("info", () => {
  test("reports format, size, colours, and the token cost for each provider", async () => {
    const bytes = await sharpOf(1200, 800, noise()).withIccProfile("p3").png().toBuffer();
    const { facts } = await infoOf(bytes);
    expect(facts).toMatchObject({
      format: "PNG",
      widthPx: 1200,
      heightPx: 800,
      channels: 3,
      bitsPerChannel: 8,
      colourSpace: "srgb",
      alpha: false,
      tokens: { anthropic: 43 * 29, openai: 38 * 25, gemini: 1120 },
    });
    expect(facts["colourProfile"]).toContain("P3");
  });

  test("reports the number of pages", async () => {
    const { extents } = await infoOf(await sharpOf(8, 8, corners(8, 8)).png().toBuffer());
    expect(extents).toEqual([]);
  });
});

describe("the comments of a PNG", () => {
  test("come with their keywords", async () => {
    const { text } = await read(commentedPng([["Comment", "hello"]]), { select: "metadata" });
    expect(text).toMatch(/\nComment: hello\n$/);
  });

  test("are on one line each, with any line breaks in text and keywords", async () => {
    const { text } = await read(commentedPng([["a\nb", " one\r\n\r\n  two\n"]]), { select: "metadata" });
    expect(text).toMatch(/\na b: one two\n$/);
  });

  test("with a million spaces between two words take no longer than others", async () => {
    const spaced = Array.from({ length: 50 }, (_, at): [string, string] => [`k${at}`, `a${" ".repeat(19_990)}b`]);
    const { text } = await read(commentedPng(spaced), { select: "metadata" });
    expect(text.split("\n").filter((line) => /^k\d+: a/.test(line))).toHaveLength(50);
  });

  test("are cut at 20 000 characters", async () => {
    const { text } = await read(commentedPng([["Long", "x".repeat(3_000_000)]]), { select: "metadata" });
    expect(text.match(/x{2,}/g)).toEqual(["x".repeat(20_000)]);
  });
});
