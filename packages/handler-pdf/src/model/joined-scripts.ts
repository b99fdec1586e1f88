/**
 * The scripts of India, Burma and Cambodia, of whose syllables browsers and Cairo name each as one text (`ActualText`): the
 * engine gives the vowel at its end once with that text and once more for its own glyph, and leaves a gap where another
 * glyph of it was.
 */
const signs = "\\u0900-\\u0DFF\\u1000-\\u109F\\u1780-\\u17DD";

const endsSyllable = new RegExp(`[${signs}]$`, "u");
const beginsInSyllable = new RegExp(`^(?=[${signs}])\\p{M}`, "u");
const doubled = new RegExp(`(?=[${signs}])(\\p{M}{1,3})\\1`, "u");
const everyDoubled = new RegExp(doubled.source, "gu");

/** Whether a text ends with a letter or a mark of these: what is white behind it may be the place of a glyph. */
export function endsInSyllable(text: string): boolean {
  return endsSyllable.test(text);
}

/** Whether a text begins with a mark of these, which belongs to the letter before it however far away that is. */
export function continuesSyllable(text: string): boolean {
  return beginsInSyllable.test(text);
}

/** The text with all marks once: no word of these has the same mark, or the same few, twice on a letter. */
export function withoutDoubledMarks(text: string): string {
  return doubled.test(text) ? text.replace(everyDoubled, "$1") : text;
}
