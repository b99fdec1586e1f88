import { needsEscape } from "./escapes.ts";

/**
 * Quotes a word for a POSIX shell: unchanged if no character in it is special. Characters that a message would not
 * show, such as a newline in a file name, become escapes of `$'…'`, which bash, zsh and ksh support.
 */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (unshown.test(word) || needsEscape(word)) return `$'${word.replace(escaped, ansiEscape)}'`;
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** Controls, format characters, lone surrogates, line separators, and invisible fillers. */
const hidden = String.raw`\p{C}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0f\u{e0100}-\u{e01ef}`;
const unshown = new RegExp(`[${hidden}]`, "u");
const escaped = new RegExp(String.raw`['\\${hidden}]`, "gu");

function ansiEscape(character: string): string {
  if (character === "'" || character === "\\") return `\\${character}`;
  return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`;
}
