import { isInk } from "../model/plain-text.ts";
import { type FlatSpan, stextScale } from "../model/spans.ts";
import type { PlacedGlyph } from "./placed-glyphs.ts";

/** All it has are single signs with white space between them. */
const singleSigns = /^\s*\S(?:\s+\S)*\s*$/u;

/** Fewer signs may be the options of a question or the names of axes. */
const leastSigns = 5;

/** Spans of one line are no further apart, in heights of the type. */
const widestGapEm = 1.6;

/** The gaps between the letters of a word are no smaller, and no more uneven, in heights of the type. */
const leastGapEm = 0.1;
const unevenEm = 0.08;

/** The gaps between words are larger than those between letters by this factor. */
const wordGapRatio = 1.4;

/**
 * Joins the letters of words that are set wide, `T e c h n o l o g y`: where the gaps between letters are even, and those
 * between words wider. Single signs that only stand beside each other keep their distance. `readGlyphs`, which is slow, is
 * called at most once, and only where a line looks like that.
 */
export function joinSpacedLetters(
  spans: readonly FlatSpan[],
  readGlyphs: () => readonly PlacedGlyph[],
): readonly FlatSpan[] {
  if (!mayHoldSpaced(spans)) return spans;
  const groups = groupsOf(spans);
  if (!groups.some((group) => isSpaced(group) && areLikeWords(signsIn(group)))) return spans;
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

/** Whether so many signs of such lines follow each other: on most pages none do, and nothing need be grouped. */
function mayHoldSpaced(spans: readonly FlatSpan[]): boolean {
  let signs = 0;
  for (const one of spans) {
    signs = mayBeSpaced(one) ? signs + one.span.text.length : 0;
    if (signs >= leastSigns) return true;
  }
  return false;
}

/** Whether a span may be of such a line: no two letters stand together, as they do soon in words. */
function mayBeSpaced({ span: { text } }: FlatSpan): boolean {
  let wasInk = false;
  for (let index = 0; index < text.length; index += 1) {
    const isNow = isInk(text.charCodeAt(index));
    if (isNow && wasInk) return false;
    wasInk = isNow;
  }
  return true;
}

/** Neighbouring spans of single signs in one line; every other span alone. */
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
  return gap >= 0 && gap <= widestGapEm * span.font.size && singleSigns.test(last.text) && singleSigns.test(span.text);
}

function isSpaced(group: readonly FlatSpan[]): boolean {
  const [first] = group;
  if (first === undefined || first.span.wmode === 1 || first.span.font.family === "monospace") return false;
  if (group.length === 1 && (first.span.text.length < 2 * leastSigns - 1 || !mayBeSpaced(first))) return false;
  const text = group.map(({ span }) => span.text).join(" ");
  return singleSigns.test(text) && signsIn(group).length >= leastSigns;
}

/** What is seen of a group. */
function signsIn(group: readonly FlatSpan[]): string {
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
