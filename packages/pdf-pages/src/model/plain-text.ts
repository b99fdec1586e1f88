/** The code of a space. */
export const space = 0x20;

/** True for the code of a visible ASCII character, which most text consists of. */
export function isInk(code: number): boolean {
  return code > space && code < 0x7f;
}

/** True if a text has anything but whitespace. Most texts begin with a visible character, which decides at once. */
export function hasInk(text: string): boolean {
  return isInk(text.charCodeAt(0)) || /\S/u.test(text);
}

/** True for the code of an ASCII letter. */
export function isPlainLetter(code: number): boolean {
  const small = code | 0x20;
  return small >= 0x61 && small <= 0x7a;
}

/** True if a text begins with a lowercase letter. */
export function beginsSmall(text: string): boolean {
  const code = text.charCodeAt(0);
  return code < 0x80 ? code >= 0x61 && code <= 0x7a : /^\p{Ll}/u.test(text);
}

/** True if a text is ASCII with single spaces, as most text is, so that it needs no cleaning. */
export function isPlain(text: string): boolean {
  return isInkAndSpaces.test(text) && !text.includes("  ");
}

/** Two expressions are faster here than one for both conditions. */
const isInkAndSpaces = /^[!-~ ]*$/;

/** Returns a text with all whitespace as single spaces and none at its ends. */
export function singleSpaced(text: string): string {
  return (isPlain(text) ? text : text.replace(/\s+/gu, " ")).trim();
}

/** Returns the length of a text without whitespace at its ends. */
export function trimmedLength(text: string): number {
  let start = 0;
  let end = text.length;
  while (text.charCodeAt(start) === space) start += 1;
  while (end > start && text.charCodeAt(end - 1) === space) end -= 1;
  if (start === end) return 0;
  const isKnown = isInk(text.charCodeAt(start)) && isInk(text.charCodeAt(end - 1));
  return isKnown ? end - start : text.trim().length;
}

/** Characters that may follow the punctuation at the end of a sentence. */
const closing = "\"'”’»)]";

/** True if a text ends with one of these characters, or with one followed by closing quotation marks or brackets. */
export function endsWithCharacter(text: string, signs: string): boolean {
  let last = text.length - 1;
  while (last >= 0 && closing.includes(text.charAt(last))) last -= 1;
  return last >= 0 && signs.includes(text.charAt(last));
}

/** Returns the letters and digits of a title. Bookmarks omit line breaks and some punctuation of the heading. */
export function titleWords(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/**
 * Approximate widths of characters in ems, as in most fonts. Only their ratio counts: they are scaled to the real width
 * of some words, and decide where a word in them ends.
 */
const narrow = /[\s.,:;'’‘|!()[\]{}/\\ijlfrtI-]/u;
const wide = /[mwMWQ@%—…]/u;
const full = /[\u1100-\u11FF\u2E80-\uD7FF\uF900-\uFAFF\uFF01-\uFF60]/u;

/** The width of the narrowest characters. */
export const narrowest: number = 0.3;

function widthEms(character: string): number {
  if (narrow.test(character)) return narrowest;
  if (wide.test(character)) return 0.85;
  if (full.test(character)) return 1;
  return /\p{Lu}/u.test(character) ? 0.67 : 0.52;
}

/** Returns the approximate width of a text, in ems. */
export function textEms(text: string): number {
  let ems = 0;
  for (const character of text) ems += widthEms(character);
  return ems;
}

/** The border of a box drawn with characters, and its other lines. Shorter ones with bars may be terms of a formula. */
const boxBorder = /^(?:[-=+]*\+[-=]{3,}[-=+]*|[-=+]*[-=]{3,}\+[-=+]*)$/u;
const boxLine = /^\|(?:.{14,}|[\s|]+)\|$/u;

/** True for the border of a box that is drawn with characters. */
export function isBoxBorder(text: string): boolean {
  return boxBorder.test(text.trim());
}

/** True for a line of a box that is drawn with characters. */
export function isBoxLine(text: string): boolean {
  return boxLine.test(text.trim()) || isBoxBorder(text);
}
