import type { HandlerContext } from "@reader/core/handler";
import { textOnly } from "@reader/core";
import { memorySource, mockContext } from "@reader/testkit";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { loadPdfEngine, type PdfEngine } from "../../src/engine/engine.ts";
import { pdf } from "../../src/index.ts";
import { fixtureFiles } from "../fixture-files.ts";
import { buildPdf, lines, type BuiltPage } from "../pdf-builder.ts";
import { drawnPage, print } from "../quality/drawn-pages.ts";
import { readPdfBytes } from "../reading.ts";

let engine: PdfEngine;

beforeAll(async () => {
  engine = await loadPdfEngine();
});

/** Returns how often each page was loaded during a call, by its number. */
async function loadsDuring(use: () => Promise<unknown>): Promise<Readonly<Record<number, number>>> {
  const load = vi.spyOn(engine.PDFDocument.prototype, "loadPage");
  try {
    await use();
    const counts: Record<number, number> = {};
    for (const [index] of load.mock.calls) counts[index + 1] = (counts[index + 1] ?? 0) + 1;
    return counts;
  } finally {
    load.mockRestore();
  }
}

const rows = [
  ["Name", "Height", "Age"],
  ...["Oak", "Birch", "Beech", "Elm", "Ash"].map((name, at) => [name, `${20 + at}.5`, `${90 + at}`]),
];
const cell = (x: number, y: number, text: string): string =>
  `${x} ${y} 150 20 re S BT /F 12 Tf ${x + 8} ${y + 5} Td (${text}) Tj ET `;
const table: BuiltPage = {
  content: rows.flatMap((row, at) => row.map((text, column) => cell(72 + 150 * column, 700 - 20 * at, text))).join(""),
};
const headings: BuiltPage = { content: `BT /F 24 Tf 72 740 Td (Title) Tj ET ${lines("A sentence of the text.")}` };
const sideways: BuiltPage = {
  content: `BT /F 12 Tf 0 1 -1 0 300 72 Tm (A sentence that runs up the page from its foot.) Tj ET`,
};

const documents: Readonly<Record<string, Uint8Array>> = {
  text: buildPdf({ pages: [headings, headings, headings] }),
  "tables that go on": buildPdf({ pages: [table, table, table, table, table] }),
  "a scan with a line of text": drawnPage(print, lines("A stamp.")),
  "white text, for which the page is replayed and drawn": buildPdf({
    pages: [{ content: `1 g ${lines("Hidden words on the paper.")}` }],
  }),
  "text, scans and a blank page": fixtureFiles["text-scans-and-a-blank-page/input.pdf"] as Uint8Array,
  form: fixtureFiles["form/input.pdf"] as Uint8Array,
  comments: fixtureFiles["comments/input.pdf"] as Uint8Array,
};

const ways: Readonly<Record<string, Partial<HandlerContext>>> = {
  "for a model that takes images": {},
  "for a model that takes text": { capabilities: textOnly },
  "as images": { view: "image" },
};

describe.for(Object.entries(documents))("an answer loads each page once: %s", ([, bytes]) => {
  test.for(Object.entries(ways))("%s", async ([, context]) => {
    const loads = await loadsDuring(async () => {
      const { error } = await readPdfBytes(bytes, context);
      expect(error).toBeUndefined();
    });
    expect(Object.keys(loads).length).toBeGreaterThan(0);
    expect(Object.values(loads).filter((count) => count !== 1)).toEqual([]);
  });

  test("info", async () => {
    const loads = await loadsDuring(async () => pdf().info?.(memorySource("input.pdf", bytes), mockContext()));
    expect(Object.keys(loads).length).toBeGreaterThan(0);
    expect(Object.values(loads).filter((count) => count !== 1)).toEqual([]);
  });
});

test("the pages that a read from the middle learns from are loaded once, too", async () => {
  const bytes = buildPdf({ pages: [headings, headings, headings, table, table, headings] });
  const context = { capabilities: textOnly, pages: [{ first: 5 }] };
  // The type sizes of the first pages, and whether the table on page 5 goes on from page 4.
  expect(await loadsDuring(() => readPdfBytes(bytes, context))).toEqual({ 1: 1, 2: 1, 4: 1, 5: 1, 6: 1 });
});

test("a page whose text is sideways is loaded again after it was rotated", async () => {
  const loads = await loadsDuring(() => readPdfBytes(buildPdf({ pages: [sideways] })));
  expect(loads).toEqual({ 1: 2 });
});
