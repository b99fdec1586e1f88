import { draft, type Draft, type Drafts, titleOf } from "../model/draft.ts";
import { maxEntries } from "../model/limits.ts";
import { createLineTable, type LineTable } from "../model/line-table.ts";
import { endless, type IsOver } from "./deadline.ts";

/** A heading found in a text. */
export interface Heading {
  /** From 1, the top level. */
  readonly level: number;
  readonly words: string;
  /** From 1. */
  readonly line: number;
}

/** Nests headings as sections, each up to the next heading of the same or a higher level. */
export function sectionsOf(headings: readonly Heading[], lineCount: number): readonly Draft[] {
  const roots: Draft[] = [];
  const open: { readonly level: number; readonly entry: Draft }[] = [];
  for (const { level, words, line } of headings) {
    while ((open.at(-1)?.level ?? 0) >= level) end(open.pop()?.entry, line - 1);
    const entry = draft({ kind: "heading", name: words, title: words, first: line, last: line });
    (open.at(-1)?.entry.children ?? roots).push(entry);
    open.push({ level, entry });
  }
  for (const { entry } of open) end(entry, lineCount);
  return roots;
}

function end(entry: Draft | undefined, line: number): void {
  if (entry !== undefined) entry.last = Math.max(entry.first, line);
}

/** Matches headings, and elements whose content is skipped. */
const token = /<!--|<(script|style|template|textarea)\b|<h([1-6])\b[^<>]{0,1000}>/gi;

/** Outlines the headings `h1` to `h6` of a page with their sections, outside of comments and scripts. */
export function outlineHtml(text: string, isOver: IsOver = endless): Drafts {
  const lines = createLineTable(text);
  const headings: Heading[] = [];
  let isCut = false;
  token.lastIndex = 0;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    isCut = isOver() || headings.length >= maxEntries;
    if (isCut) break;
    const [match, block, level] = found;
    const from = found.index + match.length;
    if (level === undefined) {
      const end = text.indexOf(block === undefined ? "-->" : `</${block}`, from);
      if (end < 0) break;
      token.lastIndex = end;
      continue;
    }
    const words = wordsOf(text.slice(from, from + 1000));
    if (words !== "") headings.push({ level: Number(level), words, line: lines.lineAt(found.index) });
  }
  return { drafts: sectionsOf(headings, lines.count), truncated: isCut };
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

function wordsOf(start: string): string {
  const inside = start.split(/<\/h[1-6]/i, 1)[0] ?? "";
  const words = inside.replace(/<[^<>]*>/g, "").replace(/&(\w+);/g, (entity, name: string) => entities[name] ?? entity);
  return titleOf(words);
}

const fenceStart = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const atx = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
const underline = /^ {0,3}(=+|-+)[ \t]*$/;
/** Matches lines that do not start a paragraph, so that dashes below do not make a heading. */
const noParagraph = /^(?:\s*$| {4}|\t| {0,3}(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]|\||#{1,6}(?:[ \t]|$)|<))/;

/**
 * Outlines the ATX and setext headings of Markdown (CommonMark) with their sections, outside of fences, comments and
 * front matter.
 */
export function outlineMarkdown(text: string, isOver: IsOver = endless): Drafts {
  const lines = createLineTable(text);
  const { headings, isCut } = headingsOf(lines, isOver);
  return { drafts: sectionsOf(headings, lines.count), truncated: isCut };
}

interface Headings {
  readonly headings: readonly Heading[];
  readonly isCut: boolean;
}

function headingsOf(lines: LineTable, isOver: IsOver): Headings {
  const headings: Heading[] = [];
  let paragraph = "";
  for (let line = frontMatterEnd(lines) + 1; line <= lines.count; line += 1) {
    if (isOver() || headings.length >= maxEntries) return { headings, isCut: true };
    const text = lines.textOf(line);
    const closed = blockEnd(lines, line, text);
    if (closed > 0) {
      line = closed;
      paragraph = "";
      continue;
    }
    const found = headingAt(text, line, paragraph);
    if (found !== undefined && found.words !== "") headings.push(found);
    paragraph = found === undefined && !noParagraph.test(text) ? text : "";
  }
  return { headings, isCut: false };
}

function headingAt(text: string, line: number, paragraph: string): Heading | undefined {
  const [start = "", marks] = atx.exec(text) ?? [];
  if (marks !== undefined) return { level: marks.length, words: plainWords(unclosed(text.slice(start.length))), line };
  const [, rule] = paragraph === "" ? [] : (underline.exec(text) ?? []);
  if (rule === undefined) return undefined;
  return { level: rule.startsWith("=") ? 1 : 2, words: plainWords(paragraph), line: line - 1 };
}

/** Removes the closing marks of a heading, in linear time. */
function unclosed(text: string): string {
  const words = text.trim();
  let end = words.length;
  while (words.charAt(end - 1) === "#") end -= 1;
  return end === 0 || /[ \t]/.test(words.charAt(end - 1)) ? words.slice(0, end).trimEnd() : words;
}

/**
 * Returns the last line of a fence or comment that starts in this line, or 0 if none does. An unclosed one extends to
 * the end.
 */
function blockEnd(lines: LineTable, line: number, text: string): number {
  const fence = fenceStart.exec(text)?.[1];
  if (fence !== undefined) return findLine(lines, line + 1, (each) => isClosing(each, fence));
  if (!/^ {0,3}<!--/.test(text)) return 0;
  return findLine(lines, line, (each) => each.includes("-->"));
}

function isClosing(text: string, fence: string): boolean {
  const words = text.trim();
  return words.length >= fence.length && words === (fence[0] ?? "").repeat(words.length) && !/^ {4}/.test(text);
}

function frontMatterEnd(lines: LineTable): number {
  const start = lines.textOf(1);
  if (start !== "---" && start !== "+++") return 0;
  const end = findLine(lines, 2, (each) => each.trimEnd() === start);
  return lines.textOf(end).trimEnd() === start && end > 1 ? end : 0;
}

function findLine(lines: LineTable, from: number, isWanted: (text: string) => boolean): number {
  for (let line = from; line <= lines.count; line += 1) if (isWanted(lines.textOf(line))) return line;
  return lines.count;
}

/** Returns the plain text of a heading, without Markdown syntax. */
function plainWords(words: string): string {
  if (words.length > 2000) return titleOf(words);
  // An image may be inside a link.
  const plain = withoutLinks(withoutLinks(words))
    .replace(/(?<!`)`+([^`]+)`+/g, "$1")
    .replace(/(\*\*|__)(?=\S)([^*_]+)\1/g, "$2")
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .replace(/\{#[\w-]+\}$/, "");
  return titleOf(plain === "" ? words : plain);
}

function withoutLinks(words: string): string {
  return words.replace(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1");
}
