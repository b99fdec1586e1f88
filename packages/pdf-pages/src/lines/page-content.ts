import type { Box, PageContent } from "../model/page-content.ts";
import { hasRightToLeft } from "../model/direction.ts";
import { isDrawingFont } from "../model/tex-symbols.ts";
import { buildBlocks } from "./build-lines.ts";
import { withCircledLetters } from "./circled-letters.ts";
import { joinAccents, joinAccentsOfFormulas, spacingAccents } from "./join-accents.ts";
import { joinDropCaps } from "./drop-caps.ts";
import {
  addSpaces,
  joinStrokes,
  partedUnits,
  punctuationAsDisplayed,
  restoreLigatures,
  splitTightLines,
  stroke,
} from "./correct-spans.ts";
import { joinSpacedLetters } from "./letter-spacing.ts";
import { withoutOverprints } from "./overprints.ts";
import type { PlacedGlyph } from "./placed-glyphs.ts";
import { mayRunFromRight } from "./right-to-left.ts";
import { sizedByLetters } from "./scaled-fonts.ts";
import { placeSignsInGaps } from "./signs-in-gaps.ts";
import { placeStraySigns } from "./stray-signs.ts";
import { withoutUnshownHyphens } from "./shown-hyphens.ts";
import { withoutSqueezedSpaces } from "./squeezed-spaces.ts";
import { boxOf, type FlatPage, type FlatSpan, type StextBox, type StextLine, stextScale } from "./spans.ts";
import { joinStruckLetters } from "./struck-letters.ts";
import { withShownSymbols } from "./symbol-fonts.ts";
import { turnByStart } from "./upright-spans.ts";

/** A page as the engine or the fast path found it. */
export interface FoundPage extends PageSize {
  readonly flat: FlatPage;
  /** Returns the characters of the page with their positions. Called only if spans alone do not show the words. */
  readonly readGlyphs: () => readonly PlacedGlyph[];
}

/** Builds the content of a page from its spans: words, lines and blocks. */
export function contentOf({ flat, readGlyphs, widthPt, heightPt }: FoundPage): PageContent {
  const size = { widthPt, heightPt };
  const sound = withoutDummySpaces(withoutDrawing({ ...flat, spans: withCircledLetters(flat.spans) }));
  const { spans: found, images, hasVectors, mayDrawBullets } = withWholeWords(sound, readGlyphs);
  const spans = untagMargins(withShownSymbols(found));
  const rotation = rotationOf(spans);
  const withRotation = { ...(rotation === 0 ? {} : { rotation }), ...(mayDrawBullets ? { mayDrawBullets } : {}) };
  const content = { ...size, ...withRotation, images: images.filter((image) => isOnPage(image, size)), hasVectors };
  if (!spans.some(({ span }) => isBeyond(span.bbox, size)))
    return { ...content, blocks: joinDropCaps(buildBlocks(spans)) };
  const beyond = spans.filter(({ span }) => isBeyond(span.bbox, size));
  const inside = spans.filter(({ span }) => !isBeyond(span.bbox, size));
  return { ...content, blocks: joinDropCaps(buildBlocks(inside)), ...outsideOf(beyond) };
}

/** Removes text in fonts that draw. */
function withoutDrawing(flat: FlatPage): FlatPage {
  const spans = flat.spans.filter(({ span }) => !isDrawingFont(span.font.name));
  return spans.length === flat.spans.length ? flat : { ...flat, spans, hasVectors: true };
}

/** Minimum share of a space that is under the next text if it is not a real space, and minimum number of such spaces. */
const leastCovered = 0.5;
const leastDummies = 10;

/**
 * Removes spaces under the text after them. Some publishers write one after each part of a line, also before subscripts
 * and punctuation.
 */
function withoutDummySpaces(flat: FlatPage): FlatPage {
  const { spans } = flat;
  const kept = spans.filter((one, index) => !isDummySpace(one, spans[index + 1]));
  return spans.length - kept.length < leastDummies || mayRunFromRight(spans) ? flat : { ...flat, spans: kept };
}

/** The box of a space in a horizontal line is higher than wide. */
function isDummySpace({ span, block }: FlatSpan, next: FlatSpan | undefined): boolean {
  if (next === undefined || next.block !== block || span.text.trim() !== "") return false;
  if (span.bbox.w <= 0 || span.bbox.w >= span.bbox.h) return false;
  const { bbox } = next.span;
  const sharedPt = Math.min(span.bbox.x + span.bbox.w, bbox.x + bbox.w) - Math.max(span.bbox.x, bbox.x);
  const isOnLine = Math.abs(next.span.y - span.y) < span.font.size / 2;
  return isOnLine && sharedPt > leastCovered * span.bbox.w;
}

