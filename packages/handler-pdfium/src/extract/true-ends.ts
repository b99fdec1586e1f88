import { stextScale } from "@reader/pdf-pages/lines";
import type { Pdfium } from "../engine/engine.ts";
import { floatAt, withMemory } from "../engine/memory.ts";
import { at, isLevel, noStyle, type PageCharacters } from "./page-characters.ts";

/**
 * Ends the boxes of characters where the next one would start without the gap that the engine saw: the engine widens a
 * box by what the glyph draws beyond its width, such as the top of an italic f, and that hides the gap. `before` are the
 * numbers of the characters before gaps.
 */
export function setTrueEnds(engine: Pdfium, characters: PageCharacters, before: readonly number[]): void {
  const { x, x1 } = characters;
  const widthOf = createWidths(engine);
  for (const index of before) {
    if (!isLevel(characters, index) || isLigature(characters, index)) continue;
    const { object, font } = characters.styles[index] ?? noStyle;
    const widthEm = widthOf(object, characters.texts[index] ?? "");
    const end = at(x, index) + (widthEm * font.size) / stextScale;
    if (widthEm > 0 && end < at(x1, index)) x1[index] = end;
  }
}

/** True if the character shares a glyph with the one before: its width is that of another glyph. */
function isLigature({ x, y, styles }: PageCharacters, index: number): boolean {
  const isSamePlace = at(x, index - 1) === at(x, index) && at(y, index - 1) === at(y, index);
  return index > 0 && isSamePlace && styles[index - 1] === styles[index];
}

/** Creates a function that returns the width of a character in ems, or 0 if it is unknown. */
function createWidths(engine: Pdfium): (object: number, text: string) => number {
  const widths = new Map<number, Map<string, number>>();
  return (object, text) => {
    if (object === 0) return 0;
    const font = engine.pdfium.wasmExports.FPDFTextObj_GetFont(object);
    const known = widths.get(font) ?? new Map<string, number>();
    widths.set(font, known);
    const width = known.get(text) ?? measure(engine, font, text);
    known.set(text, width);
    return width;
  };
}

function measure(engine: Pdfium, font: number, text: string): number {
  return withMemory(engine, 4, (width) => {
    const isKnown = font !== 0 && engine.FPDFFont_GetGlyphWidth(font, text.codePointAt(0) ?? 0, 1, width);
    return isKnown ? floatAt(engine, width) : 0;
  });
}
