import type { TextRun } from "./page-content.ts";

/** Maximum size of a raised character as a share of the size beside it: five sixths in browsers, less elsewhere. */
const smallShare = 0.86;

/** Minimum height of the raised baseline above that of the word, in ems of the word. */
const leastRaiseEm = 0.12;

/** Maximum difference of the bottoms of characters at one height, whose fonts differ, in ems. */
const unevenEm = 0.25;

/** Maximum distance of its top below that of the word, in ems of the word. */
const lowestTopEm = 0.2;

/** Maximum distance of the bottom of a lowered character above that of the word after it, in ems of the word. */
const highestFootEm = 0.3;

/** Minimum and maximum distance from the word, in ems of the word. */
const nearestEm = -0.3;
const furthestEm = 0.25;

/** Maximum length of a raised number or exponent. Footnotes, exponents and lists of sources are not longer. */
const longest = 9;

const number = /^[+\u2212-]?\d{1,3}(?:[,\u2013-]\s?\d{1,3})*$/u;

/** An exponent with letters or signs: `n`, `8kS`, `−k`, `i+j`, `3/2`, `2+`. */
const exponent =
  /^(?!\d+$)(?:\p{L}{1,3}|\d[+\u2212]|[+\u2212-]?(?:\d+\p{L}*|\p{L}{1,2}\d?)(?:[+\u2212*/-][\p{L}\p{N}]+)*)$/u;

/** What an exponent follows: a variable, a number, a bracket or a capital. Letters behind words are marks of notes. */
const beforeExponent = /(?:^|[^\p{L}])\p{L}$|[\p{N}\p{Lu})\]}|]$/u;

/** Endings of ordinals and trademark signs, which read the same in normal text. */
const readsFlat = /^(?:st|nd|rd|th|e|er|re|ère|ème|o|a|º|ª|tm|sm)$/iu;

/**
 * Writes raised numbers of a line in superscript digits, so that footnote marks and exponents do not join the number
 * before them: `10⁶`, not `106`. Exponents with letters are `2^{8k}` and `x^n`.
 */
export function withRaisedNumbers(runs: readonly TextRun[]): readonly TextRun[] {
  if (runs.length < 2) return runs;
  let raised = withRaisedStart(runs);
  for (let index = 1; index < runs.length; index += 1) {
    const written = isRaisedAt(runs, index) ? writtenRaised(runs, index) : undefined;
    if (written === undefined) continue;
    raised ??= [...runs];
    raised.splice(index, written.length, ...written);
    index += written.length;
  }
  return raised ?? runs;
}

/** The mark at the start of a footnote or address precedes its text: `¹See`, not `1See`. */
function withRaisedStart(runs: readonly TextRun[]): TextRun[] | undefined {
  const [mark, words] = runs;
  if (mark === undefined || words === undefined || mark.style.sizePt > smallShare * words.style.sizePt)
    return undefined;
  const { sizePt } = words.style;
  const gapEm = (words.box.x0 - mark.box.x1) / sizePt;
  const isHigh = words.box.y1 - mark.box.y1 >= leastRaiseEm * sizePt && mark.text.length <= longest;
  if (!isHigh || gapEm < nearestEm || gapEm > furthestEm || !number.test(mark.text.trim())) return undefined;
  return [{ ...mark, text: raisedDigits(mark.text, true) }, ...runs.slice(1)];
}

function isRaisedAt(runs: readonly TextRun[], index: number): boolean {
  const [run, before] = [runs[index], runs[index - 1]];
  // Nearly all runs have the style of the run before them, or contain words.
  if (run === undefined || before === undefined || run.style.sizePt >= before.style.sizePt) return false;
  return isRaised(run, before) && !isAfterLowSpace(run, runs, index);
}

function isRaised({ text, box, style }: TextRun, { text: words, box: word, style: { sizePt } }: TextRun): boolean {
  if (text.length > longest || style.sizePt > smallShare * sizePt || word.y1 - box.y1 < leastRaiseEm * sizePt)
    return false;
  const gapEm = (box.x0 - word.x1) / sizePt;
  return gapEm >= nearestEm && gapEm <= furthestEm && /\S$/u.test(words);
}

