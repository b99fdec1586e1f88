import { needsEscape } from "./escapes.ts";

/**
 * A word as a POSIX shell takes it: as it is if no character in it is special, else in quotes. What a message would not
 * show as it is, such as a newline in the name of a file, becomes an escape of `$'…'`, which bash, zsh and ksh know.
 */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (unshown.test(word) || needsEscape(word)) return `$'${word.replace(escaped, ansiEscape)}'`;
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** Controls, format characters, halves of surrogate pairs, line separators, and fillers that show nothing. */
const hidden = String.raw`\p{C}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0f\u{e0100}-\u{e01ef}`;
const unshown = new RegExp(`[${hidden}]`, "u");
const escaped = new RegExp(String.raw`['\\${hidden}]`, "gu");

function ansiEscape(character: string): string {
  if (character === "'" || character === "\\") return `\\${character}`;
  return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`;
}
