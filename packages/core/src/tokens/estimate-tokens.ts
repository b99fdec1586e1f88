import { narrowCosts, wideCosts } from "./token-costs.ts";

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

interface Tables {
  readonly classes: Uint8Array;
  /** Hundredths of a token, by the class of the previous character and the class itself. */
  readonly costs: Uint8Array;
  /** The costs of all ASCII characters after a class, computed on demand. */
  readonly asciiRows: Uint8Array[];
}

const lineEnd: number = narrowClasses.indexOf("line-end");
const lastBlank: number = narrowClasses.indexOf("tab");

/** The ASCII letter classes are consecutive. */
const firstLetter: number = narrowClasses.indexOf("vowel");
const lastLetter: number = narrowClasses.indexOf("upper");

/**
 * Maximum number of consecutive letters that can still be words. Longer runs are sequences (DNA, base32, ciphers), of
 * which a tokenizer knows at most two or three letters at once: each letter costs this many hundredths more.
 */
const longestWord = 24;
const unknownLetterCost = 35;

/**
 * Minimum length, in UTF-16 units, of a text for the byte-based fast path, which needs large tables and is three times
 * as fast.
 */
const longTextUnits = 16 * 1024;

/** Total length of shorter texts, such as the pages of a document, after which they also use the fast path. */
const manyUnits = 64 * 1024;

/** Minimum length of a text to benefit from the fast path. */
const shortTextUnits = 256;

let built: Tables | undefined;
let estimatedUnits = 0;

/**
 * Estimates the number of o200k tokens in a text; 0 for an empty one. Each character is charged by its class and the
 * class of the character before it, so that runs of letters, digits, punctuation, Han, kana and so on are priced
 * separately. Accurate within ±25 % for prose, code, JSON, CSV, logs, base64 and the world's scripts (see
 * `scripts/fit-token-costs.mjs` for the fit). The estimate does not depend on the text before the first line: the
 * estimates of blocks that end with a newline add up, except for rounding up each.
 */
export function estimateTokens(text: string): number {
  built ??= buildTables();
  const { classes, costs } = built;
  const pairs =
    (isWorthTables(text.length) ? asciiHundredths(text, costsAfter) : undefined) ??
    pairHundredths(text, classes, costs);
  return Math.ceil((pairs + sequenceHundredths(text, classes)) / 100);
}

function isWorthTables(units: number): boolean {
  if (units < shortTextUnits || units >= longTextUnits) return units >= longTextUnits;
  estimatedUnits = Math.min(estimatedUnits + units, manyUnits);
  return estimatedUnits === manyUnits;
}

/**
 * Returns the costs of each ASCII character after an ASCII character, in hundredths of a token. They are equal for all
 * characters of a class.
 */
function costsAfter(before: number): Uint8Array {
  built ??= buildTables();
  const { classes, costs, asciiRows } = built;
  const after = classes[before] ?? 0;
  return (asciiRows[after] ??= classes.slice(0, 0x80).map((current) => costs[(after << 5) | current] ?? 0));
}

function pairHundredths(text: string, classes: Uint8Array, costs: Uint8Array): number {
  let sum = 0;
  let before = lineEnd;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    // Inlines `classIndex`: a call for every character is half of the cost of a short run.
    const current = classes[unit < 0x80 ? unit : 0x80 + (unit >> 4)] ?? 0;
    sum += costs[(before << 5) | current] ?? 0;
    before = current;
  }
  return sum;
}

/**
 * Returns the surcharge of sequences. Jumps by the length of a word and looks back, so that few characters are
 * examined.
 */
function sequenceHundredths(text: string, classes: Uint8Array): number {
  let sum = 0;
  let at = longestWord;
  while (at < text.length) {
    let start = at;
    while (start >= at - longestWord && isLetter(classes, text.charCodeAt(start))) start -= 1;
    if (start < at - longestWord) {
      for (; at < text.length && isLetter(classes, text.charCodeAt(at)); at += 1) sum += unknownLetterCost;
      start = at;
    }
    at = start + longestWord + 1;
  }
  return sum;
}

