import { readFileSync } from "node:fs";
import { ReadError } from "@reader/core/handler";
import type { RecognisableImage, Recognised } from "@reader/core/internal";
import { isolateRecogniser } from "@reader/isolate";
import sharp from "sharp";
import { describe, expect, onTestFinished, test } from "vitest";
import { ocr } from "../src/index.ts";

const { signal } = new AbortController();

/** A fixture as handlers give it to a recogniser: in grey, and `scale` times as large. */
async function sharpOf(name: string, scale: number): Promise<RecognisableImage> {
  const file = readFileSync(new URL(`../../../fixtures/ocr/${name}/input.png`, import.meta.url));
  const { width, height } = await sharp(file).metadata();
  const grey = sharp(file).removeAlpha().greyscale().toColourspace("b-w");
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const { data, info } = await grey
    .resize({ ...size, fit: "fill" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, widthPx: info.width, heightPx: info.height };
}

/** Without the layout. */
function textOf({ lines }: Recognised): string {
  return lines.map(({ text }) => text.trim().replace(/ +/g, " ")).join(" ");
}

test("print that was scanned sideways is read, with the correct boxes of its words", async () => {
  const image = await sharpOf("turned", 1.4);
  const recognised = await ocr().recognise(image, { signal });
  expect(textOf(recognised)).toContain("the lamp burned for 214 nights without a fault");
  expect(recognised).toMatchObject({ by: "Tesseract (eng)", turned: 90 });
  expect(recognised.confidence).toBeGreaterThan(80);
  const words = recognised.lines.flatMap((line) => line.words);
  const lighthouse = words.find(({ text }) => text === "lighthouse")?.box;
  // The page was turned against the clock: its first line runs upwards at the left edge.
  expect(lighthouse?.x1).toBeLessThan(image.widthPx / 4);
  expect((lighthouse?.y1 ?? 0) - (lighthouse?.y0 ?? 0)).toBeGreaterThan((lighthouse?.x1 ?? 0) - (lighthouse?.x0 ?? 0));
});

test("a screenshot is read in a separate process, including the cells of its table", async () => {
  const recogniser = isolateRecogniser(ocr(), { resolveFrom: import.meta.url });
  onTestFinished(() => recogniser.close());
  const recognised = await recogniser.recognise(await sharpOf("screenshot", 2.5), { signal });
  for (const words of ["Copper pipe 22 mm 12 8.40 100.80", "Flux paste 100 g 2 6.95 13.90", "(code 51)"]) {
    expect(textOf(recognised)).toContain(words);
  }
});

test("a table with rules is read row by row, single digits too", async () => {
  const { lines } = await ocr().recognise(await sharpOf("table", 2), { signal });
  const rows = lines.map(({ text }) => text.trim().split(/ {2,}/));
  expect(rows).toContainEqual(["PX-1148", "Flux paste", "2", "44.38", "10 days"]);
  expect(rows).toContainEqual(["PX-1296", "Pipe clip", "3", "88.66", "20 days"]);
});

test("an image without print has no lines", async () => {
  const blank: RecognisableImage = { data: new Uint8Array(300 * 200).fill(200), widthPx: 300, heightPx: 200 };
  await expect(ocr().recognise(blank, { signal })).resolves.toMatchObject({ lines: [], confidence: 0, turned: 0 });
});

test("print that is too small to be read comes with the advice to try another language", async () => {
  const unsure = await ocr().recognise(await sharpOf("screenshot", 0.6), { signal });
  expect(unsure.confidence).toBeLessThan(60);
  expect(unsure.advice).toContain("npm install @tesseract.js-data/NAME");
  expect(await ocr().recognise(await sharpOf("table", 2), { signal })).not.toHaveProperty("advice");
});

describe("a language", () => {
  test("that is not installed is an error that names its package, with isolation and without", async () => {
    const missing = ocr({ languages: ["xyz"] });
    const isolated = isolateRecogniser(missing);
    const image: RecognisableImage = { data: new Uint8Array(1), widthPx: 1, heightPx: 1 };
    for (const recogniser of [missing, isolated]) {
      const error: unknown = await recogniser.recognise(image, { signal }).catch((thrown: unknown) => thrown);
      expect(ReadError.is(error) && error).toMatchObject({
        code: "handler-failed",
        details: { package: "@tesseract.js-data/xyz" },
      });
      expect(ReadError.is(error) && error.hint).toContain("npm install @tesseract.js-data/xyz");
    }
    await isolated.close();
  });

  test("is found from the program's place, and then from this package's", () => {
    const { options, reads } = ocr({ languages: ["eng", "deu"], resolveFrom: import.meta.url }).origin();
    expect(options).toMatchObject({ languages: ["eng", "deu"], dataFolders: { eng: reads[0], deu: reads[1] } });
    expect(reads.every((folder) => folder.endsWith("4.0.0_best_int"))).toBe(true);
  });

  test.for([[["../eng"]], [["e"]], [[]], [Array.from({ length: 9 }, () => "eng")]])(
    "%j is refused at once",
    ([languages]) => {
      expect(() => ocr({ languages: languages ?? [] })).toThrow(TypeError);
    },
  );
});
