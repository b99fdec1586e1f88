/**
 * Properties of the gap between two characters of a folded text: whitespace, dashes and invisible characters, which
 * differ between what a page shows and what a reader types.
 */
export const gap = {
  space: 1,
  /** A line end. Always together with `space`. */
  lineEnd: 2,
  dash: 4,
  /** An en dash or em dash, which writers surround with spaces or not. */
  longDash: 8,
  /** A hyphen before whitespace inside a word, so that it may only mark where a line was broken. */
  brokenWord: 16,
  softHyphen: 32,
  /** Whitespace that a reader does not see as such: between letter-spaced letters, or where a line of Japanese ends. */
  invisible: 64,
  star: 128,
  backslash: 256,
} as const;

const hyphens = new Set("-\u2010\u2011\u2043\u207B\u208B\uFE63\uFF0D");
const longDashes = new Set("\u2012\u2013\u2014\u2015\u2212\u2E3A\u2E3B\uFE58\uFE31\uFE32");
const whitespace = /\s/u;

/**
 * Accents, vowel points of Hebrew and Arabic, the Arabic tatweel, joiners, marks of direction and variation selectors.
 * Vowel signs of Indic scripts and Thai are not among them: words without them are other words.
 */
// oxlint-disable no-misleading-character-class -- these are ranges of combining characters
const ignored =
  /^[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\u{e0100}-\u{e01ef}]$/u;

/** Characters that Unicode does not decompose to what readers type for them. */
const typed: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "\u2018\u2019\u201a\u201b\u2032\u02b9\u02bc\u00b4": "'",
    "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb": '"',
    "\u2044\u2215": "/",
    æǽ: "ae",
    Æ: "AE",
    œ: "oe",
    Œ: "OE",
    ß: "ss",
    ẞ: "SS",
    ø: "o",
    Ø: "O",
    ł: "l",
    Ł: "L",
    đð: "d",
    ĐÐ: "D",
    ħ: "h",
    Ħ: "H",
    ı: "i",
    þ: "th",
    Þ: "Th",
  }).flatMap(([characters, plain]) => Array.from(characters, (each): [string, string] => [each, plain])),
);

/** Spacing accents, which would decompose to a space and an accent. */
const spacingAccent =
  /^[\u00a8\u00af\u00b8\u02d8-\u02dd\u037a\u0384\u0385\u1fbd-\u1fc1\u1fcd-\u1fcf\u1fdd-\u1fdf\u1fed-\u1fef\u1ffd\u1ffe\u203e]$/u;
const hangul = /^[\uac00-\ud7a3]$/u;

const known = new Map<string, string>();

/** Returns what a reader types for a character: without accents, ligatures as letters; empty for a part of a gap. */
export function foldCharacter(character: string): string {
  let folded = known.get(character);
  if (folded === undefined) {
    folded = computeFold(character);
    known.set(character, folded);
  }
  return folded;
}

function computeFold(character: string): string {
  if (isGap(character)) return "";
  const plain = typed.get(character);
  if (plain !== undefined) return plain;
  if (spacingAccent.test(character) || hangul.test(character)) return character;
  let folded = "";
  for (const part of character.normalize("NFKD")) folded += isGap(part) ? "" : (typed.get(part) ?? part);
  return folded;
}

function isGap(character: string): boolean {
  return isDash(character) || /^[\s\u00ad*\\]$/u.test(character) || ignored.test(character);
}

/** True for hyphens and dashes, all of which readers type as `-`. */
export function isDash(character: string): boolean {
  return hyphens.has(character) || longDashes.has(character);
}

/** Returns a text without its gaps, folded. If a text contains another one, the skeletons do, too. */
export function skeletonOf(text: string): string {
  const dense = text.replaceAll(/[\s*\\-]+/g, "");
  return !/[^\0-\x7f]/.test(dense) ? dense : dense.replaceAll(/[^\0-\x7f]/gu, foldCharacter);
}

/** A text with what readers type in place of its characters. */
export interface FoldedText {
  readonly text: string;
  /** The folded characters without gaps, in UTF-16 units. */
  readonly skeleton: string;
  /** Returns where the character of a unit of the skeleton starts in the text. */
  start(unit: number): number;
  /** Returns where that character ends. */
  end(unit: number): number;
  /** Returns the text of the gap before a unit; of the one after the last unit for the length of the skeleton. */
  gapText(unit: number): string;
  /** Returns the properties of that gap, see `gap`. */
  gapBefore(unit: number): number;
}

