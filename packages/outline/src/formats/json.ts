import { type Draft, type Drafts, titleOf } from "../model/draft.ts";
import { maxKeyDepth, maxScannedCharacters } from "../model/limits.ts";
import { createLineTable, type LineTable } from "../model/line-table.ts";
import { endless, type IsOver } from "./deadline.ts";
import { createKeyTree, type KeyTree, tooManyKeys } from "./keys.ts";

/** An open object or array. */
interface Container {
  readonly isArray: boolean;
  /** The key of which it is the value. */
  readonly owner: Draft | undefined;
  /** Number of keys of an object, or values of an array. */
  count: number;
  /** True if the next token is a key or a further value. */
  isFresh: boolean;
  /** The keys of the first object in an array: `{id, name}`. */
  shape?: string;
}

interface Scan {
  readonly text: string;
  readonly lines: LineTable;
  readonly tree: KeyTree;
  readonly open: Container[];
  name: string | undefined;
  nameAt: number;
  /** End of the last string, word or bracket. */
  endAt: number;
}

/**
 * Outlines the keys of JSON and its dialects down to the third level, with their sizes, outside of arrays. An array of
 * objects has the keys of its first one; a document that is an array is the entry `$`. Deeper content of any depth is skipped. Of a truncated or invalid file, the keys up to that point are kept.
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

/** Processes a token and returns the offset of the next. */
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
    if (inside?.isArray === true) noteShape(scan.text, at, inside);
    scan.endAt = containerEnd(scan.text, at);
    return scan.endAt;
  }
  const owner = inside === undefined ? rootOwner(scan, at) : ownerOf(scan);
  scan.open.push({ isArray: scan.text.charAt(at) === "[", owner, count: 0, isFresh: true });
  scan.name = undefined;
  scan.endAt = at + 1;
  return at + 1;
}

function ownerOf({ name, tree, open }: Scan): Draft | undefined {
  return name === undefined ? undefined : tree.openAt(open.length);
}

/** Adds the entry of a document that is an array. The keys of a document that is an object are its entries. */
function rootOwner({ text, tree, lines }: Scan, at: number): Draft | undefined {
  if (text.charAt(at) !== "[") return undefined;
  tree.add({ level: 0, name: "$", title: "$", line: lines.lineAt(at) });
  return tree.openAt(0);
}

/** Keeps the shape of the first object in an array. */
function noteShape(text: string, at: number, inside: Container): void {
  if (text.charAt(at) === "{") inside.shape ??= shapeOf(text, at);
}

function leave(scan: Scan, at: number): void {
  const closed = scan.open.pop();
  scan.name = undefined;
  // With the root, the entry of an array at level 0 ends too: in a damaged file, something may follow it.
  scan.tree.endFrom(scan.open.length === 0 ? 0 : scan.open.length + 1, lastLine(scan));
  scan.endAt = at + 1;
  if (closed?.owner === undefined) return;
  closed.owner.last = Math.max(closed.owner.last, scan.lines.lineAt(at));
  closed.owner.title = titleOf(`${closed.owner.title}: ${sizeWords(closed)}`);
}

function sizeWords({ isArray, count, shape }: Container): string {
  const words = isArray ? ["item", "items"] : ["key", "keys"];
  const size = `${count} ${words[count === 1 ? 0 : 1] ?? ""}`;
  if (!isArray) return `{${size}}`;
  return shape === undefined ? `[${size}]` : `[${size}: ${shape}]`;
}

/** Maximum number of keys in the shape of an item. */
const maxShapeKeys = 8;

/** Returns the keys of the object that starts at an offset: `{id, name, …}`. */
export function shapeOf(text: string, start: number, maxKeys: number = maxShapeKeys): string {
  const keys: string[] = [];
  let isKey = true;
  for (let at = start + 1; at < text.length && text.charAt(at) !== "}" && keys.length <= maxKeys;) {
    const end = tokenEnd(text, at);
    const isMark = /[\s,:{[/]/.test(text.charAt(at));
    if (isKey && !isMark) {
      keys.push(text.slice(at, end).replace(/^["']|["']$/g, ""));
      isKey = false;
    } else if (text.charAt(at) === ",") isKey = true;
    at = end;
  }
  const shown = keys.length > maxKeys ? [...keys.slice(0, maxKeys), "…"] : keys;
  return `{${shown.join(", ")}}`;
}

/** Returns the end of a string, container, comment or word, or of one other character. */
function tokenEnd(text: string, at: number): number {
  const character = text.charAt(at);
  if (character === '"' || character === "'") return stringEnd(text, at);
  if (character === "{" || character === "[") return containerEnd(text, at);
  if (character === "/") return Math.max(at + 1, commentEnd(text, at));
  bareWord.lastIndex = at;
  return bareWord.test(text) ? bareWord.lastIndex : at + 1;
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

/** Returns the end of a string, after its closing quote, or the end of the text. */
export function stringEnd(text: string, start: number): number {
  const mark = text.charAt(start);
  for (let at = text.indexOf(mark, start + 1); at >= 0; at = text.indexOf(mark, at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((at - before) % 2 === 1) return at + 1;
  }
  return text.length;
}

/** Returns the end of a comment, or `start` if there is no comment. */
function commentEnd(text: string, start: number): number {
  const second = text.charCodeAt(start + 1);
  const mark = second === slash ? "\n" : "*/";
  if (second !== slash && second !== asterisk) return start;
  const end = text.indexOf(mark, start + 2);
  return end < 0 ? text.length : end + mark.length;
}

/** Returns the end of an object or array of any depth, after its closing bracket. */
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

/** Returns the change of depth by a character. Braces and brackets differ only in the bit 0x20. */
function depthOf(unit: number): number {
  const folded = unit | 0x20;
  if (folded === 0x7b) return 1;
  return folded === 0x7d ? -1 : 0;
}
