/** A block of Markdown, of the kinds that the reader writes. */
export type MarkdownBlock =
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "paragraph" | "quote"; readonly text: string }
  | { readonly kind: "item"; readonly depth: number; readonly mark: string; readonly text: string }
  | { readonly kind: "code"; readonly info: string; readonly text: string }
  | { readonly kind: "table"; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: "rule" };

interface Taken {
  readonly block: MarkdownBlock | undefined;
  /** The index of the line after it. */
  readonly next: number;
}

/** Splits a text into blocks. Anything unknown is a paragraph, so that no text is lost. */
export function blocksOf(text: string): readonly MarkdownBlock[] {
  const lines = text.split("\n");
  const blocks: MarkdownBlock[] = [];
  for (let at = 0; at < lines.length;) {
    const taken = takeFence(lines, at) ?? takeTable(lines, at) ?? takeLine(lines, at);
    if (taken.block !== undefined) blocks.push(taken.block);
    at = taken.next;
  }
  return blocks;
}

function takeFence(lines: readonly string[], at: number): Taken | undefined {
  const [, fence, info = ""] = /^ {0,3}(`{3,}|~{3,})([^`]*)$/.exec(lines[at] ?? "") ?? [];
  if (fence === undefined) return undefined;
  const end = lines.findIndex((line, index) => index > at && line.trim().startsWith(fence) && /^[\s`~]+$/.test(line));
  const last = end < 0 ? lines.length : end;
  return { block: { kind: "code", info: info.trim(), text: lines.slice(at + 1, last).join("\n") }, next: last + 1 };
}

function takeTable(lines: readonly string[], at: number): Taken | undefined {
  if (!isRow(lines[at]) || !/^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/.test(lines[at + 1] ?? "")) return undefined;
  let next = at + 2;
  while (isRow(lines[next])) next += 1;
  const rows = [lines[at] ?? "", ...lines.slice(at + 2, next)].map(cellsOf);
  return { block: { kind: "table", rows }, next };
}

function isRow(line: string | undefined): boolean {
  return line !== undefined && line.trimStart().startsWith("|");
}

function cellsOf(row: string): readonly string[] {
  const inner = row
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function takeLine(lines: readonly string[], at: number): Taken {
  const line = lines[at] ?? "";
  if (line.trim() === "") return { block: undefined, next: at + 1 };
  const block = headingOf(line) ?? ruleOf(line) ?? itemOf(line) ?? quoteOf(line);
  return block === undefined ? takeParagraph(lines, at) : { block, next: at + 1 };
}

function headingOf(line: string): MarkdownBlock | undefined {
  const [, marks, text = ""] = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/.exec(line) ?? [];
  return marks === undefined ? undefined : { kind: "heading", level: marks.length, text };
}

function ruleOf(line: string): MarkdownBlock | undefined {
  return /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/.test(line) ? { kind: "rule" } : undefined;
}

function itemOf(line: string): MarkdownBlock | undefined {
  const [, indent = "", mark, text = ""] =
    /^(\s*)([-*+]|(?:\d[\d.]{0,7}|[a-zA-Z]|[ivxlcIVXLC]{1,5})[.)])\s+(.*)$/.exec(line) ?? [];
  if (mark === undefined) return undefined;
  return { kind: "item", depth: Math.floor(indent.length / 2), mark: /^[-*+]$/.test(mark) ? "•" : mark, text };
}

function quoteOf(line: string): MarkdownBlock | undefined {
  const [, text] = /^ {0,3}>\s?(.*)$/.exec(line) ?? [];
  return text === undefined ? undefined : { kind: "quote", text };
}

function takeParagraph(lines: readonly string[], at: number): Taken {
  let next = at + 1;
  while (next < lines.length && isPlain(lines, next)) next += 1;
  return { block: { kind: "paragraph", text: lines.slice(at, next).join("\n") }, next };
}

function isPlain(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? "";
  if (line.trim() === "" || isRow(line) || takeFence(lines, at) !== undefined) return false;
  return (headingOf(line) ?? ruleOf(line) ?? itemOf(line) ?? quoteOf(line)) === undefined;
}
