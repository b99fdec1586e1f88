import { createReader, textOnly, type Reader } from "@reader/core";
import { renderText } from "@reader/core/render";
import { memoryFileSystem } from "@reader/testkit";
import { expect, test } from "vitest";
import { pdf } from "../../../src/index.ts";
import { buildPdf, type BuiltPage } from "../../pdf-builder.ts";

const words = Array.from({ length: 6 }, (_, at) => `(Line ${String(at + 1)} of the text of this page) Tj T*`).join(" ");
const content = `BT /F 12 Tf 14 TL 72 600 Td ${words} ET`;

function readerOf(pages: readonly BuiltPage[], catalog = ""): Reader {
  const entries = { "/odd.pdf": buildPdf({ pages, catalog }) };
  return createReader({
    roots: ["/"],
    handlers: [pdf()],
    capabilities: textOnly,
    fileSystem: memoryFileSystem({ entries }),
  });
}

test.for([
  ["turned by 90 degrees", { content, entries: "/Rotate 90" }],
  ["turned by 180 degrees", { content, entries: "/Rotate 180" }],
  ["turned against the clock", { content, entries: "/Rotate -90" }],
  ["turned by an angle that no page has", { content, entries: "/Rotate 45" }],
  ["with corners below zero", { content, mediaBox: "-300 -400 700 800" }],
  ["with swapped corners", { content, mediaBox: "612 792 0 0" }],
  ["cropped to where it is not", { content, entries: "/CropBox [700 900 800 1000]" }],
  ["with a box without any size", { content, mediaBox: "0 0 0 0" }],
  ["as large as a poster", { content, mediaBox: "0 0 14400 14400" }],
  ["in units of ten points", { content, entries: "/UserUnit 10" }],
] as const)("a page %s has its lines in order", async ([, page]) => {
  const text = renderText(await readerOf([page]).read("/odd.pdf"));
  const numbers = Array.from(text.matchAll(/Line (\d) of the text/gu), ([, number]) => number);
  expect(numbers).toEqual(["1", "2", "3", "4", "5", "6"]);
  expect(text).not.toContain("hidden");
});

test("text outside the crop box follows its page, marked", async () => {
  const outside = "BT /F 12 Tf 10 780 Td (Behind the frame) Tj ET";
  const page = { content: `${outside} ${content}`, entries: "/CropBox [50 50 500 700]" };
  const text = renderText(await readerOf([page]).read("/odd.pdf"));
  expect(text.indexOf("Line 6")).toBeLessThan(text.indexOf("off-page: Behind the frame"));
});

const labelled = readerOf(
  Array.from({ length: 10 }, () => ({ content })),
  "/PageLabels << /Nums [0 << /S /r >> 3 << /S /D /St 1 >> 6 << /S /D /P (A-) /St 1 >> 8 << /S /D /St 1 >>] >>",
);

test.for([
  ["1,1,1", [1]],
  [" 2 , 3 ", [2, 3]],
  ["3,1", [1, 3]],
  ["2–3", [2, 3]],
  ["-99", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ["9-99", [9, 10]],
  ["a-2", [8]],
  ["A-1-A-2", [7, 8]],
  ["iii-A-1", [3, 4, 5, 6, 7]],
  ["2-ii", [2]],
  ["1", [1]],
] as const)("the pages %j are the pages %j", async ([pages, expected]) => {
  const text = renderText(await labelled.read({ path: "/odd.pdf", pages }));
  expect(Array.from(text.matchAll(/^\[page (\d+) of 10/gmu), ([, number]) => Number(number))).toEqual(expected);
});

test.for([
  ["0", "invalid-request"],
  ["-0", "invalid-request"],
  ["3-1", "invalid-request"],
  [",", "invalid-request"],
  ["99999999999999999999", "invalid-request"],
  ["11", "out-of-range"],
  ["11-", "out-of-range"],
  ["iv", "out-of-range"],
  ["iv-vi", "out-of-range"],
  ["even", "out-of-range"],
  ["1,11", "out-of-range"],
] as const)("the pages %j are rejected as %s", async ([pages, code]) => {
  expect(await labelled.read({ path: "/odd.pdf", pages })).toMatchObject({ ok: false, error: { code } });
});
