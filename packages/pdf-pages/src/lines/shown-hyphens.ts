import { softHyphen } from "../model/clean-text.ts";
import type { TextRun } from "../model/page-content.ts";

const everySoftHyphen = new RegExp(softHyphen, "gu");

/** A soft hyphen that ends the last word of a line. */
const dividing = new RegExp(`(?<=\\p{L})${softHyphen}$`, "u");

/** A soft hyphen after a hyphen is a second code of that hyphen. */
const secondCode = /^[-\u2010]$/u;

/**
 * Writes soft hyphens within a line as hyphens: the page shows them, and some fonts have no other hyphen. One that ends
 * a word at the end of the line may divide it, and stays.
 */
export function withShownHyphens(runs: readonly TextRun[]): readonly TextRun[] {
  const text = runs.map((run) => run.text).join("");
  if (!text.includes(softHyphen)) return runs;
  const end = dividing.test(text.trimEnd()) ? text.trimEnd().length - 1 : -1;
  let start = 0;
  return runs.map((run) => {
    const from = start;
    start += run.text.length;
    const written = run.text.replaceAll(everySoftHyphen, (sign, at: number) => {
      if (from + at === end) return sign;
      return secondCode.test(text.charAt(from + at - 1)) ? "" : "-";
    });
    return written === run.text ? run : { ...run, text: written };
  });
}
