import type { StructuredText } from "mupdf";
import type { CharacterLine, PlacedCharacter } from "@reader/pdf-pages";
import type { PlacedGlyph } from "@reader/pdf-pages/lines";

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
