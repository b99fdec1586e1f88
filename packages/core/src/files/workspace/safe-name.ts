import { escapeName } from "../../render/escapes.ts";
import { named, quoted } from "../../render/quote.ts";

/** Maximum length of a name in a message, in characters. Longer ones are cut in the middle. */
const maxShownCharacters = 300;

/** Formats a path from a caller or a link, of any length, as a name in a sentence. */
export function showAsked(text: string): string {
  if (text.length <= maxShownCharacters) return named(text);
  const half = maxShownCharacters / 2;
  return quoted(`${text.slice(0, half)}…${text.slice(-half)}`);
}

/** Returns a name for programs such as handlers, with invisible characters escaped. A long one is cut in the middle. */
export function escapedName(name: string): string {
  if (name.length <= maxShownCharacters) return escapeName(name);
  const half = maxShownCharacters / 2;
  return `${escapeName(name.slice(0, half))}…${escapeName(name.slice(-half))}`;
}

/**
 * Formats a name as a JSON string, with escapes for all characters that could distinguish it from a look-alike:
 * no-break spaces, curly quotes, combining marks. Plain words are unchanged.
 */
export function spellName(name: string): string {
  const spelled = quoted(name).replace(/[\u00a0\u202f\u2018\u2019\u201c\u201d\p{M}]/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
      .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
      .join(""),
  );
  return spelled === `"${name}"` ? named(name) : spelled;
}
