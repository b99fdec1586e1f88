/** The code of a space. */
export const space = 0x20;

/** Whether a code is that of a sign of ASCII that is seen: letters, digits and marks, which most text is made of. */
export function isInk(code: number): boolean {
  return code > space && code < 0x7f;
}

/** Whether a text has anything but white space: most begin with a sign that is seen, which tells at once. */
export function hasInk(text: string): boolean {
  return isInk(text.charCodeAt(0)) || /\S/u.test(text);
}

/** Whether a code is that of a letter of ASCII. */
export function isPlainLetter(code: number): boolean {
  const small = code | 0x20;
  return small >= 0x61 && small <= 0x7a;
}

/** Whether a text begins with a small letter. */
export function beginsSmall(text: string): boolean {
  const code = text.charCodeAt(0);
  return code < 0x80 ? code >= 0x61 && code <= 0x7a : /^\p{Ll}/u.test(text);
}

/** Whether a text is signs of ASCII with single spaces between them, as most text is: then nothing is to be looked for in it. */
export function isPlain(text: string): boolean {
  return isInkAndSpaces.test(text) && !text.includes("  ");
}

/** Together with what is looked for by itself, this takes less time than one expression for both. */
const isInkAndSpaces = /^[!-~ ]*$/;

/** A text with single spaces for all its white space, and without any at its ends. */
export function singleSpaced(text: string): string {
  return (isPlain(text) ? text : text.replace(/\s+/gu, " ")).trim();
}

/** How long a text is without the white space at its ends. */
export function trimmedLength(text: string): number {
  let start = 0;
  let end = text.length;
  while (text.charCodeAt(start) === space) start += 1;
  while (end > start && text.charCodeAt(end - 1) === space) end -= 1;
  if (start === end) return 0;
  const isKnown = isInk(text.charCodeAt(start)) && isInk(text.charCodeAt(end - 1));
  return isKnown ? end - start : text.trim().length;
}

/** What may stand behind the sign that ends a sentence. */
const closing = "\"'”’»)]";

/** Whether a text ends with one of these signs, or with one and what closes quotations and brackets behind it. */
export function endsWithSign(text: string, signs: string): boolean {
  let last = text.length - 1;
  while (last >= 0 && closing.includes(text.charAt(last))) last -= 1;
  return last >= 0 && signs.includes(text.charAt(last));
}
