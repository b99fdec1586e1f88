const oddCharacters =
  /[\u00AD\uFB00-\uFB06\u00A0\u2000-\u200A\u202F\u205F\u2028\u2029\uFB50-\uFDFB\uFE10-\uFE18\uFE35-\uFE48\uFE70-\uFEFF]/u;

const everyOdd = new RegExp(oddCharacters.source, "gu");

/** Most text is ASCII. Testing for that is several times faster than searching for each special character. */
// oxlint-disable-next-line no-control-regex -- matches all of ASCII on purpose
const isAscii = /^[\u0000-\u007F]*$/;

/** True if a text is only ASCII, which needs no cleaning and runs from left to right. */
export function isAsciiText(text: string): boolean {
  return isAscii.test(text);
}

/** Replaces typographic characters by plain ones: ligatures, presentation forms and spaces of other widths. */
export function cleanText(text: string): string {
  if (isAscii.test(text)) return text;
  const logical = mayHoldVisualVowel.test(text) ? vowelsAfterLetters(text) : text;
  const marked = europeanMark.test(logical) ? logical.replace(everyMarked, composedLetter) : logical;
  const visible = marked.includes("\u200B") ? marked.replace(strayBreak, "") : marked;
  const hyphenated = visible.includes(tripleHyphen) ? visible.replaceAll(tripleHyphen, "-") : visible;
  const plain = oddCharacters.test(hyphenated) ? hyphenated.replace(everyOdd, plainForm) : hyphenated;
  const turned = turnedLigature.test(plain) ? plain.replaceAll(everyTurnedLigature, "\u0627\u0644$1") : plain;
  return withoutDoubledMarks(turned).replace(everyTurnedNumber, (number) => Array.from(number).toReversed().join(""));
}

const unspaced = "[\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\u200B]";

/** Places where a line may break, which some programs write without need. Scripts without spaces need them. */
const strayBreak = new RegExp(`(?<!${unspaced})\u200B+|\u200B+(?!${unspaced})`, "gu");

/** The text that macOS gives the one glyph of the three hyphens of a font, such as Cambria. */
const tripleHyphen = "-\u00AD\u2010";

const europeanMark = /[\u0300-\u036F]/;

/** No letter has more marks. Composing takes time by the square of their number. */
const everyMarked = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}][\u0300-\u036F]{1,4}/gu;

/**
 * Returns a letter with combining marks as one character, if there is one. A dotless letter is `i` or `j` in such a
 * character.
 */
export function composedLetter(marked: string): string {
  const whole = marked.replace("\u0131", "i").replace("\u0237", "j").normalize("NFC");
  return whole.length === 1 ? whole : marked.normalize("NFC");
}

/**
 * The Arabic article before the lam-alef ligature, which the engine reverses with the rest of the line. No word has two
 * alefs in a row.
 */
const turnedLigature = /\u0627[\u0622\u0623\u0625\u0627]\u0644/u;
const everyTurnedLigature = /\u0627([\u0622\u0623\u0625\u0627])\u0644/gu;

/** Numbers of several Arabic digits, which the engine gives from right to left, like the letters of a word. */
const everyTurnedNumber = /[\u0660-\u0669][\u0660-\u0669\u066B\u066C.,/:-]*[\u0660-\u0669]/g;

function plainForm(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code === 0xad) return softHyphen;
  if (code === 0xfeff) return "";
  if (code < 0xfb00) return " ";
  const plain = character.normalize("NFKC");
  return verticalForm.test(character) && isAscii.test(plain) ? fullWidth(plain) : plain;
}

/** Vertical forms of commas, full stops and brackets. Horizontal East Asian forms are as wide as their letters. */
const verticalForm = /[\uFE10-\uFE18\uFE35-\uFE48]/;

function fullWidth(sign: string): string {
  return String.fromCharCode(sign.charCodeAt(0) + 0xfee0);
}

/** Kept until lines are joined. At the end of a line it marks a hyphenated word. */
export const softHyphen = "\u00AD";

/**
 * Scripts of India, Burma and Cambodia. Browsers and Cairo write each syllable as one `ActualText`: the engine gives
 * the final vowel once with that text and again for its own glyph, and leaves a gap for another glyph.
 */
const signs = "\\u0900-\\u0DFF\\u1000-\\u109F\\u1780-\\u17DD";

const endsSyllable = new RegExp(`[${signs}]$`, "u");
const beginsInSyllable = new RegExp(`^(?=[${signs}])\\p{M}`, "u");
const doubled = new RegExp(`(?=[${signs}])(\\p{M}{1,3})\\1`, "u");
const everyDoubled = new RegExp(doubled.source, "gu");

/** True if a text ends with a letter or mark of these scripts. A gap after it may be the place of a glyph. */
export function endsInSyllable(text: string): boolean {
  return endsSyllable.test(text);
}

/** True if a text begins with a mark of these scripts, which belongs to the letter before it at any distance. */
export function continuesSyllable(text: string): boolean {
  return beginsInSyllable.test(text);
}

