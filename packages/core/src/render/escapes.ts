import { alwaysSuspicious, isLineRightToLeft, sometimesSuspicious, suspicious } from "./suspicious-characters.ts";

/** How many characters are shown as escapes, by what they are; as in the notice `escaped-characters`. */
export interface EscapeCounts {
  /** C0 other than tab and line feed, DEL, and C1. */
  readonly controls: number;
  /** ESC and CSI, each of which starts a terminal sequence. */
  readonly ansi: number;
  /** Bidirectional overrides, embeddings, isolates and marks. */
  readonly bidi: number;
  /** Tag characters, other invisible ones that have no meaning where they stand, and halves of surrogate pairs. */
  readonly invisible: number;
}

/** Whether a text holds something that `escapeText` would change. Quick on text that does not. */
export function needsEscape(text: string): boolean {
  if (alwaysSuspicious.test(text)) return true;
  if (!sometimesSuspicious.test(text)) return false;
  let found = false;
  replaceSuspicious(text, (character) => {
    found = true;
    return character;
  });
  return found;
}

/**
 * Shows what would act on a terminal, reorder a line or hide from the reader: `\x1b`, `\u202e`, `\u{e0041}`. Tabs and
 * line feeds stay, and so do joiners and selectors that have a meaning where they stand: in emoji sequences, in Arabic,
 * Persian and Indic words, after the ideographs that they vary, and single direction marks in a line that has
 * right-to-left letters. A backslash of the text is not doubled: what is shown is what most readers expect, and the
 * notice `escaped-characters` says how many escapes are ours.
 */
export function escapeText(text: string): string {
  return alwaysSuspicious.test(text) || sometimesSuspicious.test(text) ? replaceSuspicious(text, escapeOf) : text;
}

/** Writes what `escapeText` would change as `replace` says. */
export function replaceEscaped(text: string, replace: (character: string) => string): string {
  return replaceSuspicious(text, replace);
}

/** The same as `escapeText` for what stands within one line: tabs and line feeds are shown too. */
export function escapeName(name: string): string {
  return escapeText(name).replaceAll(/[\t\n]/g, escapeOf);
}

/** Counts what `escapeText` changes. */
export function countEscapes(text: string): EscapeCounts {
  const counts = { controls: 0, ansi: 0, bidi: 0, invisible: 0 };
  if (!alwaysSuspicious.test(text) && !sometimesSuspicious.test(text)) return counts;
  replaceSuspicious(text, (character) => {
    counts[kindOf(character)] += 1;
    return character;
  });
  return counts;
}

const allAlwaysSuspicious = new RegExp(alwaysSuspicious, "g");

function replaceSuspicious(text: string, replace: (character: string) => string): string {
  // Logs full of colours need none of the looking around.
  if (!sometimesSuspicious.test(text)) return text.replaceAll(allAlwaysSuspicious, replace);
  const line = { start: 0, end: -1, isRightToLeft: false };
  return text.replaceAll(suspicious(), (match: string, ...groups: unknown[]) => {
    const [character, mark, offset] = groups;
    if (typeof character === "string") return replace(character);
    if (typeof mark !== "string" || typeof offset !== "number") return match;
    if (offset > line.end) {
      line.start = text.lastIndexOf("\n", offset) + 1;
      const end = text.indexOf("\n", offset);
      line.end = end < 0 ? text.length : end;
      line.isRightToLeft = isLineRightToLeft(text.slice(line.start, line.end));
    }
    return line.isRightToLeft ? mark : replace(mark);
  });
}

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  if (code < 0x100) return `\\x${digits.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${digits.padStart(4, "0")}` : `\\u{${digits}}`;
}

function kindOf(character: string): keyof EscapeCounts {
  const code = character.codePointAt(0) ?? 0;
  if (code === 0x1b || code === 0x9b) return "ansi";
  if (code < 0xa0) return "controls";
  return /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(character) ? "bidi" : "invisible";
}
