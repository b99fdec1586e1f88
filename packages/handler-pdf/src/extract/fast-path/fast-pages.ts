import { isDeepStrictEqual } from "node:util";
import type { PDFDocument, PDFObject, PDFPage } from "mupdf";
import type { OpenedPdf } from "../../document/opened-pdf.ts";
import { countEngineFailure, isEngineBroken, type PdfEngine } from "../../engine/engine.ts";
import type { Box, PageModel, PageSource, Vector } from "@reader/pdf-pages";
import type { ScannedContent } from "../hiding/hiding-risk.ts";
import { type FlatPage, type FlatSpan, flattenPage, type StextBox, stextScale } from "@reader/pdf-pages/lines";
import { createPageModel, type DrawnVectors } from "../page/page-model.ts";
import type { EnginePage, EnginePages } from "../painting/engine-pages.ts";
import { maxVectors } from "../painting/page-vectors.ts";
import { UnsupportedContent } from "./base/unsupported-content.ts";
import type { Painted } from "./base/painted.ts";
import type { ContentMatrix, PageResources } from "./base/page-resources.ts";
import { type ContentOutcome, type DoneContent, runContent } from "./content/run-content.ts";
import type { UnknownCodes } from "./content/text-pen.ts";
import { createPageFonts, type PageFonts } from "./fonts/page-fonts.ts";
import { pageBytes } from "./resources/content-bytes.ts";
import { DocumentResources } from "./resources/document-resources.ts";
import { SpanBuilder } from "./spans/span-builder.ts";
import { noTags, PageTags } from "./tags/page-tags.ts";
import { openStructureTree, type StructureTree } from "./tags/structure-tree.ts";
import { documentVerification, noVerification, type Verification } from "./verification.ts";

/** A page read by the fast path. */
export interface FastPage {
  /** The same spans as the engine's. */
  readonly flat: FlatPage;
  readonly bounds: PageInput["page"];
  readonly scanned: ScannedContent;
  /** The vectors as the engine reports them; absent if the engine must be asked. */
  readonly drawn?: DrawnVectors;
}

/**
 * Reads pages of one document exactly as the engine would, in a fraction of the time: the engine is only asked what the
 * codes of fonts show. Some pages are read both ways; the first difference ends the fast path for the document.
 */
export interface FastPages extends PageSource {
  /** Compares the engine's spans of a page with those of the fast path. Called if `read` returned `undefined`. */
  readonly compare: (number: number, flat: FlatPage) => void;
  /** Frees what is kept of the document, which must still be open. */
  readonly end: () => void;
}

/** Maximum number of times that unknown codes are requested and the page is run again. */
const maxRounds = 3;

/** Creates the fast path of a document, given the number of wanted pages. Throws only if the engine broke. */
export function createFastPages(pdf: OpenedPdf, pages: EnginePages, wanted: number): FastPages {
  const { document } = pdf;
  let verification: Verification | undefined;
  const reader = createFastReader(pdf);
  return {
    read(number): PageModel | undefined {
      const page = pages.open(number);
      verification ??= attempt(() => documentVerification(document, page.page, wanted)) ?? noVerification;
      if (verification.next() !== "fast") return undefined;
      const fast = reader.read(page);
      verification.report(fast === undefined ? "unreadable" : "read");
      return fast === undefined ? undefined : createPageModel(page, fast);
    },
    compare(number, flat) {
      if (verification?.next() !== "compare") return;
      const fast = reader.read(pages.open(number));
      if (fast === undefined) verification.report("unreadable");
      else verification.report(isSamePage(fast.flat, flat) ? "same" : "different");
    },
    end: reader.end,
  };
}

/** Reads pages of one document without the engine, as far as they are supported, and without verification. */
export interface FastReader {
  /** Returns `undefined` for a page that the engine must read. Throws only if the engine broke. */
  readonly read: (page: Pick<EnginePage, "page">) => FastPage | undefined;
  /** Frees what is kept of the document, which must still be open. */
  readonly end: () => void;
}

/** Creates the reader of a document. */
export function createFastReader({ engine, document }: Pick<OpenedPdf, "engine" | "document">): FastReader {
  let shared: Shared | undefined;
  return {
    read: ({ page }) =>
      attempt(() => {
        shared ??= open(engine, document);
        return readPage(shared, page);
      }),
    end() {
      shared?.fonts.end();
      shared?.tree?.destroy();
      shared = undefined;
    },
  };
}

/** Returns `undefined` if the call throws. Engine failures are counted, and rethrown only if the engine broke. */
function attempt<Value>(use: () => Value): Value | undefined {
  try {
    return use();
  } catch (error) {
    if (error instanceof UnsupportedContent) return undefined;
    countEngineFailure(error);
    if (isEngineBroken(error)) throw error;
    return undefined;
  }
}

/** What the pages of a document share. */
interface Shared {
  readonly fonts: PageFonts;
  readonly resources: DocumentResources;
  /** Absent in an untagged document. */
  readonly tree: StructureTree | undefined;
}

function open(engine: PdfEngine, document: PDFDocument): Shared {
  const fonts = createPageFonts(engine, document);
  return { fonts, resources: new DocumentResources(document, fonts.of), tree: openStructureTree(document) };
}

