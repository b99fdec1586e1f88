import { boxAround, sharedHeight, sharedWidth } from "../model/boxes.ts";
import {
  cleanText,
  continuesAfterAm,
  continuesAfterCluster,
  continuesSyllable,
  endsInSyllable,
  isAsciiText,
  withoutClusterAgain,
} from "../model/clean-text.ts";
import { hasRightToLeft, isMostlyRightToLeft, orderRuns, signFirst, type Surroundings } from "../model/direction.ts";
import { loneMarker } from "../model/list-markers.ts";
import {
  type Box,
  type LineTag,
  type TextBlock,
  type TextLine,
  textOf,
  type TextRun,
  type TextStyle,
} from "../model/page-content.ts";
import { withShownHyphens } from "./shown-hyphens.ts";
import { boxOf, createStyleReader, type FlatSpan, stextScale } from "./spans.ts";
import { isStacked, uprightSpans } from "./upright-spans.ts";
import {
  bracketsFromRight,
  joinLigatures,
  mayRunFromRight,
  placeMarkedLetters,
  punctuationAfterWords,
} from "./right-to-left.ts";

/** Maximum gap after the marker of a list item, in ems. */
const widestGapAfterSignEm = 4;
const widestGapAfterNumberEm = 2;

/** Maximum gap where letters of a syllable have no glyph, in ems. */
const widestSyllableEm = 2.4;

/**
 * Text that overlaps by more, in ems, is another layer and not the next word. Half of full-width punctuation is blank,
 * and browsers let the next sign overlap it.
 */
const widestOverlapEm = 0.52;

/** Number of runs checked for an overlap. Hostile pages have lines of many thousands. */
const maxLookBack = 16;

/** A gap of this width or more is a space, in ems. */
const spaceGapEm = 0.25;

/**
 * The engine keeps words of one style together unless something separates them, such as cells: then a smaller gap is a
 * space. The same holds between Arabic or Hindi words and others, which never touch.
 */
const setApartGapEm = 0.12;

/** In a typewriter face, a space is as wide as a letter, and listings may set their letters apart. */
const typedGapEm = 0.3;

/** Joins the spans of a page into lines, and the lines into their blocks. */
export function buildBlocks(spans: readonly FlatSpan[]): readonly TextBlock[] {
  const styleOf = createStyleReader();
  const blocks: TextBlock[] = [];
  const upright = uprightSpans(spans);
  const mayBeFromRight = mayRunFromRight(spans);
  const surroundings = mayBeFromRight ? surroundingsIn(spans) : "from-left";
  let closed: OpenLine[] = [];
  let open: OpenLine | undefined;
  const closeBlock = (): void => {
    const lines = (mayBeFromRight ? joinParts(closed) : closed).map((line) => lineOf(line, surroundings));
    if (lines.length > 0) blocks.push({ lines, box: boxAround(lines) });
    closed = [];
  };
  const placed = mayBeFromRight ? punctuationAfterWords(joinLigatures(placeMarkedLetters(spans))) : spans;
  for (const from of placed) {
    const fragment = fragmentOf(from, styleOf, upright.has(from));
    if (open !== undefined && continues(open, fragment)) {
      add(open, fragment);
      continue;
    }
    if (open !== undefined) {
      closed.push(open);
      if (!isSameBlock(lastOf(open).from, from)) closeBlock();
    }
    open = { fragments: [fragment], box: fragment.run.box };
  }
  if (open !== undefined) closed.push(open);
  closeBlock();
  return blocks;
}

function surroundingsIn(spans: readonly FlatSpan[]): Surroundings {
  return isMostlyRightToLeft(spans.map(({ span }) => span.text).join(" ")) ? "from-right" : "from-left";
}

function fragmentOf(from: FlatSpan, styleOf: ReturnType<typeof createStyleReader>, isStacked: boolean): Fragment {
  const { span } = from;
  const style = styleOf(span.font);
  const box = boxOf(span.bbox);
  const isAscii = isAsciiText(span.text);
  const text = isAscii ? span.text : cleanText(span.text);
  return {
    run: { text, box, style },
    isAscii,
    isVertical: span.wmode === 1 || isStacked || isTurned(text, box, style) || isSlanted(text, box, style),
    from,
  };
}

/** Whitespace, and vowel and tone marks above or below a letter. */
const aboveOrBelow = /[\s\p{M}]/gu;

/**
 * Maximum height of upright letters, in ems. Several Arabic ones are narrower than half of it, and clusters of Indian
 * scripts may have the width of their first glyph.
 */
