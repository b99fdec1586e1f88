import type { GrammarName } from "../../engine/engine.ts";
import { blockBodies, endedBodies, indentedBodies } from "./bodies.ts";
import { blockRules } from "./body-rules.ts";
import { type MarkVisitor, matchEnd, visitMarks } from "./brackets.ts";
import { condense, condenseAgain, type Condensed, type Cutting } from "./condense.ts";
import { type Level, type LevelKind, type StatementRules, statementRules } from "./statement-rules.ts";

/** Removes comments and bodies without entries from code. Returns `undefined` if nothing can be removed. */
export function condenseCode(text: string, grammar: GrammarName): Condensed | undefined {
  const bodies = bodiesOf(text, grammar);
  const cuttings = [...bodies, ...othersOf(text, grammar, bodies)].toSorted(
    (left, right) => left.span.start - right.span.start,
  );
  const condensed = condense(text, cuttings);
  const again = condenseAgain(condensed, plainStatements(condensed.text, grammar));
  return again.text === text ? undefined : again;
}

/** Returns further parts that can be left out, outside of bodies. */
function othersOf(text: string, grammar: GrammarName, bodies: readonly Cutting[]): readonly Cutting[] {
  if (grammar === "bash") return betweenBodies(text, bodies);
  // In Python, a comment may be the end of a block.
  return grammar === "python" ? [] : commentLines(text, bodies, grammar);
}

function bodiesOf(text: string, grammar: GrammarName): readonly Cutting[] {
  if (grammar === "python") return indentedBodies(text);
  if (grammar === "ruby") return endedBodies(text);
  const rules = blockRules[grammar];
  return rules === undefined ? [] : blockBodies(text, rules);
}

/** Matches a possible function head or here-document. */
const headOrHeredoc = /\([ \t]*\)|\bfunction\b|<</;

/** Maximum number of characters skipped at once, so that one match keeps only this much. */
const maxGapCharacters = 2000;

/**
 * Returns the commands between the functions of a shell script, which have no entries. The scanner of the Bash grammar
 * leaks memory, so parsing a long script whole could exhaust it.
 */
function betweenBodies(text: string, bodies: readonly Cutting[]): readonly Cutting[] {
  const gaps: Cutting[] = [];
  let at = 0;
  for (const { span } of bodies) {
    addGap(gaps, text, { start: at, end: text.lastIndexOf("\n", span.start - 1) });
    const end = text.indexOf("\n", span.end);
    at = end < 0 ? text.length : end;
  }
  addGap(gaps, text, { start: at, end: text.length });
  return gaps;
}

function addGap(gaps: Cutting[], text: string, { start, end }: Cutting["span"]): void {
  for (let at = start; at < end;) {
    const line = text.indexOf("\n", Math.min(at + maxGapCharacters, end));
    const stop = line < 0 || line > end ? end : line;
    if (stop > at && !headOrHeredoc.test(text.slice(at, stop))) gaps.push({ span: { start: at, end: stop } });
    at = Math.max(stop, at + 1);
  }
}

