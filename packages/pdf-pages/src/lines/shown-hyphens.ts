import { softHyphen } from "../model/clean-text.ts";
import type { TextRun } from "../model/page-content.ts";
import { type PlacedGlyph, replacedSpans } from "./placed-glyphs.ts";
import { type FlatSpan, stextScale } from "./spans.ts";

const everySoftHyphen = new RegExp(softHyphen, "gu");

/** A soft hyphen that ends the last word of a line. */
const dividing = new RegExp(`(?<=\\p{L})${softHyphen}$`, "u");

/** Maximum distance of what follows a soft hyphen that is not shown from its start, in font sizes. */
const maxUnshownEm = 0.02;

/**
 * Removes soft hyphens that take no room, which browsers paint where a word could have been divided: the next character
 * begins where they do.
 */
export function withoutUnshownHyphens(
  spans: readonly FlatSpan[],
  readGlyphs: () => readonly PlacedGlyph[],
): readonly FlatSpan[] {
  if (!spans.some(({ span }) => span.text.includes(softHyphen))) return spans;
  return replacedSpans(spans, readGlyphs(), {
    isCandidate: ({ span }) => span.text.includes(softHyphen),
    replacementOf: ({ one, glyphs, signAfter }) => {
      const mostPt = (maxUnshownEm * one.span.font.size) / stextScale;
      return glyphs
        .filter((glyph, at) => glyph.sign !== softHyphen || !isPaintedOver(glyph, glyphs[at + 1] ?? signAfter, mostPt))
        .map(({ sign }) => sign)
        .join("");
    },
  });
}

function isPaintedOver({ x0 }: PlacedGlyph, next: PlacedGlyph | undefined, mostPt: number): boolean {
  return next !== undefined && Math.abs(next.x0 - x0) <= mostPt;
}

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
