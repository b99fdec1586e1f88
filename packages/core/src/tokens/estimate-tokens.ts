import { classCount, classIndex, classTable, narrowClasses } from "./token-classes.ts";
import { narrowCosts, wideCosts } from "./token-costs.ts";

interface Tables {
  readonly classes: Uint8Array;
  /** Hundredths of a token by the class before and the class itself. */
  readonly costs: Uint8Array;
  /** The costs of all characters of ASCII after a class, made when asked for. */
  readonly asciiRows: Uint8Array[];
}

const lineEnd: number = narrowClasses.indexOf("line-end");
const lastBlank: number = narrowClasses.indexOf("tab");

/** The letters of ASCII are neighbours among the classes. */
const firstLetter: number = narrowClasses.indexOf("vowel");
const lastLetter: number = narrowClasses.indexOf("upper");

/**
 * Letters in a row that can still be words. Beyond it they are a sequence (DNA, base 32, a cipher), of which a tokenizer
 * knows no more than two or three at once: each costs so many hundredths more.
 */
const longestWord = 24;
const unknownLetterCost = 35;

/** Texts from this length on are worth the tables of the way over bytes, which is three times as fast. */
const longTextUnits = 16 * 1024;

/** After so many characters of shorter texts, as the pages of a document are, these are worth them, too. */
const manyUnits = 64 * 1024;

/** What is shorter gains nothing. */
const shortTextUnits = 256;

let built: Tables | undefined;
let estimatedUnits = 0;

/**
 * Nearly the number of o200k tokens in a text; 0 for an empty one. Each character is charged by its class and that of
 * the character before it, so runs of letters, digits, punctuation, Han, kana and so on each have their own price.
 * Within ±25 % on prose, code, JSON, CSV, logs, base64 and the scripts of the world (docs of the fit: see
 * `scripts/fit-token-costs.mjs`). What a text costs does not depend on what stands before its first line: the
 * estimates of blocks that end with a newline add up, but for the rounding up of each.
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

/** Hundredths of a token for each character of ASCII after one of them: the same after all of a class. */
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
    // As `classIndex` does: a call for every character is half of what a short run costs.
    const current = classes[unit < 0x80 ? unit : 0x80 + (unit >> 4)] ?? 0;
    sum += costs[(before << 5) | current] ?? 0;
    before = current;
  }
  return sum;
}

/** The surcharge of sequences. Jumps by the length of a word and looks back, so that few characters are looked at. */
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

/** Not a closure: a new one for each text would undo what the engine has made of the loops. */
function isLetter(classes: Uint8Array, unit: number): boolean {
  const current = classes[classIndex(unit)] ?? 0;
  return current >= firstLetter && current <= lastLetter;
}

/** Row by row, because a call for every pair would take longer than most texts. */
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
  /** The byte before a piece, and then the bytes of the piece. */
  readonly bytes: Uint8Array;
  /** The part of `bytes` for the piece, with room for finding out that its bytes are more than its characters. */
  readonly piece: Uint8Array;
}

let workspace: Workspace | undefined;

/** Hundredths of a token by the byte before and the byte itself. */
let pairCosts: Uint8Array | undefined;

/**
 * The sum of the costs of all pairs of neighbours in a text of ASCII; undefined for any other text. Bytes are looked up
 * in one table of pairs, because asking a string for its characters one by one takes twice as long.
 * @param costsAfter The costs of the 128 characters of ASCII after one of them.
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
    // Not before it is known to be needed: a program that reads one text has only just started.
    pairCosts ??= buildPairCosts(costsAfter);
    sum += sumPairs(bytes, pairCosts, units);
    bytes[0] = bytes[units] ?? lineFeed;
  }
  return sum;
}

/**
 * Two sums and a mask, so that no step waits for the one before it and no index needs a check: twice as fast as the
 * plain loop. Every index lies inside its table, and a fallback for one that does not would cost half of that again.
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
