import { entityText } from "./entity-text.ts";
import { tagIn, type WrittenTag } from "./written-tag.ts";
import { createXmlNames, type RawName, type XmlNames } from "./xml-names.ts";
import type { XmlAttributes, XmlListener } from "./xml-reader.ts";

/** The deepest nesting that is read in this way; the strict reader says what is wrong with a deeper one. */
const maxDepth = 256;

/** Tags that are remembered, as they are written; what is made to hurt has any number of them. */
const maxTags = 5000;

/** The largest part that is read in this way: its text is held whole, and a tag of it may be as long as it is. */
const maxBytes = 16 * 1024 * 1024;

/**
 * Tells of a part as the strict reader does, some five times as fast: by leaps from mark to mark through the whole text.
 * False for what is not plain XML in UTF-8, which is for the strict reader to judge: whatever is not well-formed (a
 * document type, an unknown entity, an attribute that stands twice), and what is merely rare (processing instructions,
 * names with letters beyond ASCII). Some of it may have been told of by then.
 */
export function quickScan(bytes: Uint8Array, nameOf: (name: RawName) => string, listener: XmlListener): boolean {
  if (bytes.length > maxBytes || !startsAsUtf8(bytes)) return false;
  const text = utf8.decode(bytes);
  return !unusual.test(text) && scan(text, createXmlNames(nameOf), listener);
}

const utf8 = new TextDecoder();

/** No half of a UTF-16 character stands among the first two bytes. */
function startsAsUtf8([first = 0, second = 0]: Uint8Array): boolean {
  return first !== 0xfe && first !== 0xff && first !== 0 && second !== 0;
}

/** What no XML 1.0 may have (2.2); bytes that are no UTF-8 are U+FFFD by now, which it may. */
// eslint-disable-next-line no-control-regex -- these are what it is about
const unusual = /[\0-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

interface OpenElement {
  /** As it stands in the file. */
  readonly raw: string;
  readonly name: string;
}

/** A tag, and what it means where it was last come upon. */
interface KnownTag extends WrittenTag {
  scope: object | undefined;
  name: string;
  attributes: XmlAttributes;
}

interface Scanning {
  readonly text: string;
  readonly names: XmlNames;
  readonly listener: XmlListener;
  /** The tags that were come upon, as they are written: nearly all of a part stand in it again and again. */
  readonly tags: Map<string, KnownTag>;
  readonly open: OpenElement[];
  hasRoot: boolean;
}

/** As programs write it; another one is for the strict reader. */
const declaration = /^<\?xml version=(["'])1\.0\1(?: encoding=(["'])utf-8\2)?(?: standalone=(["'])(?:yes|no)\3)? ?\?>/i;

function scan(text: string, names: XmlNames, listener: XmlListener): boolean {
  const scanning: Scanning = { text, names, listener, tags: new Map(), open: [], hasRoot: false };
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
  const { text, names, open, listener } = scanning;
  const end = text.indexOf(">", at);
  const isSecondRoot = open.length === 0 && scanning.hasRoot;
  if (end < 0 || open.length >= maxDepth || isSecondRoot) return undefined;
  const tag = knownTag(scanning, text.slice(at + 1, end));
  if (tag === undefined) return undefined;
  if (tag.scope === names.scope) names.enter(noAttributes);
  else learn(tag, names);
  scanning.hasRoot = true;
  open.push({ raw: tag.raw, name: tag.name });
  listener.open(tag.name, tag.attributes);
  if (tag.isEmpty) finish(scanning, tag.name);
  return end + 1;
}

function knownTag({ tags }: Scanning, written: string): KnownTag | undefined {
  const known = tags.get(written);
  if (known !== undefined) return known;
  const tag = tagIn(written);
  if (tag === undefined) return undefined;
  const made = { ...tag, scope: undefined, name: "", attributes: {} };
  if (tags.size < maxTags) tags.set(written, made);
  return made;
}

const noAttributes: WrittenTag["written"] = [];

/** What a tag means goes by the namespaces that are declared around it; what it declares itself is declared anew. */
function learn(tag: KnownTag, names: XmlNames): void {
  const before = names.scope;
  tag.attributes = names.enter(tag.written);
  tag.name = names.element(tag.raw);
  tag.scope = names.scope === before ? before : undefined;
}

function closeElement(scanning: Scanning, at: number): number | undefined {
  const { text, open } = scanning;
  const last = open.at(-1);
  if (last === undefined || !text.startsWith(last.raw, at + 2)) return undefined;
  const end = at + 2 + last.raw.length;
  if (text.charCodeAt(end) !== codes.greater) return undefined;
  finish(scanning, last.name);
  return end + 1;
}

function finish({ open, names, listener }: Scanning, name: string): void {
  open.pop();
  listener.close(name);
  names.leave();
}