/** Matches text that may start or end a multi-line string or embedded code. Comments with it are kept. */
const mayReachFurther = /[`\\]|"""|'''|\?>/;

const lineMarks: Readonly<Record<GrammarName, string>> = { ruby: "#" };

/**
 * Finds comments that fill whole lines, outside of other cuttings. They are more than half of many long files, and the
 * parser does not need them: comments of an entry are found in the original text.
 */
function commentLines(text: string, others: readonly Cutting[], grammar: GrammarName): readonly Cutting[] {
  const mark = lineMarks[grammar] ?? "//";
  const found: Cutting[] = [];
  let at = 0;
  for (const other of [...others, { span: { start: text.length, end: text.length } }]) {
    while (at < other.span.start) {
      const comment = commentAt(text, at, mark);
      const isApart = comment !== undefined && comment.end <= other.span.start;
      if (isApart && !mayReachFurther.test(text.slice(comment.start, comment.end))) addComment(found, comment, text);
      at = lineEnd(text, isApart ? comment.end : at) + 1;
    }
    at = Math.max(at, other.span.end);
  }
  return found;
}

/**
 * Adds a comment, joined with the one before if only whitespace separates them, since each cutting costs time later.
 */
function addComment(found: Cutting[], comment: Cutting["span"], text: string): void {
  const before = found.at(-1)?.span;
  if (before !== undefined && text.slice(before.end, comment.start).trim() === "") {
    found[found.length - 1] = { span: { start: before.start, end: comment.end } };
  } else found.push({ span: comment });
}

/** Returns the comment at the start of a line if nothing follows it on its last line. */
function commentAt(text: string, line: number, mark: string): Cutting["span"] | undefined {
  const start = firstOf(text, line);
  if (text.startsWith(mark, start))
    return text.startsWith("#!", start) ? undefined : { start, end: lineEnd(text, start) };
  if (mark === "#" || !text.startsWith("/*", start)) return undefined;
  const close = text.indexOf("*/", start + 2) + 2;
  const end = lineEnd(text, close);
  return close < 2 || text.slice(close, end).trim() !== "" ? undefined : { start, end: close };
}

function firstOf(text: string, line: number): number {
  let at = line;
  while (text.charAt(at) === " " || text.charAt(at) === "\t") at += 1;
  return at;
}

/** Returns the end of the line, without its line break. */
function lineEnd(text: string, at: number): number {
  const found = text.indexOf("\n", at);
  const end = found < 0 ? text.length : found;
  return end > at && text.charAt(end - 1) === "\r" ? end - 1 : end;
}

/** Maximum number of characters of a statement or of bracket content that is left out as a whole. */
const maxPlainCharacters = 20_000;

/** Minimum number of characters worth leaving out. */
const minPlainCharacters = 24;

/** Maximum number of characters searched for possible entries, per character of the text. */
const maxSearchesPerCharacter = 8;

interface Scan {
  readonly text: string;
  readonly rules: StatementRules;
  /** Open levels; the first is the text itself. */
  readonly levels: Level[];
  /** In text order, without overlaps. */
  readonly found: Cutting[];
  searchBudget: number;
  /** Offset of the last possible entry found. Everything around it may contain an entry too. */
  lastEntryAt: number;
}

/**
 * Finds statements and bracket contents without entries: fields, imports, calls, tables, parameters. As exact as
 * bracket counting. A statement is the text between the ends of two others in the same braces.
 */
export function plainStatements(text: string, grammar: GrammarName): readonly Cutting[] {
  const rules = statementRules[grammar];
  if (rules === undefined) return [];
  const outside: Level = { kind: rules.outside, open: -1, start: 0 };
  const searchBudget = text.length * maxSearchesPerCharacter;
  const scan: Scan = { text, rules, levels: [outside], found: [], searchBudget, lastEntryAt: -1 };
  visitMarks(text, grammar, visitorOf(scan));
  return scan.found.filter(({ span }) => span.end - span.start >= minPlainCharacters);
}

function visitorOf(scan: Scan): MarkVisitor {
  const { text, rules, levels } = scan;
  return {
    open(at) {
      levels.push({ kind: levelKindAt(scan, at), open: at, start: at + 1 });
    },
    close(at) {
      const level = popLevel(scan, at);
      if (level !== undefined) closeLevel(scan, level, at);
    },
    end(at) {
      const level = levels.at(-1);
      if (level === undefined || level.kind === "brackets") return;
      if (text.startsWith("else", idleEnd(text, at + 1))) return;
      const end = Math.max(at + 1, matchEnd(text, at + 1, trailing));
      cutStatement(scan, level, end);
      level.start = end;
    },
    skip(from, until) {
      const quotes = rules.quoteLength?.(text, from) ?? 0;
      if (quotes > 0) addCutting(scan, { span: { start: from + quotes, end: until - quotes } });
      else if (rules.hasComments === true && isCommentInLines(text, from))
        addCutting(scan, { span: { start: from, end: until } });
    },
  };
}

/** True if a block comment starts there at the start of its line. */
function isCommentInLines(text: string, from: number): boolean {
  if (!text.startsWith("/*", from)) return false;
  let at = from - 1;
  while (at >= 0 && (text.charAt(at) === " " || text.charAt(at) === "\t")) at -= 1;
  return at < 0 || text.charAt(at) === "\n";
}

/** Matches a comment after a statement, which would otherwise attach to the code before it. */
const trailing = /[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)/y;

/** Matches the text before a brace that contains statements. */
const codeBegins = /(?:\)|=>|\b(?:else|do|try|finally|const|noexcept|override|final|unsafe))$/;

function levelKindAt({ text, rules, levels }: Scan, at: number): LevelKind {
  if (text.charAt(at) !== "{" || text.charAt(at - 1) === "#") return "brackets";
  if (rules.areAllCode === true || codeBegins.test(wordsBefore(text, at))) return "code";
  const start = Math.max(levels.at(-1)?.start ?? 0, at - 200);
  return rules.hasNoStatements?.test(text.slice(start, at)) === true ? "brackets" : "members";
}

/** Returns the last characters before an offset, without trailing whitespace. */
function wordsBefore(text: string, at: number): string {
  let end = at;
  while (end > 0 && text.charCodeAt(end - 1) <= 0x20) end -= 1;
  return text.slice(Math.max(0, end - 12), end);
}

/** Closes the level of a bracket. A brace also closes unclosed brackets inside. */
function popLevel({ text, levels }: Scan, at: number): Level | undefined {
  const isBrace = text.charAt(at) === "}";
  while (levels.length > 1) {
    const isOpenBrace = !"([".includes(text.charAt(levels.at(-1)?.open ?? -1));
    if (isOpenBrace && !isBrace) return undefined;
    const level = levels.pop();
    if (isOpenBrace || !isBrace) return level;
  }
  return undefined;
}

function closeLevel(scan: Scan, level: Level, at: number): void {
  const parent = scan.levels.at(-1);
  if (parent === undefined) return;
  if (scan.rules.areAllCode === true && level.kind === "code") cutStatement(scan, level, at);
  cutInside(scan, { level, parent }, at);
  if (parent.kind === "brackets" || !endsStatement(scan, level, at)) return;
  if (level.kind === "code" && parent.kind === "code") cutStatement(scan, parent, at + 1);
  parent.start = at + 1;
}

/** Matches the start of a new statement that does not continue the one before. */
const begins =
  /^(?!(?:else|catch|finally|while|as|instanceof|in|of|is|satisfies|where|extends|when|and|or)\b)[A-Za-z_$@#]/;

/** True if a statement ends with this brace. */
function endsStatement({ text, rules }: Scan, level: Level, at: number): boolean {
  if (level.kind === "brackets" || text.charAt(level.open) !== "{") return false;
  if (rules.areAllCode === true) return true;
  if (level.kind === "members" && rules.needsEnd === true) return false;
  const next = idleEnd(text, at + 1);
  if (next >= text.length || text.charAt(next) === "}") return true;
  return begins.test(text.slice(next, next + 12)) && text.slice(at + 1, next).includes("\n");
}

function cutStatement(scan: Scan, level: Level, end: number): void {
  const { text, rules } = scan;
  const from = statementStart(text, level, rules);
  const statement = plainPart(scan, from, end);
  if (statement !== undefined && rules.isPlain(statement, level.kind))
    addCutting(scan, { span: { start: level.start, end } });
}

/** Returns the start of a statement after whitespace, comments and text that is kept. */
function statementStart(text: string, level: Level, { kept }: StatementRules): number {
  for (;;) {
    const from = idleEnd(text, level.start);
    const end = kept === undefined ? 0 : matchEnd(text, from, kept);
    if (end === 0) return from;
    level.start = end;
  }
}

function cutInside(scan: Scan, { level, parent }: { readonly level: Level; readonly parent: Level }, at: number): void {
  const { text, rules } = scan;
  const start = level.open + 1;
  if (at - start < minPlainCharacters || rules.fillerFor === undefined) return;
  const inside = plainPart(scan, start, at);
  const filler = inside === undefined ? undefined : rules.fillerFor({ text, inside, level, parent, close: at });
  if (filler !== undefined) addCutting(scan, { span: { start, end: at }, ...(filler !== "" && { filler }) });
}

/**
 * Returns a part of the text, or `undefined` if it may contain an entry, is too long, or the search limit is reached.
 */
function plainPart(scan: Scan, start: number, end: number): string | undefined {
  const { rules } = scan;
  const length = end - start;
  if (length <= 0 || length > maxPlainCharacters || scan.searchBudget < length) return undefined;
  if (rules.mayHoldEntry !== undefined && scan.lastEntryAt >= start) return undefined;
  scan.searchBudget -= length;
  const words = scan.text.slice(start, end);
  if (rules.mayHoldEntry?.(words) !== true) return words;
  scan.lastEntryAt = start;
  return undefined;
}

/** Adds a cutting, replacing those inside it and extending an adjacent one. */
function addCutting({ found }: Scan, cutting: Cutting): void {
  const { start, end } = cutting.span;
  while ((found.at(-1)?.span.start ?? -1) >= start) found.pop();
  const before = found.at(-1);
  const isNext = before?.span.end === start && before.filler === undefined && cutting.filler === undefined;
  if (before !== undefined && isNext) found[found.length - 1] = { span: { start: before.span.start, end } };
  else found.push(cutting);
}

const idle = /(?:\s+|\/\/[^\r\n]*|\/\*[^]*?\*\/)+/y;

/** Returns the offset after whitespace and comments. */
function idleEnd(text: string, at: number): number {
  return Math.max(at, matchEnd(text, at, idle));
}
