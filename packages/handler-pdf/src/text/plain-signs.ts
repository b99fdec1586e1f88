/** The code of a space. */
export const space = 0x20;

/** Whether a code is that of a sign of ASCII that is seen: letters, digits and marks, which most text is made of. */
export function isInk(code: number): boolean {
  return code > space && code < 0x7f;
}

/** Whether a text is signs of ASCII with single spaces between them, as most text is: then nothing is to be looked for in it. */
export function isPlain(text: string): boolean {
  return !notPlain.test(text);
}

const notPlain = /[^!-~ ]| {2}/;

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
