import { entityText } from "./entity-text.ts";
import { createTagMemory, type KnownTag, type TagMemory, type TagScope } from "./tag-memory.ts";
import type { RawName } from "./xml-names.ts";
import type { XmlListener } from "./xml-reader.ts";

/** The deepest nesting that is read in this way; the strict reader says what is wrong with a deeper one. */
const maxDepth = 256;

/** The largest part that is read in this way: its text is held whole, and a tag of it may be as long as it is. */
const maxBytes = 16 * 1024 * 1024;

/**
 * Tells of a part as the strict reader does, some five times as fast: by leaps from mark to mark through the whole text.
 * False for what is not plain XML in UTF-8, which is for the strict reader to judge: whatever is not well-formed (a
 * document type, an unknown entity, an attribute that stands twice), and what is merely rare (processing instructions,
 * names with letters beyond ASCII). Some of it may have been told of by then.
 */
export function quickScan(bytes: Uint8Array, nameOf: (name: RawName) => string, listener: XmlListener): boolean {
  return quickScanWith(createTagMemory(nameOf), bytes, listener);
}

/** The same with a memory of the tags of other parts. */
export function quickScanWith(memory: TagMemory, bytes: Uint8Array, listener: XmlListener): boolean {
  if (bytes.length > maxBytes || !startsAsUtf8(bytes)) return false;
  const text = utf8.decode(bytes);
  return !unusual.test(text) && scan(text, memory.begin(), listener);
}

const utf8 = new TextDecoder();

/** No half of a UTF-16 character stands among the first two bytes. */
function startsAsUtf8([first = 0, second = 0]: Uint8Array): boolean {
  return first !== 0xfe && first !== 0xff && first !== 0 && second !== 0;
}

/** What no XML 1.0 may have (2.2); bytes that are no UTF-8 are U+FFFD by now, which it may. */
// eslint-disable-next-line no-control-regex -- these are what it is about
const unusual = /[\0-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

interface Scanning {
  readonly text: string;
  readonly root: TagScope;
  readonly listener: XmlListener;
  readonly open: KnownTag[];
  hasRoot: boolean;
}

/** As programs write it; another one is for the strict reader. */
const declaration = /^<\?xml version=(["'])1\.0\1(?: encoding=(["'])utf-8\2)?(?: standalone=(["'])(?:yes|no)\3)? ?\?>/i;

function scan(text: string, root: TagScope, listener: XmlListener): boolean {
  const scanning: Scanning = { text, root, listener, open: [], hasRoot: false };
  let at = declaration.exec(text)?.[0].length ?? 0;
  for (let mark = text.indexOf("<", at); mark >= 0; mark = text.indexOf("<", at)) {
    const next = tellText(scanning, at, mark) ? tellMark(scanning, mark) : undefined;
    if (next === undefined) return false;
    at = next;
  }
  return scanning.hasRoot && scanning.open.length === 0 && isBlank(text.slice(at));
}

/** White space of XML, which is less than that of JavaScript. */
function isBlank(text: string): boolean {
  return /^[ \t\r\n]*$/.test(text);
}

/** Tells what stands before a mark; says whether it is plain. */
function tellText({ text, open, listener }: Scanning, from: number, to: number): boolean {
  if (from === to) return true;
  const written = text.slice(from, to);
  if (open.length === 0) return isBlank(written);
  const characters = written.includes("]]>") ? undefined : entityText(withLineEnds(written));
  if (characters === undefined) return false;
  listener.text(characters);
  return true;
}

function withLineEnds(text: string): string {
  return text.includes("\r") ? text.replaceAll(/\r\n?/g, "\n") : text;
}

const codes = { bang: 0x21, slash: 0x2f, greater: 0x3e } as const;

/** Reads what a mark begins; gives where it ends, and nothing for what is not plain. */
function tellMark(scanning: Scanning, at: number): number | undefined {
  const code = scanning.text.charCodeAt(at + 1);
  if (code === codes.slash) return closeElement(scanning, at);
  return code === codes.bang ? tellAside(scanning, at) : openElement(scanning, at);
}

/** A comment, or text that is written as it is. */
function tellAside({ text, open, listener }: Scanning, at: number): number | undefined {
  if (text.startsWith("<!--", at)) {
    const dashes = text.indexOf("--", at + 4);
    return dashes >= 0 && text.charCodeAt(dashes + 2) === codes.greater ? dashes + 3 : undefined;
  }
  const end = text.startsWith("<![CDATA[", at) ? text.indexOf("]]>", at) : -1;
  if (end < 0 || open.length === 0) return undefined;
  listener.text(withLineEnds(text.slice(at + 9, end)));
  return end + 3;
}

function openElement(scanning: Scanning, at: number): number | undefined {
  const { text, root, open, listener } = scanning;
  const end = text.indexOf(">", at);
  const isSecondRoot = open.length === 0 && scanning.hasRoot;
  if (end < 0 || open.length >= maxDepth || isSecondRoot) return undefined;
  const scope = open.at(-1)?.inside ?? root;
  const written = text.slice(at + 1, end);
  const tag = scope.known.get(written) ?? scope.learn(written);
  if (tag === undefined) return undefined;
  scanning.hasRoot = true;
  listener.open(tag.name, tag.attributes);
  if (tag.isEmpty) listener.close(tag.name);
  else open.push(tag);
  return end + 1;
}

function closeElement({ text, open, listener }: Scanning, at: number): number | undefined {
  const last = open.at(-1);
  if (last === undefined || !text.startsWith(last.raw, at + 2)) return undefined;
  const end = at + 2 + last.raw.length;
  if (text.charCodeAt(end) !== codes.greater) return undefined;
  open.pop();
  listener.close(last.name);
  return end + 1;
}
