import { textOnly } from "@reader/core";
import { collect } from "@reader/testkit";
import { expect, test } from "vitest";
// @boundaries-ignore builds PDFs for the tests of both engines
import { buildPdf, streamObject } from "../../handler-pdf/test/deadly/build-pdf.ts";
import { openDocument } from "../src/document/opened-document.ts";
import { loadPdfium } from "../src/engine/engine.ts";
import { createPageSource } from "../src/extract/page-source.ts";
import { pdfium } from "../src/index.ts";

/** Builds a page with Helvetica as F1 and Courier as F2. */
function pageWith(content: string): Uint8Array {
  return buildPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>",
    streamObject(content),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /MacRomanEncoding >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>",
  ]);
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

test("the letters of a slanted word stay together", async () => {
  const text = await textOf("BT /F1 10 Tf 0.7071 0.7071 -0.7071 0.7071 50 50 Tm (Completion) Tj ET");
  expect(text).toContain("Completion");
});

test("words in two styles stay apart where only a gap is between them", async () => {
  const text = await textOf("BT /F1 10 Tf 1 0 0 1 20 300 Tm (word) Tj /F2 10 Tf 1 0 0 1 44.2 300 Tm (next) Tj ET");
  expect(text).toContain("word next");
});

test("several spaces in a row of monospaced text are kept", async () => {
  const content = "BT /F2 10 Tf 20 300 Td (|NO            |   63,360|) Tj ET";
  const pdf = openDocument(await loadPdfium(), pageWith(content), { path: "input.pdf", password: undefined });
  const { blocks } = createPageSource(pdf).read(1)?.content ?? { blocks: [] };
  const texts = blocks.flatMap(({ lines }) => lines.map(({ runs }) => runs.map(({ text }) => text).join("")));
  pdf.close();
  expect(texts).toEqual(["|NO            |   63,360|"]);
});
