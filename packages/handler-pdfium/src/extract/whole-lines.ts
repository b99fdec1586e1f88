import { anyFromRight, endOfGlyph, fromRight, type PageCharacters, pickCharacters } from "./page-characters.ts";
import { added } from "./painting-order.ts";
import { unknownCharacter } from "./unmapped-text.ts";

/** Maximum number of characters of one glyph: the longest ligature of Arabic has 18. */
const maxOfGlyph = 20;

/** The characters of one glyph. */
interface GlyphText {
  readonly from: number;
  readonly end: number;
  readonly text: string;
}

/** The text of a whole line, which a map gives to a glyph. */
export interface WholeLine {
  readonly text: string;
  /** True if several glyphs of the page have it, so that it is not their text. */
  readonly isRepeated: boolean;
  /** True if the engine took the line on which it is for one from right to left, so that the words are turned, too. */
  readonly isFromRight: boolean;
}

/**
 * Replaces the text of a whole line that a map gives to one glyph by a private character for this text: WeasyPrint does so
 * for text from right to left, and the line would be there as often as the glyph.
 */
export function withoutWholeLines(characters: PageCharacters): {
  readonly characters: PageCharacters;
  readonly lines: readonly WholeLine[];
} {
  const glyphs = glyphsOfLines(characters);
  if (glyphs.length === 0) return { characters, lines: [] };
  const texts = [...characters.texts];
  const isLeftOut = new Uint8Array(characters.count);
  const byText = new Map<string, GlyphText[]>();
  for (const glyph of glyphs) byText.set(glyph.text, [...(byText.get(glyph.text) ?? []).slice(-1), glyph]);
  const lines = [...byText].slice(0, maxLines).map(([text, same]) => ({
    text,
    isRepeated: same.length > 1,
    isFromRight: same.every((glyph) => isOnLineFromRight(characters, glyph)),
  }));
  for (const { from, end, text } of glyphs) {
    const line = lines.findIndex((one) => one.text === text);
    if (line < 0) continue;
    texts[from] = String.fromCodePoint(firstOfLines + line);
    isLeftOut.fill(1, from + 1, end);
  }
  const order = texts.flatMap((_, index) => (isLeftOut[index] === 1 ? [] : [index]));
  return { characters: pickCharacters({ ...characters, texts }, order), lines };
}

/** Private characters for glyphs with the text of a line. A font has a few such glyphs. */
const firstOfLines = 0xf_0000;
const maxLines = 100;
const glyphOfLine = /^[\u{F0000}-\u{F0063}]$/u;

/** True for the private character of a glyph with the text of a line. */
export function isGlyphOfLine(text: string): boolean {
  return glyphOfLine.test(text);
}

/** Returns the glyphs with the text of a line from right to left, which is longer than that of a ligature. */
function glyphsOfLines(characters: PageCharacters): readonly GlyphText[] {
  const glyphs: GlyphText[] = [];
  for (let from = 0, end = 0; from < characters.count; from = end) {
    end = endOfGlyph(characters, from);
    if (end - from <= maxOfGlyph || characters.styles[from]?.hasActualText === true) continue;
    const text = characters.texts.slice(from, end).join("");
    if (anyFromRight.test(text)) glyphs.push({ from, end, text });
  }
  return glyphs;
}

/** Number of known letters around a glyph by which it is found in the text of a line. */
const knownAround = 3;
/** A glyph may stand for so many letters. */
const maxLetters = 3;
/**
 * Maximum number of glyphs with the text of a line, and of unknown ones, that are searched in the lines, and of letters
 * of a line in which they are.
 */
const maxTries = 500;
const maxLineLetters = 1000;

/**
 * Replaces unknown glyphs by what the texts of lines, which the map gives to other glyphs, have between the letters beside
 * them.
 */
export function withKnownGlyphs(characters: PageCharacters, lines: readonly WholeLine[]): PageCharacters {
  if (lines.length === 0) return characters;
  const texts = characters.texts.map((text) => (fromRight.test(text) ? text.normalize("NFKC") : text));
  const all = lines.map(inBothOrders).join("\n");
  const triesOfLine = Math.ceil(maxTries / lines.length);
  let words: ReadonlySet<string> | undefined;
  const known = lines.map((line, index) => {
    const letters = letterOf(all, texts, { glyph: String.fromCodePoint(firstOfLines + index), most: triesOfLine });
    if (letters !== undefined) return letters;
    if (line.isRepeated) return unknownCharacter;
    words ??= new Set(wordsOf(texts.join("")));
    return isElsewhere(line, words) ? unknownCharacter : turnedLine(line);
  });
  for (const [index, text] of texts.entries()) {
    if (isGlyphOfLine(text)) texts[index] = known[(text.codePointAt(0) ?? 0) - firstOfLines] ?? text;
  }
  let tries = 0;
  let index = texts.indexOf(unknownCharacter);
  while (index >= 0 && tries < maxTries) {
    const end = endOfUnknown(texts, index);
    const letters = lettersBetween(all, texts, { before: index, after: end });
    if (letters !== undefined) texts.fill("", index, end)[index] = letters;
    index = texts.indexOf(unknownCharacter, end);
    tries += 1;
  }
  return { ...characters, texts };
}

