import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { decodeImage } from "../../src/decode/decode-image.ts";
import { describeImage } from "../../src/decode/describe-image.ts";
import { fitImage } from "../../src/fit/fit-image.ts";
import { withClearColour } from "../../src/repair/engine-workarounds.ts";
import type { RawPixels } from "../../src/model/types.ts";
import { providers, roomy } from "../images.ts";

function fixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`../../../../fixtures/image/${name}/input.gif`, import.meta.url)));
}

function pixelAt({ data, widthPx, channels }: RawPixels, x: number, y: number): readonly number[] {
  const at = (y * widthPx + x) * channels;
  return Array.from(data.subarray(at, at + channels));
}

/** The appended frame, and the end mark. */
const addedBytes = 30;
const nothing = [0, 0, 0, 0];
const red = [255, 0, 0, 255];
const blue = [0, 0, 255, 255];

describe("a GIF whose frames leave parts of the screen free, and that has no see-through colour", () => {
  const bytes = fixture("gif-bare-screen");

  test("is see-through there in each frame, as in browsers", async () => {
    const description = await describeImage(bytes);
    expect(description).toMatchObject({ pages: 3, hasAlpha: true, channels: 4, widthPx: 60, heightPx: 40 });
    const frames = await Promise.all(
      [1, 2, 3].map(async (page) => decodeImage(bytes, { page, size: description, description })),
    );
    expect(frames.map((frame) => pixelAt(frame, 2, 2))).toEqual([nothing, nothing, nothing]);
    expect(frames.map((frame) => pixelAt(frame, 15, 15))).toEqual([red, nothing, nothing]);
    expect(frames.map((frame) => pixelAt(frame, 45, 15))).toEqual([nothing, blue, nothing]);
  });

  test.for(providers)("is shown to a model of %s with its first frame", async ([, limits]) => {
    const { data, mediaType } = await fitImage(bytes, limits);
    expect(mediaType).toBe("image/png");
    const shown = await decodeImage(data, { size: { widthPx: 60, heightPx: 40 } });
    expect([pixelAt(shown, 2, 2), pixelAt(shown, 15, 15)]).toEqual([nothing, red]);
  });

  test("that is fitted as a photo has a white background, not black", async () => {
    const { data } = await fitImage(bytes, { ...roomy, mediaTypes: ["image/jpeg"] }, { content: "photo" });
    const [grey] = pixelAt(await decodeImage(data, { size: { widthPx: 60, heightPx: 40 } }), 2, 2);
    expect(grey).toBeGreaterThan(240);
  });

  test("and that is cut off anywhere is read as it is", () => {
    for (let length = 0; length < bytes.length; length += 1) {
      const cut = bytes.subarray(0, length);
      const decoded = withClearColour(cut);
      const kept = decoded === cut ? cut : decoded.subarray(0, -addedBytes);
      expect(cut.subarray(0, kept.length)).toEqual(kept);
    }
  });
});

test("a GIF whose first frame is taken away again shows nothing where it was", async () => {
  const bytes = fixture("gif-restored-to-nothing");
  const description = await describeImage(bytes);
  const [first, second] = await Promise.all(
    [1, 2].map(async (page) => decodeImage(bytes, { page, size: description, description })),
  );
  expect(first && pixelAt(first, 50, 5)).toEqual(red);
  expect(second && [pixelAt(second, 50, 5), pixelAt(second, 35, 15)]).toEqual([nothing, blue]);
});

test("a GIF that fills its screen is decoded from its own bytes", () => {
  const bytes = fixture("gif-animated");
  expect(withClearColour(bytes)).toBe(bytes);
});
