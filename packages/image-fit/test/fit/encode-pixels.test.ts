import { anthropic } from "@reader/core";
import { expect, test } from "vitest";
import { encodePixels } from "../../src/fit/encode-pixels.ts";

const { images: limits } = anthropic;

test.for([
  [100_000_001, 1],
  [1, 100_000_001],
] as const)("%d × %d pixels, which the engine does not take, are a typed error", async ([widthPx, heightPx]) => {
  const pixels = { data: new Uint8Array(widthPx * heightPx), widthPx, heightPx, channels: 1 } as const;
  if (limits === undefined) throw new Error("The model takes no images.");
  await expect(encodePixels(pixels, limits)).rejects.toMatchObject({ name: "ReadError" });
});
