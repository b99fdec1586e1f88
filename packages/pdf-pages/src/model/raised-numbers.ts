import type { TextRun } from "./page-content.ts";

/** Maximum size of a raised character as a share of the size beside it: five sixths in browsers, less elsewhere. */
const smallShare = 0.86;

/** Minimum height of the raised baseline above that of the word, in ems of the word. */
const leastRaiseEm = 0.12;

/** Minimum and maximum distance from the word, in ems of the word. */
const nearestEm = -0.3;
const furthestEm = 0.25;

/** Maximum length of a raised number. Footnotes, exponents and lists of sources are not longer. */
const longest = 9;

const number = /^[+\u2212-]?\d{1,3}(?:[,\u2013-]\s?\d{1,3})*$/u;

/**
 * Writes raised numbers of a line in superscript digits, so that footnote marks and exponents do not join the number
 * before them: `10⁶`, not `106`.
 */
export function withRaisedNumbers(runs: readonly TextRun[]): readonly TextRun[] {
  if (runs.length < 2) return runs;
  let raised = withRaisedStart(runs);
  for (const [index, run] of runs.entries()) {
    const before = runs[index - 1];
    // Nearly all runs have the style of the run before them, or contain words.
    if (before === undefined || run.style.sizePt >= before.style.sizePt || !isRaised(run, before)) continue;
    raised ??= [...runs];
    raised[index] = { ...run, text: raisedDigits(run.text) };
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
