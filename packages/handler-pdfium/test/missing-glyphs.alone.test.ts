import { anthropic } from "@reader/core";
import type { PageRange } from "@reader/core/handler";
import { collect } from "@reader/testkit";
import { expect, test } from "vitest";
// @boundaries-ignore builds PDFs for the tests of both engines
import { buildPdf, streamObject } from "../../handler-pdf/test/deadly/build-pdf.ts";
import { pdfium } from "../src/index.ts";

/** Builds two pages with a Chinese font as F1 and a Latin one as F2, which are not in the file. */
function pagesWith(content: string): Uint8Array {
  const page =
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents 5 0 R /Resources << /Font << /F1 6 0 R /F2 8 0 R >> >> >>";
  return buildPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>",
    page,
    page,
    streamObject(content),
    "<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [7 0 R] >>",
    "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ]);
}

const chinese = "BT /F1 20 Tf 50 300 Td <4E2D6587> Tj ET";
const lost =
  /^The image of page 1 lacks letters, such as "中": their font is not in the file\. Ask for view "text" to read them\.$/u;

async function answerOf(
  content: string,
  request: { readonly view?: "image"; readonly select?: string; readonly pages?: readonly PageRange[] } = {},
) {
  const options = { name: "input.pdf", capabilities: anthropic, ...request };
  const { events, error } = await collect(pdfium(), pagesWith(content), options);
  expect(error).toBeUndefined();
  return {
    images: events.filter(({ type }) => type === "image").length,
    notices: events.flatMap((event) => (event.type === "notice" && event.code === "handler" ? [event.message] : [])),
  };
}

test("an answer with images says once that letters are missing in them, even if a page has no others", async () => {
  const { images, notices } = await answerOf(chinese, { view: "image" });
  expect(images).toBe(2);
  expect(notices).toEqual([expect.stringMatching(lost)]);
});

test("the image of a part of a page says so, too", async () => {
  const { images, notices } = await answerOf(`${chinese} 0 0 10 10 re f`, {
    select: "0,0,100,100",
    pages: [{ first: 1, last: 1 }],
  });
  expect(images).toBe(1);
  expect(notices).toEqual([expect.stringMatching(lost)]);
});

test("the image of a page with Latin letters says nothing", async () => {
  const { images, notices } = await answerOf("BT /F2 20 Tf 50 300 Td (Words) Tj ET", { view: "image" });
  expect([images, notices]).toEqual([2, []]);
});
