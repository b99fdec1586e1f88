import { ReadError, type TextPart } from "@reader/core";
import type { RecognisableImage, Recognised } from "@reader/core/internal";
import { expect, test } from "vitest";
import { drawnPage, print } from "../../quality/drawn-pages.ts";
import { buildPdf, firstExtra, lines, type BuiltPage } from "../../pdf-builder.ts";
import { asText, readPdfBytes } from "../../reading.ts";

const words: BuiltPage = { content: lines("A page of words, as there are many.", "It has a second line.") };
/** Shapes without words. */
const drawing: BuiltPage = { content: "1 0 0 rg 50 50 300 300 re f" };

const box = { x0: 100, y0: 200, x1: 300, y1: 250 };

function recognisedOf(text: string, confidence = 92): Recognised {
  const lines = text === "" ? [] : [{ text, confidence, box, words: [{ text, confidence, box }] }];
  return { by: "Fake (eng)", lines, confidence, turned: 0, skewDegrees: 0 };
}

/** Reads with the recogniser of a test, and returns the text of pages with the images passed to it. */
async function readWith(pages: readonly BuiltPage[], recognise: (image: RecognisableImage) => Recognised) {
  const pictures: RecognisableImage[] = [];
  const context = {
    ...asText,
    recognise: (image: RecognisableImage) => {
      pictures.push(image);
      return new Promise<Recognised>((resolve) => resolve(recognise(image)));
    },
  };
  const { events, error } = await readPdfBytes(buildPdf({ pages }), context);
  const texts = events.filter((event): event is TextPart => event.type === "text");
  return { texts, pictures, error };
}

test("only pages without sound text are recognised, each drawn in grey at 200 dpi", async () => {
  const { texts, pictures } = await readWith([words, drawing, {}], () => recognisedOf("Recognised words"));
  expect(texts.map(({ text }) => text.trimEnd())).toEqual([
    "A page of words, as there are many. It has a second line.",
    "(this page has no text layer: it is an image. What follows was recognised in its image.)\nRecognised words",
    "(blank page)",
  ]);
  const [picture] = pictures;
  expect(pictures).toHaveLength(1);
  expect(picture?.data).toHaveLength((picture?.widthPx ?? 0) * (picture?.heightPx ?? 0));
  expect(new Set(picture?.data).size).toBeGreaterThan(1);
});

test("places are in points of the page", async () => {
  const { texts } = await readWith([drawing], () => recognisedOf("Recognised words"));
  const [line] = texts[0]?.recognised?.lines ?? [];
  expect(texts[0]?.recognised).toMatchObject({ by: "Fake (eng)", unit: "pt" });
  // 72 points are 200 pixels.
  expect(line).toMatchObject({ line: 2, confidence: 92, box: { x0: 36, y0: 72, x1: 108, y1: 90 } });
});

test("an uncertain or empty recognition is reported on the page", async () => {
  const unsure = await readWith([drawing], () => recognisedOf("Rcgnsd wrds", 41));
  expect(unsure.texts[0]?.text).toContain("Fake (eng) is only 41 % sure: do not rely on it.)");
  const nothing = await readWith([drawing], () => recognisedOf("", 0));
  expect(nothing.texts[0]?.text).toBe(
    "(this page has no text layer: it is an image. You cannot see it.)\n(no text was recognised in it)\n",
  );
});

test("a page that breaks the recogniser is reported, and the next one is read", async () => {
  let count = 0;
  const { texts, error } = await readWith([drawing, drawing], () => {
    count += 1;
    if (count === 1) throw new ReadError("timed-out", "It took too long.");
    return recognisedOf("Second page");
  });
  expect(error).toBeUndefined();
  expect(texts[0]?.text).toContain("(its text could not be recognised: It took too long.)");
  expect(texts[1]?.text).toContain("Second page");
});

test("a missing package ends the read with the error that names it", async () => {
  const { error } = await readWith([drawing], () => {
    throw new ReadError("handler-failed", "No data.", { details: { package: "data" } });
  });
  expect(error).toMatchObject({ code: "handler-failed", details: { package: "data" } });
});

test("without a recogniser, a page without text names the package that would read it", async () => {
  const { text } = await readPdfBytes(buildPdf({ pages: [drawing] }), asText);
  expect(text).toContain(
    "You cannot see it. The package @reader/ocr would recognise its text: `npm install @reader/ocr`.)",
  );
});

test("a header on a scan is kept, and the image is recognised", async () => {
  const bytes = drawnPage(print, lines("Received on 12 May 2019 by the registry"));
  const recognise = () => Promise.resolve(recognisedOf("The words of a letter"));
  const { text } = await readPdfBytes(bytes, { ...asText, recognise });
  const reason = "most of this page is an image of print, and its text layer has only a little of that.";
  const header = "Received on 12 May 2019 by the registry";
  expect(text.trimEnd()).toBe(
    `${header}\n(${reason} What follows was recognised in its image.)\nThe words of a letter`,
  );
  const alone = await readPdfBytes(bytes, asText);
  expect(alone.text.trimEnd()).toBe(
    `${header}\n(${reason} You cannot see it. The package @reader/ocr would recognise its text: \`npm install @reader/ocr\`.)`,
  );
});

test("a model that takes images gets a scan with its header beside the text", async () => {
  const { events } = await readPdfBytes(drawnPage(print, lines("Received on 12 May 2019 by the registry")));
  expect(events.map(({ type }) => type)).toEqual(["extent", "notice", "text", "image"]);
});

/** Two lines of a song, and notes of a font that maps its codes to nothing. */
const song: BuiltPage = {
  content: `${lines("The river runs behind the mill", "and never rests by night or day")} BT /N 20 Tf 72 600 Td (${"abcde ".repeat(9)}) Tj ET`,
  resources: `/Font << /F 3 0 R /N ${firstExtra} 0 R >>`,
};
const notes = [
  `<< /Type /Font /Subtype /Type1 /BaseFont /Notes /Encoding /WinAnsiEncoding /ToUnicode ${firstExtra + 1} 0 R >>`,
  {
    dictionary: "",
    data: "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <61> <7a> <e061> endbfrange endcmap end end",
  },
];

async function textOfSong(recognised: string): Promise<string> {
  const bytes = buildPdf({ pages: [song], extra: notes });
  const recognise = () => Promise.resolve(recognisedOf(recognised));
  return (await readPdfBytes(bytes, { ...asText, recognise })).text;
}

test("words beside notes are kept if fewer are recognised", async () => {
  const text = await textOfSong("The nver runs J J J");
  expect(text).toContain("The river runs behind the mill");
  expect(text).toContain("(fewer words were recognised in its image, and they are left out)");
  expect(text).not.toContain("nver");
});

test("recognised words are taken if there are more of them, after lines that they lack", async () => {
  const more = "and all the words of a long letter ".repeat(3);
  const beside = await textOfSong(more);
  expect(beside).toMatch(/^The river runs[\s\S]*What follows was recognised in its image\.\)\nand all the words/u);
  const instead = await textOfSong(`THE RIVER RUNS BEHIND THE MILL AND NEVER RESTS BY NIGHT OR DAY ${more}`);
  expect(instead).toContain("and all the words of a long letter");
  expect(instead).not.toContain("The river runs");
});

test("a page of notes and words is shown as text and as an image", async () => {
  const { events, text } = await readPdfBytes(buildPdf({ pages: [song], extra: notes }));
  expect(events.map(({ type }) => type)).toContain("image");
  expect(text).toContain("(the text layer of this page is garbled in part, and its symbols are left out.");
  expect(text).toContain("and never rests by night or day");
});
