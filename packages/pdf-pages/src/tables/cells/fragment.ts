import { linkText } from "../../layout/inline-text.ts";
import type { Box, PageContent, TextLine, TextRun } from "../../model/page-content.ts";
import { hasInk, isInk, singleSpaced } from "../../model/plain-text.ts";
import { withRaisedNumbers } from "../../model/raised-numbers.ts";
import { wordCount } from "./cell-kinds.ts";

/** Adjacent words of one line: a cell, or one line of it. */
export interface Fragment {
  readonly text: string;
  readonly box: Box;
  readonly line: TextLine;
  readonly sizePt: number;
  readonly isBold: boolean;
  readonly isMonospaced: boolean;
  readonly font: string;
  /** True if the text starts with a space of unknown width, which the box may include. */
  readonly isSpaced?: boolean;
  /** True if spaces follow each other before or between its words, which may be the gap before a cell. */
  readonly hasWideSpaces?: boolean;
  /** True if leaders followed the text, or preceded it. */
  readonly isLed?: boolean;
}

/** Runs of one line that are further apart are in different cells, in ems. */
const cellGapEms = 0.8;

/** The engine keeps words of one style together unless something separates them. Then this gap is enough, in ems. */
const setApartEms = 0.18;

/** Approximate width of a space, which is in the box of a run that starts or ends with one, in ems. */
const spaceEms = 0.2;

/** A run that starts this near to the end of the one before, in ems, and after its space, continues its words. */
const adjoiningEms = 0.05;

/** Runs further apart than this are separate words even without a space, in ems. */
const wordGapEms = 0.15;

/** Returns the fragments of a page. Skips vertical lines, and lines with hidden text, which a cell could not mark. */
export function fragmentsOf(content: PageContent): readonly Fragment[] {
  const fragments: Fragment[] = [];
  for (const block of content.blocks) {
    for (const line of block.lines) {
      if (isUsable(line)) addFragments(fragments, line);
    }
  }
  return startedAtColumns(fragments);
}

/** Starts of one column differ by less, in points. */
const samePt = 0.7;

/** Minimum number of fragments that show where a column starts. */
const leastStarts = 2;

/**
 * Moves the start of fragments to the start of their column. The box of a run that starts with a space begins at the end
 * of the run before, however wide the space is.
 */
function startedAtColumns(fragments: readonly Fragment[]): readonly Fragment[] {
  if (!fragments.some(({ isSpaced }) => isSpaced === true)) return fragments;
  const starts = fragments
    .flatMap(({ box, isSpaced }) => (isSpaced === true ? [] : [box.x0]))
    .toSorted((a, b) => a - b);
  const shared = starts.filter((x0, index) => (starts[index + leastStarts - 1] ?? Infinity) - x0 <= samePt);
  return fragments.map((fragment) => {
    const { box, isSpaced, sizePt } = fragment;
    const x0 = isSpaced === true ? (shared[firstAfter(shared, box.x0)] ?? Infinity) : Infinity;
    return x0 < box.x1 && x0 - box.x0 < cellGapEms * sizePt ? { ...fragment, box: { ...box, x0 } } : fragment;
  });
}

