import type { TextRun } from "./page-content.ts";

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
/** Matches single UTF-16 code units, which is faster. */
const mayRunFromRight = /[\u0590-\u08FF\uD800-\uDFFF\uFB1D-\uFEFC]/;
const everyRightToLeft = new RegExp(rightToLeft.source, "gu");
const leftToRight = /[\p{L}\p{N}]/u;
const letter = /\p{L}/u;
const everyLetter = /\p{L}/gu;

/** Characters of right-to-left text up to whitespace or a left-to-right letter. */
const signs = rightToLeft.source.slice(1, -1);
const everyStretch = new RegExp(`[${signs}]+|[^\\s${signs}]+`, "gu");

/** Arabic digits and the characters inside their numbers, which run left to right within a right-to-left line. */
const numberSigns = /[\u0600-\u0605\u0609\u060A\u0660-\u066C\u06DD\u06F0-\u06F9]/g;

/** True if the text has a letter of a right-to-left script. */
export function hasRightToLeft(text: string): boolean {
  return mayRunFromRight.test(text) && rightToLeft.test(text);
}

/** The main direction of the page. On a right-to-left page, fewer words make a line right-to-left. */
export type Surroundings = "from-right" | "from-left";

/** Share of right-to-left words that makes a line right-to-left on a right-to-left page. */
const enoughFromRight = 0.25;

/**
 * True if most words run right to left, so the line does. If half of them do, the direction with more letters wins. An
 * address counts as one word, however long.
 */
export function isMostlyRightToLeft(text: string, surroundings: Surroundings = "from-left"): boolean {
  const words = (text.match(everyStretch) ?? []).filter((stretch) => letter.test(stretch));
  const fromRight = words.filter((word) => rightToLeft.test(word)).length;
  if (surroundings === "from-right") return fromRight >= enoughFromRight * words.length;
  return fromRight * 2 === words.length ? hasMostLetters(text) : fromRight * 2 > words.length;
}

function hasMostLetters(text: string): boolean {
  const fromRight = text.match(everyRightToLeft)?.length ?? 0;
  return fromRight * 2 >= (text.match(everyLetter)?.length ?? 0);
}

/**
 * Returns the runs of one line in reading order. The engine gives the characters of a run in that order, but the runs
 * in painting order.
 */
export function orderRuns(runs: readonly TextRun[], isRightToLeft: boolean): readonly TextRun[] {
  if (runs.length === 1) return runs;
  const sorted = isRightToLeft ? runs.toSorted((one, other) => other.box.x1 - one.box.x1) : fromLeft(runs);
  const runsAgainst = isRightToLeft ? isLeftToRightRun : isRightToLeftRun;
  const runsAlong = isRightToLeft ? isRightToLeftRun : isLeftToRightRun;
  const ordered: TextRun[] = [];
  for (let index = 0; index < sorted.length; index += 1) {
    const isAgainst = runsAgainst(sorted[index]);
    const end = isAgainst ? endOfStretch(sorted, index, { runsAgainst, runsAlong }) : index;
    const stretch = inOrder(sorted.slice(index, end + 1));
    for (const run of stretch) ordered.push(isRightToLeft && !isAgainst ? punctuationReversed(run) : run);
    index = end;
  }
  return ordered;
}

/** Maximum distance of a letter without a width from the ligature that has it, in font sizes. */
const besideEm = 0.1;

/**
 * Returns runs from the left. One without a width at the place of the run before it is a letter of its ligature, and the
 * next run may begin a little before the end of that.
 */
function fromLeft(runs: readonly TextRun[]): readonly TextRun[] {
  let ligature: TextRun | undefined;
  const placed = runs.map((run) => {
    if (ligature === undefined || !isLetterOf(ligature, run)) ligature = run;
    return { run, startPt: ligature.box.x0 };
  });
  return placed.sort((one, other) => one.startPt - other.startPt).map(({ run }) => run);
}

function isLetterOf({ box }: TextRun, { box: { x0, x1 }, style }: TextRun): boolean {
  const slackPt = besideEm * style.sizePt;
  return x1 <= x0 && x0 >= box.x0 - slackPt && x0 <= box.x1 + slackPt;
}

/** Dashes between numbers, which run with the line. Hyphens and points belong to the number. */
const dash = /^\s*[\u2012-\u2015]\s*$/u;

/**
 * Returns runs that go against the direction of their line, from its start. Years and pages in a range are numbers that
 * follow each other along the line.
 */
function inOrder(stretch: readonly TextRun[]): readonly TextRun[] {
  const [from, between, to] = stretch;
  const isRange = stretch.length === 3 && dash.test(between?.text ?? "") && isAscending(from?.text, to?.text);
  return isRange ? stretch : stretch.toReversed();
}

function isAscending(from = "", to = ""): boolean {
  const [least, most] = [digitsOf(from), digitsOf(to)];
  return least !== undefined && most !== undefined && Number(least) <= Number(most);
}

/** Returns a whole number in ASCII digits, from any Arabic digits. */
function digitsOf(text: string): string | undefined {
  const digits = Array.from(text.trim(), (sign) => {
    const code = sign.charCodeAt(0);
    return (code >= 0x660 && code <= 0x669) || (code >= 0x6f0 && code <= 0x6f9) ? String(code & 0xf) : sign;
  }).join("");
  return /^\d{1,4}$/u.test(digits) ? digits : undefined;
}

const signOfNumber = /^\s*[-+\u2212]\s*$/u;
const shareOrNumber = /^[\d\u0660-\u0669\u06F0-\u06F9][\d\u0660-\u066C\u06F0-\u06F9.,]*\s*[%\u066A]?$/u;

/**
 * Puts the sign of a lone number first, as in a table cell, if punctuation runs right to left: it is displayed at the
 * end.
 */
export function signFirst(runs: readonly TextRun[]): readonly TextRun[] {
  const sign = runs.at(-1);
  if (runs.length < 2 || sign === undefined || !signOfNumber.test(sign.text)) return runs;
  const number = runs.slice(0, -1);
  const text = number.map((run) => run.text).join("");
  return shareOrNumber.test(text.trim()) ? [sign, ...number] : runs;
}

/** The engine gives lone punctuation in painting order, from the left. */
function punctuationReversed(run: TextRun): TextRun {
  if (run.text.length < 2 || hasLetterFromRight(run.text) || leftToRight.test(run.text)) return run;
  return { ...run, text: Array.from(run.text).toReversed().join("") };
}

interface DirectionTests {
  readonly runsAgainst: (run: TextRun | undefined) => boolean;
  readonly runsAlong: (run: TextRun | undefined) => boolean;
}

/**
 * Returns the last run of a stretch against the direction of the line. Spaces and punctuation between two such runs
 * belong to it.
 */
function endOfStretch(runs: readonly TextRun[], start: number, directionTests: DirectionTests): number {
  let end = start;
  for (let index = start + 1; index < runs.length && !directionTests.runsAlong(runs[index]); index += 1) {
    if (directionTests.runsAgainst(runs[index])) end = index;
  }
  return end;
}

function isRightToLeftRun(run: TextRun | undefined): boolean {
  return run !== undefined && hasLetterFromRight(run.text);
}

function isLeftToRightRun(run: TextRun | undefined): boolean {
  return run !== undefined && !hasLetterFromRight(run.text) && leftToRight.test(run.text);
}

/** Numbers do not count: they run left to right in every script. */
function hasLetterFromRight(text: string): boolean {
  return rightToLeft.test(text) && rightToLeft.test(text.replace(numberSigns, ""));
}
