import { narrowest, textEms } from "../model/plain-text.ts";
import { type FlatSpan, type StextFont } from "./spans.ts";

/** In tenths of a point: no font is this small, and no letter this tall. */
const mostUnscaled = 10;
const mostHigh = 1000;

/** Minimum ratio of the letter box height to a font size of about one unit. */
const leastTimes = 4;

/** Minimum width of a letter as a share of its height. Small rotated text has tall boxes too, but is narrower. */
const leastWide = 0.15;

/** Maximum offset and distance of letters in one line, in font sizes. */
const mostRaised = 0.5;
const widestGap = 0.5;
/** How far a letter goes back below its accent, in font sizes. */
const widestOverlap = 0.65;

/** Minimum gap that may be a space, in font sizes. */
const leastSpace = 0.11;

/**
 * Sets the size of fonts that are scaled only by the page, as bitmap fonts of old programs are: their font size is one
 * dot. The boxes of their letters show it, or else their widths. Returns the same spans if there is no such font.
 */
export function sizedByLetters(spans: readonly FlatSpan[]): readonly FlatSpan[] {
  const sizes = sizesIn(spans);
  if (sizes.size === 0 && !spans.some(isUnscaled)) return spans;
  const fonts = new Map<string, StextFont>();
  const sized = spans.map((one) => {
    const { font, bbox, y } = one.span;
    const size = sizes.get(keyOf(font));
    if (size === undefined && !isUnscaled(one)) return one;
    const key = `${keyOf(font)} ${size ?? bbox.h}`;
    const itself = fonts.get(key) ?? { ...font, size: size ?? bbox.h };
    fonts.set(key, itself);
    const box = size === undefined ? bbox : { ...bbox, y: Math.round(y - usualAscent * size), h: size };
    return { ...one, span: { ...one.span, font: itself, bbox: box } };
  });
  return withWholeLetters(withWholeLines(sized, spans), fonts);
}

/** Height of letters above the baseline in most fonts, in ems. */
export const usualAscent: number = 0.75;

function keyOf({ name, size }: StextFont): string {
  return `${name} ${size}`;
}

/** Minimum and maximum ratio of the height of letter boxes to a plausible size. Other heights do not show the size. */
const lowestBox = 0.5;
const highestBox = 2;

/** Returns the sizes of fonts with too wide letters, if the boxes of these have no usable height. */
function sizesIn(spans: readonly FlatSpan[]): ReadonlyMap<string, number> {
  const measures = createFontMeasures();
  const heights = new Map<string, number>();
  for (const { span } of spans) {
    const { font, bbox, text, wmode } = span;
    if (wmode === 0) measures.add(keyOf(font), { text, width: bbox.w, size: font.size });
    heights.set(keyOf(font), bbox.h);
  }
  const found = [...measures.sizes()].filter(([key, size]) => {
    const height = heights.get(key) ?? 0;
    return height <= lowestBox * size || height >= highestBox * size;
  });
  return new Map(found);
}

/** Minimum ratio of the width of letters to that of their size, and minimum number of letters to tell it. */
const leastWider = 4;
const leastLetters = 6;

/** Letters of a font, with their width and the size of the font in the same unit. */
interface MeasuredLetters {
  readonly text: string;
  readonly width: number;
  readonly size: number;
}

/** Measures fonts by the widths of their letters. */
interface FontMeasures {
  /** Adds letters of a font. */
  add(font: string, letters: MeasuredLetters): void;
  /**
   * Returns the sizes of fonts whose letters are several times wider than their stated size. One with few letters is as
   * large as the one with most.
   */
  sizes(): ReadonlyMap<string, number>;
}

/** Minimum share of letters that are too wide. A single wide one may include a gap. */
const wideShare = 0.8;

/** Creates measures of the fonts of a page. */
export function createFontMeasures(): FontMeasures {
  const fonts = new Map<string, { width: number; ems: number; wide: number; count: number }>();
  return {
    add(font, { text, width, size }) {
      // A font of less than half a unit has the size 0.
      if (!(size >= 0 && width > 0 && Number.isFinite(width))) return;
      const measure = fonts.get(font) ?? { width: 0, ems: 0, wide: 0, count: 0 };
      fonts.set(font, measure);
      measure.count += text.length;
      // Nearly all text ends here.
      if (width < leastWider * size * narrowest * text.length || text.trim() === "") return;
      const ems = textEms(text);
      if (width < leastWider * size * ems) return;
      measure.width += width;
      measure.ems += ems;
      measure.wide += text.length;
    },
    sizes() {
      const found = [...fonts].flatMap(([font, { width, ems, wide, count }]) =>
        wide > 0 && wide >= wideShare * count ? [{ font, size: Math.round(width / ems), count }] : [],
      );
      const [main] = found.toSorted((one, other) => other.count - one.count);
      if (main === undefined || main.count < leastLetters) return new Map();
      return new Map(found.map(({ font, size, count }) => [font, count < leastLetters ? main.size : size]));
    },
  };
}

/**
 * The engine also starts a new span there, which separates an accent from its letter. Spans with a space between them
 * stay separate.
 */
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

/** The engine starts a new block at each letter that is offset by more than the assumed font size. */
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
