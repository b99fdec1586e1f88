import type { FlatSpan } from "./spans.ts";

/** A glyph without a character before a letter that a stroke makes another one. */
const everyStruck = /\uFFFD([lL])/gu;

/** The text fonts of TeX. Their only glyph whose name says nothing is the stroke of the Polish letter. */
const texFont = /(?:^|\+)CM(?:R|BX|B|TI|BXTI|SL|BXSL|SS|SSI|SSBX|CSC|U|DUNH|FF|FIB)\d+$/u;

/** Joins the Polish `ł` that TeX paints as a stroke and an `l` over it. */
export function joinStruckLetters(spans: readonly FlatSpan[]): readonly FlatSpan[] {
  return spans.map((one) => {
    const { text, font } = one.span;
    if (!text.includes("\uFFFD") || !texFont.test(font.name)) return one;
    const joined = text.replaceAll(everyStruck, (_, letter: string) => (letter === "l" ? "\u0142" : "\u0141"));
    return joined === text ? one : { ...one, span: { ...one.span, text: joined } };
  });
}
