import { type Draft, type Drafts, titleOf } from "../model/draft.ts";
import { maxKeyDepth, maxScannedCharacters } from "../model/limits.ts";
import { createLineTable, type LineTable } from "../model/line-table.ts";
import { endless, type IsOver } from "./deadline.ts";
import { createKeyTree, type KeyTree, tooManyKeys } from "./keys.ts";

/** An object that is open, or an array. */
interface Container {
  readonly isArray: boolean;
  /** The key whose value it is. */
  readonly owner: Draft | undefined;
  /** Names of an object, values of an array. */
  count: number;
  /** The next string or word is a name, or a further value. */
  isFresh: boolean;
}

interface Scan {
  readonly text: string;
  readonly lines: LineTable;
  readonly tree: KeyTree;
  readonly open: Container[];
  name: string | undefined;
  nameAt: number;
  /** Where the last string, word or bracket ended. */
  endAt: number;
}

/**
 * The keys of JSON and its relatives down to the third level, with how much is in each, as far as no array is around
 * them. What is deeper is skipped, however deep; a file that is cut off or broken has the keys up to there.
 */
export function outlineJson(text: string, isOver: IsOver = endless): Drafts {
  const isCut = text.length > maxScannedCharacters;
  const part = isCut ? text.slice(0, maxScannedCharacters) : text;
  const lines = createLineTable(part);
  const scan: Scan = { text: part, lines, tree: createKeyTree(), open: [], name: undefined, nameAt: 0, endAt: 0 };
  let at = 0;
  while (at < part.length && !scan.tree.isFull() && !isOver()) at = takeToken(scan, at);
  while (scan.open.length > 0) leave(scan, part.length - 1);
  if (scan.tree.isFull()) return { drafts: scan.tree.roots, ...tooManyKeys };
  return { drafts: scan.tree.roots, truncated: isCut || at < part.length };
}

/** Takes what begins there, and tells where the next token may begin. */
function takeToken(scan: Scan, at: number): number {
  const character = scan.text.charAt(at);
  switch (character) {
    case "{":
    case "[":
      return enter(scan, at);
    case "}":
    case "]":
      leave(scan, at);
      return at + 1;
    case ",":
      endValue(scan);
      return at + 1;
    case ":":
      addKey(scan, at);
      return at + 1;
    case "/":
      return Math.max(at + 1, commentEnd(scan.text, at));
    case '"':
    case "'":
      return takeWord(scan, at, stringEnd(scan.text, at));
    default:
      return takeBareWord(scan, at);
  }
}

const space = /[\s\uFEFF]*/y;
const bareWord = /[^\s,:{}[\]"']+/y;

function takeBareWord(scan: Scan, at: number): number {
  space.lastIndex = at;
  space.test(scan.text);
  if (space.lastIndex > at) return space.lastIndex;
  bareWord.lastIndex = at;
  return bareWord.test(scan.text) ? takeWord(scan, at, bareWord.lastIndex) : at + 1;
}

function takeWord(scan: Scan, start: number, end: number): number {
  scan.endAt = end;
  const inside = scan.open.at(-1);
  if (inside === undefined || !inside.isFresh) return end;
  inside.isFresh = false;
  inside.count += 1;
  if (inside.isArray) return end;
  scan.name = scan.text.slice(start, Math.min(end, start + 300)).replace(/^["']|["']$/g, "");
  scan.nameAt = start;
  return end;
}

function addKey({ text, lines, tree, open, ...scan }: Scan, colon: number): void {
  if (scan.name === undefined || open.at(-1)?.isArray !== false) return;
  const value = /^\s*("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[^\s,:{}[\]"']+)/.exec(
    text.slice(colon + 1, colon + 150),
  )?.[1];
  const title = value === undefined ? scan.name : `${scan.name}: ${value}`;
  const line = lines.lineAt(scan.nameAt);
  tree.add({ level: open.length, name: scan.name, title, line });
}

function enter(scan: Scan, at: number): number {
  const inside = scan.open.at(-1);
  if (inside?.isArray === true && inside.isFresh) {
    inside.isFresh = false;
    inside.count += 1;
  }
  if (inside?.isArray === true || scan.open.length > maxKeyDepth) {
    scan.endAt = containerEnd(scan.text, at);
    return scan.endAt;
  }
  const owner = scan.name === undefined ? undefined : scan.tree.openAt(scan.open.length);
  scan.open.push({ isArray: scan.text.charAt(at) === "[", owner, count: 0, isFresh: true });
  scan.name = undefined;
  scan.endAt = at + 1;
  return at + 1;
}

function leave(scan: Scan, at: number): void {
  const closed = scan.open.pop();
  scan.name = undefined;
  scan.tree.endFrom(scan.open.length + 1, lastLine(scan));
  scan.endAt = at + 1;
  if (closed?.owner === undefined) return;
  closed.owner.last = Math.max(closed.owner.last, scan.lines.lineAt(at));
  closed.owner.title = titleOf(`${closed.owner.title}: ${sizeWords(closed)}`);
}

function sizeWords({ isArray, count }: Container): string {
  const words = isArray ? ["item", "items"] : ["key", "keys"];
  const size = `${count} ${words[count === 1 ? 0 : 1] ?? ""}`;
  return isArray ? `[${size}]` : `{${size}}`;
}

function lastLine({ lines, endAt }: Scan): number {
  return lines.lineAt(Math.max(0, endAt - 1));
}

function endValue(scan: Scan): void {
  const inside = scan.open.at(-1);
  if (inside === undefined) return;
  inside.isFresh = true;
  scan.name = undefined;
  if (!inside.isArray) scan.tree.endFrom(scan.open.length, lastLine(scan));
}

const quote = 0x22;
const apostrophe = 0x27;
const slash = 0x2f;
const asterisk = 0x2a;
const backslash = 0x5c;

/** Where the string ends that begins there, behind its quotation mark; the end of the text where nothing ends it. */
export function stringEnd(text: string, start: number): number {
  const mark = text.charAt(start);
  for (let at = text.indexOf(mark, start + 1); at >= 0; at = text.indexOf(mark, at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((at - before) % 2 === 1) return at + 1;
  }
  return text.length;
}

/** Where the comment ends that begins there; the same place where none does. */
function commentEnd(text: string, start: number): number {
  const second = text.charCodeAt(start + 1);
  const mark = second === slash ? "\n" : "*/";
  if (second !== slash && second !== asterisk) return start;
  const end = text.indexOf(mark, start + 2);
  return end < 0 ? text.length : end + mark.length;
}

/** Where the object or array ends that begins there, behind its bracket, however deep it is. */
function containerEnd(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (unit === quote || unit === apostrophe) at = stringEnd(text, at);
    else {
      depth += depthOf(unit);
      at = Math.max(at + 1, unit === slash ? commentEnd(text, at) : 0);
      if (depth === 0) return at;
    }
  }
  return text.length;
}

/** What a character does to the depth: braces and brackets are apart by 2, and differ by 0x20. */
function depthOf(unit: number): number {
  const folded = unit | 0x20;
  if (folded === 0x7b) return 1;
  return folded === 0x7d ? -1 : 0;
}
