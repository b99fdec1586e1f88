import sharp from "sharp";
import { expect, test } from "vitest";
import { describeImage } from "../../src/index.ts";
import { loadImageEngine } from "../../src/engine/engine.ts";
import { corners, sharpOf } from "../images.ts";

test("only loaders of the formats that are read, and only from memory, may run", async () => {
  const png = await sharpOf(corners(8, 8)).png().toBuffer();
  const engine = await loadImageEngine();
  expect(engine).toBe(sharp);
  await expect(engine(png).metadata()).resolves.toMatchObject({ format: "png" });
  await expect(engine(new URL("./engine.test.ts", import.meta.url).pathname).metadata()).rejects.toThrow("unsupported");
});

test("an image on disk cannot be opened by its path any more", async () => {
  const { mkdtempSync, rmSync } = await import("node:fs");
  const { tmpdir } = await import("node:os");
  const folder = mkdtempSync(`${tmpdir()}/reader-`);
  try {
    const path = `${folder}/a.png`;
    await sharpOf(corners(8, 8)).png().toFile(path);
    await loadImageEngine();
    await expect(sharp(path).metadata()).rejects.toThrow("unsupported");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("an image of any size is described from its headers", async () => {
  const bytes = await sharpOf(corners(60, 40)).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await describeImage(bytes)).toMatchObject({
    mediaType: "image/jpeg",
    widthPx: 40,
    heightPx: 60,
    orientation: 6,
    pages: 1,
    channels: 3,
    bitsPerChannel: 8,
    hasAlpha: false,
  });
});