const highestUprightEm = 3;

/** Several characters in a tall, narrow box run upwards or downwards. */
function isTurned(text: string, box: Box, { sizePt }: TextStyle): boolean {
  const [widthPt, heightPt] = [box.x1 - box.x0, box.y1 - box.y0];
  if (text.length <= 2 || heightPt <= 2 * widthPt) return false;
  if (heightPt <= highestUprightEm * sizePt && (hasRightToLeft(text) || endsInSyllable(text))) return false;
  return text.replaceAll(aboveOrBelow, "").length > 2;
}

/** Diagonal text such as a watermark has a box about as high as wide, and much higher than its type, in ems. */
const slantedEm = 1.8;
const minSlantedPt = 14;
const mostUneven = 2;
const severalLetters = /(?:[\p{Lu}\p{Ll}]\s*){4}/u;

function isSlanted(text: string, box: Box, { sizePt }: TextStyle): boolean {
  const [widthPt, heightPt] = [box.x1 - box.x0, box.y1 - box.y0];
  if (sizePt < minSlantedPt || heightPt < slantedEm * sizePt || !severalLetters.test(text)) return false;
  return Math.max(widthPt, heightPt) < mostUneven * Math.min(widthPt, heightPt);
}

function isSameBlock(one: FlatSpan, other: FlatSpan): boolean {
  if (one.tag === undefined || other.tag === undefined) return one.block === other.block;
  return one.tag.element === other.tag.element;
}

/** True if a run continues the line right before it, after it or in a gap of it, and does not overlap it. */
function continues(open: OpenLine, next: Fragment): boolean {
  const last = lastOf(open);
  if (!isSameBlock(last.from, next.from) && !continuesAcross(last, next)) return false;
  const sizePt = Math.max(last.run.style.sizePt, next.run.style.sizePt);
  if (open.fragments[0]?.isVertical === true) return continuesUpright(last.run.box, next.run.box, sizePt);
  if (next.isVertical) return false;
  if (!isOnSameLine(last, next, sizePt)) return false;
  return isBeside(open, next, sizePt);
}

/** Maximum distance of the parts of a word, in ems. */
const touchingEm = 0.1;

/** Letters, and the signs of addresses. */
const endsInWord = /[\p{L}\p{N}./:_-]$/u;
const beginsInWord = /^[\p{L}\p{N}./:_-]/u;

/**
 * True if a run without tags continues the word of the last one, of the same style. A drawing between them, such as the
 * underline of each part of a link, begins another block.
 */
function continuesAcross({ run: last, from }: Fragment, { run, from: next }: Fragment): boolean {
  if (from.tag !== undefined || next.tag !== undefined || last.style !== run.style) return false;
  const touches = Math.abs(run.box.x0 - last.box.x1) < touchingEm * run.style.sizePt;
  return touches && from.span.y === next.span.y && endsInWord.test(last.text) && beginsInWord.test(run.text);
}

/** A combining mark without its own glyph belongs to its letter, wherever the engine places it. */
function isBeside(open: OpenLine, { run }: Fragment, sizePt: number): boolean {
  const gapPt = gapBetween(open.box, run.box);
  // Few runs are so far apart that their text decides.
  if (gapPt >= widestGapEm * sizePt && gapPt >= widestGapOf(open, run) * sizePt) return false;
  if (run.box.x0 === run.box.x1 && isInSyllable(lastOf(open).run, run)) return true;
  const { fragments } = open;
  for (let index = Math.max(0, fragments.length - maxLookBack); index < fragments.length; index += 1) {
    if (!(gapBetween((fragments[index] as Fragment).run.box, run.box) > -widestOverlapEm * sizePt)) return false;
  }
  return true;
}

/** Returns the maximum gap before a run, in ems: `widestGapEm` or more. */
function widestGapOf(open: OpenLine, run: TextRun): number {
  const last = lastOf(open).run;
  const isInWord = last.style === run.style && continuesWord(last.text, run.text);
  return isInSyllable(last, run) || isInWord ? widestSyllableEm : gapAfter(open);
}

function isInSyllable(last: TextRun, run: TextRun): boolean {
  return endsInSyllable(last.text) && continuesSyllable(run.text);
}

/** True if a text continues after a cluster, or with the letter that was given for it already. */
function continuesWord(last: string, text: string): boolean {
  if (!endsInSyllable(last)) return false;
  return continuesAfterCluster(last, text) || text.charAt(0) === last.at(-1);
}

