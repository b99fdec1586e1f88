import { closingStyle, type FlowLine, openingStyle } from "../layout/flow.ts";
import { type Candidate, type HeadingEvidence, isCodeName } from "../layout/headings/candidate.ts";
import { withWholeTitles } from "../layout/headings/heading-numbers.ts";
import { headingLevel } from "../layout/headings/headings.ts";
import type { BodyType } from "../layout/headings/type-sizes.ts";
import { escapeBrackets, joinLinks } from "../layout/inline-text.ts";
import { createListDepths, type ListDepths } from "../layout/lists.ts";
import { isLineNumber } from "../layout/order/rows.ts";
import { joinLines, type WordMemory } from "../layout/paragraphs/hyphenation.ts";
import type { PagePart, Paragraph } from "../layout/paragraphs/paragraphs.ts";
import { sharedHeight } from "../model/boxes.ts";
import { listMarker } from "../model/list-markers.ts";
import type { Box, Table } from "../model/page-content.ts";
import { isBoxLine, singleSpaced } from "../model/plain-text.ts";
import { fenced } from "./code.ts";
import { codeBoxes, tableBoxes } from "./line-boxes.ts";
import { starNote } from "./star-note.ts";

/** What is known beyond the page. */
interface MarkdownContext extends HeadingEvidence {
  readonly memory: WordMemory;
}

/** A part as text. Close parts are not separated by an empty line. */
interface Written {
  readonly text: string;
  readonly isClose: boolean;
}

/** A part as text, and where its lines stand on the page. */
interface WrittenPart extends Written {
  readonly boxes: LineBoxesOf;
}

/**
 * Returns the boxes of each line of a part: one for each line on the page that it consists of, none if it is not on the
 * page. Called only on request.
 */
export type LineBoxesOf = () => readonly (readonly Box[])[];

/** The text of a page as Markdown, which ends with a newline unless it is empty. */
export interface WrittenPage {
  readonly text: string;
  /** Returns the boxes of each line. */
  readonly boxes: LineBoxesOf;
}

/** Writes the parts of a page as Markdown. */
export function pageMarkdown(separate: readonly PagePart[], context: MarkdownContext): WrittenPage {
  const parts = withWholeTitles(separate, context.sizes.body());
  const depths = createListDepths(() => parts.some(isMarkedItem));
  const written: WrittenPart[] = [];
  const tops = topsAfter(parts);
  const note = starNote(parts);
  for (let index = 0; index < parts.length; index += 1) {
    const code = codeFrom(parts, index, context.sizes.body());
    if (code.lines.length > 1) {
      written.push(writeCode(code.lines));
      index += code.parts - 1;
      continue;
    }
    const part = parts[index];
    if (part?.kind === "table") {
      const { table } = part;
      const text = tableMarkdown(table).trimEnd();
      context.levels.noteParagraph({ isText: true, length: text.length, page: context.page });
      written.push({ text, isClose: false, boxes: () => tableBoxes(table) });
    } else if (part !== undefined) {
      const isFoot = index > 0 && !isAbove(tops[index] ?? Infinity, paragraphAt(parts, index));
      const candidate = candidateOf(parts, index, { context, isFoot });
      const paragraph = part === note ? writeNote(candidate, depths) : writeParagraph(candidate, context, depths);
      written.push({ ...paragraph, boxes: () => [part.lines.map(({ box }) => box)] });
    }
  }
  return glue(written.filter((one) => one.text !== ""));
}

function isMarkedItem(part: PagePart): boolean {
  const first = part.kind === "paragraph" ? part.lines[0] : undefined;
  return first?.tag?.item !== undefined && listMarker(first.text) !== undefined;
}

function glue(written: readonly WrittenPart[]): WrittenPage {
  let out = "";
  for (const { text, isClose } of written) {
    if (out !== "") out += isClose ? "\n" : "\n\n";
    out += text;
  }
  const boxes: LineBoxesOf = () =>
    written.flatMap((part, index) => (index > 0 && !part.isClose ? [[], ...part.boxes()] : part.boxes()));
  return { text: out === "" ? "" : `${out}\n`, boxes };
}

