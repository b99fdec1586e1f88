import { boxAround } from "../model/boxes.ts";
import type { Box, PageContent, TextLine, TextRun } from "../model/page-content.ts";
import type { PageModel } from "../model/page-model.ts";
import { hasInk } from "../model/plain-text.ts";

/** Maximum height, and minimum and maximum width, of an underscore that is drawn as a rule, in points. */
const maxUnderscoreHeightPt = 1;
const minUnderscorePt = 1.5;
const maxUnderscorePt = 9;

/** Maximum number of such rules on a page. More are a drawing. */
const maxUnderscores = 2000;

/** Maximum distance of the words from the underscore between them, in ems. TeX leaves 0.06. */
const besideEms = 0.16;

/** Where an underscore is in its line, as shares of the line's height from the top. */
const highestShare = 0.6;
const lowestShare = 1.1;

/** Tops of words on one line differ by less, in points. */
const sameLinePt = 0.5;

/**
 * Joins words at the underscores between them. TeX draws the underscore of its oldest fonts as a rule, so that a name such
 * as `log_dialog` is two words. Old versions of Ghostscript write a rule as an image. Calls the slow `trueVectors` only
 * if words have such gaps.
 */
export function withUnderscores(content: PageContent, { trueVectors }: Pick<PageModel, "trueVectors">): PageContent {
  if (!mayHoldRules(content) || !hasGaps(content)) return content;
  const drawn = underscoresIn([...vectorsOf(content, trueVectors), ...content.images]);
  if (drawn.length === 0 || drawn.length > maxUnderscores) return content;
  const joints = jointsAmong(wordsOf(content), drawn);
  if (joints.size === 0) return content;
  const { following, behind, joined } = chainsOf(joints);
  const lineOf = (line: TextLine): TextLine => {
    const lines = [line];
    for (let next = following.get(line); next !== undefined; next = following.get(next)) lines.push(next);
    const runs = joinedRuns(lines, joined);
    if (lines.length === 1 && runs.length === line.runs.length) return line;
    return { ...line, runs, box: boxAround(lines) };
  };
  const blocks = content.blocks.map((block) => {
    const lines = block.lines.filter((line) => !behind.has(line)).map(lineOf);
    return { ...block, lines };
  });
  return { ...content, blocks: blocks.filter(({ lines }) => lines.length > 0) };
}

interface Chains {
  /** The line that follows a line behind an underscore, and all such lines. */
  readonly following: ReadonlyMap<TextLine, TextLine>;
  readonly behind: ReadonlySet<TextLine>;
  /** The runs before an underscore. */
  readonly joined: ReadonlySet<TextRun>;
}

function chainsOf(joints: ReadonlyMap<Word, Word>): Chains {
  const following = new Map<TextLine, TextLine>();
  const behind = new Set<TextLine>();
  const joined = new Set<TextRun>();
  for (const [{ line, run }, next] of joints) {
    if (line !== next.line) {
      // Lines that are painted over each other may lead to each other.
      if (behind.has(next.line) || leadsTo(next.line, line, following)) continue;
      following.set(line, next.line);
      behind.add(next.line);
    }
    joined.add(run);
  }
  return { following, behind, joined };
}

function mayHoldRules({ hasVectors, images }: PageContent): boolean {
  return hasVectors !== false || images.some(isUnderscore);
}

function vectorsOf({ hasVectors }: PageContent, trueVectors: PageModel["trueVectors"]): readonly Box[] {
  return hasVectors === false ? [] : trueVectors().map(({ box }) => box);
}

function leadsTo(from: TextLine, to: TextLine, following: ReadonlyMap<TextLine, TextLine>): boolean {
  for (let line: TextLine | undefined = from; line !== undefined; line = following.get(line))
    if (line === to) return true;
  return false;
}

/** True if a gap between two words may be that of an underscore. */
function hasGaps({ blocks }: PageContent): boolean {
  let last: TextRun | undefined;
  for (const { lines } of blocks) {
    for (const { runs } of lines) {
      for (const run of runs) {
        if (!hasInk(run.text)) continue;
        if (last !== undefined && isGapOfUnderscore(last, run)) return true;
        last = run;
      }
    }
  }
  return false;
}

function isGapOfUnderscore(last: TextRun, next: TextRun): boolean {
  const gapPt = next.box.x0 - last.box.x1;
  return (
    gapPt >= minUnderscorePt && gapPt <= maxUnderscorePt + 2 * besideEms * last.style.sizePt && areAlike(last, next)
  );
}