/**
 * True if only a space before the word makes a lowered character higher than its bottom: the space after a lower one is as
 * low as that.
 */
function isAfterLowSpace({ box }: TextRun, runs: readonly TextRun[], at: number): boolean {
  const [above, word] = [runs[at - 2], runs[at - 1]];
  if (word === undefined || above === undefined || !/^\s/u.test(word.text)) return false;
  const { sizePt } = word.style;
  const isLow = above.style.sizePt < sizePt && word.box.y1 - above.box.y1 < highestFootEm * sizePt;
  return isLow && box.y0 - word.box.y0 > lowestTopEm * sizePt;
}

/**
 * Returns the index after the raised runs from this one on, which are as high and as small as it: at most as many as the
 * longest number has characters, because hostile lines have thousands.
 */
function endOfRaised(runs: readonly TextRun[], from: number): number {
  const first = runs[from];
  let end = from + 1;
  for (let last = first; first !== undefined && last !== undefined && end - from < longest; end += 1) {
    const next = runs[end];
    if (next === undefined || next.style.sizePt !== first.style.sizePt || next.text.length > longest) break;
    const isAtOneHeight = Math.abs(next.box.y1 - first.box.y1) < unevenEm * first.style.sizePt;
    if (!isAtOneHeight || next.box.x0 - last.box.x1 > furthestEm * first.style.sizePt) break;
    last = next;
  }
  return end;
}

/**
 * Returns the raised runs from this one on as they are written: a number, an exponent, or as many as are a number;
 * `undefined` for others.
 */
function writtenRaised(runs: readonly TextRun[], from: number): readonly TextRun[] | undefined {
  const whole = runs.slice(from, endOfRaised(runs, from));
  if (isExponentAmong(runs, from, whole)) return asExponent(whole);
  const count = whole.findLastIndex((_, at) => number.test(textIn(whole.slice(0, at + 1)).trim())) + 1;
  return count === 0 ? undefined : inDigits(whole.slice(0, count));
}

/** What follows an exponent in small type is an exponent or an index of its own. */
function isExponentAmong(runs: readonly TextRun[], from: number, group: readonly TextRun[]): boolean {
  const text = textIn(group);
  if (number.test(text.trim())) return false;
  const [base, next] = [runs[from - 1], runs[from + group.length]];
  const isOver = next === undefined || next.style.sizePt > (group[0]?.style.sizePt ?? 0);
  return isOver && isExponent(text, base?.text ?? "", next?.text ?? "");
}

function inDigits(group: readonly TextRun[]): readonly TextRun[] {
  return group.map((run, at) => ({ ...run, text: raisedDigits(run.text, at === 0) }));
}

function textIn(group: readonly TextRun[]): string {
  return group.map(({ text }) => text).join("");
}

function asExponent(group: readonly TextRun[]): readonly TextRun[] {
  const [before, after] = Array.from(textIn(group).trim()).length === 1 ? ["^", ""] : ["^{", "}"];
  return group.map((run, at) => {
    const start = at === 0 ? before : "";
    const words = at === group.length - 1 ? run.text.replace(/\s*$/u, (space) => after + space) : run.text;
    return { ...run, text: start + words };
  });
}

function isExponent(written: string, base: string, next: string): boolean {
  const text = written.trimEnd();
  if (text.length > longest || !exponent.test(text) || readsFlat.test(text) || !beforeExponent.test(base)) return false;
  // The raised letter of the name LaTeX.
  return !(text === "A" && base.endsWith("L") && next.startsWith("T"));
}

const digits = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** The sign of the number may be in a run of its own. */
function raisedDigits(text: string, isStart: boolean): string {
  const signed = isStart ? text.replace(/^([+\u2212-])(?=\d|$)/u, (sign) => (sign === "+" ? "⁺" : "⁻")) : text;
  return signed.replace(/\d/gu, (digit) => digits.charAt(Number(digit)));
}
