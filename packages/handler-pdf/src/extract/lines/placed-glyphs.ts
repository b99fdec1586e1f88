import type { StructuredText } from "mupdf";
import type { CharacterLine, PlacedCharacter } from "@reader/pdf-pages";
import type { FlatSpan } from "./spans.ts";

/** A character and its position in the line, in points. */
export interface PlacedGlyph {
  readonly sign: string;
  readonly x0: number;
  readonly x1: number;
}

/** Maximum number of characters: ten full pages. Each is a call from the engine. */
const maxGlyphs = 50_000;

class EnoughGlyphs extends Error {}

/** Reads the characters of a page with their positions. Ten times as slow as reading the text. */
export function placedGlyphs(text: StructuredText): readonly PlacedGlyph[] {
  const glyphs: PlacedGlyph[] = [];
  try {
    text.walk({
      onChar(sign, ...[, font, , [x0, , x1]]) {
        // Each character comes with a font object. Leaving it to the garbage collector costs most of the time.
        font.destroy();
        if (glyphs.length >= maxGlyphs) throw new EnoughGlyphs();
        // One entry per UTF-16 unit, so that indexes match the text.
        for (const unit of sign.split("")) glyphs.push({ sign: unit, x0, x1 });
      },
    });
  } catch (error) {
    if (!(error instanceof EnoughGlyphs)) throw error;
  }
  return glyphs;
}

/** A span that was found among the characters of its page. */
interface FoundSpan {
  readonly one: FlatSpan;
  readonly glyphs: readonly PlacedGlyph[];
  /** The span, and the character before it. */
  readonly before: FlatSpan | undefined;
  readonly signBefore: PlacedGlyph | undefined;
}

/** How the text of spans is replaced. */
interface SpanReplacement {
  /** Which spans to match with characters; all by default. */
  readonly isCandidate?: (one: FlatSpan) => boolean;
  /** Returns the text of a span from its characters, or `undefined` to keep it. */
  readonly replacementOf: (found: FoundSpan) => string | undefined;
}

/** Returns the spans of a page, with replaced text where it changed. Characters must be in the order of the spans. */
export function replacedSpans(
  spans: readonly FlatSpan[],
  glyphs: readonly PlacedGlyph[],
  { replacementOf, isCandidate = () => true }: SpanReplacement,
): readonly FlatSpan[] {
  const all = glyphs.map(({ sign }) => sign).join("");
  let from = 0;
  return spans.map((one, index) => {
    const at = isCandidate(one) ? all.indexOf(one.span.text, from) : -1;
    if (at < 0) return one;
    from = at + one.span.text.length;
    const found = { one, glyphs: glyphs.slice(at, from), before: spans[index - 1], signBefore: glyphs[at - 1] };
    const text = replacementOf(found) ?? one.span.text;
    return text === one.span.text ? one : { ...one, span: { ...one.span, text } };
  });
}

/** Maximum number of characters: several full pages. Each is a call from the engine. */
const maxCharacters = 20_000;

class EnoughCharacters extends Error {}

/** Reads the lines of a page with the position of each character. Ten times as slow as reading the text. */
export function characterLines(text: StructuredText): readonly CharacterLine[] {
  const lines: { y: number; signs: PlacedCharacter[] }[] = [];
  let count = 0;
  let isNew = true;
  try {
    text.walk({
      beginLine() {
        isNew = true;
      },
      onChar(sign, [, y], ...[font, , [x0, , x1]]) {
        // Each character comes with a font object.
        font.destroy();
        if ((count += 1) > maxCharacters) throw new EnoughCharacters();
        if (sign.trim() === "") return;
        if (isNew) lines.push({ y, signs: [] });
        isNew = false;
        lines.at(-1)?.signs.push({ sign, x0, x1 });
      },
    });
  } catch (error) {
    // The engine's walk is a loop in JavaScript, so throwing out of it is safe.
    if (!(error instanceof EnoughCharacters)) throw error;
  }
  return lines;
}
