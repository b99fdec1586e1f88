import type { PDFPage, StructuredText } from "mupdf";
import type { PdfEngine } from "../engine/engine.ts";
import type { Box, PageContent } from "../model/page-content.ts";
import {
  boxOf,
  type FlatPage,
  type FlatSpan,
  flattenPage,
  type StextBox,
  type StextFont,
  type StextLine,
  stextOptions,
  type StextPage,
  stextScale,
} from "../model/spans.ts";
import { buildBlocks } from "./build-lines.ts";
import { joinAccents, joinStrokes, signsAsSeen, turnLigatures } from "./join-marks.ts";
import { joinSpacedLetters } from "./letter-spacing.ts";
import { type Painting, paintingOf } from "./painting/painting.ts";
import { type PlacedGlyph, placedGlyphs } from "./placed-glyphs.ts";
import { mayRunFromRight } from "./right-to-left.ts";
import { addSpaces, partTightLines } from "./split-lines.ts";

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

/** By how many degrees, clockwise, a page must be turned so that its text is upright. */
type Turn = 0 | 90 | 180 | 270;

/** Shorter spans have no direction that could be told from their boxes. */
const minLength = 3;

/** Of the characters that have a direction, so many must have the same one. */
const minShare = 0.8;

/** Fewer characters are a stamp or a label at an axis. */
const minCharacters = 40;

/** How most of the text of a page is turned, as by a scanner or a landscape page that was put on its side. */
function turnOf(spans: readonly FlatSpan[]): Turn {
  const characters = { 0: 0, 90: 0, 180: 0, 270: 0 };
  for (const { span } of spans) {
    if (span.text.length >= minLength && span.wmode === 0) characters[turnOfSpan(span)] += span.text.length;
  }
  const total = characters[0] + characters[90] + characters[180] + characters[270];
  if (total - characters[0] < minCharacters) return 0;
  const turns = [90, 180, 270] as const;
  return turns.find((turn) => characters[turn] >= minShare * total) ?? 0;
}

/** The point where a span starts, on its base line, lies at another side of its box for each direction. */
function turnOfSpan({ bbox, x, y }: StextLine): Turn {
  if (bbox.h > 2 * bbox.w) return y > bbox.y + bbox.h / 2 ? 90 : 270;
  const isUpsideDown = bbox.w > bbox.h && y < bbox.y + 0.4 * bbox.h && x > bbox.x + bbox.w / 2;
  return isUpsideDown ? 180 : 0;
}

/** A part of an element that stands so many heights of its type below the part before it is looked at. */
const leapEm = 2;

/** Spans of one block of the engine, with their place on the page. */
interface Part {
  readonly spans: readonly FlatSpan[];
  readonly y0: number;
  readonly y1: number;
}

/**
 * Takes the tags from headers and footers that have none of their own: a browser paints them after the text and marks
 * them as no part of it, and the engine counts them to the element that came last. They leap from it to above or below
 * of everything else on the page, which nothing of an element does that goes on in another column.
 */
export function untagMargins(spans: readonly FlatSpan[]): readonly FlatSpan[] {
  if (spans.every(({ tag }) => tag === undefined)) return spans;
  const parts = partsOf(spans);
  const suspects = new Set(suspectsOf(parts));
  if (suspects.size === 0) return spans;
  const others = parts.filter((part) => !suspects.has(part));
  const top = others.reduce((least, part) => Math.min(least, part.y0), Infinity);
  const bottom = others.reduce((most, part) => Math.max(most, part.y1), -Infinity);
  return parts.flatMap((part) => {
    const isMargin = suspects.has(part) && (part.y1 <= top || part.y0 >= bottom);
    return isMargin ? part.spans.map(({ span, block }) => ({ span, block, tag: undefined })) : part.spans;
  });
}

function partsOf(spans: readonly FlatSpan[]): readonly Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (let index = 1; index <= spans.length; index += 1) {
    if (spans[index]?.block === spans[from]?.block && index < spans.length) continue;
    parts.push(partOf(spans.slice(from, index)));
    from = index;
  }
  return parts;
}

function partOf(spans: readonly FlatSpan[]): Part {
  let y0 = Infinity;
  let y1 = -Infinity;
  for (const { span } of spans) {
    const box = boxOf(span.bbox);
    y0 = Math.min(y0, box.y0);
    y1 = Math.max(y1, box.y1);
  }
  return { spans, y0, y1 };
}

/** The parts of elements that leap away from what came before them in the same element, and all that follows those. */
function suspectsOf(parts: readonly Part[]): readonly Part[] {
  const suspects: Part[] = [];
  for (const [index, part] of parts.entries()) {
    const before = parts[index - 1];
    if (before !== undefined && isSameElement(before, part) && (leaps(before, part) || suspects.at(-1) === before))
      suspects.push(part);
  }
  return suspects;
}

