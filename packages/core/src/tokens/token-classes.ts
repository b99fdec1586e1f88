/**
 * The classes that the estimator sorts characters into. Letters are told apart because a tokenizer knows words, and
 * random letters (base64, hashes, minified names) have other neighbours than those of words.
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

/** Where each class beyond ASCII starts, as a UTF-16 code unit; it ends where the next one starts. */
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

/** The names of the classes beyond ASCII, each once, in the order of the rows of their costs. */
export const wideClassNames: readonly string[] = [...new Set(wideClasses.map(([, name]) => name))];

/** How many classes there are. At most 32, so that two of them make an index of ten bits. */
export const classCount: number = narrowClasses.length + wideClassNames.length;

/** The class of every UTF-16 code unit, by its place in the narrow and then the wide classes. */
export function classTable(): Uint8Array {
  const table = new Uint8Array(0x10000);
  for (let unit = 0; unit < 0x80; unit += 1) table[unit] = narrowClasses.indexOf(narrowClassOf(unit));
  for (const [start, name] of wideClasses) table.fill(narrowClasses.length + wideClassNames.indexOf(name), start);
  return table;
}

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

function narrowClassOf(unit: number): (typeof narrowClasses)[number] {
  const character = String.fromCharCode(unit);
  return members.find(([characters]) => characters.includes(character))?.[1] ?? "operator";
}
