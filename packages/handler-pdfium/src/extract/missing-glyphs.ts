import type { LoadedPage } from "../document/opened-document.ts";
import type { EngineExports, Pdfium } from "../engine/engine.ts";
import { readBytesText } from "../engine/memory.ts";
import { maxCharacters } from "./page-characters.ts";

/** The first code after the Latin letters, which the fonts of the engine have. */
const firstOther = 0x370;
const otherLetter = /^(?!\p{Script=Latin})\p{L}$/u;
/** Maximum number of letters whose glyphs are looked up. */
const maxLetters = 200;

/**
 * Returns a letter of a page that the engine does not draw, or `undefined` if it draws all: its font is not in the file,
 * and the engine has only Latin fonts.
 */
export function findMissingGlyph(engine: Pdfium, { text }: LoadedPage): string | undefined {
  const direct = engine.pdfium.wasmExports;
  const count = Math.min(maxCharacters, engine.FPDFText_CountChars(text));
  const isReplaced = createReplacements(engine);
  const seen = new Set<number>();
  for (let index = 0; index < count && seen.size < maxLetters; index += 1) {
    const code = direct.FPDFText_GetUnicode(text, index) >>> 0;
    if (code < firstOther || code > 0x10ffff || seen.has(code)) continue;
    const letter = String.fromCodePoint(code);
    const font = otherLetter.test(letter) ? fontAt(direct, text, index) : 0;
    if (font === 0 || !isReplaced(font)) continue;
    seen.add(code);
    if (!hasGlyph(engine, font, code)) return letter;
  }
  return undefined;
}

function fontAt(direct: EngineExports, text: number, index: number): number {
  const object = direct.FPDFText_GetTextObject(text, index);
  return object === 0 ? 0 : direct.FPDFTextObj_GetFont(object);
}

/**
 * Creates a function that is true for a font that is not in the file. Fonts without a name are drawn by the file itself
 * (Type 3).
 */
function createReplacements(engine: Pdfium): (font: number) => boolean {
  const known = new Map<number, boolean>();
  const nameOf = (font: number): string =>
    readBytesText(engine, (buffer, bytes) => engine.FPDFFont_GetBaseFontName(font, buffer, bytes));
  return (font) => {
    const isReplaced = known.get(font) ?? (engine.FPDFFont_GetIsEmbedded(font) !== 1 && nameOf(font) !== "");
    known.set(font, isReplaced);
    return isReplaced;
  };
}

function hasGlyph(engine: Pdfium, font: number, code: number): boolean {
  const path = engine.FPDFFont_GetGlyphPath(font, code, 10);
  return path !== 0 && engine.FPDFGlyphPath_CountGlyphSegments(path) > 0;
}
