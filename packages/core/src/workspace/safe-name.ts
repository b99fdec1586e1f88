import { escapeName } from "../render/escapes.ts";

/** Characters of a name in a message; what is longer is cut in the middle. */
const maxShownCharacters = 300;

/** A path that a caller or a link wrote, and which may be of any length, with what could forge output as escapes. */
export function showAsked(text: string): string {
  if (text.length <= maxShownCharacters) return escapeName(text);
  const half = maxShownCharacters / 2;
  return `${escapeName(text.slice(0, half))}…${escapeName(text.slice(-half))}`;
}

/**
 * A name with everything as escapes that could tell it from a look-alike: no-break spaces, curly quotes, combining
 * marks. Escapes of four digits are those of JSON, so that the name can be given back as it is shown.
 */
export function spellName(name: string): string {
  return escapeName(name).replace(/[\u00a0\u202f\u2018\u2019\u201c\u201d\p{M}]/gu, (character) => {
    const digits = (character.codePointAt(0) ?? 0).toString(16).padStart(4, "0");
    return digits.length === 4 ? `\\u${digits}` : `\\u{${digits}}`;
  });
}
