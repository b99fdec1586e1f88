import { sharedHeight } from "../model/boxes.ts";
import { softHyphen } from "../model/clean-text.ts";
import type { Box, PageContent, TextLine, TextRun } from "../model/page-content.ts";
import type { PageLink } from "../model/page-model.ts";
import { isPlain } from "../model/plain-text.ts";
import { withRaisedNumbers } from "../model/raised-numbers.ts";
import type { CodePart } from "./flow.ts";

const oddSpace = /\s\s|[^\S ]/u;

/**
 * Returns the text of a line. Hidden text is written in white square brackets, `⟦hidden · tiny: …⟧`. These brackets in
 * the document are replaced by similar ones, so that it cannot fake the marks.
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

/** Returns the parts of a line of code. */
export function codeParts({ runs }: TextLine): readonly CodePart[] {
  return runs.map(({ text, box: { x0, x1 } }) => ({ text: escapeBrackets(text), x0, x1 }));
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

/** Returns text without the brackets of marks, which are replaced by similar ones. */
export function escapeBrackets(text: string): string {
  return text.includes("\u27E6") || text.includes("\u27E7")
    ? text.replaceAll("\u27E6", "\u301A").replaceAll("\u27E7", "\u301B")
    : text;
}

function withMarks(text: string, mark: (words: string) => string): string {
  const words = text.trim();
  const start = text.indexOf(words);
  return text.slice(0, start) + mark(words) + text.slice(start + words.length);
}

/** Returns words as a Markdown link. An address that is visible as text is not repeated. */
export function linkText(words: string, link: string): string {
  if (isAddress(words, link)) return words;
  return `[${words.replace(actingInWords, String.raw`\$&`)}](${link.replace(actingInTarget, percentEncoded)})`;
}

/** Matches what begins or ends the words of a link in Markdown, and a backslash that would change what follows it. */
const actingInWords = /[[\]]|\\(?=[[\]\\]|$)/gu;

/**
 * Matches what ends a link target in Markdown, or would be read as code, an escape or a character reference there. The
 * usual encoding keeps parentheses.
 */
const actingInTarget = /[()\s<>`\\\p{Cc}]|&(?=#?\w+;)/gu;

function percentEncoded(character: string): string {
  return encodeURIComponent(character).replace("(", "%28").replace(")", "%29");
}

/** True if the text is the address itself, as people write it. */
function isAddress(words: string, link: string): boolean {
  return shortAddress(words) === shortAddress(link);
}

/** True if the text is the first part of an address that continues on the next line. */
function beginsAddress(words: string, link: string): boolean {
  return shortAddress(link).startsWith(shortAddress(words));
}

function shortAddress(address: string): string {
  const short = address.replaceAll(softHyphen, "").replace(/^(?:https?:\/\/|mailto:)?(?:www\.)?/iu, "");
  let end = short.length;
  // An expression for the end of the text would start again at each of many full stops.
  while (end > 0 && "/.,;".includes(short.charAt(end - 1))) end -= 1;
  return short.slice(0, end).toLowerCase();
}

/** A link at the end of a line, or the last words of one from the line before. Brackets in text are escaped. */
const linkAtEnd = /((?<!\\)\[|^)((?:[^[\]\\]|\\.)+)\]\(([^()\s]+)\)$/u;
const linkAtStart = /^\[((?:[^[\]\\]|\\.)+)\]\(([^()\s]+)\)/u;

/** Joins links that continue on the next line, so that each address occurs once. Also joins split plain addresses. */
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

/** Most lines do not end with a link and need no further check. */
function mayGoOn(line: string, next: string): boolean {
  return line.endsWith(")") && next.startsWith("[");
}

/** Returns two lines with one link across both, or one line for a split address; `undefined` if the links differ. */
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

/** Maximum length. Longer text beside the page is a neighbouring page or a drawing. */
const maxCharacters = 600;

/** Maximum number of tiny lines kept in place. More are letters of a drawing, which would bury the text. */
const maxTinyLines = 8;

/** Returns text outside the page as one marked line to append to its text; empty if there is none. */
export function outsideText({ outside = [] }: PageContent): string {
  return marked("off-page", outside);
}

/** Removes tiny text from a page with many such lines, and returns it as one marked line. */
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

/** Adds the target to each run that is an external link. */
export function markLinks(content: PageContent, links: readonly PageLink[]): PageContent {
  if (links.length === 0) return content;
  const blocks = content.blocks.map((block) => ({ ...block, lines: block.lines.map((line) => linkLine(line, links)) }));
  return { ...content, blocks };
}

function linkLine(line: TextLine, links: readonly PageLink[]): TextLine {
  const here = links.filter((link) => touches(line.box, link.box));
  if (here.length === 0 || line.direction === "vertical") return line;
  return { ...line, runs: line.runs.flatMap((run) => splitRun(run, here)) };
}

function touches(line: Box, link: Box): boolean {
  return sharedHeight(line, link) > 0.5 && Math.min(line.x1, link.x1) > Math.max(line.x0, link.x0);
}

/**
 * Splits a run where links start and end. Positions of characters are estimated from their number, so splits are moved
 * to word edges.
 */
function splitRun(run: TextRun, links: readonly PageLink[]): readonly TextRun[] {
  const parts: TextRun[] = [];
  let from = 0;
  for (const link of links.toSorted((one, other) => one.box.x0 - other.box.x0)) {
    const [start, end] = wordsUnder(run, link.box);
    if (start < from || end <= start) continue;
    if (start > from) parts.push({ ...run, text: run.text.slice(from, start) });
    parts.push({ ...run, text: run.text.slice(start, end), link: link.uri });
    from = end;
  }
  if (from < run.text.length) parts.push({ ...run, text: run.text.slice(from) });
  return parts;
}

function wordsUnder(run: TextRun, box: Box): readonly [number, number] {
  const { text } = run;
  const widthPt = run.box.x1 - run.box.x0;
  if (widthPt <= 0) return [0, 0];
  const at = (x: number): number => Math.max(0, Math.min(text.length, ((x - run.box.x0) / widthPt) * text.length));
  const start = nearestEdge(text, at(box.x0));
  const end = nearestEdge(text, at(box.x1));
  const words = text.slice(start, end);
  return [start + words.length - words.trimStart().length, end - (words.length - words.trimEnd().length)];
}

/** Returns the nearest start or end of a word. */
function nearestEdge(text: string, position: number): number {
  let best = position < text.length / 2 ? 0 : text.length;
  for (let index = 1; index < text.length; index += 1) {
    const isEdge = /\s/u.test(text.charAt(index)) !== /\s/u.test(text.charAt(index - 1));
    if (isEdge && Math.abs(index - position) < Math.abs(best - position)) best = index;
  }
  return best;
}