const virama = "[\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D4D\\u1039\\u17D2]";
/** Vowel signs that are displayed before their letter, in part at least. */
const before = "[\\u093F\\u09BF\\u09C7-\\u09CC\\u0B47-\\u0B4C\\u0BC6-\\u0BCC\\u0D46-\\u0D4C\\u1031\\u17BE-\\u17C5]";
/** A word that begins with a cluster of several glyphs, as far as its text goes on without a gap. */
const cluster = new RegExp(`(?:^|\\s)\\p{Lo}(?:(?:${virama}\\p{Lo})+\\p{M}?|${before})$`, "u");
/** A virama that joins the letter before it with the next one, of the same `ActualText` or the next. */
const viramaAtEnd = new RegExp(`${virama}$`, "u");
const beginsInScript = new RegExp(`^[${signs}]`, "u");

/**
 * True if a text continues a word after a cluster of these scripts. LibreOffice and browsers write a cluster of several glyphs as one
 * `ActualText`: the engine gives all its characters the place of the first glyph, and the rest of it is a gap.
 */
export function continuesAfterCluster(before: string, text: string): boolean {
  return (cluster.test(before) || viramaAtEnd.test(before)) && beginsInScript.test(text);
}

/** The vowel sign am of Thai and Lao, which is two glyphs, and the letters of these scripts. */
const amAtEnd = /[\u0E33\u0EB3]$/u;
const beginsInThai = /^[\u0E01-\u0E5B\u0E81-\u0EDF]/u;

/**
 * True if a Thai or Lao text continues after the vowel sign am. Browsers and LibreOffice write its syllable as one
 * `ActualText`, which the engine gives the place of the first glyph.
 */
export function continuesAfterAm(before: string, text: string): boolean {
  return amAtEnd.test(before) && beginsInThai.test(text);
}

/** The offset of private characters that stand for vowel signs where they are painted: before their letter. */
const visualOffset = 0xf1000;

/** Their first UTF-16 units, which no other text has. */
const mayHoldVisualVowel = /[\uDB84-\uDB89]/;
const everyVisualVowel = /[\u{F193F}-\u{F27C3}]/gu;
const visualVowel = new RegExp(`([\\u{F193F}-\\u{F27C3}])(\\p{Lo}(?:${virama}\\p{Lo})*)`, "gu");

/** A letter and its marks, or as many of them as words have: composing takes time by the square of their number. */
const everySyllable = /\p{Lo}?\p{M}{1,4}/gu;

/** Vowel signs that are painted before their letter: those of India, Burma and Cambodia. */
const beforeLetter = /^[\u093F\u09BF\u09C7\u09C8\u0A3F\u0ABF\u0B47\u0BC6-\u0BC8\u0D46-\u0D48\u1031\u17C1-\u17C3]$/u;

/** True for a vowel sign that is painted before its letter, and written after it. */
export function isPaintedFirst(sign: string): boolean {
  return beforeLetter.test(sign);
}

/**
 * Returns the private character for a vowel sign that is painted before its letter. Unlike the sign, it does not join
 * the letter before it; `cleanText` puts the sign after its letter.
 */
export function asVisualVowel(sign: string): string {
  return String.fromCodePoint((sign.codePointAt(0) ?? 0) + visualOffset);
}

function signOf(visual: string): string {
  return String.fromCodePoint((visual.codePointAt(0) ?? 0) - visualOffset);
}

/** Puts vowel signs after their letters, and the parts of a sign around its letter together. */
function vowelsAfterLetters(text: string): string {
  return text
    .replace(visualVowel, (_, visual: string, letter: string) => letter + signOf(visual))
    .replace(everyVisualVowel, signOf)
    .replace(everySyllable, (syllable) => syllable.normalize("NFC"));
}

/** Removes repeated marks: in these scripts no letter has the same mark, or the same few marks, twice. */
export function withoutDoubledMarks(text: string): string {
  const once = doubled.test(text) ? text.replace(everyDoubled, "$1") : text;
  return doubledCluster.test(once) ? once.replace(everyDoubledCluster, "$1") : once;
}

/** Vowel signs with a part on each side of their letter. */
const aroundLetter = "[\\u09CB\\u09CC\\u0B4B\\u0B4C\\u0BCA-\\u0BCC\\u0D4A-\\u0D4C]";
const letters = `\\p{Lo}(?:${virama}\\p{Lo})*`;

/**
 * A letter that is given twice: the engine gives the first part of such a vowel sign the letter of its `ActualText`, and
 * the glyph of the letter again. Words with the letter twice have a virama between.
 */
const doubledCluster = new RegExp(`(${letters})\\1(?=${aroundLetter})`, "u");
const everyDoubledCluster = new RegExp(doubledCluster.source, "gu");
const clusterBegunAgain = new RegExp(`(${letters})\\u0000\\1(?=${aroundLetter})`, "u");
const clusterEndedTwice = new RegExp(`(${letters})\\1\\u0000(?=${aroundLetter})`, "u");

/** Returns a text without the second of two such letters, of which the next text may have one or only the vowel sign. */
export function withoutClusterAgain(text: string, rest: string): string {
  const whole = `${text}\u0000${rest}`;
  const found = clusterBegunAgain.exec(whole);
  if (found !== null) return text.slice(0, found.index);
  const twice = clusterEndedTwice.exec(whole);
  return twice === null ? text : text.slice(0, twice.index + (twice[1] ?? "").length);
}
