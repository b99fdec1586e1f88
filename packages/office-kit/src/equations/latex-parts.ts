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

/** Writes rows in a LaTeX environment. */
export function environment(name: string, rows: readonly string[]): string {
  return `\\begin{${name}}${rows.join(String.raw` \\ `)}\\end{${name}}`;
}
