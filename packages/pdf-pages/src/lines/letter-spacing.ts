import { isInk } from "../model/plain-text.ts";
import { type FlatSpan, stextScale } from "./spans.ts";
import type { PlacedGlyph } from "./placed-glyphs.ts";

/** Only single characters separated by whitespace. */
const singleCharacters = /^\s*\S(?:\s+\S)*\s*$/u;

/** Minimum number of characters. Fewer may be answer options or axis names. */
const leastCharacters = 5;

/** Maximum distance between spans of one line, in ems. */
const widestGapEm = 1.6;

/** Minimum size and maximum variation of the gaps between letters of a word, in ems. */
const leastGapEm = 0.1;
const unevenEm = 0.08;

/** Minimum ratio of word gaps to letter gaps. */
const wordGapRatio = 1.4;

/**
 * Joins the letters of letter-spaced words, `T e c h n o l o g y`, if the gaps between letters are even and those
 * between words wider. Unrelated single characters keep their distance. Calls the slow `readGlyphs` at most once, and
 * only if a line looks letter-spaced.
 */
export function joinSpacedLetters(
  spans: readonly FlatSpan[],
  readGlyphs: () => readonly PlacedGlyph[],
): readonly FlatSpan[] {
  if (!mayHoldSpaced(spans)) return spans;
  const groups = groupsOf(spans);
  if (!groups.some((group) => isSpaced(group) && areLikeWords(charactersIn(group)))) return spans;
  const glyphs = readGlyphs();
  const all = glyphs.map(({ sign }) => sign).join("");
  let from = 0;
  return groups.flatMap((group) => {
    if (!isSpaced(group)) return group;
    const text = group.map(({ span }) => span.text).join("");
    const at = all.indexOf(text, from);
    if (at < 0) return group;
    from = at + text.length;
    const joined = joinedText(glyphs.slice(at, from), (group[0]?.span.font.size ?? 0) / stextScale);
    return joined === undefined ? group : merged(group, joined);
  });
}

/** True if enough single characters follow each other. Most pages have none, and need no grouping. */
function mayHoldSpaced(spans: readonly FlatSpan[]): boolean {
  let signs = 0;
  for (const one of spans) {
    signs = mayBeSpaced(one) ? signs + one.span.text.length : 0;
    if (signs >= leastCharacters) return true;
  }
  return false;
}

/** True if a span may be letter-spaced: no two letters adjoin. */
function mayBeSpaced({ span: { text } }: FlatSpan): boolean {
  let wasInk = false;
  for (let index = 0; index < text.length; index += 1) {
    const isNow = isInk(text.charCodeAt(index));
    if (isNow && wasInk) return false;
    wasInk = isNow;
  }
  return true;
}

/** Groups neighbouring spans of single characters in one line. Every other span is a group alone. */
function groupsOf(spans: readonly FlatSpan[]): readonly (readonly FlatSpan[])[] {
  const groups: FlatSpan[][] = [];
  for (const one of spans) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group !== undefined && last !== undefined && goesOn(last, one)) group.push(one);
    else groups.push([one]);
  }
  return groups;
}

function goesOn({ span: last, block, tag }: FlatSpan, next: FlatSpan): boolean {
  const { span } = next;
  if (next.block !== block || next.tag !== tag || span.y !== last.y || span.font.size !== last.font.size) return false;
  const gap = span.bbox.x - last.bbox.x - last.bbox.w;
  return (
    gap >= 0 &&
    gap <= widestGapEm * span.font.size &&
    singleCharacters.test(last.text) &&
    singleCharacters.test(span.text)
  );
}

function isSpaced(group: readonly FlatSpan[]): boolean {
  const [first] = group;
  if (first === undefined || first.span.wmode === 1 || first.span.font.family === "monospace") return false;
  if (group.length === 1 && (first.span.text.length < 2 * leastCharacters - 1 || !mayBeSpaced(first))) return false;
  const text = group.map(({ span }) => span.text).join(" ");
  return singleCharacters.test(text) && charactersIn(group).length >= leastCharacters;
}

/** Returns the visible characters of a group. */
function charactersIn(group: readonly FlatSpan[]): string {
  return group.map(({ span }) => span.text.replaceAll(/\s/gu, "")).join("");
}

function joinedText(glyphs: readonly PlacedGlyph[], sizePt: number): string | undefined {
  const signs = glyphs.filter(({ sign }) => sign.trim() !== "");
  const gaps = signs.slice(1).map(({ x0 }, index) => x0 - (signs[index]?.x1 ?? x0));
  const usual = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 3)] ?? 0;
  if (usual < leastGapEm * sizePt) return undefined;
  const isInside = (gap: number): boolean => Math.abs(gap - usual) <= unevenEm * sizePt;
  const isBetween = (gap: number): boolean => gap >= Math.max(wordGapRatio * usual, usual + unevenEm * sizePt);
  if (!gaps.every((gap) => isInside(gap) || isBetween(gap))) return undefined;
  const text = signs.map(({ sign }, index) => (isBetween(gaps[index - 1] ?? 0) ? ` ${sign}` : sign)).join("");
  return readsLikeWords(text) ? text : undefined;
}

function merged(group: readonly FlatSpan[], text: string): readonly FlatSpan[] {
  const [first] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined) return group;
  const bbox = { ...first.span.bbox, w: last.span.bbox.x + last.span.bbox.w - first.span.bbox.x };
  return [{ ...first, span: { ...first.span, text, bbox } }];
}

const vowel = /[aeiouyàáâãäåæèéêëìíîïòóôõöøœùúûüýαάεέηήιίοόυύωώаеёиоуыэюяіїєў]/iu;

/** Minimum average number of letters per word. Single characters in a row of options have one. */
const leastLetters = 2.2;

/** Minimum and maximum share of vowels among the letters of European words. */
const leastVowels = 0.2;
const mostVowels = 0.7;

/** A run of this many consecutive letters of the alphabet is not a word. */
const alphabetLetters = 4;

/** True if text joined from single characters looks like words, not like options, variables or figures. */
export function readsLikeWords(text: string): boolean {
  const words = text.split(" ");
  const signs = words.reduce((sum, word) => sum + Array.from(word).length, 0);
  return signs >= leastLetters * words.length && areLikeWords(text.replaceAll(" ", ""));
}

/** True if characters may form words, wherever these start and end. */
function areLikeWords(text: string): boolean {
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