/** Returns the rules that may be underscores, from the left. Those that touch another one are parts of an underline. */
function underscoresIn(drawn: readonly Box[]): readonly Box[] {
  const flat = drawn.filter(({ y0, y1 }) => y1 - y0 <= maxUnderscoreHeightPt);
  const starts = new Set(flat.map(({ x0, y0 }) => placeOf(x0, y0)));
  const ends = new Set(flat.map(({ x1, y0 }) => placeOf(x1, y0)));
  return flat
    .filter((box) => isUnderscore(box) && !starts.has(placeOf(box.x1, box.y0)) && !ends.has(placeOf(box.x0, box.y0)))
    .toSorted((one, other) => one.x0 - other.x0);
}

/** A place to half a point. */
function placeOf(x: number, y: number): string {
  return `${Math.round(2 * x)} ${Math.round(2 * y)}`;
}

function isUnderscore({ x0, y0, x1, y1 }: Box): boolean {
  return y1 - y0 <= maxUnderscoreHeightPt && x1 - x0 >= minUnderscorePt && x1 - x0 <= maxUnderscorePt;
}

/** A run of words in its line. */
interface Word {
  readonly run: TextRun;
  readonly line: TextLine;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** Returns the runs of a page, sorted by lines and from the left. */
function wordsOf({ blocks }: PageContent): readonly Word[] {
  const words = blocks.flatMap(({ lines }) =>
    lines.flatMap((line) => {
      const runs = line.direction === "ltr" ? line.runs.filter(({ text }) => hasInk(text)) : [];
      return runs.map((run, index) => ({ run, line, isFirst: index === 0, isLast: index === runs.length - 1 }));
    }),
  );
  const sorted = words.toSorted((one, other) => one.run.box.y0 - other.run.box.y0);
  const rows: Word[][] = [];
  let top = -Infinity;
  for (const word of sorted) {
    const { y0 } = word.run.box;
    if (y0 - top <= sameLinePt) rows.at(-1)?.push(word);
    else {
      rows.push([word]);
      top = y0;
    }
  }
  return rows.flatMap((row) => row.toSorted((one, other) => one.run.box.x0 - other.run.box.x0));
}

/** Returns the words before underscores, with the words after them. */
function jointsAmong(words: readonly Word[], drawn: readonly Box[]): ReadonlyMap<Word, Word> {
  const joints = new Map<Word, Word>();
  for (const [index, word] of words.entries()) {
    const next = words[index + 1];
    if (next === undefined || !mayJoin(word, next)) continue;
    const slackPt = besideEms * word.run.style.sizePt;
    const { x1 } = word.run.box;
    for (let at = firstFrom(drawn, x1 - slackPt); (drawn[at]?.x0 ?? Infinity) <= x1 + slackPt; at += 1) {
      const underscore = drawn[at];
      if (underscore === undefined || !isBetween(underscore, word.run, next.run)) continue;
      joints.set(word, next);
      break;
    }
  }
  return joints;
}

function mayJoin(word: Word, next: Word): boolean {
  const isInSameLine = next.line === word.line;
  const isInNextLine = word.isLast && next.isFirst && next.line.tag?.element === word.line.tag?.element;
  return (isInSameLine || isInNextLine) && areAlike(word.run, next.run);
}

/** True if a run is to the right of another one, on the same line, and looks like it. */
function areAlike({ box, style, link, hidden }: TextRun, next: TextRun): boolean {
  const isBeside = Math.abs(next.box.y0 - box.y0) <= sameLinePt && next.box.x0 >= box.x1;
  const isStyled = next.style.font === style.font && next.style.sizePt === style.sizePt;
  return isBeside && isStyled && next.link === link && next.hidden === hidden;
}

function isBetween({ x1, y0, y1 }: Box, { box, style }: TextRun, { box: next }: TextRun): boolean {
  const heightPt = box.y1 - box.y0;
  const isLow = y0 >= box.y0 + highestShare * heightPt && y1 <= box.y0 + lowestShare * heightPt;
  return isLow && Math.abs(next.x0 - x1) <= besideEms * style.sizePt;
}

/** Returns the index of the first of some boxes that starts at a position or after it. */
function firstFrom(boxes: readonly Box[], least: number): number {
  let [low, high] = [0, boxes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((boxes[middle]?.x0 ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the runs of some lines, joined after these runs. */
function joinedRuns(lines: readonly TextLine[], joined: ReadonlySet<TextRun>): readonly TextRun[] {
  const runs: TextRun[] = [];
  let isJoined = false;
  for (const run of lines.flatMap((line) => line.runs)) {
    const last = runs.at(-1);
    if (isJoined && !hasInk(run.text)) continue;
    if (isJoined && last !== undefined) {
      const text = `${last.text.trimEnd()}_${run.text.trimStart()}`;
      runs[runs.length - 1] = { ...last, text, box: boxAround([last, run]) };
    } else runs.push(run);
    isJoined = joined.has(run);
  }
  return runs;
}
