import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fitImage } from "../../src/fit/fit-image.ts";
import { measureImage } from "../../src/headers/measure-image.ts";
import { describeImage } from "../../src/decode/describe-image.ts";
import { anthropic } from "@reader/core";

const animated = new Uint8Array(
  readFileSync(new URL("../../../../fixtures/image/avif-animated/input.avif", import.meta.url)),
);

test("the frames of an animated AVIF are counted, and how long they last", () => {
  expect(measureImage(animated)).toEqual({
    mediaType: "image/avif",
    widthPx: 128,
    heightPx: 96,
    sequence: { frames: 6, durationMs: 600 },
  });
});

test("its still image is fitted, whose type the engine does not know by that name", async () => {
  const limits = anthropic.images;
  if (limits === undefined) throw new Error("The profile takes no images.");
  expect(await fitImage(animated, limits)).toMatchObject({ widthPx: 128, heightPx: 96 });
});

test("one without a still image is of a kind that is not read", async () => {
  // The box of the still image under an unknown name.
  const moving = animated.slice();
  const at = Buffer.from(moving).indexOf("meta");
  moving.set(new TextEncoder().encode("skip"), at);
  await expect(describeImage(moving)).rejects.toMatchObject({ code: "unsupported-type" });
});

test("one that is cut off anywhere is measured or not, and never throws", () => {
  for (let length = 0; length < animated.length; length += 1) {
    const { frames = 0 } = measureImage(animated.subarray(0, length))?.sequence ?? {};
    expect([0, 6]).toContain(frames);
  }
});
