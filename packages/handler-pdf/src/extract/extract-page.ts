import type { PDFPage, StructuredText } from "mupdf";
import type { PdfEngine } from "../engine/engine.ts";
import type { Box, PageContent } from "../model/page-content.ts";
import { paintingOf, type Painting } from "./painting/painting.ts";
import { addSpaces } from "./add-spaces.ts";
import { buildBlocks } from "./build-lines.ts";
import { flattenPage, type FlatPage, type FlatSpan } from "../model/flat-spans.ts";
import { joinAccents } from "./join-accents.ts";
import { joinStrokes } from "./join-strokes.ts";
import { joinSpacedLetters } from "./letter-spacing.ts";
import { mayRunFromRight } from "./may-run-from-right.ts";
import { partTightLines } from "./part-tight-lines.ts";
import { placedGlyphs, type PlacedGlyph } from "./placed-glyphs.ts";
import { signsAsSeen } from "./signs-as-seen.ts";
import { sizedByBoxes } from "./sized-by-boxes.ts";
import { turnLigatures } from "./turned-ligatures.ts";
import { turnOf } from "./text-turn.ts";
import { untagMargins } from "./untag-margins.ts";
import { stextOptions, stextScale, type StextBox, type StextPage } from "../model/stext-json.ts";

/** Reads the text of a page with its boxes, styles and tags. One call into the engine and one parse, for speed. */
export function extractPage(engine: PdfEngine, page: PDFPage): PageContent {
  return extractContent(paintingOf(engine, page));
}

/** The same of a page that is looked at more than once. */
export function extractContent(painting: Painting): PageContent {
  const [x0, y0, x1, y1] = painting.page.getBounds();
  const size = { widthPt: x1 - x0, heightPt: y1 - y0 };
  const { spans: found, images, hasVectors, mayDrawBullets } = readPage(painting);
  const spans = untagMargins(found);
  const turn = turnOf(spans);
  const turned = { ...(turn === 0 ? {} : { turn }), ...(mayDrawBullets ? { mayDrawBullets } : {}) };
  const content = { ...size, ...turned, images: images.filter((image) => isOnPage(image, size)), hasVectors };
  if (!spans.some(({ span }) => isBeyond(span.bbox, size))) return { ...content, blocks: buildBlocks(spans) };
  const beyond = spans.filter(({ span }) => isBeyond(span.bbox, size));
  const inside = spans.filter(({ span }) => !isBeyond(span.bbox, size));
  return { ...content, blocks: buildBlocks(inside), ...outsideOf(beyond) };
}

interface PageSize {
  readonly widthPt: number;
  readonly heightPt: number;
}

/** Whether nothing of a box lies on the page; a box without any size is one that the engine does not know. */
function isBeyond({ x, y, w, h }: StextBox, { widthPt, heightPt }: PageSize): boolean {
  const isApart = x + w <= 0 || y + h <= 0 || x >= widthPt * stextScale || y >= heightPt * stextScale;
  return isApart && (w > 0 || h > 0);
}

function isOnPage({ x0, y0, x1, y1 }: Box, { widthPt, heightPt }: PageSize): boolean {
  return x1 > 0 && y1 > 0 && x0 < widthPt && y0 < heightPt;
}

function outsideOf(spans: readonly FlatSpan[]): Pick<PageContent, "outside"> {
  const lines = buildBlocks(spans).flatMap((block) => block.lines);
  const said = lines.filter(({ runs }) => runs.some(({ text }) => text.trim() !== ""));
  if (said.length === 0) return {};
  return { outside: said.map((line) => ({ ...line, runs: line.runs.map((run) => ({ ...run, hidden: "off-page" })) })) };
}

function readPage(painting: Painting): FlatPage {
  const { quick } = painting;
  if (quick !== undefined) return withWholeWords(quick.flat, () => withText(painting, placedGlyphs));
  return withText(painting, (text) => {
    const flat = flattenPage(JSON.parse(text.asJSON(stextScale)) as StextPage);
    painting.learn(flat);
    return withWholeWords(flat, () => placedGlyphs(text));
  });
}

function withWholeWords(found: FlatPage, readGlyphs: () => readonly PlacedGlyph[]): FlatPage {
  const flat = { ...found, spans: sizedByBoxes(found.spans) };
  let glyphs: readonly PlacedGlyph[] | undefined;
  const readOnce = (): readonly PlacedGlyph[] => (glyphs ??= readGlyphs());
  const isFromLeft = !mayRunFromRight(flat.spans);
  const spans = isFromLeft ? flat.spans : signsAsSeen(turnLigatures(flat.spans, readOnce), readOnce);
  const whole = joinSpacedLetters(spans, readOnce);
  const signed = holdsSigns(whole) ? addSpaces(joinStrokes(joinAccents(whole, readOnce)), readOnce) : whole;
  return { ...flat, spans: partTightLines(signed, readOnce) };
}

/** All signs of a keyboard but the accent among them: text of nothing else has no signs that are painted over others. */
const otherSign = /[^ -_a-~]/u;

function holdsSigns(spans: readonly FlatSpan[]): boolean {
  return spans.some(({ span }) => otherSign.test(span.text));
}

function withText<Value>(painting: Painting, use: (text: StructuredText) => Value): Value {
  const text = withoutProfiles(painting.engine, () => painting.structuredText(stextOptions));
  try {
    return use(text);
  } finally {
    text.destroy();
  }
}

/**
 * Nobody looks at the colours of text, and to set up the colour management for them takes 20 ms. What is drawn later has
 * its exact colours: profiles are loaded all the same.
 */
function withoutProfiles<Value>(engine: PdfEngine, use: () => Value): Value {
  engine.disableICC();
  try {
    return use();
  } finally {
    engine.enableICC();
  }
}
