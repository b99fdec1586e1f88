/**
 * The character classes of the estimator. Letters have several classes because a tokenizer knows words, and random
 * letters (base64, hashes, minified names) have other neighbours than those of words.
 */
export const narrowClasses = [
  "line-end",
  "space",
  "tab",
  "digit",
  "vowel",
  "consonant",
  "rare-consonant",
  "upper",
  "bracket",
  "quote",
  "stop",
  "operator",
] as const;

/** The start of each non-ASCII class, as a UTF-16 code unit. A class ends where the next one starts. */
export const wideClasses: readonly (readonly [start: number, name: string])[] = [
  [0x80, "latin"],
  [0x250, "mark"],
  [0x370, "greek"],
  [0x400, "cyrillic"],
  [0x590, "hebrew"],
  [0x600, "arabic"],
  [0x900, "devanagari"],
  [0x980, "indic"],
  [0xe00, "thai"],
  [0xe80, "other-script"],
  [0x1100, "hangul"],
  [0x1200, "other-script"],
  [0x1e00, "latin"],
  [0x1f00, "greek"],
  [0x2000, "symbol"],
  [0x2e80, "han"],
  [0x3000, "cjk-punctuation"],
  [0x3040, "kana"],
  [0x3100, "han"],
  [0xa000, "other-script"],
  [0xac00, "hangul"],
  [0xd800, "high-surrogate"],
  [0xdc00, "low-surrogate"],
  [0xe000, "symbol"],
  [0xf900, "han"],
  [0xfb00, "arabic"],
  [0xff00, "full-width"],
];

/** The unique names of the non-ASCII classes, in the order of their rows of costs. */
export const wideClassNames: readonly string[] = [...new Set(wideClasses.map(([, name]) => name))];

/** The number of classes: at most 32, so that two of them form a ten-bit index. */
export const classCount: number = narrowClasses.length + wideClassNames.length;

/**
 * Builds the table of the classes of all UTF-16 code units, as indexes into the narrow and then the wide classes: one
 * entry per ASCII character, then one per sixteen units, because all wide classes start at a multiple of sixteen. The
 * table is small because the first access to memory is a large part of the cost of a short run. `classIndex` returns
 * the index of a unit.
 */
export function classTable(): Uint8Array {
  const table = new Uint8Array(0x80 + 0x1000).fill(narrowClasses.indexOf("operator"));
  for (const [characters, name] of members) {
    const place = narrowClasses.indexOf(name);
    for (let at = 0; at < characters.length; at += 1) table[characters.charCodeAt(at)] = place;
  }
  for (const [start, name] of wideClasses) {
    table.fill(narrowClasses.length + wideClassNames.indexOf(name), classIndex(start));
  }
  return table;
}

/** Returns the index of a UTF-16 code unit in the class table. */
export function classIndex(unit: number): number {
  return unit < 0x80 ? unit : 0x80 + (unit >> 4);
}

/** The characters of the narrow classes. ASCII characters not listed are operators. */
const members: readonly (readonly [characters: string, name: (typeof narrowClasses)[number]])[] = [
  ["\n\r", "line-end"],
  [" ", "space"],
  ["\t", "tab"],
  ["0123456789", "digit"],
  ["aeiou", "vowel"],
  ["bjkqvwxyz", "rare-consonant"],
  ["cdfghlmnprst", "consonant"],
  ["ABCDEFGHIJKLMNOPQRSTUVWXYZ", "upper"],
  ["()[]{}<>", "bracket"],
  ["\"'`", "quote"],
  [".,;:", "stop"],
];
