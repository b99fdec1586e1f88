import { type Draft, draft, type Drafts, titleOf } from "../model/draft.ts";
import { maxKeyDepth, maxKeys } from "../model/limits.ts";
import { createLineTable, type LineTable } from "../model/line-table.ts";
import { endless, type IsOver } from "./deadline.ts";

const tableLine = /^\s*(\[\[?)([^\]#]+)\]\]?\s*(?:[#;].*)?$/;
const quotedKey = /^(?:"((?:[^"\\]|\\.)*)"|'([^']*)')\s*[=:]/;

/** Maximum number of unterminated values. Searching the end of each may scan the rest of the file. */
const maxOpenValues = 20;

interface Scan {
  readonly roots: Draft[];
  table: Draft | undefined;
  key: Draft | undefined;
  lastLine: number;
  count: number;
  openValues: number;
}

/** Outlines the tables of TOML with their keys, and the sections of INI files, which look the same. */
export function outlineToml(text: string, isOver: IsOver = endless): Drafts {
  const lines = createLineTable(text);
  const scan: Scan = { roots: [], table: undefined, key: undefined, lastLine: 0, count: 0, openValues: 0 };
  let line = 1;
  for (; line <= lines.count && scan.count <= maxKeys && !isOver(); line += 1) line = takeLine(scan, lines, line);
  endTable(scan);
  if (scan.count > maxKeys) return { drafts: scan.roots, ...tooManyKeys };
  return { drafts: scan.roots, truncated: line <= lines.count };
}

/** Processes a line and returns the last line of its value. */
function takeLine(scan: Scan, lines: LineTable, line: number): number {
  const text = lines.textOf(line);
  if (text.length > 4000 || /^\s*(?:[#;]|$)/.test(text)) return line;
  const last = valueEnd({ scan, lines }, line, text);
  const [, mark, table] = tableLine.exec(text) ?? [];
  if (mark !== undefined && table !== undefined) beginTable(scan, { mark, table: table.trim(), line });
  else takeKey(scan, text.trim(), { line, last });
  scan.lastLine = last;
  return last;
}

function beginTable(scan: Scan, { mark, table, line }: { mark: string; table: string; line: number }): void {
  endTable(scan);
  scan.count += 1;
  const title = mark === "[[" ? `[[${table}]]` : `[${table}]`;
  scan.table = draft({ kind: "key", name: titleOf(table), title: titleOf(title), first: line, last: line });
  scan.roots.push(scan.table);
}

function endTable(scan: Scan): void {
  if (scan.table !== undefined) scan.table.last = Math.max(scan.table.first, scan.lastLine);
}

function takeKey(scan: Scan, words: string, at: { readonly line: number; readonly last: number }): void {
  const [quoted = "", double, single] = quotedKey.exec(words) ?? [];
  const end = quoted === "" ? words.search(/(?!^)[=:]/) : quoted.length - 1;
  const name = double ?? single ?? words.slice(0, Math.max(0, end)).trimEnd();
  if (quoted === "" && !/^[\w.:-][\w .-]*$/.test(name)) return;
  addKey(scan, { ...at, name, value: words.slice(end + 1).trim() });
}

function addKey(scan: Scan, key: { name: string; value: string; line: number; last: number }): void {
  scan.count += 1;
  const name = titleOf(key.name);
  const entry = {
    kind: "key" as const,
    name,
    title: titleOf(`${name} = ${key.value}`.replace(/ = (?:\[|"""|''')$/, "")),
    first: key.line,
    last: key.last,
  };
  (scan.table?.children ?? scan.roots).push(draft(entry));
}

/** Returns the last line of a multi-line string or array, or the line itself. */
function valueEnd(all: { readonly scan: Scan; readonly lines: LineTable }, line: number, text: string): number {
  const mark = /=\s*(?:"""|''')/.exec(text)?.[0].slice(-3);
  if (mark !== undefined && text.indexOf(mark) === text.lastIndexOf(mark)) {
    return findEnd(all, line, (each) => each.includes(mark));
  }
  const isOpen = /=\s*\[/.test(text.slice(text.lastIndexOf("]") + 1));
  return isOpen ? findEnd(all, line, endsArray) : line;
}

function endsArray(text: string): boolean {
  const words = text.trim();
  if (words.startsWith("]") || words.endsWith("]")) return true;
  const comment = words.lastIndexOf("#");
  return comment > 0 && words.slice(0, comment).trimEnd().endsWith("]");
}

/** Returns the last line of a value, or its first line if it is not terminated. */
function findEnd(
  { scan, lines }: { readonly scan: Scan; readonly lines: LineTable },
  begin: number,
  isEnd: (text: string) => boolean,
): number {
  if (scan.openValues >= maxOpenValues) return begin;
  const limit = Math.min(lines.count, begin + 100_000);
  for (let line = begin + 1; line <= limit; line += 1) if (isEnd(lines.textOf(line))) return line;
  scan.openValues += 1;
  return begin;
}

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
  for (; line <= lines.count && !tree.isFull() && !isOver(); line += 1) takeYamlLine({ lines, tree, indents }, line);
  tree.endFrom(1, indents.lastLine);
  if (tree.isFull()) return { drafts: tree.roots, ...tooManyKeys };
  return { drafts: tree.roots, truncated: line <= lines.count };
}

interface YamlScan {
  readonly lines: LineTable;
  readonly tree: KeyTree;
  readonly indents: Indents;
}

function takeYamlLine({ lines, tree, indents }: YamlScan, line: number): void {
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

function takeContent({ tree, indents }: YamlScan, text: string, at: At): void {
  if (text.length > longestLine) return;
  if (blockStart.test(text)) indents.blockColumn = at.column;
  if (/^\s*-(?:\s|$)/.test(text)) takeListItem(tree, indents, at.column);
  else takeYamlKey(tree, indents, { ...at, text });
}

/** Processes a list item. A list may be in the column of its key, and keys inside it are ignored. */
function takeListItem(tree: KeyTree, { columns, lastLine }: Indents, column: number): void {
  while ((columns.at(-1) ?? -1) > column) columns.pop();
  tree.endFrom(columns.length + 1, lastLine);
  columns.push(listColumn(column));
}

function takeYamlKey(tree: KeyTree, { columns, lastLine }: Indents, at: At & { readonly text: string }): void {
  const key = keyOf(at.text.trim());
  if (key === undefined) return;
  while ((columns.at(-1) ?? -1) >= at.column) columns.pop();
  if (columns.some((column) => !Number.isInteger(column))) return;
  columns.push(at.column);
  tree.endFrom(columns.length, lastLine);
  const { name, value } = key;
  tree.add({ level: columns.length, name, title: value === "" ? name : `${name}: ${value}`, line: at.line });
}

const quotedYamlKey = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)')\s*:(?=\s|$)/;
const plainKeyStart = /^(?:[^\s#"'[\]{}&*!|>%@`-]|-[^\s#])/;

/** Parses a plain or quoted key at the start of a line, and its value. */
function keyOf(words: string): { readonly name: string; readonly value: string } | undefined {
  const [quoted = "", double, single] = quotedYamlKey.exec(words) ?? [];
  const end = quoted === "" ? words.search(/:(?=\s|$)/) : quoted.length - 1;
  const name = double ?? single ?? words.slice(0, Math.max(0, end)).trimEnd();
  if (quoted === "" && (!plainKeyStart.test(name) || name.includes("#"))) return undefined;
  return { name, value: words.slice(end + 1).trim() };
}

/** Returns half a column more for a list, which places it below the key of its column and above its content. */
function listColumn(column: number): number {
  return column + 0.5;
}

/** The `truncated` fields of an outline with too many keys. */
export const tooManyKeys: Pick<Drafts, "truncated" | "truncatedBy"> = {
  truncated: true,
  truncatedBy: { limit: "maxKeys", value: maxKeys },
};

/** A key whose value is not complete. */
interface OpenKey {
  readonly level: number;
  readonly entry: Draft;
}

/** Builds nested entries of keys, added in file order with their levels. */
export interface KeyTree {
  readonly roots: Draft[];
  /** True if keys were left out because there are too many. */
  readonly isFull: () => boolean;
  /** Adds a key that starts in a line and leaves it open. Ignores keys that are too deep or too many. */
  add(key: { readonly level: number; readonly name: string; readonly title: string; readonly line: number }): void;
  /** Closes all keys of this level and below. */
  endFrom(level: number, line: number): void;
  /** Returns the open key of exactly this level. */
  openAt(level: number): Draft | undefined;
}

/** Creates an empty tree. */
export function createKeyTree(): KeyTree {
  const roots: Draft[] = [];
  const open: OpenKey[] = [];
  let count = 0;
  const endFrom: KeyTree["endFrom"] = (level, line) => {
    while ((open.at(-1)?.level ?? -1) >= level) {
      const entry = open.pop()?.entry;
      if (entry !== undefined) entry.last = Math.max(entry.last, line);
    }
  };
  return {
    roots,
    endFrom,
    isFull: () => count > maxKeys,
    openAt: (level) => open.findLast((each) => each.level === level)?.entry,
    add({ level, name, title, line }) {
      if (level > maxKeyDepth) return;
      count += 1;
      if (count > maxKeys) return;
      // A key may be an empty string or only spaces.
      const shownName = titleOf(name) || '""';
      const shownTitle = titleOf(name) === "" ? titleOf(`""${title.trimStart()}`) : titleOf(title);
      const entry = draft({ kind: "key", name: shownName, title: shownTitle, first: line, last: line });
      (open.at(-1)?.entry.children ?? roots).push(entry);
      open.push({ level, entry });
    },
  };
}