/** Words from right to left, with their marks, most of which belong to no script. */
const everyWord = /(?:(?!\p{N})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{M}]){2,}/gu;

function wordsOf(text: string): readonly string[] {
  return text.match(everyWord) ?? [];
}

/** True if most words of a line are among those of the page, in either direction. */
function isElsewhere({ text }: WholeLine, page: ReadonlySet<string>): boolean {
  const words = wordsOf(text.slice(0, maxLineLetters));
  const found = words.filter((word) => page.has(word) || page.has(turned(word)));
  return found.length * 2 > words.length;
}

/** Letters from right to left without marks, and words from left to right with numbers of any script. */
const fromRightRun = /(?:(?!\p{N})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}])+/gu;
const fromLeftRun = /((?:(?![\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}])\p{L}|\p{N})+)/gu;
/** Number of characters before and after a glyph in which its line is searched. */
const maxAround = 1000;

/** As the engine does, which counts the runs in each direction. */
function isOnLineFromRight({ texts, added: kinds }: PageCharacters, { from, end }: GlyphText): boolean {
  let [start, stop] = [from, end];
  while (start > Math.max(0, from - maxAround) && kinds[start - 1] !== added.line) start -= 1;
  while (stop < Math.min(texts.length, end + maxAround) && kinds[stop] !== added.line) stop += 1;
  const line = texts.slice(start, stop).join("");
  return (line.match(fromRightRun)?.length ?? 0) > (line.match(fromLeftRun)?.length ?? 0);
}

/**
 * Returns the text of a line that is nowhere else on the page, and so is that of its glyph, as the file has it. The engine
 * turns each run from right to left, and on a line from right to left also the order of the runs.
 */
function turnedLine({ text, isFromRight }: WholeLine): string {
  if (!isFromRight) return text.replaceAll(fromRightRun, turned);
  const parts = text.split(fromLeftRun);
  return parts
    .map((part, at) => (at % 2 === 0 ? turned(part) : part))
    .toReversed()
    .join("");
}

function turned(text: string): string {
  return Array.from(text).toReversed().join("");
}

function endOfUnknown(texts: readonly string[], from: number): number {
  let end = from + 1;
  while (texts[end] === unknownCharacter) end += 1;
  return end;
}

/** The engine turns the letters of such a text, or does not. */
function inBothOrders({ text }: WholeLine): string {
  const letters = Array.from(text.slice(0, maxLineLetters));
  return `${letters.toReversed().join("")}\n${letters.join("")}`;
}

/**
 * Returns the letters of a glyph that lines have most often between the letters beside the glyph on the page, if any. The
 * lines are searched `most` times at most.
 */
function letterOf(
  lines: string,
  texts: readonly string[],
  { glyph, most: mostTries }: { readonly glyph: string; readonly most: number },
): string | undefined {
  const counts = new Map<string, number>();
  let tries = 0;
  for (let at = texts.indexOf(glyph); at >= 0 && tries < mostTries; at = texts.indexOf(glyph, at + 1)) {
    if (knownBefore(texts, at).length < knownAround) continue;
    tries += 1;
    const letters = lettersBetween(lines, texts, { before: at, after: at + 1 });
    if (letters !== undefined) counts.set(letters, (counts.get(letters) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return most?.[0];
}

/** Returns the letters before a glyph; fewer at the start of the page, which are not searched. */
function knownBefore(texts: readonly string[], before: number): string {
  return texts.slice(Math.max(0, before - knownAround), before).join("");
}

/** Returns the letters that lines have between those beside unknown glyphs, or `undefined` if they have none there. */
function lettersBetween(
  lines: string,
  texts: readonly string[],
  { before, after }: { readonly before: number; readonly after: number },
): string | undefined {
  const known = knownBefore(texts, before);
  const found = known.length < knownAround ? -1 : lines.indexOf(known);
  if (found < 0) return undefined;
  const start = found + known.length;
  const length = lines.slice(start + 1, start + 1 + maxLetters).indexOf(texts[after] ?? "\n") + 1;
  const letters = lines.slice(start, start + length);
  return letters.trim() === "" ? undefined : letters;
}
