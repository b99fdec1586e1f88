import { createReader, openai, textOnly } from "@reader/core";
import { memoryFileSystem } from "@reader/testkit";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { image } from "../src/index.ts";
import { corners, noise, sharpOf, screenshot } from "./drawing.ts";
import { colourAt, distance, errorOf, imageOf, imagesOf, read, remarksIn } from "./reading.ts";

const jpeg = (widthPx = 60, heightPx = 40): Promise<Uint8Array> =>
  sharpOf(widthPx, heightPx, corners(widthPx, heightPx)).jpeg({ quality: 95 }).toBuffer();

const frames = (count: number): Promise<Buffer[]> =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      sharpOf(40, 30, () => [index * 10, 0, 100])
        .png()
        .toBuffer(),
    ),
  );

const gif = async (count: number): Promise<Uint8Array> =>
  sharp(await frames(count), { join: { animated: true } })
    .gif({ delay: Array.from({ length: count }, () => 200) })
    .toBuffer();

const tiff = async (count: number): Promise<Uint8Array> =>
  sharp(await frames(count), { join: { animated: true } })
    .tiff({ compression: "lzw" })
    .toBuffer();

describe("one image", () => {
  test("comes after a line that maps coordinates back", async () => {
    const bytes = await sharpOf(4032, 3024, screenshot).jpeg().toBuffer();
    const { text, events } = await read(bytes);
    expect(text).toBe("x.img · JPEG 4032×3024 · shown at 1568×1176 (multiply coordinates by 2.57)\n");
    expect(events.at(-1)).toMatchObject({
      type: "image",
      widthPx: 1568,
      heightPx: 1176,
      originalWidthPx: 4032,
      originalHeightPx: 3024,
    });
  });

  test("within the limits is passed on byte for byte", async () => {
    const bytes = await jpeg();
    expect((await imageOf(bytes)).data).toEqual(bytes);
  });

  test("for a model without image input is a line that says so, and nothing is decoded", async () => {
    const { events, text } = await read(await jpeg(), { capabilities: textOnly });
    expect(text).toBe(
      "x.img · JPEG 60×40 · it cannot be seen: this model takes no images; the package @reader/ocr would recognise text in it: `npm install @reader/ocr`\n",
    );
    expect(events.map(({ type }) => type)).toEqual(["text"]);
  });

  test("whose name says something else is read as what its bytes are", async () => {
    const fileSystem = memoryFileSystem({ entries: { "/photo.png": await jpeg(), "/data.png": '{"a": 1}' } });
    const reader = createReader({ handlers: [image()], fileSystem, roots: ["/"] });
    const photo = await reader.read("photo.png");
    const data = await reader.read("data.png");
    await reader.close();
    expect(photo.ok && [photo.handler, photo.mediaType]).toEqual(["image", "image/jpeg"]);
    expect(photo.ok && photo.notices.map(({ code }) => code)).toContain("name-disagrees");
    expect(data.ok && data.handler).not.toBe("image");
  });

  test("that is cut off is shown as far as it goes, and said", async () => {
    const bytes = await sharpOf(200, 150, noise()).png().toBuffer();
    const { events } = await read(bytes.subarray(0, bytes.length / 2));
    expect(remarksIn(events)).toEqual([expect.stringContaining("damaged")]);
    expect(events.at(-1)).toMatchObject({ type: "image", widthPx: 200, heightPx: 150 });
  });

  test("of bytes that are no image is corrupt", async () => {
    expect(await errorOf(new TextEncoder().encode("no image at all"))).toMatchObject({ code: "corrupt" });
  });

  test("of too many pixels names the limit", async () => {
    const budget = { maxMegapixels: 0.001, maxSidePx: 32_768 };
    const { mockContext } = await import("@reader/testkit");
    const error = await errorOf(await jpeg(), { budget: { ...mockContext().budget, ...budget } });
    expect(error).toMatchObject({ code: "too-large", details: { limit: { name: "maxMegapixels" } } });
  });
});

