import type { Drafts } from "../draft.ts";
import { maxEntries } from "../limits.ts";
import { createLineTable, type LineTable } from "../line-table.ts";
import { titleOf } from "../title.ts";
import { endless, type IsOver } from "./deadline.ts";
import { sectionsOf, type Heading } from "./sections.ts";

const fenceStart = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const atx = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
const underline = /^ {0,3}(=+|-+)[ \t]*$/;
/** Lines that begin something else than a paragraph, which a line of dashes would not make a heading. */
const noParagraph = /^(?:\s*$| {4}|\t| {0,3}(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]|\||#{1,6}(?:[ \t]|$)|<))/;

/**
 * The headings of Markdown as CommonMark has them, ATX and setext, with their sections; not those in fences, comments
 * and front matter.
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

/** The words of a heading without the marks that may close it, in time that does not depend on what they are. */
function unclosed(text: string): string {
  const words = text.trim();
  let end = words.length;
  while (words.charAt(end - 1) === "#") end -= 1;
  return end === 0 || /[ \t]/.test(words.charAt(end - 1)) ? words.slice(0, end).trimEnd() : words;
}

/** The last line of a fence or a comment that begins in this line; 0 where none does. An open one goes to the end. */
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

/** A heading without the marks of its Markdown: links and images as their words, code and emphasis as their text. */
function plainWords(words: string): string {
  if (words.length > 2000) return titleOf(words);
  // An image may stand inside of a link.
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