/** Returns how many parts from here on are code. Numbers of empty lines count if code follows them. */
function codeParts(parts: readonly PagePart[], from: number, isCode: (line: FlowLine) => boolean): number {
  const isNumberedCode = (line: FlowLine): boolean => isCode(line) || isLineNumber(line);
  let count = 0;
  for (let at = from; isCodePart(parts[at], isCode) || (count > 0 && isCodePart(parts[at], isNumberedCode)); at += 1)
    if (isCodePart(parts[at], isCode)) count = at - from + 1;
  return count;
}

function isCodePart(part: PagePart | undefined, isOf: (line: FlowLine) => boolean): boolean {
  return part?.kind === "paragraph" && part.lines.every(isOf);
}

/** A name in type this much larger than the body is a heading, also if it is monospaced. */
const titleRatio = 1.3;

/** A web address alone, as in a footnote with its mark, or as a link. */
const isAddress = /^\P{L}{0,4}(?:https?|ftp):\/\/\S+$/u;

/** Addresses are set as code, too. */
function writeCode(lines: readonly FlowLine[]): WrittenPart {
  if (!lines.every(({ text }) => isAddress.test(text)))
    return { text: fenced(lines), isClose: false, boxes: () => codeBoxes(lines) };
  const text = lines.map((line) => plain(line.text)).join("\n");
  return { text, isClose: false, boxes: () => lines.map(({ box }) => [box]) };
}

/** Minimum number of lines of a box drawn with characters. */
const leastBoxLines = 3;

/**
 * Returns the lines of code from a part on, and the number of their parts. Where all text is monospaced, none is code but
 * boxes drawn with characters.
 */
function codeFrom(
  parts: readonly PagePart[],
  from: number,
  body: BodyType,
): { readonly lines: readonly FlowLine[]; readonly parts: number } {
  const isTitle = (line: FlowLine): boolean => line.sizePt > titleRatio * body.sizePt && isCodeName(line.text);
  const isOfKind = body.isMonospaced ? isInBox : (line: FlowLine): boolean => !isTitle(line);
  const isCode = (line: FlowLine): boolean =>
    line.isMonospaced && !line.isRightToLeft && !line.isVertical && isOfKind(line);
  const count = codeParts(parts, from, isCode);
  const lines = parts.slice(from, from + count).flatMap((part) => (part.kind === "paragraph" ? part.lines : []));
  return body.isMonospaced && lines.length < leastBoxLines ? { lines: [], parts: 0 } : { lines, parts: count };
}

function isInBox({ text }: FlowLine): boolean {
  return isBoxLine(text);
}

interface CandidateContext {
  readonly context: MarkdownContext;
  readonly isFoot: boolean;
}

function candidateOf(parts: readonly PagePart[], index: number, { context, isFoot }: CandidateContext): Candidate {
  const paragraph = paragraphAt(parts, index) ?? { kind: "paragraph", lines: [], isClose: false };
  const { lines } = paragraph;
  const [first] = lines;
  const isOneLine = first !== undefined && lines.length === 1;
  const texts = isOneLine ? [first.text] : textsOf(lines);
  return {
    paragraph,
    text: joinLines(joinLinks(texts), context.memory),
    before: paragraphAt(parts, index - 1),
    after: paragraphAt(parts, index + 1),
    isFoot,
    isBeside: () => near(parts, index).some((part) => part !== paragraph && isAtHeight(part, first)),
  };
}

/** Returns the texts of lines. Code that was broken after a hyphen goes on without a space. */
function textsOf(lines: readonly FlowLine[]): readonly string[] {
  const texts: string[] = [];
  for (const [index, line] of lines.entries()) {
    const last = lines[index - 1];
    if (last !== undefined && isBrokenCode(last, line)) texts.push((texts.pop() ?? "") + line.text);
    else texts.push(line.text);
  }
  return texts;
}

/** True if a line of code ends with a hyphen that divides no word, before or after other signs, or with an underscore. */
function isBrokenCode(last: FlowLine, next: FlowLine): boolean {
  if (!closingStyle(last).isMonospaced || !openingStyle(next).isMonospaced) return false;
  if (!last.text.endsWith("-")) return last.text.endsWith("_");
  return /^\p{L}/u.test(next.text) ? /(?:^|[^\p{L}\p{N}])-$/u.test(last.text) : !/^\p{N}/u.test(next.text);
}