function isSameElement(before: Part, part: Part): boolean {
  const tag = part.spans[0]?.tag;
  return tag !== undefined && before.spans[0]?.tag?.element === tag.element;
}

function leaps(before: Part, part: Part): boolean {
  const sizePt = (part.spans[0]?.span.font.size ?? 0) / stextScale;
  return part.y1 <= before.y0 || part.y0 - before.y1 > leapEm * sizePt;
}

/** In tenths of a point: so small is no type, and so high is no letter. */
const mostUnscaled = 10;
const mostHigh = 1000;

/** The boxes of letters are this much higher than their type, where the size of the type is no more than a unit. */
const leastTimes = 4;

/** A letter is at least so wide, of its height; small type that is turned has high boxes, too, and is not. */
const leastWide = 0.15;

/** In sizes of the type: letters of a line are raised and apart by less. */
const mostRaised = 0.5;
const widestGap = 0.5;
/** A letter goes back so far below its accent. */
const widestOverlap = 0.65;

/** From this gap on, in sizes of the type, there may be a space. */
const leastSpace = 0.11;

/**
 * Gives type its size by the boxes of its letters where its font is scaled by the page alone, as the bitmaps of old
 * programs are: their type has the size of one dot. The same spans where there is no such type.
 */
export function sizedByBoxes(spans: readonly FlatSpan[]): readonly FlatSpan[] {
  if (!spans.some(isUnscaled)) return spans;
  const fonts = new Map<string, StextFont>();
  const sized = spans.map((one) => {
    if (!isUnscaled(one)) return one;
    const { font, bbox } = one.span;
    const key = `${font.name} ${bbox.h}`;
    const itself = fonts.get(key) ?? { ...font, size: bbox.h };
    fonts.set(key, itself);
    return { ...one, span: { ...one.span, font: itself } };
  });
  return withWholeLetters(withWholeLines(sized, spans), fonts);
}

/** The engine begins a span, too, so that an accent is apart from its letter. Where a space is seen, the spans stay two. */
function withWholeLetters(sized: readonly FlatSpan[], fonts: ReadonlyMap<string, StextFont>): readonly FlatSpan[] {
  const own = new Set(fonts.values());
  const words: FlatSpan[] = [];
  for (const one of sized) {
    const before = words.at(-1);
    if (before !== undefined && own.has(one.span.font) && isSameWord(before, one))
      words[words.length - 1] = joined(before, one);
    else words.push(one);
  }
  return words;
}

function isSameWord(before: FlatSpan, one: FlatSpan): boolean {
  if (before.span.font !== one.span.font || before.block !== one.block || before.span.y !== one.span.y) return false;
  const gap = gapBetween(before, one) / one.span.font.size;
  return gap < leastSpace && gap > -widestOverlap;
}

function joined(before: FlatSpan, { span }: FlatSpan): FlatSpan {
  const { bbox } = before.span;
  const w = Math.max(bbox.w, span.bbox.x + span.bbox.w - bbox.x);
  return { ...before, span: { ...before.span, bbox: { ...bbox, w }, text: before.span.text + span.text } };
}

function gapBetween(before: FlatSpan, { span }: FlatSpan): number {
  return span.bbox.x - before.span.bbox.x - before.span.bbox.w;
}

/** The engine begins a block at each letter that is raised or lowered by more than the size that it believes. */
function withWholeLines(sized: readonly FlatSpan[], found: readonly FlatSpan[]): readonly FlatSpan[] {
  let block = 0;
  return sized.map((one, index) => {
    const before = sized[index - 1];
    const goesOn = one.block === before?.block || (one !== found[index] && isBeside(before, one));
    block = goesOn ? block : one.block;
    return block === one.block ? one : { ...one, block };
  });
}

function isBeside(before: FlatSpan | undefined, one: FlatSpan): boolean {
  if (before === undefined) return false;
  const { span } = one;
  const size = Math.max(before.span.font.size, span.font.size);
  const gap = gapBetween(before, one);
  return Math.abs(span.y - before.span.y) < mostRaised * size && gap < widestGap * size && gap > -widestOverlap * size;
}

function isUnscaled({ span: { font, bbox, wmode, text } }: FlatSpan): boolean {
  if (font.size > mostUnscaled || wmode !== 0 || bbox.h < leastTimes * font.size) return false;
  return bbox.h <= mostHigh && bbox.w >= leastWide * bbox.h * text.length;
}
