import type { BitmapFont } from "./bitmap-font.ts";
import { fittedFont } from "./fit-font.ts";
import { loneSign } from "./lone-signs.ts";
import { hasPlausibleLetters } from "./plausible-letters.ts";
import { guessedSize } from "./type-size.ts";
import { meaningsByJoinedLetters } from "./joined-by-widths.ts";

/** What stands for a character that nobody knows. */
const unknown = "\uFFFD";

/** What is said of a bitmap font that does not say it. */
export interface ReadBitmaps {
  readonly meanings: readonly (readonly [code: number, text: string])[];
  /** The size of its type in its units. */
  readonly size: number;
}

/**
 * What the codes of a bitmap font mean: by the widths of its glyphs, as far as these prove it. Codes of ASCII that are not
 * proven are taken for what they are in most fonts, unless the widths of letters speak against it, and controls are no
 * characters that could be guessed.
 */
export function readBitmaps(font: BitmapFont): ReadBitmaps {
  const fitted = fittedFont(font);
  const joined = meaningsByJoinedLetters(font);
  const guess = fitted !== undefined || joined.size > 0 || hasPlausibleLetters(font) ? guessed : () => unknown;
  const meanings = Array.from(font.widths.keys()).flatMap((code) => {
    const text = fitted?.meanings.get(code) ?? joined.get(code) ?? loneSign(font, code) ?? guess(code);
    return text === undefined ? [] : [[code, text] as const];
  });
  return { meanings, size: fitted?.size ?? guessedSize(font) };
}

function guessed(code: number): string | undefined {
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return unknown;
  return code < 0x7f ? String.fromCharCode(code) : undefined;
}
