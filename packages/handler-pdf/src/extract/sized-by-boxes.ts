import type { FlatSpan } from "../model/flat-spans.ts";
import type { StextFont } from "../model/stext-json.ts";

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
  return withWholeWords(withWholeLines(sized, spans), fonts);
}

/** The engine begins a span, too, so that an accent is apart from its letter. Where a space is seen, the spans stay two. */
function withWholeWords(sized: readonly FlatSpan[], fonts: ReadonlyMap<string, StextFont>): readonly FlatSpan[] {
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
