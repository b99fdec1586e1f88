import type { BitmapFont } from "./bitmap-font.ts";
import { corkEncoding, romanEncoding, type TexEncoding } from "./tex-encodings.ts";

/** Letters that are joined in one glyph are about as wide as they are alone. */
const leastShare = 0.8;
const mostShare = 1.08;

const encodings: readonly TexEncoding[] = [romanEncoding, corkEncoding];
const joined = ["ff", "fi", "fl", "ffi", "ffl"];

/**
 * What the codes of a font of letters mean that is not known by its widths: where `fi` and the like are as wide as their
 * letters, the encoding is one of two.
 */
export function meaningsByJoinedLetters({ widths }: BitmapFont): ReadonlyMap<number, string> {
  const fitting = encodings.filter((encoding) => hasJoinedLetters(widths, encoding));
  const [texts] = fitting;
  if (texts === undefined || fitting.length > 1) return new Map();
  const meanings = Array.from(widths.keys(), (code) => [code, texts[code] ?? ""] as const);
  return new Map(meanings.filter(([, text]) => text !== ""));
}

function hasJoinedLetters(widths: ReadonlyMap<number, number>, encoding: TexEncoding): boolean {
  const shares = joined.flatMap((text) => shareOf(text, widths, encoding) ?? []);
  return shares.length > 0 && shares.every((share) => share > leastShare && share < mostShare);
}

/** How wide some letters are together, of what they are alone; nothing where one of them is not there. */
function shareOf(text: string, widths: ReadonlyMap<number, number>, encoding: TexEncoding): number | undefined {
  const together = widths.get(encoding.indexOf(text));
  const alone = Array.from(text, (letter) => widths.get(letter.charCodeAt(0)));
  if (together === undefined || alone.includes(undefined)) return undefined;
  return together / alone.reduce<number>((total, width = 0) => total + width, 0);
}
