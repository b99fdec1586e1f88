/** Lines that belong together. */
export interface Block {
  readonly kind: "paragraph" | "heading" | "table";
  /** The number of the first line in the document's text, from 1. */
  readonly firstLine: number;
  readonly lines: readonly string[];
  /** Of a table: the number of lines that name its columns. */
  readonly headLines: number;
  /** Of a table that began in an earlier section: the lines there that name its columns. */
  readonly head?: readonly string[];
  /** Of a heading: its level, from 1. */
  readonly level: number;
}

/** How a text is written. */
export type TextStyle =
  /** Headings and tables as in Markdown. */
  | "markdown"
  /** The first line names the columns of all others. */
  | "table"
  /** Neither. */
  | "plain";

/** The line below the head of a Markdown table. */
const delimiterRow = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

/** True if a table starts at a line. A row starts with a bar, so that a ruled line of text is not taken for one. */
export function isTableStart(lines: readonly string[], at: number): boolean {
  const [head = "", delimiter = ""] = [lines[at], lines[at + 1]];
  return isRow(head) && isRow(delimiter) && delimiterRow.test(delimiter);
}

/** Returns the number of lines of the table that starts at a line. */
export function tableLength(lines: readonly string[], at: number): number {
  let end = at + 2;
  while (end < lines.length && isRow(lines[end] ?? "") && !isTableStart(lines, end)) end += 1;
  return end - at;
}

/** Returns the number of lines with which a table of the section before goes on, as one that crosses a page does. */
export function continuedLength(lines: readonly string[]): number {
  let end = 0;
  while (end < lines.length && isRow(lines[end] ?? "") && !isTableStart(lines, end)) end += 1;
  return end;
}

/** Returns the lines that name the columns of the table with which a section ends, if it does. */
export function openHead(lines: readonly string[], blocks: readonly Block[]): readonly string[] | undefined {
  const last = blocks.at(-1);
  if (last?.kind !== "table" || !isRow(lines.at(-1) ?? "")) return undefined;
  return last.head ?? last.lines.slice(0, last.headLines);
}

function isRow(line: string): boolean {
  return line.trimStart().startsWith("|");
}

/** How lines are split into blocks. */
export interface BlockOptions {
  /** The number of the first line, from 1. */
  readonly firstLine: number;
  readonly style: TextStyle;
  /** The head of the table with which the section before ends. */
  readonly head?: readonly string[] | undefined;
}

/** Splits the lines of a section into blocks. Empty lines separate paragraphs, and are not part of one. */
export function blocksOf(lines: readonly string[], { firstLine, style, head }: BlockOptions): readonly Block[] {
  if (style === "table") return [{ kind: "table", firstLine, lines, headLines: 1, level: 0 }];
  const blocks: Block[] = continuedTable(lines, firstLine, head);
  let fence: string | undefined;
  for (let at = blocks.flatMap((block) => block.lines).length; at < lines.length;) {
    const line = lines[at] ?? "";
    if (style === "markdown") fence = fenceAfter(line, fence);
    const isProse = style === "plain" || fence !== undefined;
    const block = isProse ? paragraphAt(lines, at, false) : markdownBlockAt(lines, at);
    if (block === undefined) {
      at += 1;
      continue;
    }
    blocks.push({ ...block, firstLine: firstLine + at });
    at += block.lines.length;
    if (block.kind === "paragraph")
      fence = block.lines.slice(1).reduce((open, each) => foldFence(each, open, style), fence);
  }
  return blocks;
}

/** The rows with which the table of the section before goes on, if they do. */
function continuedTable(lines: readonly string[], firstLine: number, head: readonly string[] | undefined): Block[] {
  const rows = head === undefined ? [] : lines.slice(0, continuedLength(lines));
  if (head === undefined || rows.length === 0) return [];
  return [{ kind: "table", firstLine, lines: rows, headLines: 0, head, level: 0 }];
}

function foldFence(line: string, open: string | undefined, style: TextStyle): string | undefined {
  return style === "markdown" ? fenceAfter(line, open) : undefined;
}

/** The fence of a code block that is open after a line. Lines of code are not headings. */
function fenceAfter(line: string, open: string | undefined): string | undefined {
  const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
  if (mark === undefined) return open;
  if (open === undefined) return mark;
  return mark.startsWith(open) ? undefined : open;
}

type UnplacedBlock = Omit<Block, "firstLine">;

function markdownBlockAt(lines: readonly string[], at: number): UnplacedBlock | undefined {
  const line = lines[at] ?? "";
  const level = headingLevel(line);
  if (level > 0) return { kind: "heading", lines: [line], headLines: 0, level };
  if (isTableStart(lines, at)) {
    const rows = lines.slice(at, at + tableLength(lines, at));
    return { kind: "table", lines: rows, headLines: 2, level: 0 };
  }
  return paragraphAt(lines, at, true);
}

function paragraphAt(lines: readonly string[], at: number, endsAtMarks: boolean): UnplacedBlock | undefined {
  let end = at;
  while (end < lines.length && (lines[end] ?? "").trim() !== "") {
    const isMark = end > at && (headingLevel(lines[end] ?? "") > 0 || isTableStart(lines, end));
    if (endsAtMarks && isMark) break;
    end += 1;
  }
  return end === at ? undefined : { kind: "paragraph", lines: lines.slice(at, end), headLines: 0, level: 0 };
}

/** The level of a Markdown heading; 0 for any other line. */
function headingLevel(line: string): number {
  return /^(#{1,6})\s+\S/.exec(line)?.[1]?.length ?? 0;
}
