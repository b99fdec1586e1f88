import { textOnly } from "@reader/core";
import { collect } from "@reader/testkit";
import type { Vector } from "@reader/pdf-pages";
import { expect, test } from "vitest";
// @boundaries-ignore builds PDFs for the tests of both engines
import { buildPdf, streamObject } from "../../handler-pdf/test/deadly/build-pdf.ts";
import { openDocument } from "../src/document/opened-document.ts";
import { loadPdfium } from "../src/engine/engine.ts";
import { createPageSource } from "../src/extract/page-source.ts";
import { added, paintingOrder } from "../src/extract/painting-order.ts";
import { pdfium } from "../src/index.ts";

/** Builds a page with Helvetica as F1, Courier as F2 and Times-Italic as F3. */
function pageWith(content: string): Uint8Array {
  return buildPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R /F3 7 0 R >> >> >>",
    streamObject(content),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /MacRomanEncoding >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Italic /Encoding /WinAnsiEncoding >>",
  ]);
}

/** Returns the lines of the first page before they are joined to paragraphs. */
async function linesOf(bytes: Uint8Array): Promise<readonly string[]> {
  const pdf = openDocument(await loadPdfium(), bytes, { path: "input.pdf", password: undefined });
  const { blocks } = createPageSource(pdf).read(1)?.content ?? { blocks: [] };
  pdf.close();
  return blocks.flatMap(({ lines }) => lines.map(({ runs }) => runs.map(({ text }) => text).join("")));
}

async function vectorsOf(content: string): Promise<readonly Vector[]> {
  const pdf = openDocument(await loadPdfium(), pageWith(content), { path: "input.pdf", password: undefined });
  const vectors = createPageSource(pdf).read(1)?.vectors() ?? [];
  pdf.close();
  return vectors;
}

async function textOf(content: string): Promise<string> {
  const options = { name: "input.pdf", capabilities: textOnly };
  const { text, error } = await collect(pdfium(), pageWith(content), options);
  expect(error).toBeUndefined();
  return text;
}

test("an accent that is painted over its letter joins it, and does not end up behind the words after it", async () => {
  const accent = "1 0 0 1 33.3 300 Tm <AB> Tj";
  const text = await textOf(
    `BT /F1 10 Tf 1 0 0 1 20 300 Tm (Jim) Tj ${accent} 1 0 0 1 35.6 300 Tm (a few words) Tj ET`,
  );
  expect(text).not.toMatch(/words\s*´/);
});

test("an accent that is raised over a capital letter joins it", async () => {
  const text = await textOf("BT /F1 10 Tf 1 0 0 1 35 302.5 Tm <AB> Tj 1 0 0 1 33.3 300 Tm (Etude in E) Tj ET");
  expect(text.normalize("NFC")).toContain("Étude in E");
});

test("an accent at which the engine ends the line is read where it is painted", () => {
  const along = { x: 1, y: 0 };
  const [word, accent, next] = [1, 2, 3].map((object) => ({ object, along }));
  const placed = [
    ["E", word, added.none],
    ["\n", word, added.line],
    ["\u00B4", accent, added.none],
    ["\n", accent, added.line],
    ["U", next, added.none],
  ] as const;
  const characters = {
    texts: placed.map(([text]) => text),
    styles: placed.map(([, style = { object: 0, along }]) => style),
    added: placed.map(([, , kind]) => kind),
  };
  const painted = new Map([2, 1, 3].map((object, order) => [object, order]));
  const order = paintingOrder(characters, painted);
  expect(Array.from(order, (index) => characters.texts[index]).join("")).toBe("\u00B4EU");
});

test("the letters of a slanted word stay together", async () => {
  const text = await textOf("BT /F1 10 Tf 0.7071 0.7071 -0.7071 0.7071 50 50 Tm (Completion) Tj ET");
  expect(text).toContain("Completion");
});

test("words in two styles stay apart where only a gap is between them", async () => {
  const text = await textOf("BT /F1 10 Tf 1 0 0 1 20 300 Tm (word) Tj /F2 10 Tf 1 0 0 1 44.2 300 Tm (next) Tj ET");
  expect(text).toContain("word next");
});

