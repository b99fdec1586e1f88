import { anthropic, textOnly, type TextPart } from "@reader/core";
import type { RecognisableImage, Recognised } from "@reader/core/internal";
import sharp from "sharp";
import { expect, test } from "vitest";
import { read } from "./reading.ts";

const box = { x0: 25, y0: 50, x1: 250, y1: 100 };

function recognisedOf(text: string): Recognised {
  const lines = text === "" ? [] : [{ text, confidence: 90, box, words: [{ text, confidence: 90, box }] }];
  return { by: "Fake (eng)", lines, confidence: text === "" ? 0 : 90, turned: 0, skewDegrees: 0 };
}

/** Black on the left, red and see-through on the right. */
function png(): Promise<Uint8Array> {
  const half = { width: 200, height: 200, channels: 4 as const };
  const black = { input: { create: { ...half, background: "#000000" } }, left: 0, top: 0 };
  return sharp({ create: { width: 400, height: 200, channels: 4, background: "rgba(255,0,0,0)" } })
    .composite([black])
    .png()
    .toBuffer();
}

async function readWith(options: Parameters<typeof read>[1], text: string) {
  const images: RecognisableImage[] = [];
  const recognise = (image: RecognisableImage): Promise<Recognised> => {
    images.push(image);
    return Promise.resolve(recognisedOf(text));
  };
  const { events } = await read(await png(), { capabilities: textOnly, recognise, ...options });
  return { texts: events.filter((event): event is TextPart => event.type === "text"), images };
}

test("a model without image input gets the recognised words with their boxes", async () => {
  const { texts, images } = await readWith({}, "Words inside");
  expect(texts.map(({ text }) => text).join("")).toContain(
    "(the following text was recognised in the image)\nWords inside\n",
  );
  // A small image is enlarged: print on screens is too small to be recognised.
  expect(images).toMatchObject([{ widthPx: 1000, heightPx: 500 }]);
  expect(texts.at(-1)?.recognised).toMatchObject({
    unit: "px",
    lines: [{ line: 2, box: { x0: 10, y0: 20, x1: 100, y1: 40 } }],
  });
});

test("the recogniser gets an image in grey, with white for transparent pixels", async () => {
  const { images } = await readWith({}, "");
  const [image] = images;
  expect([image?.data[0], image?.data[999]]).toEqual([0, 255]);
});

test("a region is recognised separately, with boxes in pixels of the whole image", async () => {
  const { texts, images } = await readWith({ select: "100,100,200,80" }, "Words inside");
  expect(images).toMatchObject([{ widthPx: 500, heightPx: 200 }]);
  expect(texts.at(-1)?.recognised?.lines[0]?.box).toEqual({ x0: 110, y0: 120, x1: 200, y1: 140 });
});

test("an image without words says so", async () => {
  const { texts } = await readWith({}, "");
  expect(texts.at(-1)?.text).toBe("(no text was recognised in it)\n");
});

test("a model that sees the image gets its words only when it asks for text", async () => {
  const shown = await readWith({ capabilities: anthropic }, "Words inside");
  expect(shown.images).toEqual([]);
  const asked = await readWith({ capabilities: anthropic, view: "text" }, "Words inside");
  expect(asked.texts.at(-1)?.text).toContain("Words inside");
});

test("without a recogniser the package that would read it is named", async () => {
  const { text } = await read(await png(), { capabilities: textOnly });
  expect(text).toContain(
    "this model takes no images; the package @reader/ocr would recognise text in it: `npm install @reader/ocr`",
  );
});

/** Black lines of 10 pixels with white gaps of 10, as print lies on a long page; `number` of them. */
async function stripes(size: { width: number; height: number }, direction: "down" | "across"): Promise<Uint8Array> {
  const data = new Uint8Array(size.width * size.height).map((_, at) => {
    const line = direction === "down" ? Math.floor(at / size.width) : at % size.width;
    const along = direction === "down" ? at % size.width : Math.floor(at / size.width);
    return Math.floor(line / 10) % 2 === 0 && along % 4 < 2 ? 0 : 255;
  });
  return sharp(data, { raw: { ...size, channels: 1 } })
    .png()
    .toBuffer();
}