/** The bytes that come out where the file itself is asked for. */
async function nativeBytes(bytes: Uint8Array): Promise<readonly number[]> {
  return [...(await imageOf(bytes, { view: "native" })).data];
}

describe("the view", () => {
  test("text gives the line alone, and says how to see it", async () => {
    const { events, text } = await read(await jpeg(), { view: "text" });
    expect(text).toContain('send view "image" to see it');
    expect(events).toHaveLength(1);
  });

  test("native gives the bytes as they are, also where they are turned or too large to be seen whole", async () => {
    const turned = await sharp(await jpeg())
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const large = await sharpOf(3000, 2000, screenshot).png().toBuffer();
    expect(await nativeBytes(turned)).toEqual([...turned]);
    expect(await nativeBytes(large)).toEqual([...large]);
  });

  test("native of an animation gives the file, where the model takes its type", async () => {
    const bytes = await gif(3);
    expect(await nativeBytes(bytes)).toEqual([...bytes]);
  });

  test("native of a format that the model does not take gives a copy, and says so", async () => {
    const { events } = await read(await sharpOf(8, 8, corners(8, 8)).tiff().toBuffer(), {
      view: "native",
      capabilities: openai,
    });
    expect(remarksIn(events)).toEqual([expect.stringContaining("converted copy")]);
    expect(events.at(-1)).toMatchObject({ type: "image", mediaType: "image/png" });
  });
});

describe("small print", () => {
  test("of a long screenshot is read by parts, which the notice names", async () => {
    const bytes = await sharpOf(1200, 8000, screenshot).png().toBuffer();
    const { events } = await read(bytes);
    expect(remarksIn(events)).toEqual([
      'Small print cannot be read at this size: send select "0,0,1200,1568" for that part at full size, then the others.',
    ]);
    const part = await read(bytes, { select: "0,0,1200,1568" });
    expect(part.events.at(-1)).toMatchObject({ type: "image", widthPx: 1200, heightPx: 1568 });
    expect(remarksIn(part.events)).toEqual([]);
  });

  test("of a part starts where the part starts", async () => {
    const bytes = await sharpOf(1200, 8000, screenshot).png().toBuffer();
    const { events } = await read(bytes, { select: "100,200,400,7000" });
    expect(remarksIn(events)).toEqual([expect.stringContaining('select "100,200,400,1568"')]);
  });
});

describe("a region", () => {
  test("comes at full resolution, with where it is", async () => {
    const bytes = await jpeg(3000, 2000);
    const { text, events } = await read(bytes, { select: "1400, 900,200,200" });
    expect(text).toBe(
      "x.img · JPEG 3000×2000 · region 1400,900,200,200 · shown at 200×200 (add 1400,900 to coordinates)\n",
    );
    const part = events.at(-1);
    expect(part).toMatchObject({ type: "image", widthPx: 200, heightPx: 200 });
    if (part?.type !== "image") return;
    expect(distance(await colourAt(part, 20, 20), [200, 0, 0])).toBeLessThan(20);
    expect(distance(await colourAt(part, 180, 20), [0, 200, 0])).toBeLessThan(20);
  });

  test("of parts of pixels holds them whole", async () => {
    const bytes = await jpeg();
    const asked = await imageOf(bytes, { select: "10.5, 20.25, 30.2, 10" });
    expect(asked).toMatchObject({ widthPx: 31, heightPx: 11 });
    const exact = await imageOf(bytes, { select: "0.1,0,0.2,3.0" });
    expect(exact).toMatchObject({ widthPx: 1, heightPx: 3 });
  });

  test("that is larger than the model sees is scaled, and says both factors", async () => {
    const { text } = await read(await jpeg(4000, 2000), { select: "100,0,3136,2000" });
    expect(text).toContain("region 100,0,3136,2000 · shown at 1568×1000 (multiply coordinates by 2, then add 100,0)");
  });

  test.for([
    ["50,30,20,20", "50,30,10,10"],
    ["-5,0,20,20", "0,0,15,20"],
    ["900,900,5,5", "0,0,30,20"],
    ["0,0,0,5", "0,0,30,20"],
  ] as const)("%s is outside, and the hint names one inside", async ([select, advice]) => {
    const error = await errorOf(await jpeg(), { select });
    expect(error).toMatchObject({ code: "out-of-range" });
    expect(error.message).toContain("60×40");
    expect(error.hint).toContain(`"${advice}"`);
  });

  test.for(["top left", "1,2,3", "1,2,3,x", "1e3,2,3,4", ""])("%j is no region", async (select) => {
    expect(await errorOf(await jpeg(), { select })).toMatchObject({ code: "invalid-request" });
  });
});

