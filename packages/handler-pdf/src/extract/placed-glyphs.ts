import type { StructuredText } from "mupdf";
import type { FlatSpan } from "../model/spans.ts";

/** A sign of a page, and where it stands in its line, in points. */
export interface PlacedGlyph {
  readonly sign: string;
  readonly x0: number;
  readonly x1: number;
}

/** More signs are not looked at: this is ten full pages, and each is a call out of the engine. */
const maxGlyphs = 50_000;

class EnoughGlyphs extends Error {}

/** Reads the signs of a page with their places, one by one: ten times as slow as its text. */
export function placedGlyphs(text: StructuredText): readonly PlacedGlyph[] {
  const glyphs: PlacedGlyph[] = [];
  try {
    text.walk({
      onChar(sign, ...[, font, , [x0, , x1]]) {
        // Each sign comes with an object of its own for its font: left to the garbage collector, they cost most of the time.
        font.destroy();
        if (glyphs.length >= maxGlyphs) throw new EnoughGlyphs();
        // One for each unit of the text, so that places in the one are places in the other.
        for (const unit of sign.split("")) glyphs.push({ sign: unit, x0, x1 });
      },
    });
  } catch (error) {
    if (!(error instanceof EnoughGlyphs)) throw error;
  }
  return glyphs;
}

/** A span that was found among the signs of its page. */
interface FoundSpan {
  readonly one: FlatSpan;
  readonly glyphs: readonly PlacedGlyph[];
  /** The span and the sign before it. */
  readonly before: FlatSpan | undefined;
  readonly signBefore: PlacedGlyph | undefined;
}

/** How spans get other texts. */
interface Retelling {
  /** Which spans are looked for among the signs; all unless it says. */
  readonly isSought?: (one: FlatSpan) => boolean;
  /** The text of a span by its signs; `undefined` leaves it as it is. */
  readonly retell: (found: FoundSpan) => string | undefined;
}

/** The spans of a page, those with another text that are told anew. The signs come in the order of the spans. */
export function retoldSpans(
  spans: readonly FlatSpan[],
  glyphs: readonly PlacedGlyph[],
  { retell, isSought = () => true }: Retelling,
): readonly FlatSpan[] {
  const all = glyphs.map(({ sign }) => sign).join("");
  let from = 0;
  return spans.map((one, index) => {
    const at = isSought(one) ? all.indexOf(one.span.text, from) : -1;
    if (at < 0) return one;
    from = at + one.span.text.length;
    const found = { one, glyphs: glyphs.slice(at, from), before: spans[index - 1], signBefore: glyphs[at - 1] };
    const text = retell(found) ?? one.span.text;
    return text === one.span.text ? one : { ...one, span: { ...one.span, text } };
  });
}
