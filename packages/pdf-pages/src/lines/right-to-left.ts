import { hasRightToLeft } from "../model/direction.ts";
import type { TextRun } from "../model/page-content.ts";
import type { FlatSpan, StextLine } from "./spans.ts";

const mirrored: ReadonlyMap<string, string> = new Map(
  ["()", "[]", "{}", "«»", "‹›"].flatMap(([open = "", close = ""]) => [
    [open, close],
    [close, open],
  ]),
);
const opens = /[([{«‹]/u;
const bracket = /[()[\]{}«»‹›]/u;
const everyBracket = /[()[\]{}«»‹›]/gu;

const word = /[\p{L}\p{N}\p{M}]/u;
const endOfWords = /^[\s.,;:!?\u060C\u061B\u061F\u2026]?$/u;

/**
 * Reorders the brackets of a right-to-left line as they are read. XeTeX and wkhtmltopdf store the displayed characters,
 * where `)` opens a bracket; and of the brackets around left-to-right words, one is painted with the words and the
 * other is not.
 */
export function bracketsFromRight(runs: readonly TextRun[]): readonly TextRun[] {
  if (!runs.some(({ text }) => bracket.test(text) || text.includes("\\"))) return runs;
  const joined = withBothBrackets(runs);
  return areAsSeen(joined) ? joined.map(mirroredRun) : joined;
}

/** Moves a bracket or backslash displayed to the left of left-to-right words to their start. */
function withBothBrackets(runs: readonly TextRun[]): readonly TextRun[] {
  const texts = runs.map(({ text }) => text);
  for (let index = 0; index + 1 < texts.length; index += 1) {
    const [one = "", next = ""] = [texts[index], texts[index + 1]];
    const sign = /^\s*\S/u.exec(next)?.[0] ?? "";
    if (!isFromLeft(one) || !belongsBefore(sign.trim(), one)) continue;
    texts[index] = one.replace(/^\s*/u, (white) => white + sign.trim()).trimEnd();
    texts[index + 1] = next.slice(sign.length);
  }
  return runs.map((run, index) => (run.text === texts[index] ? run : { ...run, text: texts[index] ?? "" }));
}

function belongsBefore(sign: string, words: string): boolean {
  if (sign === "\\") return true;
  const close = opens.test(sign) ? mirrored.get(sign) : undefined;
  // Words that end with an unopened bracket began with it, as displayed.
  if (close === undefined || !words.trimEnd().endsWith(close)) return false;
  return words.split(close).length > words.split(sign).length;
}

function isFromLeft(text: string): boolean {
  return /\p{L}/u.test(text) && !hasRightToLeft(text);
}

/** True if brackets are at the wrong ends of words, and not at any right end. */
function areAsSeen(runs: readonly TextRun[]): boolean {
  const text = runs.map((run) => (isFromLeft(run.text) ? run.text.replaceAll(everyBracket, "x") : run.text)).join("");
  const ends = Array.from(text.matchAll(everyBracket), ({ 0: sign, index }) =>
    endOf(sign, text.charAt(index - 1), text.charAt(index + 1)),
  );
  return ends.includes("wrong") && !ends.includes("right");
}

function endOf(sign: string, before: string, after: string): "right" | "wrong" | undefined {
  const isAtStart = /^\s?$/u.test(before) && word.test(after);
  const isAtEnd = word.test(before) && endOfWords.test(after);
  if (isAtStart === isAtEnd) return undefined;
  return opens.test(sign) === isAtStart ? "right" : "wrong";
}

function mirroredRun(run: TextRun): TextRun {
  if (isFromLeft(run.text) || !bracket.test(run.text)) return run;
  return { ...run, text: run.text.replaceAll(everyBracket, (sign) => mirrored.get(sign) ?? sign) };
}

/** Edges closer than this are equal, in the engine's tenths of a point. */
const edge = 2;

/** Usual and maximum width of a letter, in ems, if its neighbours do not show it. */
const usualEm = 0.5;
const widestEm = 1.6;

/** Maximum distance of marks above or below their letter, in ems. The engine places the letter at the mark. */
const highestMarkEm = 0.6;

/** Marks that were reversed with their letter, or with both letters of the lam-alef ligature. */
const turnedLigature = /^(\p{M}+)([\u0622\u0623\u0625\u0627]) ?\u0644/u;
const turnedLetter = /^(\p{M}+)(\p{L})/u;

/**
 * Puts Arabic and Hebrew letters before their marks and gives them a width: browsers write a letter with its marks as
 * one ActualText, which the engine gives from left to right with zero width, so that the word would fall apart.
 */
export function placeMarkedLetters(spans: readonly FlatSpan[]): readonly FlatSpan[] {
  if (!spans.some(isMarkedLetter)) return spans;
  const placed = [...spans];
  for (const [index, one] of spans.entries()) if (isMarkedLetter(one)) place(placed, index, one);
  return placed;
}

function place(placed: FlatSpan[], index: number, one: FlatSpan): void {
  placed[index] = withSpan(one, { text: inOrder(one.span.text) });
  if (one.span.bbox.w > 0) return;
  const beside = isAtItsRight(one, placed[index + 1]) ? index + 1 : index - 1;
  const next = isAtItsRight(one, placed[beside]) ? placed[beside] : undefined;
  placed[index] = withSpan(placed[index], placeOf(one.span, next?.span ?? one.span));
  if (next !== undefined) placed[beside] = withoutGap(next, one.span);
}

/** Returns a position on the line of the neighbouring letter, up to its start. */
function placeOf(span: StextLine, beside: StextLine): Pick<StextLine, "bbox" | "y"> {
  const gap = beside.bbox.x - span.bbox.x;
  const w = gap > edge ? gap : usualEm * span.font.size;
  return { bbox: { ...beside.bbox, x: span.bbox.x, w }, y: beside.y };
}

function isMarkedLetter({ span }: FlatSpan): boolean {
  return turnedLetter.test(span.text) && hasRightToLeft(span.text);
}

function inOrder(text: string): string {
  if (turnedLigature.test(text)) return text.replace(turnedLigature, "\u0644$2$1");
  return text.replace(turnedLetter, "$2$1");
}

function isAtItsRight({ span }: FlatSpan, other: FlatSpan | undefined): boolean {
  if (other === undefined || Math.abs(other.span.y - span.y) > highestMarkEm * span.font.size) return false;
  const gap = other.span.bbox.x - span.bbox.x;
  return gap >= -edge && gap <= widestEm * span.font.size;
}

/** Removes the space that the engine inserted in the place of this letter. */
function withoutGap(next: FlatSpan, { bbox, font }: StextLine): FlatSpan {
  const { span } = next;
  if (span.bbox.x - bbox.x > edge || !span.text.endsWith(" ")) return next;
  const taken = Math.min(usualEm * font.size, span.bbox.w / 2);
  return withSpan(next, {
    text: span.text.slice(0, -1),
    bbox: { ...span.bbox, x: span.bbox.x + taken, w: span.bbox.w - taken },
  });
}

function withSpan(one: FlatSpan, changes: Partial<StextLine>): FlatSpan {
  return { ...one, span: { ...one.span, ...changes } };
}

/**
 * Joins the letters of Arabic ligatures: the engine gives the second one as a span of zero width beside the first, at a
 * wrong distance from the next letter.
 */
export function joinLigatures(spans: readonly FlatSpan[]): readonly FlatSpan[] {
  if (!spans.some(isSecondLetter)) return spans;
  const joined: FlatSpan[] = [];
  for (const one of spans) {
    const last = joined.at(-1);
    if (last === undefined || !isSecondLetter(one) || !isLigature(last, one)) joined.push(one);
    else joined[joined.length - 1] = { ...last, span: { ...last.span, text: last.span.text + one.span.text } };
  }
  return joined;
}

function isSecondLetter({ span }: FlatSpan): boolean {
  return span.bbox.w <= 0 && hasRightToLeft(span.text);
}

function isLigature({ span: first }: FlatSpan, { span: second }: FlatSpan): boolean {
  if (first.y !== second.y || first.text.length !== 1 || !hasRightToLeft(first.text)) return false;
  const fromStart = Math.abs(second.bbox.x - first.bbox.x);
  return Math.min(fromStart, Math.abs(second.bbox.x - first.bbox.x - first.bbox.w)) <= edge;
}

/** Edges closer than this are equal, in the engine's tenths of a point. */
const symbolEdge = 10;

const hasWords = /[\p{L}\p{N}]/u;

/**
 * Moves punctuation after the Hebrew or Arabic words that precede it: the engine gives the punctuation at the end of
 * such words first, which leaves a gap where a line would seem to end.
 */
export function punctuationAfterWords(spans: readonly FlatSpan[]): readonly FlatSpan[] {
  if (!spans.some(({ span }) => hasRightToLeft(span.text))) return spans;
  const sorted = [...spans];
  for (let index = 0; index + 1 < sorted.length; index += 1) {
    const [signs, words] = [sorted[index], sorted[index + 1]];
    if (signs === undefined || words === undefined || !standsBehind(signs, words)) continue;
    sorted[index] = words;
    sorted[index + 1] = signs;
    index += 1;
  }
  return sorted;
}

function standsBehind({ span: signs, tag }: FlatSpan, { span: words, tag: wordsTag }: FlatSpan): boolean {
  if (signs.y !== words.y || tag?.element !== wordsTag?.element) return false;
  if (hasWords.test(signs.text) || !hasRightToLeft(words.text)) return false;
  return Math.abs(signs.bbox.x + signs.bbox.w - words.bbox.x) <= symbolEdge;
}

/** Hebrew is the first right-to-left script. The others follow, or are presentation forms. */
const first = 0x590;
const last = 0x8ff;
const firstForm = 0xfb1d;

/**
 * True if a page may have right-to-left words: a span starts or ends with such a character. Pages without any take less
 * than a microsecond.
 */
export function mayRunFromRight(spans: readonly FlatSpan[]): boolean {
  return spans.some(
    ({ span: { text } }) => isFromRight(text.charCodeAt(0)) || isFromRight(text.charCodeAt(text.length - 1)),
  );
}

function isFromRight(unit: number): boolean {
  return (unit >= first && unit <= last) || unit >= firstForm;
}