function readPage(shared: Shared, page: PDFPage): FastPage {
  const source = pageInput(shared.resources, page);
  for (let round = 0; round < maxRounds; round += 1) {
    const painting = new PageBuilder();
    const outcome = run(shared, source, painting);
    if (outcome.kind === "bail") throw new UnsupportedContent(outcome.reason);
    if (outcome.kind === "done") return pageOf(painting, outcome, source.page);
    shared.fonts.ask(page, requestsOf(outcome.codes));
  }
  throw new UnsupportedContent("codes");
}

function run({ tree }: Shared, source: PageInput, painted: PageBuilder): ContentOutcome {
  const { bytes, resources, matrix, page, structParent } = source;
  const tags = tree === undefined ? noTags : new PageTags(tree, structParent, painted);
  return runContent(bytes, { resources, painted, tags, matrix, page });
}

function requestsOf(codes: UnknownCodes): Parameters<PageFonts["ask"]>[1] {
  return [...codes].map(([font, unknown]) => ({ font, codes: unknown }));
}

function pageOf(painting: PageBuilder, done: DoneContent, bounds: PageInput["page"]): FastPage {
  const { areVectorsKnown, scanned, areImagesBehind, scaledWidths } = done;
  const drawn = areVectorsKnown ? { drawn: { vectors: painting.vectors, scaledWidths } } : {};
  return { flat: flattenPage(painting.page()), bounds, scanned: { scanned, areImagesBehind }, ...drawn };
}

/** Builds the text of a page and keeps its vectors, as many as would be requested from the engine. */
export class PageBuilder extends SpanBuilder {
  readonly vectors: Vector[] = [];

  override vector(vector?: Parameters<Painted["vector"]>[0]): void {
    super.vector();
    if (vector === undefined || this.vectors.length >= maxVectors) return;
    const { x0, y0, x1, y1, isStroked, isRectangle, isPaper, isClippedAway } = vector;
    if (isClippedAway) return;
    this.vectors.push({ box: { x0, y0, x1, y1 }, isStroked, isRectangle, isPaper });
  }
}

/** The engine truncates to whole units after computing in single precision, so positions may differ by one. */
const toleratedUnits = 1;

/** True if two readings of a page are equal: the text exactly, positions within their precision. */
export function isSamePage(one: FlatPage, other: FlatPage): boolean {
  return (
    one.hasVectors === other.hasVectors &&
    one.mayDrawBullets === other.mayDrawBullets &&
    isSameList(one.images, other.images, isSameImage) &&
    isSameList(one.spans, other.spans, isSameSpan)
  );
}

function isSameList<Item>(
  one: readonly Item[],
  other: readonly Item[],
  isSame: (one: Item, other: Item) => boolean,
): boolean {
  if (one.length !== other.length) return false;
  return one.every((item, index) => isSame(item, other[index] as Item));
}

function isSameSpan(one: FlatSpan, other: FlatSpan): boolean {
  const [{ span }, { span: peer }] = [one, other];
  return (
    span.text === peer.text &&
    span.wmode === peer.wmode &&
    one.block === other.block &&
    isNear(span.x, peer.x) &&
    isNear(span.y, peer.y) &&
    isSameBox(span.bbox, peer.bbox) &&
    isSameFont(span.font, peer.font) &&
    isDeepStrictEqual(one.tag, other.tag)
  );
}

function isSameFont(one: FlatSpan["span"]["font"], other: FlatSpan["span"]["font"]): boolean {
  return (
    one.name === other.name &&
    one.family === other.family &&
    one.weight === other.weight &&
    one.style === other.style &&
    isNear(one.size, other.size)
  );
}

function isSameBox(one: StextBox, other: StextBox): boolean {
  return (
    isNear(one.x, other.x) &&
    isNear(one.y, other.y) &&
    isNear(one.x + one.w, other.x + other.w) &&
    isNear(one.y + one.h, other.y + other.h)
  );
}

function isSameImage(one: Box, other: Box): boolean {
  return (
    isNear(one.x0 * stextScale, other.x0 * stextScale) &&
    isNear(one.y0 * stextScale, other.y0 * stextScale) &&
    isNear(one.x1 * stextScale, other.x1 * stextScale) &&
    isNear(one.y1 * stextScale, other.y1 * stextScale)
  );
}

/** Sums of two truncated numbers may differ by twice as much. */
function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= 2 * toleratedUnits + 1e-6;
}

/** The input for reading a page. */
export interface PageInput {
  readonly bytes: Uint8Array;
  readonly resources: PageResources;
  /** From the space of the content to the page as displayed: rotated, cropped and scaled. */
  readonly matrix: ContentMatrix;
  /** The page as displayed, in points. */
  readonly page: readonly [x0: number, y0: number, x1: number, y1: number];
  /** Its key in the parent tree of the structure; -1 if it has none. */
  readonly structParent: number;
}

/** Reads the input from a loaded page. Throws `UnsupportedContent`, or what the engine throws. */
export function pageInput(shared: DocumentResources, page: PDFPage): PageInput {
  const object = page.getObject();
  try {
    return {
      bytes: withValue(object.get("Contents"), pageBytes),
      resources: withValue(object.getInheritable("Resources"), (resources) => shared.in(resources)),
      matrix: page.getTransform(),
      page: page.getBounds(),
      structParent: withValue(object.get("StructParents"), (key) => (key.isNumber() ? key.asNumber() : -1)),
    };
  } finally {
    object.destroy();
  }
}

function withValue<Value>(object: PDFObject, use: (object: PDFObject) => Value): Value {
  try {
    return use(object);
  } finally {
    object.destroy();
  }
}
