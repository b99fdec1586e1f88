import { boxAround, sharedHeight, sharedWidth } from "../../model/boxes.ts";
import { cleanText, continuesSyllable, endsInSyllable } from "../../model/clean-text.ts";
import { hasRightToLeft, isMostlyRightToLeft, orderRuns, signFirst, type Surroundings } from "../../model/direction.ts";
import { loneMarker } from "../../model/list-markers.ts";
import {
  type Box,
  type LineTag,
  type TextBlock,
  type TextLine,
  textOf,
  type TextRun,
  type TextStyle,
} from "../../model/page-content.ts";
import { boxOf, type FlatSpan, type StextFont, stextScale } from "./spans.ts";
import { add, gapBetween, joinParts, type OpenLine, type Fragment, stackedSpans, widestGapEm } from "./open-line.ts";
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

/** Maximum gap where a letter of a syllable has no glyph, in ems. */
const widestSyllableEm = 1.6;

/** Text that overlaps by more, in ems, is another layer and not the next word. */
const widestOverlapEm = 0.5;

/** Number of runs checked for an overlap. Hostile pages have lines of many thousands. */
const maxLookBack = 16;

/** A gap of this width or more is a space, in ems. */
const spaceGapEm = 0.25;

/**
 * The engine keeps words of one style together unless something separates them, such as cells: then a smaller gap is a
 * space. The same holds between Arabic or Hindi words and others, which never touch.
 */
const setApartGapEm = 0.12;

/** Joins the spans of a page into lines, and the lines into their blocks. */
export function buildBlocks(spans: readonly FlatSpan[]): readonly TextBlock[] {
  const styleOf = createStyleReader();
  const blocks: TextBlock[] = [];
  const stacked = stackedSpans(spans);
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
    const fragment = fragmentOf(from, styleOf, stacked.has(from));
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
  const text = cleanText(span.text);
  return {
    run: { text, box, style },
    isVertical: span.wmode === 1 || isStacked || isTurned(text, box, style) || isSlanted(text, box, style),
    from,
  };
}

/** Whitespace, and vowel and tone marks above or below a letter. */
const aboveOrBelow = /[\s\p{M}]/gu;

/** Maximum height of Arabic fonts, in ems. Several of their letters are narrower than half of it. */
const highestFromRightEm = 3;

/** Several characters in a tall, narrow box run upwards or downwards. */
function isTurned(text: string, box: Box, { sizePt }: TextStyle): boolean {
  const [widthPt, heightPt] = [box.x1 - box.x0, box.y1 - box.y0];
  if (text.length <= 2 || heightPt <= 2 * widthPt) return false;
  if (heightPt <= highestFromRightEm * sizePt && hasRightToLeft(text)) return false;
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
  if (!isSameBlock(last.from, next.from)) return false;
  const sizePt = Math.max(last.run.style.sizePt, next.run.style.sizePt);
  if (open.fragments[0]?.isVertical === true) return continuesUpright(last.run.box, next.run.box, sizePt);
  if (next.isVertical) return false;
  if (!isOnSameLine(last, next, sizePt)) return false;
  return isBeside(open, next, sizePt);
}

/** A combining mark without its own glyph belongs to its letter, wherever the engine places it. */
function isBeside(open: OpenLine, { run }: Fragment, sizePt: number): boolean {
  const isInSyllable = endsInSyllable(lastOf(open).run.text) && continuesSyllable(run.text);
  const widestEm = isInSyllable ? widestSyllableEm : gapAfter(open);
  if (gapBetween(open.box, run.box) >= widestEm * sizePt) return false;
  if (isInSyllable && run.box.x0 === run.box.x1) return true;
  const near = open.fragments.slice(-maxLookBack);
  return near.every((fragment) => gapBetween(fragment.run.box, run.box) > -widestOverlapEm * sizePt);
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
  if (first?.isVertical === true) return tagged({ runs, box, direction: "vertical" }, tag);
  const text = textOf(runs);
  const isRightToLeft = hasRightToLeft(text) && isMostlyRightToLeft(text, surroundings);
  const direction = isRightToLeft ? "rtl" : "ltr";
  const read = isRightToLeft
    ? bracketsFromRight(spaced(orderRuns(runs, true)))
    : spaced(readFromLeft(runs, surroundings));
  return tagged({ runs: read, box, direction }, tag);
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

/** Removes the mark at the start of a run that the run before already ends with. */
function withoutMark(before: TextRun, run: TextRun): TextRun {
  const isAgain = run.text.charAt(0) === before.text.at(-1);
  return isAgain ? { ...run, text: run.text.slice(1) } : run;
}

function wantsSpace(before: TextRun, run: TextRun): boolean {
  const gapPt = gapBetween(before.box, run.box);
  if (before.style === run.style && endsInSyllable(before.text)) return false;
  const areApart = before.style === run.style || hasRightToLeft(before.text) !== hasRightToLeft(run.text);
  const leastEm = areApart ? setApartGapEm : spaceGapEm;
  if (gapPt < leastEm * Math.min(before.style.sizePt, run.style.sizePt)) return false;
  return !/\s$/u.test(before.text) && !/^\s/u.test(run.text);
}

const subsetPrefix = /^[A-Z]{6}\+/u;
const boldName = /bold|black|heavy|demi(?!aeval)|semibd|[-,_](?:bd|b)\b|cmbx|sfbx|[-_]medi$/iu;
const italicName = /italic|oblique|slanted|[-,_]it\b|cmti|sfti|cmsl|[-_](?:medi)?ital$/iu;
const monospacedName =
  /mono|courier|consol|typewriter|menlo|monaco|fixed|cmtt|sftt|lettergothic|andale|inconsolata|nimbusmonl|sourcecode|firacode|cascadiacode|iosevka|texgyrecursor|mplus ?\dm/iu;

interface KnownStyle {
  readonly font: StextFont;
  readonly style: TextStyle;
}

/**
 * Creates a function that returns the style of a font: the same object for the same font and size, because a page has
 * thousands of runs.
 */
function createStyleReader(): (font: StextFont) => TextStyle {
  const known: KnownStyles = new Map();
  let last: KnownStyle | undefined;
  return (font) => {
    // Most runs look like the one before.
    if (last === undefined || !isSameFont(font, last.font)) last = knownStyle(known, font);
    return last.style;
  };
}

/** By name and size. A combined key would have to be built for each run. */
type KnownStyles = Map<string, Map<number, KnownStyle[]>>;

function knownStyle(known: KnownStyles, font: StextFont): KnownStyle {
  let bySize = known.get(font.name);
  if (bySize === undefined) known.set(font.name, (bySize = new Map<number, KnownStyle[]>()));
  let alike = bySize.get(font.size);
  if (alike === undefined) bySize.set(font.size, (alike = []));
  const found = alike.find((one) => isSameFont(font, one.font));
  if (found !== undefined) return found;
  const added = { font, style: styleOf(font) };
  alike.push(added);
  return added;
}

function isSameFont(one: StextFont, other: StextFont): boolean {
  if (one === other) return true;
  return one.size === other.size && one.name === other.name && one.weight === other.weight && one.style === other.style;
}

function styleOf(font: StextFont): TextStyle {
  const name = font.name.replace(subsetPrefix, "");
  return {
    font: name,
    sizePt: font.size / stextScale,
    isBold: font.weight === "bold" || boldName.test(name),
    isItalic: font.style === "italic" || italicName.test(name),
    isMonospaced: font.family === "monospace" || monospacedName.test(name),
  };
}
