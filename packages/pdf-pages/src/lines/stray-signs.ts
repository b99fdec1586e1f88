import { endsInSyllable } from "../model/clean-text.ts";
import { hasRightToLeft } from "../model/direction.ts";
import { type PlacedGlyph, replacedSpans } from "./placed-glyphs.ts";
import { type FlatSpan, stextScale } from "./spans.ts";

/** Signs that were painted apart from the words of their line, by the span that they are inside or after. */
type SignsOfWords = ReadonlyMap<FlatSpan, readonly FlatSpan[]>;

/** Spaces and punctuation. */
const onlySigns = /^[\s\p{P}]{1,4}$/u;

/** Maximum number of UTF-16 units of four characters. Most spans are longer. */
const mostUnits = 8;

function isOnlySigns(text: string): boolean {
  return text.length <= mostUnits && onlySigns.test(text);
}

/** Maximum distance of signs from the words beside them, in ems. */
const nearEm = 0.3;

/**
 * Puts spaces and punctuation between the words that they were painted apart from: a word processor paints those of a
 * line first if they have another font than the words, and the engine then gives the words as one. `found` has the spans
 * as the engine gave them. Calls the slow `readGlyphs` at most once, and only if signs are painted apart.
 */
export function placeStraySigns(
  spans: readonly FlatSpan[],
  found: readonly FlatSpan[],
  readGlyphs: () => readonly PlacedGlyph[],
): readonly FlatSpan[] {
  const stray = spans.filter((one, index) => isStray(one, spans[index - 1]));
  const signsOf = stray.length === 0 ? noSigns : ownersOf(spans, stray);
  if (signsOf.size === 0) return spans;
  const glyphs = glyphsOfSpans(found, readGlyphs());
  const moved = new Set<FlatSpan>();
  const placed = spans.map((one, index) => {
    const [signs, own] = [signsOf.get(one), glyphs.get(found[index] ?? one)];
    if (signs === undefined || own === undefined || own.length !== one.span.text.length) return one;
    if (isFromRight(one) && !hasOwnSpaces(own, signs)) return one;
    for (const each of signs) moved.add(each);
    // The letters of ligatures were restored, in their places.
    const corrected = own.map((glyph, at) => ({ ...glyph, sign: one.span.text.charAt(at) }));
    return { ...one, span: { ...one.span, text: withSigns(one, corrected, signs) } };
  });
  return placed.filter((_, index) => !moved.has(spans[index] as FlatSpan));
}

const noSigns: SignsOfWords = new Map();

function glyphsOfSpans(
  found: readonly FlatSpan[],
  all: readonly PlacedGlyph[],
): ReadonlyMap<FlatSpan, readonly PlacedGlyph[]> {
  const glyphsOf = new Map<FlatSpan, readonly PlacedGlyph[]>();
  replacedSpans(found, all, { replacementOf: ({ one, glyphs }) => void glyphsOf.set(one, glyphs) });
  return glyphsOf;
}

function withSigns(one: FlatSpan, glyphs: readonly PlacedGlyph[], signs: readonly FlatSpan[]): string {
  return hasRightToLeft(one.span.text) ? withSignsFromRight(glyphs, signs) : withSpaces(one, glyphs, signs);
}

/** True for signs that do not follow the span before them. */
function isStray({ span, block }: FlatSpan, before: FlatSpan | undefined): boolean {
  if (!isOnlySigns(span.text) || span.wmode !== 0) return false;
  return before?.block !== block || before.span.y !== span.y || !isNear(before, span);
}

function isNear({ span: { bbox } }: FlatSpan, signs: FlatSpan["span"]): boolean {
  return Math.abs(bbox.x + bbox.w - signs.bbox.x) <= nearEm * signs.font.size;
}

function ownersOf(spans: readonly FlatSpan[], stray: readonly FlatSpan[]): SignsOfWords {
  const lines = linesOf(spans, stray);
  const owners = new Map<FlatSpan, FlatSpan[]>();
  for (const signs of stray) {
    const owner = ownerOf(signs, lines.get(signs.block)?.get(signs.span.y) ?? []);
    if (owner !== undefined) owners.set(owner, [...(owners.get(owner) ?? []), signs]);
  }
  return new Map([...owners].filter(([one, signs]) => !isFromRight(one) || signs.some((each) => isInside(each, one))));
}

/** Returns the words of each line that has signs, by block and baseline. */
function linesOf(
  spans: readonly FlatSpan[],
  stray: readonly FlatSpan[],
): ReadonlyMap<number, ReadonlyMap<number, readonly FlatSpan[]>> {
  const lines = new Map<number, Map<number, FlatSpan[]>>();
  for (const { block, span } of stray) {
    const ofBlock = lines.get(block) ?? new Map<number, FlatSpan[]>();
    lines.set(block, ofBlock.set(span.y, []));
  }
  for (const one of spans) {
    const words = lines.get(one.block)?.get(one.span.y);
    if (words !== undefined && !isOnlySigns(one.span.text) && one.span.text.trim() !== "") words.push(one);
  }
  return lines;
}

/**
 * Punctuation between words from left to right is in the order of painting, a list marker or painted twice. Numbers
 * inside words from right to left run the other way.
 */
