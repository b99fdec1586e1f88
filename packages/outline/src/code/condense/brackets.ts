import type { GrammarName } from "../../engine/engine.ts";

const kindPlain = 0;
const kindOpening = 1;
const kindClosing = 2;
const kindSkipped = 3;
const kindTemplate = 4;

const braceClose = 0x7d;
const stroke = 0x2f;
const semicolon = 0x3b;

/** Grammars with templates, which hold code, and with regular expressions, which hold any bracket. */
const scripts: ReadonlySet<GrammarName> = new Set(["typescript", "tsx", "javascript"]);

/** How many brackets are open at a place; not a number inside of texts in quotes, templates and comments. */
export type DepthCounter = (place: number) => number;

interface Counting {
  readonly text: string;
  readonly isScript: boolean;
  readonly skipped: RegExp;
  readonly kinds: Uint8Array;
  /** The depths that code inside of templates began at. */
  readonly templates: number[];
  at: number;
  depth: number;
}

/**
 * Counts the brackets from a place on, to be asked in the order of the text. As sure as one can be without a parser: what
 * is a regular expression is told by what stands before it. Undefined for a language whose brackets nobody can count so.
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

/** Is told of what brackets and semicolons a text has, outside of texts in quotes, templates and comments. */
export interface MarkVisitor {
  /** A bracket that opens, at a place; also that of code inside of a template. */
  open(at: number): void;
  close(at: number): void;
  /** A semicolon. */
  end(at: number): void;
  /** A text in quotes or a comment, from its first character on. */
  skip(from: number, until: number): void;
}

/** Goes through a text once, as sure as `countBrackets` is; through nothing of a language that cannot be counted so. */
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
  else if (kind === kindTemplate) goThroughTemplate(counting);
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
    goThroughTemplate(counting);
  } else counting.at += 1;
}

const templateMark = /`|\$\{|\\/g;

/** The text of a template behind the mark at this place, up to its end or to code in it; nothing may close it at all. */
function goThroughTemplate(counting: Counting): void {
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

/** What a character of ASCII may be; a loop over millions of characters asks. */
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

/** Where a text ends that matches at a place; 0 where none does. */
export function matchEnd(text: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : 0;
}

/** A regular expression of a script: a stroke in a class of characters ends none. */
const expression = /\/(?:[^/\\[\r\n]|\\[^\r\n]|\[(?:[^\]\\\r\n]|\\[^\r\n])*\])+\//y;

/** Words that a value comes after; behind any other one a stroke divides. */
const beforeValue =
  /(?:^|[^\w$.])(?:return|typeof|instanceof|in|of|new|delete|void|throw|case|do|else|yield|await|extends)$/;

/** Where a regular expression ends that begins with a stroke; 0 where the stroke divides, or ends a tag. */
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
  // Behind brackets that close, a value is hardly ever wanted; behind an angle, a tag ends.
  return before === "" || !/[)\]}"'`<]/.test(before);
}

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
function skippedText(grammar: GrammarName): RegExp | undefined {
  const source = sources[grammar];
  if (source === undefined) return undefined;
  const pattern = patterns.get(grammar) ?? new RegExp(source, "y");
  patterns.set(grammar, pattern);
  return pattern;
}

/** What such a text may begin with. */
function beginsSkipped(grammar: GrammarName): string {
  if (grammar === "python") return `"'#`;
  if (grammar === "cpp") return `"'/#`;
  if (grammar === "php") return `"'/#<`;
  return grammar === "go" ? "\"'/`" : `"'/`;
}
