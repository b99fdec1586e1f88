import { softHyphen } from "../model/clean-text.ts";
import type { PageContent, TextLine, TextRun } from "../model/page-content.ts";
import { isPlain } from "../model/plain-text.ts";
import { withRaisedNumbers } from "../model/raised-numbers.ts";

const oddSpace = /\s\s|[^\S ]/u;

/**
 * The words of a line. Text that nobody sees stands in white square brackets, `⟦hidden · tiny: …⟧`; where the document itself
 * uses these brackets it gets the next similar ones, so that it cannot pretend.
 */
export function lineText(line: TextLine): string {
  const [only] = line.runs;
  if (only !== undefined && line.runs.length === 1 && isBare(only) && isPlain(only.text)) return only.text.trim();
  const text =
    only !== undefined && line.runs.length === 1 ? runText(only) : mergeAlike(runsOf(line)).map(runText).join("");
  return (oddSpace.test(text) ? text.replace(/\s+/gu, " ") : text).trim();
}

function runsOf({ runs, direction }: TextLine): readonly TextRun[] {
  return direction === "ltr" ? withRaisedNumbers(runs) : runs;
}

function isBare({ link, hidden }: TextRun): boolean {
  return link === undefined && hidden === undefined;
}

/** The words as they stand, where the spaces matter. */
export function rawText(line: TextLine): string {
  return line.runs
    .map((run) => escapeBrackets(run.text))
    .join("")
    .trimEnd();
}

function mergeAlike(runs: readonly TextRun[]): readonly TextRun[] {
  const merged: TextRun[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    if (last !== undefined && last.link === run.link && last.hidden === run.hidden) {
      merged[merged.length - 1] = { ...last, text: last.text + run.text };
    } else merged.push(run);
  }
  return merged;
}

function runText(run: TextRun): string {
  const text = escapeBrackets(run.text);
  if (text.trim() === "") return text;
  const linked = run.link === undefined ? text : withMarks(text, (words) => linkText(words, run.link ?? ""));
  const { hidden } = run;
  return hidden === undefined ? linked : withMarks(linked, (words) => `⟦hidden · ${hidden}: ${words}⟧`);
}

function escapeBrackets(text: string): string {
  return text.includes("\u27E6") || text.includes("\u27E7")
    ? text.replaceAll("\u27E6", "\u301A").replaceAll("\u27E7", "\u301B")
    : text;
}

function withMarks(text: string, mark: (words: string) => string): string {
  const words = text.trim();
  const start = text.indexOf(words);
  return text.slice(0, start) + mark(words) + text.slice(start + words.length);
}

/** An address that is already there in words is not said twice. */
function linkText(words: string, link: string): string {
  if (isAddress(words, link)) return words;
  return `[${words.replace(/[[\]]/gu, String.raw`\$&`)}](${link.replace(/[()\s<>]/gu, percentEncoded)})`;
}

/** Parentheses end a link's address, and the usual encoding leaves them. */
function percentEncoded(character: string): string {
  return `%${(character.codePointAt(0) ?? 0).toString(16).padStart(2, "0").toUpperCase()}`;
}

/** Whether words are an address themselves, as people write it. */
function isAddress(words: string, link: string): boolean {
  return shortAddress(words) === shortAddress(link);
}

/** Whether words are the first part of an address, which goes on in the next line. */
function beginsAddress(words: string, link: string): boolean {
  return shortAddress(link).startsWith(shortAddress(words));
}

function shortAddress(address: string): string {
  return address
    .replaceAll(softHyphen, "")
    .replace(/^(?:https?:\/\/|mailto:)?(?:www\.)?/iu, "")
    .replace(/[/.,;]+$/u, "")
    .toLowerCase();
}

/** A link at the end of a line, or the last words of one from the line before; brackets in words have backslashes. */
const linkAtEnd = /((?<!\\)\[|^)((?:[^[\]\\]|\\.)+)\]\(([^()\s]+)\)$/u;
const linkAtStart = /^\[((?:[^[\]\\]|\\.)+)\]\(([^()\s]+)\)/u;

/**
 * Lines in which a link that goes on in the next line is one, and tells its address once. An address that stands for
 * itself is made whole.
 */
export function joinLinks(lines: readonly string[]): readonly string[] {
  if (!lines.some((line, index) => mayGoOn(line, lines[index + 1] ?? ""))) return lines;
  const joined: string[] = [];
  for (const line of lines) {
    const last = joined.at(-1) ?? "";
    const both = mayGoOn(last, line) ? linesOfOne(last, line) : undefined;
    if (both === undefined) joined.push(line);
    else joined.splice(-1, 1, ...both);
  }
  return joined;
}

/** Most lines have no link at their end, and are looked at no more. */
function mayGoOn(line: string, next: string): boolean {
  return line.endsWith(")") && next.startsWith("[");
}

/** The two lines with one link over both, or one line where an address goes on; undefined where the links are different. */
function linesOfOne(line: string, next: string): readonly string[] | undefined {
  const end = linkAtEnd.exec(line);
  const start = linkAtStart.exec(next);
  if (end === null || start === null) return undefined;
  const [tail, open = "", words = "", address = ""] = end;
  const [head, rest = "", goal] = start;
  if (address !== goal) return undefined;
  const before = line.slice(0, line.length - tail.length);
  const after = next.slice(head.length);
  if (isAddress(words + rest, address)) return [before + words + rest + after];
  const isGoingOn = beginsAddress(words + rest, address);
  const [first, second] = [`${before}${open}${words}`, `${rest}](${address})${after}`];
  return isGoingOn ? [first + second] : [first, second];
}

/** Longer text beside the page is a neighbouring page or a drawing that runs on. */
const maxCharacters = 600;

/** So many lines of tiny type stand where they are; more are the letters of a drawing, which would bury the text. */
const maxTinyLines = 8;

/** What lies outside of a page, in one marked line to stand below its text; empty where nothing does. */
export function outsideText({ outside = [] }: PageContent): string {
  return marked("off-page", outside);
}

/** A page with many lines too small to be seen without them, and these in one marked line. */
export function withoutTiny(content: PageContent): { readonly content: PageContent; readonly tiny: string } {
  const tiny = content.blocks.flatMap((block) => block.lines.filter(isTiny));
  if (tiny.length <= maxTinyLines) return { content, tiny: "" };
  const gone = new Set(tiny);
  const blocks = content.blocks.map((block) => ({ ...block, lines: block.lines.filter((line) => !gone.has(line)) }));
  return {
    content: { ...content, blocks: blocks.filter(({ lines }) => lines.length > 0) },
    tiny: marked("tiny", tiny),
  };
}

function isTiny({ runs }: TextLine): boolean {
  return runs.some(({ hidden }) => hidden === "tiny") && runs.every((run) => run.hidden === "tiny" || isBlank(run));
}

function isBlank({ text }: { readonly text: string }): boolean {
  return text.trim() === "";
}

function marked(reason: "off-page" | "tiny", lines: readonly TextLine[]): string {
  const words = lines.map((line) =>
    lineText({ ...line, runs: line.runs.map(({ text, box, style }) => ({ text, box, style })) }),
  );
  const all = words.filter((word) => word !== "").join(" ");
  if (all === "") return "";
  const shown = all.slice(0, maxCharacters).replace(/[\uD800-\uDBFF]$/u, "");
  const more = all.length > shown.length ? ` … and ${all.length - shown.length} more characters` : "";
  return `⟦hidden · ${reason}: ${shown}${more}⟧\n`;
}
