import { encodePixels } from "@reader/image-fit";
import { mockContext } from "@reader/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { measureImage } from "../../src/content/fit-image.ts";
import { imageEvent } from "../../src/content/image-event.ts";
import { greyPng, greyTiff } from "../support/grey-images.ts";

/** The first bytes of an image, filled up to what the smallest has. */
function header(...parts: readonly (string | readonly number[])[]): Uint8Array {
  const bytes = parts.flatMap((part) => (typeof part === "string" ? [...new TextEncoder().encode(part)] : part));
  return new Uint8Array([...bytes, ...Array.from({ length: 40 }, () => 0)]);
}

const frame = [0xff, 0xc2, 0, 17, 8, 0, 7, 0, 9];

test.for<readonly [string, Uint8Array, string | undefined]>([
  ["PNG", greyPng, "image/png 8×8"],
  ["GIF", header("GIF89a", [9, 0, 7, 0]), "image/gif 9×7"],
  [
    "lossy WebP",
    header("RIFF", [0, 0, 0, 0], "WEBPVP8 ", [0, 0, 0, 0], [0, 0, 0, 0x9d, 1, 0x2a], [9, 0, 7, 0]),
    "image/webp 9×7",
  ],
  ["lossless WebP", header("RIFF", [0, 0, 0, 0], "WEBPVP8L", [0, 0, 0, 0, 0x2f], [8, 0x80, 1, 0]), "image/webp 9×7"],
  [
    "extended WebP",
    header("RIFF", [0, 0, 0, 0], "WEBPVP8X", [10, 0, 0, 0, 0, 0, 0, 0], [8, 0, 0, 6, 0, 0]),
    "image/webp 9×7",
  ],
  ["WebP of no known kind", header("RIFF", [0, 0, 0, 0], "WEBPVP9 "), undefined],
  ["JPEG", header([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff], frame), "image/jpeg 9×7"],
  ["JPEG without a frame", header([0xff, 0xd8, 0xff, 0xe0, 0, 2]), undefined],
  ["PNG without a size", header([0x89, 0x50, 0x4e, 0x47, 0xd, 0xa, 0x1a, 0xa]), undefined],
  ["a short file", greyPng.slice(0, 20), undefined],
  ["another file", header("%PDF-1.7"), undefined],
])("measures %s by its header", ([, bytes, expected]) => {
  const size = measureImage(bytes);
  expect(size && `${size.mediaType} ${size.widthPx}×${size.heightPx}`).toBe(expected);
});

test("never throws, and never ends late", () => {
  const starts = fc.constantFrom(
    [],
    [0xff, 0xd8, 0xff],
    [0x52, 0x49, 0x46, 0x46],
    [0x89, 0x50, 0x4e, 0x47],
    [0x47, 0x49, 0x46, 0x38],
  );
  fc.assert(
    fc.property(starts, fc.uint8Array({ maxLength: 200 }), (start, rest) => {
      const size = measureImage(new Uint8Array([...start, ...rest]));
      expect(size === undefined || size.widthPx > 0).toBe(true);
    }),
    { seed: 3, numRuns: 500 },
  );
});

test("gives an image its size, its words and its place", async () => {
  const context = mockContext();
  const at = { unit: "section", index: 2 } as const;
  expect(await imageEvent(greyPng, "word/media/a.png", { alt: " A cat ", at, context })).toEqual({
    type: "image",
    mediaType: "image/png",
    data: greyPng,
    widthPx: 8,
    heightPx: 8,
    alt: "A cat",
    at,
  });
  expect(await imageEvent(greyPng, "word/media/a.png", { context })).toMatchObject({ alt: "a.png" });
  expect(await imageEvent(new Uint8Array(50), "a.png", { context })).toBeUndefined();
});

describe("an image that the model would refuse", () => {
  const context = mockContext();

  test("is made smaller", async () => {
    const event = await imageEvent(await wideJpeg(), "a.jpg", { context });
    expect(event).toMatchObject({ type: "image", mediaType: "image/jpeg", widthPx: 1568, alt: "a.jpg" });
  });

  test("is left to the core where the model takes no images", async () => {
    const bytes = await wideJpeg();
    const event = await imageEvent(bytes, "a.jpg", { context: mockContext({ capabilities: { name: "text" } }) });
    expect(event).toMatchObject({ widthPx: 3000, data: bytes });
  });

  test("becomes one of a kind that it takes", async () => {
    const event = await imageEvent(greyTiff(20, 10), "media/a.tiff", { context });
    expect(event).toMatchObject({ mediaType: "image/png", widthPx: 20, heightPx: 10, alt: "a.tiff" });
  });

  test.for([
    ["a drawing of lines", new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ["a damaged TIFF", Uint8Array.of(0x49, 0x49, 0x2a, 0, 9, 9, 9, 9, 9, 9)],
    ["nothing", new Uint8Array()],
  ] as const)("is none where it is %s", async ([, bytes]) => {
    expect(await imageEvent(bytes, "a", { context })).toBeUndefined();
  });
});

async function wideJpeg(): Promise<Uint8Array> {
  const pixels = { data: new Uint8Array(3000 * 60), widthPx: 3000, heightPx: 60, channels: 1 } as const;
  const limits = { mediaTypes: ["image/jpeg"], maxBytes: 1e6, maxSidePx: 4000, nativeSidePx: 4000 } as const;
  return (await encodePixels(pixels, limits)).data;
}