function ownerOf(signs: FlatSpan, line: readonly FlatSpan[]): FlatSpan | undefined {
  const inside = line.find((one) => isInside(signs, one));
  const fromRight = [inside, ...line].find((one) => one !== undefined && isFromRight(one) && touches(signs, one));
  if (fromRight !== undefined) return mayHold(fromRight, signs) ? fromRight : undefined;
  if (signs.span.text.trim() !== "") return undefined;
  const before = inside ?? lastBefore(line, signs);
  return before === inside || endsInSyllable(before?.span.text ?? "") ? before : undefined;
}

/** Brackets and dashes may belong to the words on either side. */
const stops = /^[\s.,;:!?\u060C\u061B\u061F\u2026]+$/u;

function mayHold({ span: words }: FlatSpan, { span: signs }: FlatSpan): boolean {
  return stops.test(signs.text) && !otherDirection.test(words.text);
}

const otherDirection = /[\p{N}\p{Script=Latin}]/u;

function isFromRight({ span }: FlatSpan): boolean {
  return hasRightToLeft(span.text);
}

function touches(signs: FlatSpan, one: FlatSpan): boolean {
  return isInside(signs, one) || isAtLeft(signs, one);
}

function isInside({ span: { bbox: signs } }: FlatSpan, { span: { bbox } }: FlatSpan): boolean {
  return signs.x > bbox.x && signs.x + signs.w < bbox.x + bbox.w;
}

function isAtLeft({ span: { bbox: signs, font } }: FlatSpan, { span: { bbox } }: FlatSpan): boolean {
  return Math.abs(signs.x + signs.w - bbox.x) <= nearEm * font.size;
}

/** Returns the words that begin last before a space. The box of a cluster may end before its last glyph. */
function lastBefore(line: readonly FlatSpan[], { span: { bbox: space } }: FlatSpan): FlatSpan | undefined {
  return line
    .filter(({ span }) => span.bbox.x < space.x)
    .reduce<FlatSpan | undefined>(
      (last, one) => (last === undefined || one.span.bbox.x > last.span.bbox.x ? one : last),
      undefined,
    );
}

/** Inserts each space or sign before the first character that starts after its middle, or else at the end. */
function withSpaces(one: FlatSpan, glyphs: readonly PlacedGlyph[], spaces: readonly FlatSpan[]): string {
  let text = "";
  let due = "";
  for (const [index, { sign, x0 }] of glyphs.entries()) {
    const before = glyphs[index - 1];
    if (before !== undefined)
      due += spaces.flatMap((space) => (isBetween(middleOf(space), before.x0, x0) ? space.span.text : [])).join("");
    // A sign of the last syllable may be painted after the space.
    const isDuring = due !== "" && !/\p{M}/u.test(sign);
    text += isDuring ? joined(text, due) + sign : sign;
    if (isDuring) due = "";
  }
  const after = spaces.filter((space) => !isInside(space, one)).map(({ span }) => span.text);
  return text + joined(text, after.join("").slice(0, 1));
}

function isBetween(middle: number, from: number, to: number): boolean {
  return middle > from && middle <= to;
}

/** Returns signs without a space that the text before them ends with. */
function joined(text: string, signs: string): string {
  return text.endsWith(" ") ? signs.trimStart() : signs;
}

function middleOf({ span: { bbox } }: FlatSpan): number {
  return (bbox.x + bbox.w / 2) / stextScale;
}

/** True if the engine has detected the spaces between words from right to left. Otherwise these are the spaces. */
function hasOwnSpaces(glyphs: readonly PlacedGlyph[], signs: readonly FlatSpan[]): boolean {
  return signs.every((one) => {
    const at = placeFromRight(glyphs, middleOf(one));
    return one.span.text.trim() !== "" || at === glyphs.length || glyphs[at]?.sign === " ";
  });
}

/** Inserts signs into words from right to left, where the engine has detected most of the spaces. */
function withSignsFromRight(glyphs: readonly PlacedGlyph[], signs: readonly FlatSpan[]): string {
  const places = signs.map((one) => ({ at: placeFromRight(glyphs, middleOf(one)), text: reversed(one.span.text) }));
  return [...glyphs, undefined]
    .map((glyph, index) => {
      const here = places.filter(({ at }) => at === index).map(({ text }) => text);
      return withoutSpaceBeside(here.join(""), glyphs[index - 1], glyph) + (glyph?.sign ?? "");
    })
    .join("");
}

function reversed(text: string): string {
  return Array.from(text).toReversed().join("");
}

function withoutSpaceBeside(signs: string, before: PlacedGlyph | undefined, after: PlacedGlyph | undefined): string {
  const rest = after?.sign === " " ? signs.trimEnd() : signs;
  return before === undefined || before.sign === " " ? rest.trimStart() : rest;
}

/** Offsets at which a space may be that of the position: the engine places letters of joined scripts only roughly. */
const nearby = [0, -1, 1, -2];

/** Returns the index of the space at a position, or else of the first character to its left. */
function placeFromRight(glyphs: readonly PlacedGlyph[], middle: number): number {
  const at = glyphs.findIndex(({ x0 }, index) => x0 <= middle && (glyphs[index - 1]?.x0 ?? Infinity) > middle);
  if (at < 0) return glyphs.length;
  return at + (nearby.find((offset) => glyphs[at + offset]?.sign === " ") ?? 0);
}
