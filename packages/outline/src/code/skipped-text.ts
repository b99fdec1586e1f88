import type { GrammarName } from "../engine.ts";

/** Where brackets are none: patterns of quoted texts and comments, each from its first character on. */
const inDoubleQuotes = String.raw`"(?:[^"\\\r\n]|\\[^])*"`;
const inQuotes = String.raw`'(?:[^'\\\r\n]|\\[^])*'`;
const overLines = String.raw`"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'`;
/** Of languages in which a quote alone is something else, too: part of a number, the name of a lifetime. */
const character = String.raw`'(?:[^'\\\r\n]|\\[^'\r\n]{1,10}|\\')'`;
const comments = String.raw`\/\*[^]*?\*\/|\/\/[^\r\n]*`;
const threeQuotes = String.raw`"""(?:[^\\]|\\[^])*?"""`;
const threeSingleQuotes = String.raw`'''(?:[^\\]|\\[^])*?'''`;

/** A line of the preprocessor, with the lines that it goes on in: its brackets need not close. */
const directive = String.raw`(?<=(?:^|\n)[ \t]*)#(?:\/\*[^]*?\*\/|[^\\\r\n]|\\\r?\n|\\)*`;

const script = String.raw`${inDoubleQuotes}|${inQuotes}|${comments}`;

const sources: Readonly<Record<GrammarName, string>> = {
  typescript: script,
  tsx: script,
  javascript: script,
  cpp: String.raw`(?<=R)"([^\s()\\]{0,16})\([^]*?\)\1"|${inDoubleQuotes}|${character}|${comments}|${directive}`,
  java: `${threeQuotes}|${inDoubleQuotes}|${inQuotes}|${comments}`,
  "c-sharp": String.raw`("{3,})[^]*?\1|(?<=@\$?|\$@)"(?:[^"]|"")*"|${inDoubleQuotes}|${character}|${comments}`,
  go: `${inDoubleQuotes}|${inQuotes}|\`[^\`]*\`|${comments}`,
  rust: String.raw`(?<=\bb?r(#{0,8}))"[^]*?"\1|"(?:[^"\\]|\\[^])*"|${character}|${comments}`,
  python: String.raw`${threeQuotes}|${threeSingleQuotes}|${inDoubleQuotes}|${inQuotes}|#[^\r\n]*`,
  php: String.raw`<<<[ \t]*["']?(\w+)["']?\r?\n[^]*?\n[ \t]*\1\b|${overLines}|${comments}|#(?!\[)[^\r\n]*`,
  // Two strokes are a comment in its dialects only, and part of an address without a blank before them.
  css: String.raw`${inDoubleQuotes}|${inQuotes}|\/\*[^]*?\*\/|(?<=^|\s)\/\/[^\r\n]*`,
};

const patterns = new Map<GrammarName, RegExp>();

/** The texts in quotes and the comments of a language, to be matched where one begins; undefined where nobody can tell. */
export function skippedText(grammar: GrammarName): RegExp | undefined {
  const source = sources[grammar];
  if (source === undefined) return undefined;
  const pattern = patterns.get(grammar) ?? new RegExp(source, "y");
  patterns.set(grammar, pattern);
  return pattern;
}

/** What such a text may begin with. */
export function beginsSkipped(grammar: GrammarName): string {
  if (grammar === "python") return `"'#`;
  if (grammar === "cpp") return `"'/#`;
  if (grammar === "php") return `"'/#<`;
  return grammar === "go" ? "\"'/`" : `"'/`;
}
