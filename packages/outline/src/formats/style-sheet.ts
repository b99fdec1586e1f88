import { leadingLine } from "../code/entries/tree.ts";
import { draft, type Draft, type Drafts, titleOf } from "../model/draft.ts";
import { maxEntries, maxEntryDepth } from "../model/limits.ts";
import { createLineTable, type LineTable } from "../model/line-table.ts";
import { endless, type IsOver } from "./deadline.ts";

/** Matches comments, strings, URLs and interpolations, which are skipped, and the punctuation of rules. */
const token =
  /\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|\/\/[^\r\n]*|"(?:[^"\\\r\n]|\\[^])*"?|'(?:[^'\\\r\n]|\\[^])*'?|\burl\((?!\s*["'])[^()\r\n]*\)|[#@]\{[^{}]*\}|[(){};]/g;

/** A block in braces. */
interface Block {
  /** The entry, or `undefined` for blocks without one, such as inside parentheses or `@if`. */
  readonly entry: Draft | undefined;
  /** Number of open parentheses at its start. */
  readonly depth: number;
}

interface Scan {
  readonly text: string;
  readonly lines: LineTable;
  readonly roots: Draft[];
  readonly open: Block[];
  count: number;
  /** Start of the current statement. */
  start: number;
  /** Number of open parentheses. */
  depth: number;
}

/**
 * Outlines the rules, mixins and functions of SCSS and Less, nested, and global variables. Works by braces, because the
 * grammar of CSS fails on their extensions.
 */
export function outlineStyleSheet(text: string, isOver: IsOver = endless): Drafts {
  const lines = createLineTable(text);
  const scan: Scan = { text, lines, roots: [], open: [], count: 0, start: 0, depth: 0 };
  let isCut = false;
  for (const { 0: mark, index } of text.matchAll(token)) {
    isCut = isOver() || scan.count >= maxEntries;
    if (isCut) break;
    take(scan, mark, index);
  }
  while (scan.open.length > 0) close(scan, text.trimEnd().length);
  return { drafts: scan.roots, truncated: isCut };
}

function take(scan: Scan, mark: string, index: number): void {
  if (mark === "(") scan.depth += 1;
  else if (mark === ")") scan.depth = Math.max(0, scan.depth - 1);
  else if (mark === "{") openBlock(scan, index);
  else if (mark === "}") close(scan, index);
  else if (mark === ";" && scan.depth === 0) endStatement(scan, index);
}

function openBlock(scan: Scan, index: number): void {
  const entry = scan.depth > 0 || scan.open.length >= maxEntryDepth ? undefined : ruleAt(scan, index);
  if (entry !== undefined) add(scan, entry);
  scan.open.push({ entry, depth: scan.depth });
  scan.depth = 0;
  scan.start = index + 1;
}

function close(scan: Scan, index: number): void {
  const block = scan.open.pop();
  // At the top level, unclosed parentheses end with their rule.
  scan.depth = scan.open.length === 0 ? 0 : (block?.depth ?? 0);
  if (block?.entry !== undefined) block.entry.last = scan.lines.lineAt(index);
  scan.start = index + 1;
}

/** Matches a global variable. */
const variable = /^([$@][\w-]+)\s*:/;

function endStatement(scan: Scan, index: number): void {
  const { name, start, words } = headAt(scan, index);
  const found = scan.open.length === 0 ? variable.exec(name)?.[1] : undefined;
  if (found !== undefined) {
    const lines = { first: scan.lines.lineAt(start), last: scan.lines.lineAt(index) };
    add(scan, draft({ kind: "constant", name: found, title: words, ...lines }));
  }
  scan.start = index + 1;
}

function add(scan: Scan, entry: Draft): void {
  scan.count += 1;
  const around = scan.open.findLast((block) => block.entry !== undefined)?.entry;
  (around?.children ?? scan.roots).push(entry);
}

interface Head {
  readonly name: string;
  /** The name in one line of limited length. */
  readonly words: string;
  /** Start offset, after comments. */
  readonly start: number;
}

const commentBefore = /^(?:\s|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|\/\/[^\r\n]*)+/;

/** Maximum number of characters of a head. */
const maxHeadCharacters = 4000;

/** Returns the text between the last statement and a brace or semicolon. */
function headAt({ text, start }: Scan, end: number): Head {
  const whole = text.slice(start, end);
  const before = commentBefore.exec(whole)?.[0].length ?? 0;
  const head = whole.slice(before, before + maxHeadCharacters);
  const name = head
    .replace(/\/\*(?:[^*]|\*(?!\/))*\*\/|(?<=^|\s)\/\/[^\r\n]*/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return { name, words: titleOf(name), start: start + before };
}

/** Matches blocks that are not entries themselves. */
const condition = /^@(?:if|else)\b/;

const sassFunction = /^@(?:mixin|function)\s+([\w-]+)/;

/** Matches a mixin of Less, `.bordered(@width: 1px)`, but not `:not(.a)` or `@media (…)`. */
const lessMixin = /^([.#][\w-]+)\s*\([^{}]*\)(?:\s*(?:when\b.*|!important))?$/;

/** Creates the entry of a block. Returns `undefined` for blocks without a name and for conditions. */
function ruleAt(scan: Scan, index: number): Draft | undefined {
  const { name, words, start } = headAt(scan, index);
  if (name === "" || condition.test(name)) return undefined;
  const called = (sassFunction.exec(name) ?? lessMixin.exec(name))?.[1];
  const own = scan.lines.lineAt(start);
  return draft({
    kind: called === undefined ? "rule" : "function",
    name: called ?? titleOf(name.replace(/\s*:$/, "")),
    title: words,
    first: isFirstInLine(scan, own, start) ? leadingLine(scan.lines, own, /^\/\//) : own,
    last: own,
  });
}

function isFirstInLine({ text, lines }: Scan, line: number, start: number): boolean {
  return text.slice(lines.startOf(line), start).trim() === "";
}