test.for([
  { direction: "down", size: { width: 60, height: 9000 } },
  { direction: "across", size: { width: 9000, height: 60 } },
] as const)("a long strip ($direction) is recognised in pieces that are cut between lines", async (strip) => {
  const { direction, size } = strip;
  const pieces: RecognisableImage[] = [];
  const recognise = (image: RecognisableImage): Promise<Recognised> => {
    pieces.push(image);
    return Promise.resolve(recognisedOf(`piece ${pieces.length}`));
  };
  const { events } = await read(await stripes(size, direction), { capabilities: textOnly, recognise });
  const texts = events.filter((event): event is TextPart => event.type === "text");
  const lengths = pieces.map(({ widthPx, heightPx }) => (direction === "down" ? heightPx : widthPx));
  // Print is enlarged as in a small image, and nothing is lost or comes twice.
  expect(pieces.length).toBeGreaterThan(3);
  expect(pieces.every(({ widthPx, heightPx }) => Math.min(widthPx, heightPx) === 150)).toBe(true);
  expect(Math.abs(lengths.reduce((sum, length) => sum + length, 0) - 9000 * 2.5)).toBeLessThanOrEqual(
    pieces.length * 2,
  );
  // Between two lines: a piece that is not the last ends on white.
  for (const { data, widthPx, heightPx } of pieces.slice(0, -1)) {
    const edge =
      direction === "down"
        ? data.subarray((heightPx - 1) * widthPx)
        : data.filter((_, at) => at % widthPx === widthPx - 1);
    expect(Math.min(...edge)).toBeGreaterThan(200);
  }
  const tops = texts.flatMap(
    ({ recognised }) => recognised?.lines.map(({ box: { x0, y0 } }) => (direction === "down" ? y0 : x0)) ?? [],
  );
  expect(tops).toHaveLength(pieces.length);
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  expect(
    texts
      .map(({ text }) => text)
      .join("")
      .match(/recognised in the image/g),
  ).toHaveLength(1);
});

test("white print on a transparent ground is given on black", async () => {
  const white = { create: { width: 40, height: 40, channels: 4 as const, background: "#ffffff" } };
  const clear = { create: { width: 400, height: 200, channels: 4 as const, background: "rgba(0,0,0,0)" } };
  const bytes = await sharp(clear)
    .composite([{ input: white, left: 20, top: 20 }])
    .png()
    .toBuffer();
  const images: RecognisableImage[] = [];
  const recognise = (image: RecognisableImage): Promise<Recognised> => {
    images.push(image);
    return Promise.resolve(recognisedOf(""));
  };
  await read(bytes, { capabilities: textOnly, recognise });
  const [image] = images;
  expect([image?.data[100 * 1000 + 100], image?.data[999]]).toEqual([255, 0]);
});

test("the flat pixels of a coarse fax are made square, and places stay those of the file", async () => {
  const sheet = sharp({ create: { width: 1728, height: 1100, channels: 3, background: "#ffffff" } });
  const bytes = await sheet.tiff({ xres: 204 / 25.4, yres: 98 / 25.4, compression: "lzw" }).toBuffer();
  const images: RecognisableImage[] = [];
  const recognise = (image: RecognisableImage): Promise<Recognised> => {
    images.push(image);
    return Promise.resolve(recognisedOf("Words inside"));
  };
  const { events } = await read(bytes, { capabilities: textOnly, recognise });
  const { widthPx, heightPx } = images[0] ?? { widthPx: 0, heightPx: 1 };
  expect(heightPx / widthPx).toBeCloseTo((1100 * 204) / (1728 * 98), 2);
  const recognised = events.flatMap((event) => (event.type === "text" ? (event.recognised ?? []) : []))[0];
  const found = recognised?.lines[0]?.box;
  expect((found?.x0 ?? 0) / 25).toBeCloseTo(1728 / widthPx, 1);
  expect((found?.y0 ?? 0) / 50).toBeCloseTo(1100 / heightPx, 1);
});

test("an unsure recogniser gives its advice", async () => {
  const recognise = (): Promise<Recognised> =>
    Promise.resolve({ ...recognisedOf("Wxrds"), confidence: 30, advice: "Try the language deu." });
  const { text } = await read(await png(), { capabilities: textOnly, recognise });
  expect(text).toContain("Fake (eng) is only 30 % sure: do not rely on it. Try the language deu.)\n");
});