/** Short rotated words look like upright ones. Their position decides. */
function continuesUpright(last: Box, next: Box, sizePt: number): boolean {
  const gapPt = Math.max(next.y0 - last.y1, last.y0 - next.y1);
  return sharedWidth(last, next) > 0.8 && gapPt < widestGapEm * sizePt && gapPt > -widestOverlapEm * sizePt;
}

/** The words of a list item have some distance from its marker and are not another column. */
function gapAfter({ fragments }: OpenLine): number {
  const [first] = fragments;
  if (fragments.length > 2 || first === undefined) return widestGapEm;
  const mark = loneMarker(
    fragments
      .map((fragment) => fragment.run.text)
      .join("")
      .trim(),
  );
  if (mark === undefined) return widestGapEm;
  return mark === "sign" ? widestGapAfterSignEm : widestGapAfterNumberEm;
}

function lastOf(open: OpenLine): Fragment {
  return open.fragments[open.fragments.length - 1] as Fragment;
}

function isOnSameLine(last: Fragment, next: Fragment, sizePt: number): boolean {
  const shiftPt = Math.abs(last.from.span.y / stextScale - next.from.span.y / stextScale);
  if (shiftPt < 0.1 * sizePt) return true;
  if (isDropCap(last, next)) return false;
  return sharedHeight(last.run.box, next.run.box) > 0.5 && shiftPt < 0.6 * sizePt;
}

/** Minimum size ratio of a drop cap. It spans several lines and is joined to the first. */
const dropCapRatio = 1.8;

function isDropCap({ run }: Fragment, next: Fragment): boolean {
  return run.style.sizePt > dropCapRatio * next.run.style.sizePt && /^\s*\p{Lu}\s*$/u.test(run.text);
}

function lineOf({ fragments, box }: OpenLine, surroundings: Surroundings): TextLine {
  const [first] = fragments;
  const runs = first !== undefined && fragments.length === 1 ? [first.run] : fragments.map((fragment) => fragment.run);
  const tag = first?.from.tag;
  if (first?.isVertical === true) return tagged({ runs: spacedAlong(runs), box, direction: "vertical" }, tag);
  const isAscii = fragments.every((fragment) => fragment.isAscii);
  const isRightToLeft = !isAscii && isFromRight(textOf(runs), surroundings);
  const direction = isRightToLeft ? "rtl" : "ltr";
  const read = isRightToLeft
    ? bracketsFromRight(spaced(orderRuns(runs, true)))
    : withoutDoubledClusters(spaced(readFromLeft(runs, surroundings)));
  return tagged({ runs: isAscii ? read : withShownHyphens(read), box, direction }, tag);
}

function isFromRight(text: string, surroundings: Surroundings): boolean {
  return hasRightToLeft(text) && isMostlyRightToLeft(text, surroundings);
}

function readFromLeft(runs: readonly TextRun[], surroundings: Surroundings): readonly TextRun[] {
  const ordered = orderRuns(runs, false);
  return surroundings === "from-right" ? signFirst(ordered) : ordered;
}

function tagged(line: TextLine, tag: LineTag | undefined): TextLine {
  return tag === undefined ? line : { ...line, tag };
}

function spaced(runs: readonly TextRun[]): readonly TextRun[] {
  if (runs.length === 1) return runs;
  return runs.map((run, index) => {
    const before = runs[index - 1];
    if (before === undefined) return run;
    if (endsInSyllable(before.text) && continuesSyllable(run.text)) return withoutMark(before, run);
    return wantsSpace(before, run) ? { ...run, text: ` ${run.text}` } : run;
  });
}

/** Adds spaces where rotated words are apart. Characters of vertical text are set apart without spaces. */
function spacedAlong(runs: readonly TextRun[]): readonly TextRun[] {
  if (runs.length === 1 || runs.some(({ text }) => isStacked(text))) return runs;
  return runs.map((run, index) => {
    const before = runs[index - 1];
    if (before === undefined || /\s$/u.test(before.text) || /^\s/u.test(run.text)) return run;
    const gapPt = Math.max(run.box.y0 - before.box.y1, before.box.y0 - run.box.y1);
    return gapPt < spaceGapEm * run.style.sizePt ? run : { ...run, text: ` ${run.text}` };
  });
}

/** Removes a cluster at the end of a run that the next run begins with again. */
function withoutDoubledClusters(runs: readonly TextRun[]): readonly TextRun[] {
  if (runs.length === 1 || !runs.some(({ text }) => endsInSyllable(text))) return runs;
  return runs.map((run, index) => {
    const rest = (runs[index + 1]?.text ?? "") + (runs[index + 2]?.text ?? "");
    const text = withoutClusterAgain(run.text, rest);
    return text === run.text ? run : { ...run, text };
  });
}

