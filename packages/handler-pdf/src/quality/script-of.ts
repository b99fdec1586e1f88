/** The writing systems that are told apart. */
export type ScriptName =
  | "none"
  /** A to Z. */
  | "plainLatin"
  /** The letters with accents of the two blocks in which wrongly read bytes land. */
  | "accentedLatin"
  /** The other Latin letters: Vietnamese, phonetic, ligatures. */
  | "otherLatin"
  | "han"
  | "kana"
  | "hangul"
  | "greek"
  | "cyrillic"
  | "rightToLeft"
  | "other";

/** Their numbers; those of Latin come first, then those of East Asia. */
export const scripts: Readonly<Record<ScriptName, number>> = {
  none: 0,
  plainLatin: 1,
  accentedLatin: 2,
  otherLatin: 3,
  han: 4,
  kana: 5,
  hangul: 6,
  greek: 7,
  cyrillic: 8,
  rightToLeft: 9,
  other: 10,
};

/** The first code point of each range and its script; what is no letter in most of a range counts as none. */
const ranges: readonly (readonly [first: number, script: number])[] = [
  [0x20000, scripts.han],
  [0x10000, scripts.none],
  [0xffa0, scripts.none],
  [0xff66, scripts.kana],
  [0xff00, scripts.none],
  [0xfe70, scripts.rightToLeft],
  [0xfe00, scripts.none],
  [0xfb1d, scripts.rightToLeft],
  [0xfb00, scripts.otherLatin],
  [0xf900, scripts.han],
  [0xd7b0, scripts.none],
  [0xac00, scripts.hangul],
  [0xa000, scripts.other],
  [0x3400, scripts.han],
  [0x3190, scripts.none],
  [0x3130, scripts.hangul],
  [0x3100, scripts.han],
  [0x3040, scripts.kana],
  // Punctuation, arrows and signs come first: French has an apostrophe before an accent in each line.
  [0x2000, scripts.none],
  [0x1f00, scripts.greek],
  [0x1e00, scripts.otherLatin],
  [0x1d00, scripts.none],
  [0x1200, scripts.other],
  [0x1100, scripts.hangul],
  [0x530, scripts.rightToLeft],
  [0x400, scripts.cyrillic],
  [0x370, scripts.greek],
  [0x2b0, scripts.none],
  [0x180, scripts.otherLatin],
  [0xf8, scripts.accentedLatin],
  [0xf7, scripts.none],
  [0xd8, scripts.accentedLatin],
  [0xd7, scripts.none],
  [0xc0, scripts.accentedLatin],
];

/** The writing system of a code point, by its block: all letters of a word are of one. */
export function scriptOf(codePoint: number): number {
  if (codePoint < 0x80) return isPlainLetter(codePoint) ? scripts.plainLatin : scripts.none;
  if (codePoint >= 0xc0 && codePoint < 0x180)
    return isSignAmongLetters(codePoint) ? scripts.none : scripts.accentedLatin;
  // From Devanagari to Georgian each 128 code points hold a script of their own.
  if (codePoint >= 0x900 && codePoint < 0x1100) return 0x100 + (codePoint >> 7);
  return scriptInRanges(codePoint);
}

function scriptInRanges(codePoint: number): number {
  // A page in Korean asks a thousand times.
  if (codePoint >= 0xac00 && codePoint < 0xd7b0) return scripts.hangul;
  for (const [first, script] of ranges) if (codePoint >= first) return script;
  return scripts.none;
}

/** The signs for times and divided by, in the midst of the letters with accents. */
function isSignAmongLetters(codePoint: number): boolean {
  return codePoint === 0xd7 || codePoint === 0xf7;
}

function isPlainLetter(codePoint: number): boolean {
  const lower = codePoint | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
