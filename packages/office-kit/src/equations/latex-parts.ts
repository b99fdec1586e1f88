import { escapeMath } from "./characters.ts";
import { joined } from "./latex-join.ts";

/** Writes content between brackets, which grow with tall content. Empty brackets are not shown. */
export function fenced(begin: string, inner: string, end: string): string {
  const isTall = inner.includes("\\frac") || inner.includes("\\begin") || begin === "" || end === "";
  if (!isTall) return joined(escapeMath(begin), joined(inner, escapeMath(end)));
  return joined(joined(`\\left${delimiter(begin)}`, inner), `\\right${delimiter(end)}`);
}

function delimiter(character: string): string {
  return character === "" ? "." : escapeMath(character);
}

/** Control and unassigned characters, lone surrogates and backslashes. Joiners are part of words. */
const unwritten = /(?![\u200c\u200d])[\p{C}\\]/gu;

/** Writes words in the typeface of text. Characters with a meaning in LaTeX are shown literally. */
export function textLatex(words: string): string {
  const shown = words
    .replaceAll(/\s/gu, " ")
    .replaceAll(unwritten, "")
    .replaceAll(/[$%&#_{}]/g, String.raw`\$&`);
  return `\\text{${shown}}`;
}

/** Writes an optional argument. A bracket in it would end it, so that a group protects it. */
export function optional(latex = ""): string {
  if (latex === "") return "";
  return latex.includes("]") ? `[{${latex}}]` : `[${latex}]`;
}

/** Writes rows in a LaTeX environment. */
export function environment(name: string, rows: readonly string[]): string {
  return `\\begin{${name}}${rows.join(String.raw` \\ `)}\\end{${name}}`;
}