describe("pages", () => {
  test("of a TIFF come one by one, each in its place", async () => {
    const { events } = await read(await tiff(3));
    const places = events.flatMap((event) => (event.type === "image" ? [event.at?.index] : []));
    expect(places).toEqual([1, 2, 3]);
    expect(events[0]).toEqual({ type: "extent", unit: "page", total: 3, exact: true });
  });

  test.for([
    ["2", [{ first: 2, last: 2 }], [2]],
    ["-2", [{ first: -2 }], [2, 3]],
    ["2-", [{ first: 2 }], [2, 3]],
    [
      "3,1",
      [
        { first: 3, last: 3 },
        { first: 1, last: 1 },
      ],
      [1, 3],
    ],
    ["2-9", [{ first: 2, last: 9 }], [2, 3]],
  ] as const)("%s are chosen", async ([, pages, expected]) => {
    const images = await imagesOf(await tiff(3), { pages });
    expect(images.map(({ at }) => at?.index)).toEqual(expected);
  });

  test("beyond the last are an error with the count", async () => {
    expect(await errorOf(await tiff(3), { pages: [{ first: 4 }] })).toMatchObject({
      code: "out-of-range",
      details: { total: 3 },
    });
    expect(await errorOf(await jpeg(), { pages: [{ first: 2 }] })).toMatchObject({
      code: "out-of-range",
      details: { total: 1 },
    });
  });
});

describe("an animation", () => {
  test.for(["gif", "webp"] as const)("(%s) gives its first frame and a sheet of nine", async (format) => {
    const bytes = await sharp(await frames(20), { join: { animated: true } })
      .toFormat(format, { delay: Array.from({ length: 20 }, () => 200) })
      .toBuffer();
    const { events, text } = await read(bytes);
    expect(text).toContain("animation of 20 frames, 4 s");
    expect(text).toContain("frames 1, 3, 6, 8, 11, 13, 15, 18, 20 of 20");
    const images = events.filter((event) => event.type === "image");
    expect(images.map(({ widthPx, heightPx }) => [widthPx, heightPx])).toEqual([
      [40, 30],
      [128, 98],
    ]);
    const sheet = images[1];
    if (sheet === undefined) return;
    const [first] = await colourAt(sheet, 20, 15);
    const [last] = await colourAt(sheet, 108, 83);
    expect([first < 20, last > 160]).toEqual([true, true]);
  });

  test("gives one frame at full size on request, with its time", async () => {
    const part = await imageOf(await gif(6), { pages: [{ first: 4, last: 4 }] });
    expect(part.at).toEqual({ unit: "page", index: 4, label: "frame at 0.6 s" });
    expect(distance(await colourAt(part, 20, 15), [30, 0, 100])).toBeLessThan(12);
  });

  test("that is cut off says that frames are missing", async () => {
    const bytes = await gif(6);
    expect(remarksIn((await read(bytes)).events)).toEqual([]);
    const { events } = await read(bytes.subarray(0, Math.floor(bytes.length * 0.7)));
    expect(remarksIn(events)).toEqual(["The animation is damaged: some of its frames are missing."]);
  });

  test("gives a region of a frame", async () => {
    const part = await imageOf(await gif(6), { pages: [{ first: 6, last: 6 }], select: "0,0,10,10" });
    expect(part).toMatchObject({ widthPx: 10, heightPx: 10 });
  });
});