interface PageSize {
  readonly widthPt: number;
  readonly heightPt: number;
}

/** True if a box is entirely outside the page. A box without a size is unknown to the engine. */
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

function withWholeWords(found: FlatPage, readGlyphs: () => readonly PlacedGlyph[]): FlatPage {
  let glyphs: readonly PlacedGlyph[] | undefined;
  const readOnce = (): readonly PlacedGlyph[] => (glyphs ??= readGlyphs());
  const painted = withoutUnshownHyphens(withoutOverprints(found.spans, readOnce), readOnce);
  const isFromLeft = !mayRunFromRight(painted);
  const flat = { ...found, spans: sizedByLetters(isFromLeft ? painted : placeSignsInGaps(painted, readOnce)) };
  const spans = isFromLeft
    ? withoutSqueezedSpaces(flat.spans, readOnce)
    : punctuationAsDisplayed(restoreLigatures(flat.spans, readOnce), readOnce);
  const whole = joinSpacedLetters(placeStraySigns(spans, flat.spans, readOnce), readOnce);
  const signed = holdsSigns(whole) ? withWholeSigns(whole, readOnce) : whole;
  return { ...flat, spans: joinStruckLetters(splitTightLines(signed, readOnce)) };
}

/** Joins characters that are painted over each other, and separates words. */
function withWholeSigns(spans: readonly FlatSpan[], readGlyphs: () => readonly PlacedGlyph[]): readonly FlatSpan[] {
  const accented = joinAccents(spans, readGlyphs);
  return addSpaces(joinStrokes(joinAccentsOfFormulas(accented)), readGlyphs);
}

/** Matches every character that `withWholeSigns` looks for: accents, strokes, and letters of some scripts. */
const otherSign = new RegExp(`[${spacingAccents}${stroke}${partedUnits}]`);

function holdsSigns(spans: readonly FlatSpan[]): boolean {
  return spans.some(({ span }) => otherSign.test(span.text));
}

/** Clockwise rotation in degrees that makes the text of a page upright. */
type Rotation = 0 | 90 | 180 | 270;

/** Minimum length of spans whose direction is visible from their boxes. */
const minLength = 3;

/** Minimum share of characters that must have the same direction. */
const minShare = 0.8;

/** Minimum number of characters. Fewer are a stamp or an axis label. */
const minCharacters = 40;

/** Returns the rotation of most text on a page, such as a scan or a landscape page on its side. */
function rotationOf(spans: readonly FlatSpan[]): Rotation {
  const characters = { 0: 0, 90: 0, 180: 0, 270: 0 };
  for (const { span } of spans) {
    if (span.text.length >= minLength && span.wmode === 0) characters[rotationOfSpan(span)] += span.text.length;
  }
  const total = characters[0] + characters[90] + characters[180] + characters[270];
  if (total - characters[0] < minCharacters) return 0;
  const turns = [90, 180, 270] as const;
  return turns.find((rotation) => characters[rotation] >= minShare * total) ?? 0;
}

/** The start of a span on its baseline lies at a different side of its box for each direction. */
function rotationOfSpan(span: StextLine): Rotation {
  const { bbox, x, y } = span;
  if (bbox.h > 2 * bbox.w) return y > bbox.y + bbox.h / 2 ? 90 : 270;
  if (bbox.w < 2 * bbox.h && !hasRightToLeft(span.text)) {
    const turn = turnByStart(span);
    if (turn !== undefined) return turn === "up" ? 90 : 270;
  }
  const isUpsideDown = bbox.w > bbox.h && y < bbox.y + 0.4 * bbox.h && x > bbox.x + bbox.w / 2;
  return isUpsideDown ? 180 : 0;
}

/** Minimum distance, in font sizes, at which a part of an element is checked. */
const leapEm = 2;

/** Spans of one block of the engine, with their position on the page. */
interface Part {
  readonly spans: readonly FlatSpan[];
  readonly y0: number;
  readonly y1: number;
}

/**
 * Removes the tags of untagged headers and footers: a browser paints them after the text as
 * artifacts, and the engine assigns them to the last element. They are above or below everything else on the page,
 * unlike an element that continues in another column.
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

/** Returns the parts of elements that are far from the previous part of the same element, and all parts after those. */
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