/** Removes the mark at the start of a run that the run before already ends with. */
function withoutMark(before: TextRun, run: TextRun): TextRun {
  const isAgain = run.text.charAt(0) === before.text.at(-1);
  return isAgain ? { ...run, text: run.text.slice(1) } : run;
}

function wantsSpace(before: TextRun, run: TextRun): boolean {
  const gapPt = gapBetween(before.box, run.box);
  const gapEm = gapPt / before.style.sizePt;
  if (before.style === run.style && isWithinWord(before.text, run.text, gapEm)) return false;
  if (gapPt < leastGapEm(before, run) * Math.min(before.style.sizePt, run.style.sizePt)) return false;
  return !/\s$/u.test(before.text) && !/^\s/u.test(run.text);
}

/** Returns the width from which the gap between two runs is a space. */
function leastGapEm(before: TextRun, run: TextRun): number {
  if (before.style.isMonospaced && run.style.isMonospaced) return typedGapEm;
  const areApart = before.style === run.style || hasRightToLeft(before.text) !== hasRightToLeft(run.text);
  return areApart ? setApartGapEm : spaceGapEm;
}

/** Maximum width of the second glyph of the vowel sign am, in ems. */
const widestAmEm = 0.6;

/** True for scripts in which a gap after a text may be the place of a glyph. Spaces between words are characters there. */
function isWithinWord(before: string, text: string, gapEm: number): boolean {
  return endsInSyllable(before) || (gapEm <= widestAmEm && continuesAfterAm(before, text));
}

/** A span in a line that is being built. */
interface Fragment {
  readonly run: TextRun;
  readonly isAscii: boolean;
  readonly isVertical: boolean;
  readonly from: FlatSpan;
}

/** Maximum gap in ems before a new column or cell, as in the engine. */
const widestGapEm = 0.8;

/** A line that may still grow. */
interface OpenLine {
  readonly fragments: Fragment[];
  /** The box of all runs. A single run shares its own box. */
  box: GrowingBox;
}

type GrowingBox = { -readonly [Side in keyof Box]: Box[Side] };

/** Adds a run to a line. */
function add(open: OpenLine, fragment: Fragment): void {
  if (open.fragments.length === 1) open.box = { ...open.box };
  open.fragments.push(fragment);
  grow(open.box, fragment.run.box);
}

function grow(box: GrowingBox, { x0, y0, x1, y1 }: Box): void {
  if (x0 < box.x0) box.x0 = x0;
  if (y0 < box.y0) box.y0 = y0;
  if (x1 > box.x1) box.x1 = x1;
  if (y1 > box.y1) box.y1 = y1;
}

/** Returns the gap between two boxes side by side, negative if they overlap. */
function gapBetween(one: Box, other: Box): number {
  return Math.max(other.x0 - one.x1, one.x0 - other.x1);
}

/** Maximum overlap of parts of one line, in ems: of a ligature, one part may have the first letter and one the second. */
const widestSharedEm = 0.6;

/** Tolerance of a shared baseline, in the engine's tenths of a point. */
const sameBase = 2;

/**
 * Joins the parts of right-to-left lines: Cairo paints the parts between left-to-right words or numbers one after the
 * other from the left, so that the next part seems to start before the last. Adds the parts to the lines they follow.
 */
function joinParts(lines: readonly OpenLine[]): OpenLine[] {
  const joined: OpenLine[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    if (last !== undefined && isPartOf(last, line)) for (const fragment of line.fragments) add(last, fragment);
    else joined.push(line);
  }
  return joined;
}

function isPartOf(last: OpenLine, line: OpenLine): boolean {
  const [one] = last.fragments;
  const [other] = line.fragments;
  if (one === undefined || other === undefined || one.isVertical || other.isVertical) return false;
  if (Math.abs(one.from.span.y - other.from.span.y) > sameBase || sharedHeight(last.box, line.box) < 0.5) return false;
  const gapEm = gapBetween(last.box, line.box) / one.run.style.sizePt;
  return gapEm > -widestSharedEm && gapEm < widestGapEm && (runsFromRight(line) || runsFromRight(last));
}

function runsFromRight({ fragments }: OpenLine): boolean {
  return fragments.some(({ run }) => hasRightToLeft(run.text));
}
