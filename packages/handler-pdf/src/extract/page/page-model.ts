import type { Pixmap, StructuredText } from "mupdf";
import { countEngineFailure, isEngineBroken } from "../../engine/engine.ts";
import type { DrawnPart, PageLink, PageModel, PartPixels, CharacterLine, Vector } from "../../model/page-model.ts";
import { drawArea, renderGreyPage } from "../../render/render-page.ts";
import { hidingRiskOf, type ScannedContent } from "../hiding/hiding-risk.ts";
import { contentOf } from "../lines/page-content.ts";
import { type PlacedGlyph, placedGlyphs, characterLines } from "../lines/placed-glyphs.ts";
import { type FlatPage, flattenPage, type StextPage, stextScale } from "../lines/spans.ts";
import type { EnginePage } from "../painting/engine-pages.ts";
import { withPaintLog } from "../painting/log-paint.ts";
import { readVectors, scaledWidthsOn, withTrueWidths } from "../painting/page-vectors.ts";
import { figureAlternatives } from "./figure-alternatives.ts";

/** What was found on a page. The engine is asked for the rest when it is needed. */
export interface PageFindings {
  readonly flat: FlatPage;
  readonly readGlyphs?: () => readonly PlacedGlyph[];
  readonly drawn?: DrawnVectors;
  readonly scanned?: ScannedContent;
}

/** The vectors of a page, and the widths of strokes that are drawn thinner than written. */
export interface DrawnVectors {
  readonly vectors: readonly Vector[];
  readonly scaledWidths: readonly number[];
}

/** Reads a page by the engine. `compare` receives its spans. Throws what the engine throws. */
export function readByEngine(page: EnginePage, compare?: (flat: FlatPage) => void): PageModel {
  return withText(page, (text) => {
    const flat = flattenPage(JSON.parse(text.asJSON(stextScale)) as StextPage);
    compare?.(flat);
    return createPageModel(page, { flat, readGlyphs: () => placedGlyphs(text) });
  });
}

function withText<Value>(page: EnginePage, use: (text: StructuredText) => Value): Value {
  const text = page.text();
  try {
    return use(text);
  } finally {
    text.destroy();
  }
}

/** Creates the model of a page from its spans. Throws what the engine throws. */
export function createPageModel(page: EnginePage, findings: PageFindings): PageModel {
  const { flat, readGlyphs = () => withText(page, placedGlyphs), drawn, scanned } = findings;
  const { engine, isShortened } = page;
  const [x0, y0, x1, y1] = page.page.getBounds();
  const content = contentOf({ flat, readGlyphs, widthPt: x1 - x0, heightPt: y1 - y0 });
  const vectors = once(() => drawn?.vectors ?? vectorsOn(page));
  const readWidths = (): readonly number[] => drawn?.scaledWidths ?? scaledWidthsOn(page);
  return {
    content,
    isShortened,
    vectors,
    trueVectors: once(() => withTrueWidths(vectors(), readWidths)),
    characterLines: () => linesOn(page),
    links: () => externalLinks(page),
    figureAlternatives: () => figureAlternatives(page.document, page.page),
    hidingRisk: () => hidingRiskOf(page.page, scanned),
    withPaintLog: (use) => attempt(() => withPaintLog(page, use)),
    withPixels: (part, use) => attempt(() => withPixelsOf(page, part, use)),
    greyPixels: (scale) => attempt(() => renderGreyPage(engine, page.page, scale)),
  };
}

function once<Value>(read: () => Value): () => Value {
  let known: { readonly value: Value } | undefined;
  return () => (known ??= { value: read() }).value;
}

/** Returns `undefined` if the engine fails on this page. Throws if it broke. */
function attempt<Value>(use: () => Value): Value | undefined {
  try {
    return use();
  } catch (error) {
    countEngineFailure(error);
    if (isEngineBroken(error)) throw error;
    return undefined;
  }
}

function vectorsOn(page: EnginePage): readonly Vector[] {
  const text = page.structuredText("vectors");
  try {
    return readVectors(text);
  } finally {
    text.destroy();
  }
}

function linesOn(page: EnginePage): readonly CharacterLine[] {
  const text = page.structuredText("preserve-whitespace,clip=no");
  try {
    return characterLines(text);
  } finally {
    text.destroy();
  }
}

/** Maximum number of links per page. More are an index or an attack; the rest stays plain text. */
const maxLinksAPage = 500;

const externalAddress = /^(?:https?|mailto|ftp|tel):/iu;

function externalLinks({ page }: EnginePage): readonly PageLink[] {
  const found: PageLink[] = [];
  for (const link of page.getLinks()) {
    const uri = link.getURI();
    const [x0, y0, x1, y1] = link.getBounds();
    if (externalAddress.test(uri) && found.length < maxLinksAPage) found.push({ box: { x0, y0, x1, y1 }, uri });
    link.destroy();
  }
  return found;
}

function withPixelsOf<Value>({ engine, page }: EnginePage, part: DrawnPart, use: (pixels: PartPixels) => Value): Value {
  const pixmap = drawArea(engine, page, part);
  try {
    return use(pixelsOf(pixmap));
  } finally {
    pixmap.destroy();
  }
}

function pixelsOf(pixmap: Pixmap): PartPixels {
  const [x0, y0] = [pixmap.getX(), pixmap.getY()];
  const box = { x0, y0, x1: x0 + pixmap.getWidth(), y1: y0 + pixmap.getHeight() };
  return { data: pixmap.getPixels(), stride: pixmap.getStride(), box };
}
