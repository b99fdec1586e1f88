import type { TextRun } from "./page-content.ts";

/** Raised signs are smaller than what they stand at, as a share of its size: five sixths in browsers, less elsewhere. */
const smallShare = 0.86;

/** How far the foot of a raised sign stands above that of its word, in heights of the word's type. */
const leastRaiseEm = 0.12;

/** The nearest and the furthest that they stand behind it, in heights of its type. */
const nearestEm = -0.3;
const furthestEm = 0.25;

/** Longer numbers are not raised: a footnote's, an exponent's and those of several sources are not. */
const longest = 9;

const number = /^[+\u2212-]?\d{1,3}(?:[,\u2013-]\s?\d{1,3})*$/u;

/**
 * The runs of a line with its raised numbers in raised digits: the mark of a footnote and an exponent are no digits of the
 * number or the year that they stand at, `10⁶` and not `106`.
 */
export function withRaisedNumbers(runs: readonly TextRun[]): readonly TextRun[] {
  if (runs.length < 2) return runs;
  let raised = withRaisedStart(runs);
  for (const [index, run] of runs.entries()) {
    const before = runs[index - 1];
    // Nearly all runs of a line are in the style of those before, or of other words.
    if (before === undefined || run.style.sizePt >= before.style.sizePt || !isRaised(run, before)) continue;
    raised ??= [...runs];
    raised[index] = { ...run, text: raisedDigits(run.text) };
  }
  return raised ?? runs;
}

/** The mark at the start of a footnote or of an address stands before what it belongs to: `¹See` and not `1See`. */
function withRaisedStart(runs: readonly TextRun[]): TextRun[] | undefined {
  const [mark, words] = runs;
  if (mark === undefined || words === undefined || mark.style.sizePt > smallShare * words.style.sizePt)
    return undefined;
  const { sizePt } = words.style;
  const gapEm = (words.box.x0 - mark.box.x1) / sizePt;
  const isHigh = words.box.y1 - mark.box.y1 >= leastRaiseEm * sizePt && mark.text.length <= longest;
  if (!isHigh || gapEm < nearestEm || gapEm > furthestEm || !number.test(mark.text.trim())) return undefined;
  return [{ ...mark, text: raisedDigits(mark.text) }, ...runs.slice(1)];
}

function isRaised({ text, box, style }: TextRun, { text: words, box: word, style: { sizePt } }: TextRun): boolean {
  if (text.length > longest || style.sizePt > smallShare * sizePt || word.y1 - box.y1 < leastRaiseEm * sizePt)
    return false;
  const gapEm = (box.x0 - word.x1) / sizePt;
  if (gapEm < nearestEm || gapEm > furthestEm || !/\S$/u.test(words)) return false;
  return number.test(text.trim());
}

const digits = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function raisedDigits(text: string): string {
  const signed = text.replace(/^([+\u2212-])(?=\d)/u, (sign) => (sign === "+" ? "⁺" : "⁻"));
  return signed.replace(/\d/gu, (digit) => digits.charAt(Number(digit)));
}
