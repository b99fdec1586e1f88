import { symbolFontOf, withoutPrivateSymbols } from "@reader/document/symbol-font";
import type { FlatSpan } from "./spans.ts";

const privateSymbol = /[\uF020-\uF0FF]/;

/** Six letters before the name of a font of which only some glyphs are embedded. */
const subsetPrefix = /^[A-Z]{6}\+/;

/**
 * Replaces the private-use characters of fonts such as Symbol and Wingdings by the characters that they show: programs
 * for Windows write them as the text of operators, Greek letters and arrows.
 */
export function withShownSymbols(spans: readonly FlatSpan[]): readonly FlatSpan[] {
  return spans.some(({ span }) => privateSymbol.test(span.text)) ? spans.map(shown) : spans;
}

function shown(one: FlatSpan): FlatSpan {
  const { span } = one;
  if (!privateSymbol.test(span.text)) return one;
  const font = symbolFontOf(span.font.name.replace(subsetPrefix, ""));
  return font === undefined ? one : { ...one, span: { ...span, text: withoutPrivateSymbols(span.text, font) } };
}
