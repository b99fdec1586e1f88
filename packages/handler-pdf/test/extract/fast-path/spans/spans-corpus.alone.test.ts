import type { PDFDocument } from "mupdf";
import { expect, test } from "vitest";
import { loadPdfEngine, type PdfEngine } from "../../../../src/engine/engine.ts";
import { UnsupportedContent } from "../../../../src/extract/fast-path/base/unsupported-content.ts";
import { SpanBuilder } from "../../../../src/extract/fast-path/spans/span-builder.ts";
import { isSamePage } from "../../../../src/extract/fast-path/fast-pages.ts";
import { flattenPage } from "@reader/pdf-pages/lines";
import { stextScale, type StextPage } from "@reader/pdf-pages/lines";
import { documentFiles, hasCorpus } from "../../../corpus-files.ts";
import { oracleOptions, paintByEngine } from "./spans-oracle.ts";

/** Every eighth file is compared, and a few of its pages. */
const step = 8;
const maxPages = 3;

type Comparison = "same" | "different" | "unsupported";

test.skipIf(!hasCorpus)("spans of real pages equal those of the engine, given the same glyphs", async () => {
  const engine = await loadPdfEngine();
  const files = documentFiles().filter(({ password }, index) => index % step === 0 && password === undefined);
  const compared = files.flatMap(({ name, bytes }) => comparePages(engine, bytes()).map((found) => ({ name, found })));
  expect(compared.filter(({ found }) => found === "different")).toEqual([]);
  expect(compared.filter(({ found }) => found === "same").length).toBeGreaterThan(compared.length * 0.8);
});

function comparePages(engine: PdfEngine, bytes: Uint8Array): readonly Comparison[] {
  const document = openOrNot(engine, bytes);
  if (document === undefined) return [];
  try {
    const count = Math.min(document.countPages(), maxPages);
    return Array.from({ length: count }, (_, index) => comparePage(engine, document, index));
  } finally {
    document.destroy();
  }
}

/** Some files of the corpus are damaged or encrypted. */
function openOrNot(engine: PdfEngine, bytes: Uint8Array): PDFDocument | undefined {
  try {
    const document = engine.Document.openDocument(bytes, "application/pdf") as PDFDocument;
    return document.needsPassword() || document.countPages() === 0 ? undefined : document;
  } catch {
    return undefined;
  }
}

function comparePage(engine: PdfEngine, document: PDFDocument, index: number): Comparison {
  const page = document.loadPage(index);
  const structured = page.toStructuredText(oracleOptions);
  try {
    const expected = JSON.parse(structured.asJSON(stextScale)) as StextPage;
    const builder = new SpanBuilder();
    paintByEngine(engine, page, builder);
    return isSamePage(flattenPage(builder.page()), flattenPage(expected)) ? "same" : "different";
  } catch (error) {
    if (error instanceof UnsupportedContent) return "unsupported";
    throw error;
  } finally {
    structured.destroy();
    page.destroy();
  }
}
