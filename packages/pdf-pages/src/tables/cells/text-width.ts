/**
 * Approximate widths of characters in ems, as in most fonts. Only their ratio counts: they are scaled to the real width
 * of some words, and decide where a word in them ends.
 */
const narrow = /[\s.,:;'’‘|!()[\]{}/\\ijlfrtI-]/u;
const wide = /[mwMWQ@%—…]/u;
const full = /[\u1100-\u11FF\u2E80-\uD7FF\uF900-\uFAFF\uFF01-\uFF60]/u;

function widthEms(character: string): number {
  if (narrow.test(character)) return 0.3;
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
