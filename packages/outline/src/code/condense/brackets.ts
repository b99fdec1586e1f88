import type { GrammarName } from "../../engine/engine.ts";

const kindPlain = 0;
const kindOpening = 1;
const kindClosing = 2;
const kindSkipped = 3;
const kindTemplate = 4;

const braceClose = 0x7d;
const stroke = 0x2f;
const semicolon = 0x3b;

/**
 * Grammars with template literals, which contain code, and regular expression literals, which may contain any bracket.
 */
const scripts: ReadonlySet<GrammarName> = new Set(["typescript", "tsx", "javascript"]);

/** Returns the number of open brackets at an offset, or NaN inside strings, templates and comments. */
export type DepthCounter = (place: number) => number;

interface Counting {
  readonly text: string;
  readonly isScript: boolean;
  readonly skipped: RegExp;
  readonly kinds: Uint8Array;
  /** Depths at which code inside template literals began. */
  readonly templates: number[];
  at: number;
  depth: number;
}

/**
 * Counts brackets from an offset on; offsets must be queried in ascending order. As exact as possible without a parser:
 * regular expressions are detected by the preceding token. Returns `undefined` for languages whose brackets cannot be
 * counted this way.
 */
export function countBrackets(text: string, grammar: GrammarName, from: number): DepthCounter | undefined {
  const counting = countingOf(text, grammar, from);
  if (counting === undefined) return undefined;
  const { kinds } = counting;
  return (place) => {
    while (counting.at < place) {
      const kind = kinds[text.charCodeAt(counting.at)] ?? kindPlain;
      if (kind === kindPlain) counting.at += 1;
      else step(counting, kind);
    }
    return counting.at > place ? Number.NaN : counting.depth;
  };
}

function countingOf(text: string, grammar: GrammarName, from: number): Counting | undefined {
  const skipped = skippedText(grammar);
  if (skipped === undefined) return undefined;
  const [isScript, kinds] = [scripts.has(grammar), kindsOf(grammar)];
  return { text, isScript, skipped, kinds, templates: [], at: from, depth: 0 };
}

/** Visitor of brackets and semicolons outside of strings, templates and comments. */
export interface MarkVisitor {
  /** An opening bracket, also of code inside a template. */
  open(at: number): void;
  close(at: number): void;
  /** A semicolon. */
  end(at: number): void;
  /** A string or comment. */
  skip(from: number, until: number): void;
}

/** Visits the marks of a text once, with the exactness of `countBrackets`. Does nothing for unsupported languages. */
export function visitMarks(text: string, grammar: GrammarName, visitor: MarkVisitor): void {
  const counting = countingOf(text, grammar, 0);
  if (counting === undefined) return;
  const { kinds } = counting;
  while (counting.at < text.length) {
    const { at, depth } = counting;
    const unit = text.charCodeAt(at);
    const kind = kinds[unit] ?? kindPlain;
    if (kind === kindPlain) {
      if (unit === semicolon) visitor.end(at);
      counting.at += 1;
    } else {
      step(counting, kind);
      if (counting.depth > depth) visitor.open(at);
      else if (counting.depth < depth) visitor.close(at);
      else if (kind === kindSkipped) visitor.skip(at, counting.at);
    }
  }
}

function step(counting: Counting, kind: number): void {
  if (kind === kindSkipped) skip(counting);
  else if (kind === kindTemplate) skipTemplate(counting);
  else if (kind === kindClosing) close(counting);
  else {
    counting.at += 1;
    counting.depth += 1;
  }
}

function skip(counting: Counting): void {
  const { text, at, skipped, isScript } = counting;
  const end = matchEnd(text, at, skipped);
  const isRegular = end === 0 && isScript && text.charCodeAt(at) === stroke;
  counting.at = Math.max(at + 1, isRegular ? regularExpressionEnd(text, at) : end);
}

function close(counting: Counting): void {
  const { text, at, templates } = counting;
  counting.depth -= 1;
  const isOfTemplate = templates.at(-1) === counting.depth && text.charCodeAt(at) === braceClose;
  if (isOfTemplate) {
    templates.pop();
    skipTemplate(counting);
  } else counting.at += 1;
}