/** Folds a text. The gaps are examined when they are needed. */
export function foldText(text: string): FoldedText {
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const character of text) {
    const code = character.charCodeAt(0);
    const folded =
      code > 0x20 && code < 0x7f && code !== 0x2d && code !== 0x2a && code !== 0x5c
        ? character
        : foldCharacter(character);
    for (let unit = 0; unit < folded.length; unit += 1) {
      starts.push(at);
      ends.push(at + character.length);
    }
    if (folded !== "") parts.push(folded);
    at += character.length;
  }
  const skeleton = parts.join("");
  const known = new Int16Array(skeleton.length + 1).fill(-1);
  const start = (unit: number): number => starts[unit] ?? text.length;
  const end = (unit: number): number => (unit < 0 ? 0 : (ends[unit] ?? text.length));
  const bounds = { text, units: skeleton.length, start, end };
  return {
    text,
    skeleton,
    start,
    end,
    gapText: (unit) => text.slice(end(unit - 1), start(unit)),
    gapBefore: (unit) => {
      const found = known[unit] ?? 0;
      if (found >= 0) return found;
      return (known[unit] = gapAt(bounds, unit));
    },
  };
}

interface Bounds {
  readonly text: string;
  readonly units: number;
  readonly start: (unit: number) => number;
  readonly end: (unit: number) => number;
}

function gapAt(bounds: Bounds, unit: number): number {
  const { text, start, end } = bounds;
  const [from, to] = [end(unit - 1), start(unit)];
  if (to <= from) return 0;
  const written = text.slice(from, to);
  let properties = gapProperties(written);
  if (unit === 0 || unit === bounds.units) return properties;
  const [left, right] = [text.slice(start(unit - 1), from), text.slice(to, end(unit))];
  if (breaksWord(written, left, right)) properties |= gap.brokenWord;
  const isBlank = (properties & gap.space) !== 0 && (properties & gap.dash) === 0;
  if (isBlank && (isUnspaced({ written, left, right }) || isLetterSpaced(bounds, unit))) properties |= gap.invisible;
  return properties;
}

/** Returns the properties of a gap that do not depend on what surrounds it. */
export function gapProperties(written: string): number {
  let properties = 0;
  for (const character of written) {
    if (character === "\n") properties |= gap.space | gap.lineEnd;
    else if (whitespace.test(character)) properties |= gap.space;
    else if (hyphens.has(character)) properties |= gap.dash;
    else if (longDashes.has(character)) properties |= gap.dash | gap.longDash;
    else if (character === "\u00ad") properties |= gap.softHyphen;
    else if (character === "*") properties |= gap.star;
    else if (character === "\\") properties |= gap.backslash;
  }
  return properties;
}

/** True for a hyphen and whitespace between two letters, the second of which does not start a name. */
function breaksWord(written: string, left: string, right: string): boolean {
  if (!/^[^\s\p{Pd}]*[-\u2010\u2011]\s+[*]*$/u.test(written)) return false;
  if (!/^[\p{L}\p{M}]+$/u.test(left) || !/^[\p{L}\p{M}]+$/u.test(right)) return false;
  return !/^\p{Lu}/u.test(right) || /^\p{Lu}/u.test(left);
}

const ideographs = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\u30fc\uff00-\uffef`;

/** Characters between which a space says nothing. */
const unspacedPair = new RegExp(
  String.raw`^(?:[${ideographs}][${ideographs}\p{L}\p{N}]|[\p{L}\p{N}][${ideographs}]|[\uac00-\ud7a3]{2})$`,
  "u",
);
const unspacedScript = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]$/u;

/**
 * True if the language writes no space between these characters, so that the one here is a line end or a layout. Korean
 * lines end within words, and Japanese and Chinese set foreign words and numbers apart or not.
 */
function isUnspaced({
  written,
  left,
  right,
}: {
  readonly written: string;
  readonly left: string;
  readonly right: string;
}): boolean {
  if (unspacedPair.test(`${left}${right}`)) return true;
  return written.includes("\n") && written.trim() === "" && unspacedScript.test(left) && unspacedScript.test(right);
}

/** True between two of at least three letters with whitespace around each, as in a title that is spaced out. */
function isLetterSpaced(bounds: Bounds, unit: number): boolean {
  if (!isAlone(bounds, unit - 1) || !isAlone(bounds, unit)) return false;
  return isAlone(bounds, unit - 2) || isAlone(bounds, unit + 1);
}

function isAlone({ text, units, start, end }: Bounds, unit: number): boolean {
  if (unit < 0 || unit >= units) return false;
  const isWord = (piece: string): boolean => /[\p{L}\p{N}]/u.test(piece);
  if (!isWord(text.slice(start(unit), end(unit)))) return false;
  const isApart = (from: number, to: number, beyond: string): boolean =>
    /\s/u.test(text.slice(from, to)) || !isWord(beyond);
  return (
    isApart(end(unit - 1), start(unit), text.slice(start(unit - 1), end(unit - 1))) &&
    isApart(end(unit), start(unit + 1), text.slice(start(unit + 1), end(unit + 1)))
  );
}
