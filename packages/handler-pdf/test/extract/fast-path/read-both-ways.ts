import type { PDFDocument, PDFPage } from "mupdf";
import { loadPdfEngine, type PdfEngine } from "../../../src/engine/engine.ts";
import { UnsupportedContent } from "../../../src/extract/fast-path/base/unsupported-content.ts";
import { runContent } from "../../../src/extract/fast-path/content/run-content.ts";
import { createPageFonts } from "../../../src/extract/fast-path/fonts/page-fonts.ts";
import { DocumentResources } from "../../../src/extract/fast-path/resources/document-resources.ts";
import { pageInput } from "../../../src/extract/fast-path/fast-pages.ts";
import { SpanBuilder } from "../../../src/extract/fast-path/spans/span-builder.ts";
import { noTags } from "../../../src/extract/fast-path/tags/page-tags.ts";
import { PageTags } from "../../../src/extract/fast-path/tags/page-tags.ts";
import { openStructureTree } from "../../../src/extract/fast-path/tags/structure-tree.ts";
import { stextScale, type StextBlock, type StextPage } from "@reader/pdf-pages/lines";
import { stextOptions } from "../../../src/extract/painting/engine-pages.ts";

/** Both readings of a page: the text with its elements, one line each; or why the fast path gave up. */
export interface BothWays {
  readonly engine: readonly string[];
  readonly fast: readonly string[] | string;
}

/** Reads the first page of a document with the engine and by the fast path. */
export async function readBothWays(bytes: Uint8Array, index = 0): Promise<BothWays> {
  const engine = await loadPdfEngine();
  const document = engine.PDFDocument.openDocument(bytes, "application/pdf") as PDFDocument;
  try {
    const page = document.loadPage(index);
    try {
      // The engine repairs tags in memory while it reads, so it comes second.
      const fast = readByFastPath(engine, document, page);
      return { engine: outlined(readByEngine(page)), fast };
    } finally {
      page.destroy();
    }
  } finally {
    document.destroy();
  }
}

function readByEngine(page: PDFPage): StextPage {
  const text = page.toStructuredText(stextOptions);
  try {
    return JSON.parse(text.asJSON(stextScale)) as StextPage;
  } finally {
    text.destroy();
  }
}

function readByFastPath(engine: PdfEngine, document: PDFDocument, page: PDFPage): readonly string[] | string {
  const fonts = createPageFonts(engine, document);
  const shared = new DocumentResources(document, fonts.of);
  const tree = openStructureTree(document);
  try {
    const { bytes, resources, matrix, page: box, structParent } = pageInput(shared, page);
    for (;;) {
      const painted = new SpanBuilder();
      const tags = tree === undefined ? noTags : new PageTags(tree, structParent, painted);
      const outcome = runContent(bytes, { resources, painted, tags, matrix, page: box });
      if (outcome.kind === "bail") return outcome.reason;
      if (outcome.kind === "done") return outlined(painted.page());
      fonts.ask(
        page,
        Array.from(outcome.codes, ([font, codes]) => ({ font, codes })),
      );
    }
  } catch (error) {
    if (error instanceof UnsupportedContent) return error.reason;
    throw error;
  } finally {
    fonts.end();
    tree?.destroy();
  }
}

/** Returns a line for each text run, preceded by its elements. */
function outlined({ blocks }: StextPage): readonly string[] {
  return linesOf(blocks, []);
}

function linesOf(blocks: readonly StextBlock[], around: readonly string[]): readonly string[] {
  return blocks.flatMap((block) => {
    if (block.type === "structure") return linesOf(block.contents ?? [], [...around, block.std]);
    if (block.type !== "text") return [[...around, `(${block.type})`].join(" ")];
    return block.lines.map(({ text }) => [...around, `"${text}"`].join(" "));
  });
}
