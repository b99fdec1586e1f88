import { symbolFontOf, symbolText } from "@reader/document/content";

/** The character that a code of a symbol font shows; the font's letters are no letters. */
export function symbolOf(font: string, code: string): string {
  const point = Number.parseInt(code, 16);
  if (Number.isNaN(point) || point > 0x10ffff) return "";
  return fontText(String.fromCodePoint(point), font);
}

/** Text in a font, in characters that mean what it shows. */
export function fontText(text: string, font: string): string {
  const kind = symbolFontOf(font);
  return kind === undefined ? text : symbolText(text, kind);
}
