/**
 * What a name must not bring into a message: controls, line separators, halves of surrogate pairs, letters that nobody
 * sees, and format characters such as bidirectional overrides and tags. The Arabic number signs are visible. Joiners
 * are legitimate but after an ASCII character, where they only hide, and variation selectors where there is something
 * to vary and not in rows, which carry hidden text.
 */
const unsafe = [
  String.raw`[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u034f\u115f\u1160\u2065\u3164\uffa0\ufff0-\ufff8\u{e0000}-\u{e00ff}]`,
  String.raw`(?!\u200c|\u200d|[\u0600-\u0605\u06dd\u08e2])\p{Cf}`,
  String.raw`(?<=^|\p{ASCII})(?:\u200c|\u200d)`,
  String.raw`(?<=[\ufe00-\ufe0f])[\ufe00-\ufe0f]`,
  String.raw`(?<!\p{Script=Han})[\u{e0100}-\u{e01ef}]`,
].join("|");

let compiled: RegExp | undefined;

const shortEscapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Characters of a name in a message; what is longer is cut in the middle. */
const maxShownCharacters = 300;

/** A name or path with everything that could forge or hide output as a visible escape, such as `\n` or `\u{202e}`. */
export function showName(name: string): string {
  // Nearly every name, so that the start of a program does not wait for the large expression.
  if (/^[\x20-\x7e]*$/.test(name)) return name;
  compiled ??= new RegExp(unsafe, "gu");
  return name.replace(compiled, (character) => shortEscapes[character] ?? escapeOf(character));
}

/** The same for something that a caller wrote, which may be of any length. */
export function showAsked(text: string): string {
  if (text.length <= maxShownCharacters) return showName(text);
  const half = maxShownCharacters / 2;
  return `${showName(text.slice(0, half))}…${showName(text.slice(-half))}`;
}

/** A name with everything visible that could tell it from a look-alike: no-break spaces, curly quotes, combining marks. */
export function spellName(name: string): string {
  return showName(name).replace(/[\u00a0\u202f\u2018\u2019\u201c\u201d\p{M}]/gu, escapeOf);
}

function escapeOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