/** Returns the index of the first of some sorted numbers that is not less than one. */
function firstAfter(sorted: readonly number[], least: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns vertical words, as in heads of narrow columns. Only rules around their cell show where they belong. */
export function verticalFragmentsOf(content: PageContent): readonly Fragment[] {
  const lines = content.blocks.flatMap((block) => block.lines.filter(({ direction }) => direction === "vertical"));
  return lines.flatMap((line) => {
    const runs = line.runs.filter((run) => hasInk(run.text));
    const isShown = runs.every((run) => run.hidden === undefined);
    return isShown && runs.length > 0 ? [fragmentOf(runs, line)] : [];
  });
}

function isUsable(line: TextLine): boolean {
  return line.direction !== "vertical" && line.runs.every((run) => run.hidden === undefined);
}

function addFragments(fragments: Fragment[], line: TextLine): void {
  let group: TextRun[] = [];
  let space: TextRun | undefined;
  for (const run of line.runs) {
    if (!hasInk(run.text)) {
      space = run;
      continue;
    }
    const before = group.at(-1);
    if (before !== undefined && !areApart(before, run, space !== undefined)) group.push(withSpace(run, before, space));
    else {
      if (before !== undefined) fragments.push(fragmentOf(group, line));
      group = [run];
    }
    space = undefined;
  }
  if (group.length > 0) fragments.push(fragmentOf(group, line));
}

/** Minimum width of a space between two runs, in ems. A narrower one only moves what follows. */
const leastSpaceEms = 0.1;

/** Returns a run with the space that is painted between it and the one before: it may share the place of its words. */
function withSpace(run: TextRun, before: TextRun, space: TextRun | undefined): TextRun {
  if (space === undefined || space.box.x1 - space.box.x0 < leastSpaceEms * run.style.sizePt) return run;
  return gapBetween(before.box, run.box) < 0 ? run : { ...run, text: ` ${run.text}` };
}

/**
 * True if two runs of a line are in different fragments. After a run of spaces in another font, such as those in large
 * numbers, only `cellGapEms` separates fragments.
 */
function areApart(before: TextRun, run: TextRun, isAfterSpace: boolean): boolean {
  const gapEms = gapBetween(inkBox(before), inkBox(run)) / run.style.sizePt;
  if (gapEms > cellGapEms || gapEms < setApartEms || isAfterSpace) return gapEms > cellGapEms;
  if (endsInSpace.test(before.text) && gapBetween(before.box, run.box) < adjoiningEms * run.style.sizePt) return false;
  return before.style.font === run.style.font && before.style.sizePt === run.style.sizePt;
}

/** One space, which some programs paint after each word before they place the next one. */
const endsInSpace = /\S\s$/u;

/** Returns the box of a run without spaces at its ends. */
function inkBox({ text, box, style }: TextRun): Box {
  const [isAtStart, isAtEnd] = [isSpaceAt(text, 0), isSpaceAt(text, text.length - 1)];
  if (!isAtStart && !isAtEnd) return box;
  const space = Math.min(spaceEms * style.sizePt, (box.x1 - box.x0) / 4);
  return { x0: box.x0 + (isAtStart ? space : 0), y0: box.y0, x1: box.x1 - (isAtEnd ? space : 0), y1: box.y1 };
}

function isSpaceAt(text: string, index: number): boolean {
  return !isInk(text.charCodeAt(index)) && /\s/u.test(text.charAt(index));
}

function fragmentOf(runs: readonly TextRun[], line: TextLine): Fragment {
  const [only] = runs;
  const isOne = only !== undefined && runs.length === 1;
  const longest = isOne ? only : runs.reduce((most, run) => (run.text.length > most.text.length ? run : most));
  const text = joined(runs);
  // Otherwise the text has single spaces.
  const mayHaveSpaces = line.direction === "ltr" && !(isOne && text === only.text);
  return {
    text,
    box: isOne ? inkBox(only) : runs.map(inkBox).reduce(around),
    line,
    sizePt: longest.style.sizePt,
    isBold: longest.style.isBold,
    isMonospaced: longest.style.isMonospaced,
    font: longest.style.font,
    isSpaced: runs[0] !== undefined && isSpaceAt(runs[0].text, 0) && line.direction === "ltr",
    hasWideSpaces: mayHaveSpaces && runs.some((run) => isIndented(run) || hasWideSpaces(run)),
  };
}

/** Spaces of a monospaced font are wide: two of them are a gap between cells. */
const wideSpaces = /\S {3,}\S/u;
const monospacedGap = /\S {2,}\S/u;
const monospacedIndent = /^ {2}/u;

/** True if some spaces between words are several. Programs for plain text move to the next column like that. */
export function hasWideSpaces({ text, style }: TextRun): boolean {
  return text.includes("  ") && (style.isMonospaced ? monospacedGap : wideSpaces).test(text);
}

function isIndented({ text, style }: TextRun): boolean {
  return style.isMonospaced && monospacedIndent.test(text);
}

function joined(runs: readonly TextRun[]): string {
  const [only] = runs;
  if (only !== undefined && runs.length === 1 && only.link === undefined) return singleSpaced(only.text);
  const parts: { space: string; words: string; link: string | undefined }[] = [];
  let before: TextRun | undefined;
  for (const run of withRaisedNumbers(runs)) {
    const space = isWordApart(before, run) ? " " : "";
    const last = parts.at(-1);
    if (last !== undefined && last.link === run.link) last.words += space + run.text;
    else parts.push({ space, words: run.text, link: run.link });
    before = run;
  }
  const texts = parts.map(({ space, words, link }) => space + (link === undefined ? words : linked(words, link)));
  return singleSpaced(texts.join(""));
}

/** Returns words as a link, without the spaces around them in it. */
function linked(words: string, link: string): string {
  const plain = words.trim();
  return plain === "" ? words : words.replace(plain, () => linkText(plain, link));
}

function isWordApart(before: TextRun | undefined, run: TextRun): boolean {
  return before !== undefined && gapBetween(before.box, run.box) > wordGapEms * run.style.sizePt;
}

/** Returns the gap between two boxes of one line, negative if they overlap. */
export function gapBetween(a: Box, b: Box): number {
  return Math.max(a.x0, b.x0) - Math.min(a.x1, b.x1);
}

/** Returns the smallest box around two boxes. */
export function around(a: Box, b: Box): Box {
  return {
    x0: Math.min(a.x0, b.x0),
    y0: Math.min(a.y0, b.y0),
    x1: Math.max(a.x1, b.x1),
    y1: Math.max(a.y1, b.y1),
  };
}

/** Space left at the end of a line by word spacing, in ems. */
const slackEms = 0.5;

/** Longer text is in a script without spaces, which breaks anywhere. */
const longestWordEms = 6;

/** True if the first word of a line had no room at the end of the line above, which could extend to `edge`. */
export function isWrapped(above: Fragment, below: Fragment, edge: number): boolean {
  const word = below.text.split(" ")[0] ?? "";
  const share = ((word.length + 1) / Math.max(below.text.length, 1)) * (below.box.x1 - below.box.x0);
  const wordPt = Math.min(share, longestWordEms * below.sizePt);
  return above.box.x1 + wordPt + slackEms * below.sizePt > edge;
}

/** Minimum number of words in a line of a sentence, and minimum share of its column that it fills. */
const leastRunOnWords = 3;
const runOnShare = 0.6;

/** True if a sentence continues in lowercase below a long line: words are not divided in ragged text, and lines vary. */
export function isRunOn(above: Fragment, below: Fragment, edge: number): boolean {
  if (!/^\p{Ll}/u.test(below.text) || /[.!?:;]$/u.test(above.text)) return false;
  const { x0, x1 } = above.box;
  return wordCount(above.text) >= leastRunOnWords && x1 - x0 >= runOnShare * (edge - x0);
}
