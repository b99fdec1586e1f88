import type { TextRun } from "./page-content.ts";

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
/** The same by single units, which is found out sooner. */
const mayRunFromRight = /[\u0590-\u08FF\uD800-\uDFFF\uFB1D-\uFEFC]/;
const everyRightToLeft = new RegExp(rightToLeft.source, "gu");
const leftToRight = /[\p{L}\p{N}]/u;
const letter = /\p{L}/u;
const everyLetter = /\p{L}/gu;

/** What is written from one side, up to white space or a letter from the other. */
const signs = rightToLeft.source.slice(1, -1);
const everyStretch = new RegExp(`[${signs}]+|[^\\s${signs}]+`, "gu");

/** Digits of Arabic and what stands in their numbers: written from the left in a line that runs from the right. */
const numberSigns = /[\u0600-\u0605\u0609\u060A\u0660-\u066C\u06DD\u06F0-\u06F9]/g;

/** Whether a Hebrew, Arabic or other letter is in the text that is written from the right. */
export function hasRightToLeft(text: string): boolean {
  return mayRunFromRight.test(text) && rightToLeft.test(text);
}

/** The page on which a line stands: where most words run from the right, fewer of them tell that a line does. */
export type Surroundings = "from-right" | "from-left";

/** Where most words of a page run from the right, so many of the words of a line are enough. */
const enoughFromRight = 0.25;

/**
 * Whether so many words run from the right that the line does: most of them, or of two halves the one with more letters.
 * An address is one word, however long.
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
 * Puts the runs of one line into the order in which they are read. The engine gives the characters of a run in that order,
 * but the runs as they were painted.
 */
export function orderRuns(runs: readonly TextRun[], isRightToLeft: boolean): readonly TextRun[] {
  if (runs.length === 1) return runs;
  const sorted = runs.toSorted((one, other) => (isRightToLeft ? other.box.x1 - one.box.x1 : one.box.x0 - other.box.x0));
  const runsAgainst = isRightToLeft ? isLeftToRightRun : isRightToLeftRun;
  const runsAlong = isRightToLeft ? isRightToLeftRun : isLeftToRightRun;
  const ordered: TextRun[] = [];
  for (let index = 0; index < sorted.length; index += 1) {
    const isAgainst = runsAgainst(sorted[index]);
    const end = isAgainst ? endOfStretch(sorted, index, { runsAgainst, runsAlong }) : index;
    const stretch = inOrder(sorted.slice(index, end + 1));
    for (const run of stretch) ordered.push(isRightToLeft && !isAgainst ? signsReversed(run) : run);
    index = end;
  }
  return ordered;
}

/** Dashes between numbers, which run with the line: hyphens and points are of the number. */
const dash = /^\s*[\u2012-\u2015]\s*$/u;

/** What runs against its line, from its start; years and pages from one to another are numbers that follow each other along it. */
function inOrder(stretch: readonly TextRun[]): readonly TextRun[] {
  const [from, between, to] = stretch;
  const isRange = stretch.length === 3 && dash.test(between?.text ?? "") && isAscending(from?.text, to?.text);
  return isRange ? stretch : stretch.toReversed();
}

function isAscending(from = "", to = ""): boolean {
  const [least, most] = [digitsOf(from), digitsOf(to)];
  return least !== undefined && most !== undefined && Number(least) <= Number(most);
}

/** A whole number in digits of ASCII, whichever of those of Arabic it is written in. */
function digitsOf(text: string): string | undefined {
  const digits = Array.from(text.trim(), (sign) => {
    const code = sign.charCodeAt(0);
    return (code >= 0x660 && code <= 0x669) || (code >= 0x6f0 && code <= 0x6f9) ? String(code & 0xf) : sign;
  }).join("");
  return /^\d{1,4}$/u.test(digits) ? digits : undefined;
}

const signOfNumber = /^\s*[-+\u2212]\s*$/u;
const shareOrNumber = /^[\d\u0660-\u0669\u06F0-\u06F9][\d\u0660-\u066C\u06F0-\u06F9.,]*\s*[%\u066A]?$/u;

/** Puts the sign before a number that stands by itself, as a cell does, where signs run from the right: it is seen at its end. */
export function signFirst(runs: readonly TextRun[]): readonly TextRun[] {
  const sign = runs.at(-1);
  if (runs.length < 2 || sign === undefined || !signOfNumber.test(sign.text)) return runs;
  const number = runs.slice(0, -1);
  const text = number.map((run) => run.text).join("");
  return shareOrNumber.test(text.trim()) ? [sign, ...number] : runs;
}

/** The engine gives signs that stand by themselves as they are painted, from the left. */
function signsReversed(run: TextRun): TextRun {
  if (run.text.length < 2 || hasLetterFromRight(run.text) || leftToRight.test(run.text)) return run;
  return { ...run, text: Array.from(run.text).toReversed().join("") };
}

interface Judges {
  readonly runsAgainst: (run: TextRun | undefined) => boolean;
  readonly runsAlong: (run: TextRun | undefined) => boolean;
}

/** The last run of the words that run against the line: spaces and signs between two such belong to them. */
function endOfStretch(runs: readonly TextRun[], start: number, judges: Judges): number {
  let end = start;
  for (let index = start + 1; index < runs.length && !judges.runsAlong(runs[index]); index += 1) {
    if (judges.runsAgainst(runs[index])) end = index;
  }
  return end;
}

function isRightToLeftRun(run: TextRun | undefined): boolean {
  return run !== undefined && hasLetterFromRight(run.text);
}

function isLeftToRightRun(run: TextRun | undefined): boolean {
  return run !== undefined && !hasLetterFromRight(run.text) && leftToRight.test(run.text);
}

/** Numbers do not count: they run from the left in every script. */
function hasLetterFromRight(text: string): boolean {
  return rightToLeft.test(text) && rightToLeft.test(text.replace(numberSigns, ""));
}
