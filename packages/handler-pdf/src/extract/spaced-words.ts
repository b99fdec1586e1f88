const vowel = /[aeiouyàáâãäåæèéêëìíîïòóôõöøœùúûüýαάεέηήιίοόυύωώаеёиоуыэюяіїєў]/iu;

/** Words have so many letters each, on average; single signs that are a row of options have one. */
const leastLetters = 2.2;

/** Of the letters of European words, at least and at most so many are vowels. */
const leastVowels = 0.2;
const mostVowels = 0.7;

/** So many letters of the alphabet in a row are no word. */
const alphabetLetters = 4;

/** Whether a text that was put together of single signs looks like words, and not like options, variables or figures. */
export function readsLikeWords(text: string): boolean {
  const words = text.split(" ");
  const signs = words.reduce((sum, word) => sum + Array.from(word).length, 0);
  return signs >= leastLetters * words.length && areLikeWords(text.replaceAll(" ", ""));
}

/** Whether signs may be those of words, wherever these begin and end. */
export function areLikeWords(text: string): boolean {
  const signs = Array.from(text);
  const letters = signs.filter((sign) => /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(sign));
  if (letters.length < 0.7 * signs.length) return false;
  const share = letters.filter((letter) => vowel.test(letter)).length / letters.length;
  return share >= leastVowels && share <= mostVowels && !hasAlphabet(letters);
}

function hasAlphabet(letters: readonly string[]): boolean {
  let length = 1;
  for (const [index, letter] of letters.entries()) {
    const before = letters[index - 1]?.codePointAt(0) ?? 0;
    length = letter.codePointAt(0) === before + 1 ? length + 1 : 1;
    if (length >= alphabetLetters) return true;
  }
  return false;
}
