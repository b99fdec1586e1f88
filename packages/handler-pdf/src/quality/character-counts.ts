import type { Tally } from "./tally.ts";

/** What the ASCII characters of a text are. */
export interface AsciiCounts {
  readonly controls: number;
  readonly plainLetters: number;
  readonly digits: number;
  /** Everything else that is seen. */
  readonly marks: number;
  /** Those of the marks that tell letters from glyph numbers. */
  readonly tellingMarks: number;
  readonly kindsOfTellingMarks: number;
}

/** All that is counted of a text, and the text. */
export interface Counts extends Tally, AsciiCounts {
  readonly texts: readonly string[];
}

/** Marks that draw leaders, lines and boxes or stand in figures: a table or an index is full of them. */
const fillers = "._-*=,|";

/** Tells them by how often each is there, at the place of its code. */
export function asciiCountsOf(ascii: readonly number[]): AsciiCounts {
  const all = sum(ascii, 33, 127);
  const plainLetters = sum(ascii, 0x41, 0x5b) + sum(ascii, 0x61, 0x7b);
  const digits = sum(ascii, 0x30, 0x3a);
  let tellingMarks = all - plainLetters - digits;
  for (const filler of fillers) tellingMarks -= ascii[filler.charCodeAt(0)] ?? 0;
  return {
    controls: sum(ascii, 0, 9) + sum(ascii, 14, 32) + sum(ascii, 127, 128),
    plainLetters,
    digits,
    marks: all - plainLetters - digits,
    tellingMarks,
    kindsOfTellingMarks: kinds(ascii, 33, 48) + kinds(ascii, 58, 65) + kinds(ascii, 91, 97) + kinds(ascii, 123, 127),
  };
}

function sum(ascii: readonly number[], start: number, end: number): number {
  let total = 0;
  for (let code = start; code < end; code++) total += ascii[code] ?? 0;
  return total;
}

function kinds(ascii: readonly number[], start: number, end: number): number {
  let total = 0;
  for (let code = start; code < end; code++) total += ascii[code] === 0 ? 0 : 1;
  return total;
}

/** Characters that are no white space. */
export function visibleCharacters(tally: Tally): number {
  const { controls, plainLetters, digits, marks } = asciiCountsOf(tally.ascii);
  return tally.beyondAscii + controls + plainLetters + digits + marks;
}

/** The same of what was counted. */
export function visibleIn(counts: Counts): number {
  return counts.beyondAscii + counts.controls + counts.plainLetters + counts.digits + counts.marks;
}
