import type { PDFDocument } from "mupdf";
import { afterEach, describe, expect, test } from "vitest";
import { loadPdfEngine, type PdfEngine } from "../../../src/engine/engine.ts";
import { createFastPages } from "../../../src/extract/fast-path/fast-pages.ts";
import { kindOf, type DocumentKind } from "../../../src/extract/fast-path/verification.ts";
import { readByEngine } from "../../../src/extract/page/page-model.ts";
import { createEnginePages } from "../../../src/extract/painting/engine-pages.ts";
import { opened } from "../../page-models.ts";
import { buildPdf, lines, type PdfPart } from "../../pdf-builder.ts";

interface Made {
  readonly pages?: number;
  readonly producer?: string;
  readonly resources?: string;
  readonly extra?: readonly PdfPart[];
}

function made({ pages = 3, producer = "Sample", resources = "", extra = [] }: Made): Uint8Array {
  const contents = Array.from({ length: pages }, (_, page) => ({
    content: lines(`Page ${page + 1} of some`, "and a second line"),
    resources,
  }));
  return buildPdf({ pages: contents, info: `<< /Producer (${producer}) >>`, extra });
}

const engine: PdfEngine = await loadPdfEngine();
let document: PDFDocument;

function open(bytes: Uint8Array): PDFDocument {
  document = engine.PDFDocument.openDocument(bytes, "application/pdf") as PDFDocument;
  return document;
}

/** Returns who reads each page of a document, in a read of all its pages. */
function readersOf(bytes: Uint8Array): readonly ("fast" | "engine")[] {
  open(bytes);
  const pdf = opened(engine, document);
  const pages = createEnginePages(pdf);
  const fastPages = createFastPages(pdf, pages, pdf.pageCount);
  const readers = Array.from({ length: pdf.pageCount }, (_, index) => {
    const number = index + 1;
    const fast = fastPages.read(number);
    if (fast === undefined) readByEngine(pages.open(number), (flat) => fastPages.compare(number, flat));
    pages.release(number);
    return fast === undefined ? "engine" : "fast";
  });
  fastPages.end();
  document.destroy();
  return readers;
}

describe("the pages of documents", () => {
  test("are read by the engine until two were verified", () => {
    const readers = readersOf(made({ pages: 12, producer: "Alone" }));
    expect(readers.slice(0, 2)).toEqual(["engine", "engine"]);
    expect(readers.slice(2)).toEqual(Array.from({ length: 10 }, () => "fast"));
  });

  test("need no engine once several of one program with such fonts were read, however short they are", () => {
    for (let index = 0; index < 3; index += 1) readersOf(made({ pages: 12, producer: "Often" }));
    expect(readersOf(made({ pages: 2, producer: "Often" }))).toEqual(["fast", "fast"]);
    expect(readersOf(made({ pages: 1, producer: "Often" }))).toEqual(["fast"]);
    expect(readersOf(made({ pages: 2, producer: "Another" }))).toEqual(["engine", "engine"]);
  });

  test("are read by the engine if asking for fonts with files would take longer", () => {
    const font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FontDescriptor 101 0 R >>";
    const descriptor = "<< /Type /FontDescriptor /FontName /Helvetica /Flags 32 >>";
    const own = { producer: "Files", resources: "/Font << /F 100 0 R >>", extra: [font, descriptor] };
    for (let index = 0; index < 3; index += 1) readersOf(made({ ...own, pages: 12 }));
    expect(readersOf(made({ ...own, pages: 4 }))).toEqual(Array.from({ length: 4 }, () => "engine"));
    expect(readersOf(made({ ...own, pages: 5 }))).toEqual(Array.from({ length: 5 }, () => "fast"));
  });
});

describe("the kind of a document", () => {
  afterEach(() => document.destroy());

  function kind(bytes: Uint8Array): DocumentKind {
    const page = open(bytes).loadPage(0);
    try {
      return kindOf(document, page);
    } finally {
      page.destroy();
    }
  }

  test("depends on its producer and on the sorts of its fonts", () => {
    const names = [
      kind(made({})),
      kind(made({ pages: 7 })),
      kind(made({ producer: "Other" })),
      kind(made({ resources: "/Font << /F << /Type /Font /Subtype /TrueType /Encoding /MacRomanEncoding >> >>" })),
    ].map(({ name }) => name);
    expect(names[0]).toBe(names[1]);
    expect(new Set(names).size).toBe(3);
  });

  test("has a short name, however long the properties are", () => {
    expect(kind(made({ producer: "x".repeat(100_000) })).name.length).toBeLessThan(1000);
  });

  test("is known for pages without fonts and with invalid fonts", () => {
    expect(kind(made({ resources: "/Font 5" })).hasFontFiles).toBe(false);
    expect(kind(made({ resources: "/Font << /F 9999 0 R >>" })).name).toContain("own none");
  });
});
