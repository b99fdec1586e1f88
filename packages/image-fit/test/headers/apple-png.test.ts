import { expect, test } from "vitest";
import { describeImage } from "../../src/decode/describe-image.ts";

test("a PNG out of an iPhone app is named, and how it is converted", async () => {
  const head = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 4, 0x43, 0x67, 0x42, 0x49, 0x50, 0, 0x20, 2];
  const file = new Uint8Array([...head, ...new Uint8Array(100)]);
  await expect(describeImage(file)).rejects.toMatchObject({
    code: "unsupported-type",
    hint: expect.stringContaining("pngcrush -revert-iphone-optimizations"),
  });
});
