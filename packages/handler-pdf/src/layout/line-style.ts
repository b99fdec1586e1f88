import type { TextLine, TextRun, TextStyle } from "../model/page-content.ts";

/** The style of most characters of a line; bold, italic and monospaced where nearly all are. */
export function lineStyle(line: TextLine): TextStyle {
  const [only] = line.runs;
  if (only !== undefined && line.runs.length === 1) return only.style;
  const inked = line.runs.filter((run) => /\S/u.test(run.text));
  return sameStyle(inked) ?? mixedStyle(inked, only?.style.sizePt ?? 0);
}

function sameStyle(inked: readonly TextRun[]): TextStyle | undefined {
  const style = inked[0]?.style;
  return inked.every((run) => run.style === style) ? style : undefined;
}

function mixedStyle(inked: readonly TextRun[], otherwisePt: number): TextStyle {
  const total = lengthOf(inked, () => true);
  return {
    font: mostUsed(inked, (style) => style.font)?.font ?? "",
    sizePt: mostUsed(inked, (style) => style.sizePt)?.sizePt ?? otherwisePt,
    isBold: lengthOf(inked, (style) => style.isBold) > 0.9 * total,
    isItalic: lengthOf(inked, (style) => style.isItalic) > 0.9 * total,
    isMonospaced: lengthOf(inked, (style) => style.isMonospaced) > 0.8 * total,
  };
}

function lengthOf(runs: readonly TextRun[], judge: (style: TextStyle) => boolean): number {
  return runs.reduce((sum, run) => (judge(run.style) ? sum + run.text.length : sum), 0);
}

function mostUsed(runs: readonly TextRun[], key: (style: TextStyle) => string | number): TextStyle | undefined {
  const lengths = new Map<string | number, number>();
  let best: TextStyle | undefined;
  let longest = 0;
  for (const { style, text } of runs) {
    const length = (lengths.get(key(style)) ?? 0) + text.length;
    lengths.set(key(style), length);
    if (length > longest) {
      longest = length;
      best = style;
    }
  }
  return best;
}
