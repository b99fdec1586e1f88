import type { PDFDocument, PDFObject } from "mupdf";
import { outlineTitles } from "../../src/document/outline.ts";
import { loadPdfEngine } from "../../src/engine/engine.ts";
import { createPageSource } from "../../src/extract/page-source.ts";
import { createTextWriter, type TextWriterOptions } from "@reader/pdf-pages/markdown";
import { opened } from "../page-models.ts";

/** Text on a page of a test document; 12-point Helvetica by default. */
export interface Shown {
  readonly x: number;
  /** From the top. */
  readonly y: number;
  readonly text: string;
  readonly font?: keyof typeof fonts;
  readonly sizePt?: number;
}

const fonts = {
  sans: "Helvetica",
  bold: "Helvetica-Bold",
  serif: "Times-Roman",
  slanted: "Times-Italic",
  mono: "Courier",
} as const;

const heightPt = 792;

/** Creates a document of pages of text. */
export async function makeDocument(pages: readonly (readonly Shown[])[]): Promise<PDFDocument> {
  const engine = await loadPdfEngine();
  const document = new engine.PDFDocument();
  const resources = document.addObject({ Font: fontObjects(document, engine) });
  for (const shown of pages) {
    const contents = `BT ${shown.map(showOperators).join(" ")} ET`;
    document.insertPage(-1, document.addPage([0, 0, 612, heightPt], 0, resources, contents));
  }
  return document;
}

function fontObjects(
  document: PDFDocument,
  engine: Awaited<ReturnType<typeof loadPdfEngine>>,
): Record<string, PDFObject> {
  return Object.fromEntries(
    Object.entries(fonts).map(([name, font]) => [name, document.addSimpleFont(new engine.Font(font), "Latin")]),
  );
}

function showOperators({ x, y, text, font = "sans", sizePt = 12 }: Shown): string {
  const escaped = text.replace(/[\\()]/gu, String.raw`\$&`);
  return `/${font} ${sizePt} Tf 1 0 0 1 ${x} ${heightPt - y} Tm (${escaped}) Tj`;
}

/** Lines of text below each other. */
export function shownLines(texts: readonly string[], at: Omit<Shown, "text">): readonly Shown[] {
  return texts.map((text, index) => ({ ...at, text, y: at.y + index * (at.sizePt ?? 12) * 1.2 }));
}

/** Writes every page of a document as Markdown and closes the document. */
export async function writeAll(
  document: PDFDocument,
  tables: TextWriterOptions["tables"] = "auto",
): Promise<readonly string[]> {
  const engine = await loadPdfEngine();
  const source = createPageSource(opened(engine, document));
  const writer = createTextWriter({
    pages: source,
    pageCount: document.countPages(),
    outline: () => outlineTitles(document),
    tables,
  });
  const pages: string[] = [];
  for (let number = 1; number <= document.countPages(); number += 1) {
    const page = source.read(number);
    if (page === undefined) throw new Error(`Page ${number} cannot be read.`);
    pages.push((await writer.write({ page, content: page.content, number })).text);
  }
  source.end();
  document.destroy();
  return pages;
}