const templateMark = /`|\$\{|\\/g;

/** Skips template text after the current mark, up to its end or embedded code, or to the end of the text. */
function skipTemplate(counting: Counting): void {
  const { text, templates } = counting;
  templateMark.lastIndex = counting.at + 1;
  for (let found = templateMark.exec(text); found !== null; found = templateMark.exec(text)) {
    if (found[0] === "\\") {
      templateMark.lastIndex += 1;
      continue;
    }
    counting.at = templateMark.lastIndex;
    if (found[0] === "${") {
      templates.push(counting.depth);
      counting.depth += 1;
    }
    return;
  }
  counting.at = text.length;
}

const tables = new Map<GrammarName, Uint8Array>();

/** Returns the kind of each ASCII character. A table, because it is used for millions of characters. */
function kindsOf(grammar: GrammarName): Uint8Array {
  const table = tables.get(grammar) ?? Uint8Array.from({ length: 128 }, (_, unit) => kindOf(unit, grammar));
  tables.set(grammar, table);
  return table;
}

function kindOf(unit: number, grammar: GrammarName): number {
  const character = String.fromCodePoint(unit);
  if ("([{".includes(character)) return kindOpening;
  if (")]}".includes(character)) return kindClosing;
  if (character === "`" && scripts.has(grammar)) return kindTemplate;
  return beginsSkipped(grammar).includes(character) ? kindSkipped : kindPlain;
}

/** Returns the end of a match at an offset, or 0 if there is no match. */
export function matchEnd(text: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : 0;
}

/** Matches a regular expression literal. A slash in a character class does not end it. */
const expression = /\/(?:[^/\\[\r\n]|\\[^\r\n]|\[(?:[^\]\\\r\n]|\\[^\r\n])*\])+\//y;

/** Keywords that precede a value. After other words a slash is a division. */
const beforeValue =
  /(?:^|[^\w$.])(?:return|typeof|instanceof|in|of|new|delete|void|throw|case|do|else|yield|await|extends)$/;

/**
 * Returns the end of a regular expression literal that starts at a slash, or 0 if the slash is a division or ends a
 * tag.
 */
function regularExpressionEnd(text: string, at: number): number {
  if (!isValueWanted(text, at)) return 0;
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : 0;
}

function isValueWanted(text: string, at: number): boolean {
  let end = at;
  while (end > 0 && text.charCodeAt(end - 1) <= 0x20) end -= 1;
  const before = text.charAt(end - 1);
  if (/[\w$]/.test(before)) return beforeValue.test(text.slice(Math.max(0, end - 12), end));
  // After a closing bracket a value is unlikely; after `<` the slash closes a tag.
  return before === "" || !/[)\]}"'`<]/.test(before);
}

/** Patterns of strings and comments, in which brackets do not count. */
const inDoubleQuotes = String.raw`"(?:[^"\\\r\n]|\\[^])*"`;
const inQuotes = String.raw`'(?:[^'\\\r\n]|\\[^])*'`;
const overLines = String.raw`"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'`;
/** A character literal, in languages where a single quote may also be part of a number or lifetime. */
const character = String.raw`'(?:[^'\\\r\n]|\\[^'\r\n]{1,10}|\\')'`;
const comments = String.raw`\/\*[^]*?\*\/|\/\/[^\r\n]*`;
const threeQuotes = String.raw`"""(?:[^\\]|\\[^])*?"""`;
const threeSingleQuotes = String.raw`'''(?:[^\\]|\\[^])*?'''`;

/** A preprocessor directive with its continuation lines. Its brackets may be unbalanced. */
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
  // `//` is a comment only in dialects of CSS, and part of a URL without whitespace before it.
  css: String.raw`${inDoubleQuotes}|${inQuotes}|\/\*[^]*?\*\/|(?<=^|\s)\/\/[^\r\n]*`,
};

const patterns = new Map<GrammarName, RegExp>();

/** Returns the pattern of strings and comments of a language, or `undefined` if they cannot be detected this way. */
function skippedText(grammar: GrammarName): RegExp | undefined {
  const source = sources[grammar];
  if (source === undefined) return undefined;
  const pattern = patterns.get(grammar) ?? new RegExp(source, "y");
  patterns.set(grammar, pattern);
  return pattern;
}

/** Returns the characters that may start a string or comment. */
function beginsSkipped(grammar: GrammarName): string {
  if (grammar === "python") return `"'#`;
  if (grammar === "cpp") return `"'/#`;
  if (grammar === "php") return `"'/#<`;
  return grammar === "go" ? "\"'/`" : `"'/`;
}
