import type { PDFDocument, PDFPage } from "mupdf";
import { countEngineFailure, isEngineBroken, type PdfEngine } from "../../engine/engine.ts";
import type { ScannedPaint } from "../../model/scan-state.ts";
import type { Vector } from "../../model/page-vectors.ts";
import { flattenPage, type FlatPage } from "../../model/flat-spans.ts";
import { NotQuick } from "./base/not-quick.ts";
import { runContent, type ContentOutcome, type DoneContent } from "./content/run-content.ts";
import type { UnknownCodes } from "./content/unknown-codes.ts";
import { createQuickFonts, type QuickFonts } from "./fonts/quick-fonts.ts";
import { QuickPainting } from "./quick-painting.ts";
import { DocumentResources } from "./resources/document-resources.ts";
import { pageSource, type PageSource } from "./resources/page-source.ts";
import { noTags } from "./tags/no-tags.ts";
import { PageTags } from "./tags/page-tags.ts";
import { openStructureTree, type StructureTree } from "./tags/structure-tree.ts";
import { documentTrust, noTrust } from "./document-trust.ts";
import { isSamePage } from "./same-page.ts";
import type { Trust } from "./trust.ts";

/** A page that was read without the engine. */
export interface QuickPage {
  /** What the engine would have read. */
  readonly flat: FlatPage;
  /** What is drawn, as the engine would tell; absent where it must be asked. */
  readonly vectors?: readonly Vector[];
  /** What may hide text of it, its annotations apart. */
  readonly scanned: ScannedPaint;
  /** Whether no picture may cover text that was painted before it; means nothing where `scanned` has found something. */
  readonly arePicturesBehind: boolean;
  /** The widths of strokes, as content gives them, that are drawn thinner than that. */
  readonly scaledWidths: readonly number[];
}

/**
 * Reads pages of one document as the engine would, in a fraction of its time: the engine is only asked what the codes of
 * fonts show. Some pages are read both ways, and the first one that is different ends it for the document.
 */
export interface QuickPages {
  /** The page, which must be loaded; undefined where the engine must read it, of which `learn` is to be told then. */
  readonly read: (page: PDFPage) => QuickPage | undefined;
  /** Compares what the engine has read of a page with what would have been read without it. */
  readonly learn: (page: PDFPage, flat: FlatPage) => void;
  /** Frees what is kept of the document, which must be open still. */
  readonly end: () => void;
}

/** Codes that fonts turn out not to know are asked for, and the page is run again. */
const maxRounds = 3;

/** Begins with a document of which so many pages are wanted. Throws only where the engine itself broke. */
export function createQuickPages(engine: PdfEngine, document: PDFDocument, wanted: number): QuickPages {
  let trust: Trust | undefined;
  let shared: Shared | undefined;
  const tryPage = (page: PDFPage): QuickPage | undefined =>
    attempt(() => {
      shared ??= open(engine, document);
      return readPage(shared, page);
    });
  return {
    read(page) {
      trust ??= attempt(() => documentTrust(document, page, wanted)) ?? noTrust;
      if (trust.next() !== "quick") return undefined;
      const quick = tryPage(page);
      trust.tell(quick === undefined ? "unreadable" : "read");
      return quick;
    },
    learn(page, flat) {
      if (trust?.next() !== "compare") return;
      const quick = tryPage(page);
      if (quick === undefined) trust.tell("unreadable");
      else trust.tell(isSamePage(quick.flat, flat) ? "same" : "different");
    },
    end() {
      shared?.fonts.end();
      shared?.tree?.destroy();
      shared = undefined;
    },
  };
}

/** Nothing where it cannot be had; failures of the engine are counted, and thrown only if it is broken. */
function attempt<Value>(use: () => Value): Value | undefined {
  try {
    return use();
  } catch (error) {
    if (error instanceof NotQuick) return undefined;
    countEngineFailure(error);
    if (isEngineBroken(error)) throw error;
    return undefined;
  }
}

/** What the pages of a document have in common. */
interface Shared {
  readonly fonts: QuickFonts;
  readonly resources: DocumentResources;
  /** Absent in a document without tags. */
  readonly tree: StructureTree | undefined;
}

function open(engine: PdfEngine, document: PDFDocument): Shared {
  const fonts = createQuickFonts(engine, document);
  return { fonts, resources: new DocumentResources(document, fonts.of), tree: openStructureTree(document) };
}

function readPage(shared: Shared, page: PDFPage): QuickPage {
  const source = pageSource(shared.resources, page);
  for (let round = 0; round < maxRounds; round += 1) {
    const painting = new QuickPainting();
    const outcome = run(shared, source, painting);
    if (outcome.kind === "bail") throw new NotQuick(outcome.reason);
    if (outcome.kind === "done") return pageOf(painting, outcome);
    shared.fonts.ask(page, requestsOf(outcome.codes));
  }
  throw new NotQuick("codes");
}

function run({ tree }: Shared, source: PageSource, painted: QuickPainting): ContentOutcome {
  const { bytes, resources, matrix, page, structParent } = source;
  const tags = tree === undefined ? noTags : new PageTags(tree, structParent, painted);
  return runContent(bytes, { resources, painted, tags, matrix, page });
}

function requestsOf(codes: UnknownCodes): Parameters<QuickFonts["ask"]>[1] {
  return [...codes].map(([font, unknown]) => ({ font, codes: unknown }));
}

function pageOf(painting: QuickPainting, { areVectorsKnown, ...done }: DoneContent): QuickPage {
  const { scanned, arePicturesBehind, scaledWidths } = done;
  const vectors = areVectorsKnown ? { vectors: painting.vectors } : {};
  return { flat: flattenPage(painting.page()), scanned, arePicturesBehind, scaledWidths, ...vectors };
}