test.for([
  ["after a quotation mark", "/F1 10 Tf 20 300 Td [(a \\322word\\323) -300 (is)] TJ", "a “word” is"],
  ["after a dash between objects", "/F1 10 Tf 20 300 Td (2000\\320) Tj 30.5 0 Td (now) Tj", "2000– now"],
  ["before a glyph that starts before its place", "/F3 10 Tf 20 300 Td [(case) -180 (finds)] TJ", "case finds"],
  ["after a glyph that ends after its width", "/F3 10 Tf 20 300 Td [(of) -200 (fine) -200 (fur)] TJ", "of fine fur"],
] as const)("words stay apart %s", async ([, content, words]) => {
  expect(await textOf(`BT ${content} ET`)).toContain(words);
});

test("letters that are set apart by less than a space stay in their word", async () => {
  const content = "/F3 10 Tf 20 300 Td [(f) -60 (i) -60 (f) -60 (t) -60 (y)] TJ";
  expect(await textOf(`BT ${content} ET`)).toContain("fifty");
});

test("one text of several objects is given once, whatever is painted between them", async () => {
  const both = "/Span << /ActualText (AB) >> BDC 1 0 0 1 20 300 Tm (a) Tj 1 0 0 1 45 300 Tm (b) Tj EMC";
  expect(await textOf(`BT /F1 10 Tf ${both} 1 0 0 1 33 300 Tm (cd) Tj ET`)).toMatch(/^ABcd$/mu);
});

test("objects with an empty text of the file keep the text of their glyphs", async () => {
  const both = "/Span << /ActualText () >> BDC 1 0 0 1 20 300 Tm (a) Tj 1 0 0 1 45 300 Tm (b) Tj EMC";
  expect(await textOf(`BT /F1 10 Tf ${both} 1 0 0 1 33 300 Tm (cd) Tj ET`)).toMatch(/a b ?cd/u);
});

test("the innermost text of the file counts, however deep its mark is", async () => {
  const inner = (text: string, x: number): string =>
    `/Span << /ActualText (${text}) >> BDC 1 0 0 1 ${x} 300 Tm (a) Tj EMC`;
  const outer = "/Span << /ActualText (Z) >> BDC ".repeat(9);
  const text = await textOf(`BT /F1 10 Tf ${outer} ${inner("AB", 20)} ${inner("CD", 60)} ${"EMC ".repeat(9)} ET`);
  expect(text).toMatch(/AB +CD/u);
});

test("a text of several objects ends where the last of them does", async () => {
  const both = "/Span << /ActualText (Hello) >> BDC 1 0 0 1 20 300 Tm (H) Tj 1 0 0 1 27.3 300 Tm (ello) Tj EMC";
  expect(await textOf(`BT /F1 10 Tf ${both} 1 0 0 1 43 300 Tm (ness and) Tj ET`)).toContain("Helloness and");
});

test("a mark that is raised by half of the size is in the line of its word", async () => {
  const content = "/F1 10 Tf 20 300 Td (mix.) Tj /F1 7 Tf 18.9 5.2 Td (4) Tj /F1 10 Tf 8 -5.2 Td (From here) Tj";
  expect(await textOf(`BT ${content} ET`)).toContain("mix.⁴ From here");
});

test("several spaces in a row of monospaced text are kept", async () => {
  const content = "BT /F2 10 Tf 20 300 Td (|NO            |   63,360|) Tj ET";
  expect(await linesOf(pageWith(content))).toEqual(["|NO            |   63,360|"]);
});

test("the rules of a path are apart, and the rest of it has one box", async () => {
  const strokes = "10 10 m 20 30 30 30 40 10 c 60 10 m 70 30 80 30 90 10 c 60 50 m 90 80 l";
  const vectors = await vectorsOf(`1 w ${strokes} 10 100 m 200 100 l 10 200 90 50 re S`);
  const shown = vectors.map(({ box, isRectangle }) => [Math.round(box.x0), Math.round(box.x1), isRectangle]);
  expect(shown).toEqual([
    [10, 201, true],
    [10, 101, true],
    [10, 91, false],
  ]);
});