/** Number of paragraphs before and after one that may be beside it. */
const neighbours = 8;

function near(parts: readonly PagePart[], index: number): readonly PagePart[] {
  return parts.slice(Math.max(0, index - neighbours), index + neighbours + 1);
}

function isAtHeight(part: PagePart, line: FlowLine | undefined): boolean {
  if (part.kind === "table" || line === undefined) return false;
  return part.lines.some(({ box }) => sharedHeight(box, line.box) > 0.5);
}

/** Returns for each part the top of the highest later one. */
function topsAfter(parts: readonly PagePart[]): readonly number[] {
  const tops = parts.map(() => Infinity);
  let topPt = Infinity;
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    tops[index] = topPt;
    topPt = Math.min(topPt, topOf(parts[index]));
  }
  return tops;
}

function topOf(part: PagePart | undefined): number {
  if (part?.kind === "table") return part.table.box.y0;
  return part?.lines[0]?.box.y0 ?? Infinity;
}

function isAbove(topPt: number, paragraph: Paragraph | undefined): boolean {
  const first = paragraph?.lines[0];
  return first !== undefined && topPt < first.box.y0 - first.sizePt / 2;
}

function paragraphAt(parts: readonly PagePart[], index: number): Paragraph | undefined {
  const part = parts[index];
  return part?.kind === "paragraph" ? part : undefined;
}

function writeParagraph(candidate: Candidate, context: MarkdownContext, depths: ListDepths): Written {
  const { paragraph, text } = candidate;
  const level = headingLevel(candidate, context);
  const [first] = paragraph.lines;
  if (level > 0) {
    depths.end();
    return { text: `${"#".repeat(level)} ${text}`, isClose: false };
  }
  const isNewItem = depths.begins(first);
  const mark = listMarker(text) ?? (isNewItem ? { mark: "-", rest: text } : undefined);
  if (mark === undefined || first === undefined) {
    if (!paragraph.isClose) depths.end();
    return { text: plain(text), isClose: paragraph.isClose };
  }
  const isClose = paragraph.isClose || depths.isInList();
  return { text: `${"  ".repeat(depths.of(first))}${mark.mark} ${mark.rest}`, isClose };
}

/** Writes a note with its star, which would be the marker of an item in Markdown. */
function writeNote({ text, paragraph }: Candidate, depths: ListDepths): Written {
  depths.end();
  return { text: `\\${text}`, isClose: paragraph.isClose };
}

/** Escapes text at the start of a line that looks like Markdown syntax. */
function plain(text: string): string {
  return /^(?:#{1,6}\s|`{3}|~{3})/u.test(text) ? `\\${text}` : text;
}

/**
 * Returns the table as Markdown without padding, which a model pays for, ending with a newline. The first row is the
 * header if the table has one; otherwise the header cells are empty, because Markdown requires a header. Further header
 * rows become body rows.
 */
export function tableMarkdown(table: Table): string {
  const columns = table.rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (columns === 0) return "";
  const first = table.headerRows > 0 ? (table.rows[0] ?? []) : [];
  const body = table.headerRows > 0 ? table.rows.slice(1) : table.rows;
  const lines = [markdownRow(first, columns), `|${"---|".repeat(columns)}`];
  for (const row of body) lines.push(markdownRow(row, columns));
  return `${lines.join("\n")}\n`;
}

function markdownRow(cells: readonly string[], columns: number): string {
  let line = "|";
  for (let column = 0; column < columns; column += 1) line += `${markdownCell(cells[column] ?? "")}|`;
  return line;
}

/**
 * Returns a cell as one line with escaped bars, without the brackets of marks. A backslash at its end would escape the
 * bar after the cell.
 */
function markdownCell(text: string): string {
  const line = escapeBrackets(singleSpaced(text));
  const escaped = line.includes("|") ? line.replaceAll("|", String.raw`\|`) : line;
  return escaped.endsWith("\\") ? `${escaped} ` : escaped;
}
