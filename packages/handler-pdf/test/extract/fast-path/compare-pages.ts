import type { PDFDocument } from "mupdf";
import type { Box, PageModel, Vector } from "@reader/pdf-pages";
import type { FlatPage, FlatSpan } from "@reader/pdf-pages/lines";
import { createTextWriter, markedContent } from "@reader/pdf-pages/markdown";
import { markHidden } from "@reader/pdf-pages/quality";
import { createLoadedPages, type OpenedPdf } from "../../../src/document/opened-pdf.ts";
import { isEngineBroken, loadPdfEngine, type PdfEngine } from "../../../src/engine/engine.ts";
import { createFastReader, type FastReader, isSamePage } from "../../../src/extract/fast-path/fast-pages.ts";
import { createPageModel, readByEngine } from "../../../src/extract/page/page-model.ts";
import { createEnginePages, type EnginePage } from "../../../src/extract/painting/engine-pages.ts";

/** The outcome for a page: read by the fast path as by the engine or differently, or left to the engine. */
export interface Comparison {
  readonly outcome: "same" | "different" | "engine" | "unreadable";
  /** What is different, or why neither way can read the page. */
  readonly detail: string;
}

/** Maximum length of the shown part of a text that differs. */
const shownCharacters = 60;

/** In points: twice the precision of the engine's positions. */
const toleratedPt = 0.2;

/** Opens a document of bytes. Throws what the engine throws. */
export async function openForComparison(bytes: Uint8Array, password = ""): Promise<OpenedPdf> {
  const engine = await loadPdfEngine();
  const document = engine.PDFDocument.openDocument(bytes, "application/pdf") as PDFDocument;
  if (document.needsPassword()) document.authenticatePassword(password);
  return openedPdf(engine, document);
}

function openedPdf(engine: PdfEngine, document: PDFDocument): OpenedPdf {
  return { engine, document, pages: createLoadedPages(document), path: "input.pdf", pageCount: document.countPages() };
}

/** Reads pages of a document both ways, without any verification, and compares all that later stages see. */
export async function comparePages(pdf: OpenedPdf, numbers: readonly number[]): Promise<readonly Comparison[]> {
  const pages = createEnginePages(pdf);
  const reader = createFastReader(pdf);
  const outcomes: Comparison[] = [];
  try {
    for (const number of numbers) {
      outcomes.push(await compared(() => pages.open(number), reader));
      pages.release(number);
    }
  } finally {
    reader.end();
    pages.end();
  }
  return outcomes;
}

/** Throws only if the engine broke. */
async function compared(open: () => EnginePage, reader: FastReader): Promise<Comparison> {
  try {
    return await comparePage(open(), reader);
  } catch (error) {
    if (isEngineBroken(error)) throw error;
    return { outcome: "unreadable", detail: String(error).slice(0, shownCharacters) };
  }
}

async function comparePage(page: EnginePage, reader: FastReader): Promise<Comparison> {
  // The engine repairs tags in memory while it reads, so it comes second.
  const fast = reader.read(page);
  if (fast === undefined) return { outcome: "engine", detail: "" };
  let engineFlat: FlatPage | undefined;
  let model: PageModel;
  try {
    model = readByEngine(page, (flat) => (engineFlat = flat));
  } catch (error) {
    if (isEngineBroken(error)) throw error;
    return { outcome: "different", detail: `the engine fails: ${String(error).slice(0, shownCharacters)}` };
  }
  if (engineFlat === undefined || !isSamePage(fast.flat, engineFlat))
    return { outcome: "different", detail: flatDifference(fast.flat, engineFlat ?? fast.flat) };
  const fastModel = createPageModel(page, fast);
  const vectors = vectorDifference(fastModel.vectors(), model.vectors());
  if (vectors !== undefined) return { outcome: "different", detail: vectors };
  const [one, other] = [await textOf(fastModel), await textOf(model)];
  if (one === other) return { outcome: "same", detail: "" };
  return { outcome: "different", detail: `text: ${firstDifference(one, other)}` };
}

/** Returns the text of a page as an answer shows it. */
async function textOf(page: PageModel): Promise<string> {
  const { content, marks } = markedContent(await markHidden(page), false);
  const writer = createTextWriter({
    pages: { read: () => undefined },
    pageCount: 1,
    outline: () => new Map(),
    tables: "auto",
  });
  return (await writer.write({ page, content, number: 1 })).text + marks;
}

function flatDifference(fast: FlatPage, engine: FlatPage): string {
  const [one, other] = [fast.spans.map(spanText), engine.spans.map(spanText)];
  if (one.join("\n") !== other.join("\n")) return `spans: ${firstDifference(one.join("\n"), other.join("\n"))}`;
  const kinds = ({ images, hasVectors, mayDrawBullets }: FlatPage): string =>
    JSON.stringify([images.map(sidesOf), hasVectors, mayDrawBullets]);
  if (kinds(fast) !== kinds(engine)) return `images or vectors: ${kinds(fast)} ≠ ${kinds(engine)}`;
  const at = fast.spans.findIndex((span, index) => placeText(span) !== placeText(engine.spans[index]));
  return `span ${at}: ${placeText(fast.spans[at])} ≠ ${placeText(engine.spans[at])}`;
}

function sidesOf({ x0, y0, x1, y1 }: Box): readonly number[] {
  return [x0, y0, x1, y1].map((side) => Math.round(side * 10) / 10);
}

function spanText({ span, block }: FlatSpan): string {
  return `${block} ${span.text}`;
}

function placeText(one: FlatSpan | undefined): string {
  const { x, y, w, h } = one?.span.bbox ?? { x: 0, y: 0, w: 0, h: 0 };
  return one === undefined ? "" : JSON.stringify([x, y, w, h, one.span.x, one.span.y, one.span.font, one.tag]);
}

function firstDifference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const from = Math.max(0, at - 10);
  const [fast, engine] = [one, other].map((text) => JSON.stringify(text.slice(from, from + shownCharacters)));
  return `${fast} ≠ ${engine} of the engine`;
}

function vectorDifference(fast: readonly Vector[], engine: readonly Vector[]): string | undefined {
  if (fast.length !== engine.length) return `vectors: ${fast.length} ≠ ${engine.length}`;
  const at = fast.findIndex((vector, index) => !isSameVector(vector, engine[index] ?? vector));
  return at < 0 ? undefined : `vector ${at}: ${JSON.stringify(fast[at])} ≠ ${JSON.stringify(engine[at])}`;
}

function isSameVector(one: Vector, other: Vector): boolean {
  const sides = ["x0", "y0", "x1", "y1"] as const;
  return (
    one.isStroked === other.isStroked &&
    one.isRectangle === other.isRectangle &&
    one.isPaper === other.isPaper &&
    sides.every((side) => Math.abs(one.box[side] - other.box[side]) <= toleratedPt)
  );
}
