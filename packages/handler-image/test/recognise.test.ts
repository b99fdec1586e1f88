import { anthropic, textOnly, type RecognisableImage, type Recognised, type TextPart } from "@reader/core";
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
  const pictures: RecognisableImage[] = [];
  const recognise = (image: RecognisableImage): Promise<Recognised> => {
    pictures.push(image);
    return Promise.resolve(recognisedOf(text));
  };
  const { events } = await read(await png(), { capabilities: textOnly, recognise, ...options });
  return { texts: events.filter((event): event is TextPart => event.type === "text"), pictures };
}

test("a model that takes no images gets the words in a picture, and where they stand in it", async () => {
  const { texts, pictures } = await readWith({}, "Words inside");
  expect(texts.map(({ text }) => text).join("")).toContain(
    "(what follows was recognised in the picture)\nWords inside\n",
  );
  // A small picture is enlarged: print on screens is too small to be recognised.
  expect(pictures).toMatchObject([{ widthPx: 1000, heightPx: 500 }]);
  expect(texts.at(-1)?.recognised).toMatchObject({
    unit: "px",
    lines: [{ line: 2, box: { x0: 10, y0: 20, x1: 100, y1: 40 } }],
  });
});

test("a picture is given in grey, and what is transparent is white", async () => {
  const { pictures } = await readWith({}, "");
  const [picture] = pictures;
  expect([picture?.data[0], picture?.data[999]]).toEqual([0, 255]);
});

test("a part is recognised alone, and its words are told in pixels of the whole", async () => {
  const { texts, pictures } = await readWith({ select: "100,100,200,80" }, "Words inside");
  expect(pictures).toMatchObject([{ widthPx: 500, heightPx: 200 }]);
  expect(texts.at(-1)?.recognised?.lines[0]?.box).toEqual({ x0: 110, y0: 120, x1: 200, y1: 140 });
});

test("a picture without words says so", async () => {
  const { texts } = await readWith({}, "");
  expect(texts.at(-1)?.text).toBe("(no text was recognised in it)\n");
});

test("a model that sees the picture gets its words only when it asks for text", async () => {
  const shown = await readWith({ capabilities: anthropic }, "Words inside");
  expect(shown.pictures).toEqual([]);
  const asked = await readWith({ capabilities: anthropic, view: "text" }, "Words inside");
  expect(asked.texts.at(-1)?.text).toContain("Words inside");
});

test("without a recogniser the package that would read it is named", async () => {
  const { text } = await read(await png(), { capabilities: textOnly });
  expect(text).toContain("this model takes no images; the package @reader/ocr would recognise text in it");
});
