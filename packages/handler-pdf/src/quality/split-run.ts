import type { Box, HiddenReason, TextRun } from "../model/page-content.ts";
import type { Glyph } from "./paint-log.ts";

/** Characters of one run that are not seen. */
export interface HiddenPart {
  readonly reason: HiddenReason;
  readonly glyphs: readonly Glyph[];
  /** Where they stand. */
  readonly box: Box;
}

/** So much of a run is all of it: ligatures, marks and spaces are counted otherwise when they are painted. */
const wholeShare = 0.8;

/** Fewer characters cannot be found again inside a run with any certainty. */
const minPartCharacters = 3;

/** A ligature or a mark that the text has otherwise stands between two characters, not more. */
const maxSkipped = 4;

/** What is left of some characters when white space does not count. */
function compact(text: string): string {
  return text.replace(/\s+/gu, "");
}

/** Whether these characters are all, or nearly all, of a text, in its order. */
export function isWhole(text: string, glyphs: readonly Glyph[]): boolean {
  const wanted = compact(text);
  const painted = compact(glyphs.map(({ character }) => character).join(""));
  return inOrder(wanted, painted) >= Math.max(wanted.length, painted.length) * wholeShare;
}

/** How many of the characters of `wanted` are met in `painted` on the way through both. */
function inOrder(wanted: string, painted: string): number {
  let met = 0;
  let from = 0;
  for (const character of wanted) {
    const at = painted.indexOf(character, from);
    if (at < 0 || at > from + maxSkipped) continue;
    met += character.length;
    from = at + character.length;
  }
  return met;
}

/** A run in pieces, with the part marked; the run itself where it is all of it, or cannot be found inside it. */
export function splitRun(run: TextRun, { reason, glyphs, box }: HiddenPart): readonly TextRun[] {
  if (isWhole(run.text, glyphs)) return [{ ...run, hidden: reason }];
  const range = rangeOf(run.text, glyphs);
  if (range === undefined) return [run];
  const [start, end] = range;
  const pieces: TextRun[] = [
    { ...run, text: run.text.slice(0, start), box: { ...run.box, x1: Math.max(run.box.x0, box.x0) } },
    { ...run, text: run.text.slice(start, end), box, hidden: reason },
    { ...run, text: run.text.slice(end), box: { ...run.box, x0: Math.min(run.box.x1, box.x1) } },
  ];
  return pieces.filter(({ text }) => text !== "");
}

/** Whether these characters are a text or stand together inside it. */
export function isPartOf(text: string, glyphs: readonly Glyph[]): boolean {
  return isWhole(text, glyphs) || rangeOf(text, glyphs) !== undefined;
}

/** Where characters stand in a text that has white space between them. */
function rangeOf(text: string, glyphs: readonly Glyph[]): readonly [start: number, end: number] | undefined {
  const wanted = compact(glyphs.map(({ character }) => character).join(""));
  if (wanted.length < minPartCharacters) return undefined;
  const places = Array.from({ length: text.length }, (_, index) => index).filter((index) =>
    /\S/u.test(text.charAt(index)),
  );
  const first = compact(text).indexOf(wanted);
  const start = places[first];
  const last = places[first + wanted.length - 1];
  return first < 0 || start === undefined || last === undefined ? undefined : [start, last + 1];
}
