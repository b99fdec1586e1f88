import type { GrammarName } from "../../engine/engine.ts";
import { type MarkVisitor, matchEnd, visitMarks } from "./brackets.ts";
import type { Cutting } from "./condense.ts";
import { type Level, type LevelKind, type StatementRules, statementRules } from "./statement-rules.ts";

/** Characters of a statement, or between brackets; what is longer stays, but for what is plain in it. */
const maxPlainCharacters = 20_000;

/** Characters between brackets, or of statements that follow each other, below which parsing them is as quick. */
const minPlainCharacters = 24;

/** Characters that are looked at for words that tell something, for each character of the text. */
const maxLooksPerCharacter = 8;

interface Scan {
  readonly text: string;
  readonly rules: StatementRules;
  /** What is open, the text itself first. */
  readonly levels: Level[];
  /** In the order of the text, and apart from each other. */
  readonly found: Cutting[];
  looks: number;
  /** Where what tells something begins, as far as it was met: whatever is around it tells the same. */
  toldAt: number;
}

/**
 * Statements that an outline has nothing of, and what stands in brackets without telling anything: fields, imports,
 * calls, tables, parameters. As sure as counting brackets is; a statement is what stands between two ends of others in
 * the same braces.
 */
export function plainStatements(text: string, grammar: GrammarName): readonly Cutting[] {
  const rules = statementRules[grammar];
  if (rules === undefined) return [];
  const outside: Level = { kind: rules.outside, open: -1, start: 0 };
  const looks = text.length * maxLooksPerCharacter;
  const scan: Scan = { text, rules, levels: [outside], found: [], looks, toldAt: -1 };
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

/** Whether a comment of several lines begins there, with nothing before it in its line. */
function isCommentInLines(text: string, from: number): boolean {
  if (!text.startsWith("/*", from)) return false;
  let at = from - 1;
  while (at >= 0 && (text.charAt(at) === " " || text.charAt(at) === "\t")) at -= 1;
  return at < 0 || text.charAt(at) === "\n";
}

/** A comment behind a statement: left there, it would belong to what stands before that. */
const trailing = /[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)/y;

/** What stands before the brace of statements. */
const codeBegins = /(?:\)|=>|\b(?:else|do|try|finally|const|noexcept|override|final|unsafe))$/;

function levelKindAt({ text, rules, levels }: Scan, at: number): LevelKind {
  if (text.charAt(at) !== "{" || text.charAt(at - 1) === "#") return "brackets";
  if (rules.areAllCode === true || codeBegins.test(wordsBefore(text, at))) return "code";
  const start = Math.max(levels.at(-1)?.start ?? 0, at - 200);
  return rules.hasNoStatements?.test(text.slice(start, at)) === true ? "brackets" : "members";
}

/** The last characters before a place, white space left out. */
function wordsBefore(text: string, at: number): string {
  let end = at;
  while (end > 0 && text.charCodeAt(end - 1) <= 0x20) end -= 1;
  return text.slice(Math.max(0, end - 12), end);
}

/** Closes what a bracket closes; a brace closes what was opened behind its own, too. */
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

/** What begins a statement in a line of its own, and does not go on with the one before. */
const begins =
  /^(?!(?:else|catch|finally|while|as|instanceof|in|of|is|satisfies|where|extends|when|and|or)\b)[A-Za-z_$@#]/;

/** Whether a statement ends with a brace. */
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
  const statement = looked(scan, from, end);
  if (statement !== undefined && rules.isPlain(statement, level.kind))
    addCutting(scan, { span: { start: level.start, end } });
}

/** Where a statement begins behind what stands before it; of that, what has to stay moves its start. */
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
  const inside = looked(scan, start, at);
  const filler = inside === undefined ? undefined : rules.fillerFor({ text, inside, level, parent, close: at });
  if (filler !== undefined) addCutting(scan, { span: { start, end: at }, ...(filler !== "" && { filler }) });
}

/** A part of the text; undefined where it tells something, where it is too long, and where enough was looked at. */
function looked(scan: Scan, start: number, end: number): string | undefined {
  const { rules } = scan;
  const length = end - start;
  if (length <= 0 || length > maxPlainCharacters || scan.looks < length) return undefined;
  if (rules.tells !== undefined && scan.toldAt >= start) return undefined;
  scan.looks -= length;
  const words = scan.text.slice(start, end);
  if (rules.tells?.(words) !== true) return words;
  scan.toldAt = start;
  return undefined;
}

/** In place of all that was found inside of it, and as one with what it follows. */
function addCutting({ found }: Scan, cutting: Cutting): void {
  const { start, end } = cutting.span;
  while ((found.at(-1)?.span.start ?? -1) >= start) found.pop();
  const before = found.at(-1);
  const isNext = before?.span.end === start && before.filler === undefined && cutting.filler === undefined;
  if (before !== undefined && isNext) found[found.length - 1] = { span: { start: before.span.start, end } };
  else found.push(cutting);
}

const idle = /(?:\s+|\/\/[^\r\n]*|\/\*[^]*?\*\/)+/y;

/** Behind white space and comments. */
function idleEnd(text: string, at: number): number {
  return Math.max(at, matchEnd(text, at, idle));
}
