import { symbolFontOf, withoutPrivateSymbols } from "@reader/document/symbol-font";
import type { FlatSpan } from "./spans.ts";

const privateSymbol = /[\uF020-\uF0FF]/;

/** Six letters before the name of a font of which only some glyphs are embedded. */
const subsetPrefix = /^[A-Z]{6}\+/;

/** Fonts whose characters are known, and not the others with such a name, such as Wingdings 3. */
const knownFont = /^(?:symbol(?:mt)?|wingdings(?: ?2)?)\b(?! ?3)/i;

/** What the symbols without a character of their own become in other formats. */
const anySymbol = "•";

/**
 * Replaces the private-use characters of fonts such as Symbol and Wingdings by the characters that they show: programs
 * for Windows write them as the text of operators, Greek letters and arrows. Symbols without such a character stay.
 */
export function withShownSymbols(spans: readonly FlatSpan[]): readonly FlatSpan[] {
  return spans.some(({ span }) => privateSymbol.test(span.text)) ? spans.map(shown) : spans;
}

function shown(one: FlatSpan): FlatSpan {
  const { span } = one;
  if (!privateSymbol.test(span.text)) return one;
  const name = span.font.name.replace(subsetPrefix, "");
  const font = knownFont.test(name) ? symbolFontOf(name) : undefined;
  if (font === undefined) return one;
  const text = Array.from(span.text, (character) => {
    const symbol = withoutPrivateSymbols(character, font);
    return symbol === anySymbol && font !== "symbol" ? character : symbol;
  }).join("");
  return { ...one, span: { ...span, text } };
}

/** Returns what a painted character may be in the text that `withShownSymbols` returns. */
export function shownForms(character: string): readonly string[] {
  if (!privateSymbol.test(character)) return [character];
  return [
    character,
    withoutPrivateSymbols(character, "symbol"),
    withoutPrivateSymbols(character, "wingdings"),
    withoutPrivateSymbols(character, "wingdings-2"),
  ];
}
