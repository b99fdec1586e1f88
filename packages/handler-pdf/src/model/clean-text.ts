const oddCharacters =
  /[\u00AD\uFB00-\uFB06\u00A0\u2000-\u200A\u202F\u205F\u2028\u2029\uFB50-\uFDFB\uFE10-\uFE18\uFE35-\uFE48\uFE70-\uFEFF]/u;

const everyOdd = new RegExp(oddCharacters.source, "gu");

/** Most text is all ASCII, which is found out several times faster than that nothing odd is in it. */
// oxlint-disable-next-line no-control-regex -- all of ASCII is what is meant
const isAscii = /^[\u0000-\u007F]*$/;

/** Resolves what only typesetting wants: ligatures, presentation forms and the many widths of a space. */
export function cleanText(text: string): string {
  if (isAscii.test(text)) return text;
  const plain = oddCharacters.test(text) ? text.replace(everyOdd, plainForm) : text;
  const turned = turnedLigature.test(plain) ? plain.replaceAll(everyTurnedLigature, "\u0627\u0644$1") : plain;
  return withoutDoubledMarks(turned).replace(everyTurnedNumber, (number) => Array.from(number).toReversed().join(""));
}

/**
 * The article before the ligature of lam and alef, which the engine turns around with the letters of the line: no word
 * has an alef after an alef.
 */
const turnedLigature = /\u0627[\u0622\u0623\u0625\u0627]\u0644/u;
const everyTurnedLigature = /\u0627([\u0622\u0623\u0625\u0627])\u0644/gu;

/** Numbers of several digits in the digits of Arabic: the engine gives them from the right, as the letters of a word. */
const everyTurnedNumber = /[\u0660-\u0669][\u0660-\u0669\u066B\u066C.,/:-]*[\u0660-\u0669]/g;

function plainForm(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code === 0xad) return softHyphen;
  if (code === 0xfeff) return "";
  if (code < 0xfb00) return " ";
  const plain = character.normalize("NFKC");
  return verticalForm.test(character) && isAscii.test(plain) ? fullWidth(plain) : plain;
}

/** Commas, full stops and brackets as they stand in columns; in rows those of East Asia are as wide as their letters. */
const verticalForm = /[\uFE10-\uFE18\uFE35-\uFE48]/;

function fullWidth(sign: string): string {
  return String.fromCharCode(sign.charCodeAt(0) + 0xfee0);
}

/** Stays in the text until lines are joined: at the end of a line it says that the word goes on. */
export const softHyphen = "\u00AD";

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
