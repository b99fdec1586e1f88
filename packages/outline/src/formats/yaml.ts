import type { Drafts } from "../model/draft.ts";
import { createLineTable, type LineTable } from "../model/line-table.ts";
import { endless, type IsOver } from "./deadline.ts";
import { createKeyTree, tooManyKeys, type KeyTree } from "./keys.ts";

const longestLine = 2000;

interface Indents {
  /** Columns of the open mappings, outermost first. */
  readonly columns: number[];
  /** Column of the open text block, whose deeper lines are text, or -1. */
  blockColumn: number;
  lastLine: number;
}

/** Outlines the keys of YAML down to the third level by indentation, outside of lists and text blocks. */
export function outlineYaml(text: string, isOver: IsOver = endless): Drafts {
  const lines = createLineTable(text);
  const tree = createKeyTree();
  const indents: Indents = { columns: [], blockColumn: -1, lastLine: 0 };
  let line = 1;
  for (; line <= lines.count && !tree.isFull() && !isOver(); line += 1) takeLine({ lines, tree, indents }, line);
  tree.endFrom(1, indents.lastLine);
  if (tree.isFull()) return { drafts: tree.roots, ...tooManyKeys };
  return { drafts: tree.roots, truncated: line <= lines.count };
}

interface Scan {
  readonly lines: LineTable;
  readonly tree: KeyTree;
  readonly indents: Indents;
}

function takeLine({ lines, tree, indents }: Scan, line: number): void {
  const text = lines.textOf(line);
  const words = text.trim();
  if (words === "") return;
  const column = text.length - text.trimStart().length;
  if (indents.blockColumn >= 0 && column > indents.blockColumn) {
    indents.lastLine = line;
    return;
  }
  indents.blockColumn = -1;
  if (words.startsWith("#")) return;
  if (/^(?:---|\.\.\.)(?:\s|$)/.test(text)) closeDocument(tree, indents);
  else takeContent({ lines, tree, indents }, text, { line, column });
  indents.lastLine = line;
}

function closeDocument(tree: KeyTree, indents: Indents): void {
  tree.endFrom(1, indents.lastLine);
  indents.columns.length = 0;
}

interface At {
  readonly line: number;
  readonly column: number;
}

/** Matches the start of a text block: `|` or `>` with its indicators at the end of a line. */
const blockStart = /^[^#"']*(?:^|[\s:-])[|>][-+\d]*(?:\s+#.*)?$/;

function takeContent({ tree, indents }: Scan, text: string, at: At): void {
  if (text.length > longestLine) return;
  if (blockStart.test(text)) indents.blockColumn = at.column;
  if (/^\s*-(?:\s|$)/.test(text)) takeListItem(tree, indents, at.column);
  else takeKey(tree, indents, { ...at, text });
}

/** Processes a list item. A list may be in the column of its key, and keys inside it are ignored. */
function takeListItem(tree: KeyTree, { columns, lastLine }: Indents, column: number): void {
  while ((columns.at(-1) ?? -1) > column) columns.pop();
  tree.endFrom(columns.length + 1, lastLine);
  columns.push(listColumn(column));
}

function takeKey(tree: KeyTree, { columns, lastLine }: Indents, at: At & { readonly text: string }): void {
  const key = keyOf(at.text.trim());
  if (key === undefined) return;
  while ((columns.at(-1) ?? -1) >= at.column) columns.pop();
  if (columns.some((column) => !Number.isInteger(column))) return;
  columns.push(at.column);
  tree.endFrom(columns.length, lastLine);
  const { name, value } = key;
  tree.add({ level: columns.length, name, title: value === "" ? name : `${name}: ${value}`, line: at.line });
}

const quotedKey = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)')\s*:(?=\s|$)/;
const plainKeyStart = /^(?:[^\s#"'[\]{}&*!|>%@`-]|-[^\s#])/;

/** Parses a plain or quoted key at the start of a line, and its value. */
function keyOf(words: string): { readonly name: string; readonly value: string } | undefined {
  const [quoted = "", double, single] = quotedKey.exec(words) ?? [];
  const end = quoted === "" ? words.search(/:(?=\s|$)/) : quoted.length - 1;
  const name = double ?? single ?? words.slice(0, Math.max(0, end)).trimEnd();
  if (quoted === "" && (!plainKeyStart.test(name) || name.includes("#"))) return undefined;
  return { name, value: words.slice(end + 1).trim() };
}

/** Returns half a column more for a list, which places it below the key of its column and above its content. */
function listColumn(column: number): number {
  return column + 0.5;
}