/** Not a closure: a new one for each text would discard the engine's optimisation of the loops. */
function isLetter(classes: Uint8Array, unit: number): boolean {
  const current = classes[classIndex(unit)] ?? 0;
  return current >= firstLetter && current <= lastLetter;
}

/** Fills the cost table by rows, because a call for every pair would take longer than most texts. */
function buildTables(): Tables {
  const costs = new Uint8Array(1 << 10);
  const narrow = narrowClasses.length;
  const afterBlank = wideCosts.map(([, blank = 0]) => blank);
  const afterOther = wideCosts.map(([, , other = 0]) => other);
  for (let before = 0; before < classCount; before += 1) {
    const row = before << 5;
    costs.set(narrowCosts[Math.min(before, narrow)] ?? [], row);
    costs.set(before <= lastBlank ? afterBlank : afterOther, row + narrow);
    if (before >= narrow) costs[row + before] = wideCosts[before - narrow]?.[0] ?? 0;
  }
  return { classes: classTable(), costs, asciiRows: [] };
}

const encoder = new TextEncoder();
const lineFeed = 0x0a;
const pieceUnits = 32 * 1024;

interface Workspace {
  /** The byte before a chunk, followed by the bytes of the chunk. */
  readonly bytes: Uint8Array;
  /** The part of `bytes` for the chunk. One spare byte reveals that the chunk has more bytes than characters. */
  readonly piece: Uint8Array;
}

let workspace: Workspace | undefined;

/** Hundredths of a token, by the previous byte and the byte itself. */
let pairCosts: Uint8Array | undefined;

/**
 * Returns the sum of the costs of all pairs of neighbours in an ASCII text; `undefined` for any other text. Looks up
 * bytes in one table of pairs, because reading a string character by character takes twice as long.
 * @param costsAfter Returns the costs of the 128 ASCII characters after an ASCII character.
 */
function asciiHundredths(text: string, costsAfter: (before: number) => Uint8Array): number | undefined {
  workspace ??= buildWorkspace();
  const { bytes, piece } = workspace;
  bytes[0] = lineFeed;
  let sum = 0;
  for (let at = 0; at < text.length; at += pieceUnits) {
    const units = Math.min(pieceUnits, text.length - at);
    const { read, written } = encoder.encodeInto(units === text.length ? text : text.slice(at, at + units), piece);
    if (read !== units || written !== units) return undefined;
    // Built only when needed, because a program that reads one text has only just started.
    pairCosts ??= buildPairCosts(costsAfter);
    sum += sumPairs(bytes, pairCosts, units);
    bytes[0] = bytes[units] ?? lineFeed;
  }
  return sum;
}

/**
 * Sums the costs of byte pairs. Two sums and a mask avoid dependencies between steps and bounds checks of indexes:
 * twice as fast as the plain loop. Every index lies inside its table; a fallback for missing entries would take half as
 * long again.
 */
function sumPairs(bytes: Uint8Array, costs: Uint8Array, units: number): number {
  let even = 0;
  let odd = 0;
  let at = 1;
  for (; at < units; at += 2) {
    const middle = bytes[at] as number;
    even = (even + (costs[(((bytes[at - 1] as number) << 7) | middle) & 0x3fff] as number)) | 0;
    odd = (odd + (costs[((middle << 7) | (bytes[at + 1] as number)) & 0x3fff] as number)) | 0;
  }
  if (at === units) even += costs[(((bytes[at - 1] as number) << 7) | (bytes[at] as number)) & 0x3fff] as number;
  return even + odd;
}

function buildWorkspace(): Workspace {
  const bytes = new Uint8Array(pieceUnits + 2);
  return { bytes, piece: bytes.subarray(1) };
}

function buildPairCosts(costsAfter: (before: number) => Uint8Array): Uint8Array {
  const costs = new Uint8Array(0x80 * 0x80);
  for (let before = 0; before < 0x80; before += 1) costs.set(costsAfter(before), before << 7);
  return costs;
}
