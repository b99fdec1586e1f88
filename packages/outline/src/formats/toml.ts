import { type Draft, draft, type Drafts, titleOf } from "../model/draft.ts";
import { maxKeys } from "../model/limits.ts";
import { createLineTable, type LineTable } from "../model/line-table.ts";
import { endless, type IsOver } from "./deadline.ts";
import { tooManyKeys } from "./keys.ts";

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
