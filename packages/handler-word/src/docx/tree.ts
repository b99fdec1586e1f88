import { canonicalPrefix, type XmlElement, type XmlNode } from "@reader/office-kit/xml";
import type { MammothElement, MammothNode } from "./mammoth/mammoth-node.ts";

/** An element as mammoth reads it; what is in it may be exchanged before mammoth sees it. */
export type WordElement = MammothElement;

/** A node of the tree that mammoth reads. */
export type WordNode = MammothNode;

/** A new element. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  children: readonly WordNode[] = [],
): WordElement {
  return { type: "element", name, attributes, children };
}

/** The first child element of this name. */
export function first(parent: WordElement | undefined, name: string): WordElement | undefined {
  if (parent === undefined) return undefined;
  for (const child of parent.children) if (child.type === "element" && child.name === name) return child;
  return undefined;
}

/** The attribute `w:val` of the first child element of this name. */
export function valueOf(parent: WordElement | undefined, name: string): string | undefined {
  return first(parent, name)?.attributes["w:val"];
}

/** Whether a property that stands there is on, and does not say that it is off (ISO/IEC 29500-1, 17.17.4). */
export function isOn({ attributes }: WordElement): boolean {
  const value = attributes["w:val"];
  return value !== "false" && value !== "0" && value !== "off" && value !== "none";
}

/** All text inside, in order. */
export function textOf(node: WordNode): string {
  return node.type === "text" ? node.value : node.children.map(textOf).join("");
}

const known = new Map<string, string>();

/** Names that are remembered, and their length; the standards have fewer and shorter ones than files can make up. */
const maxKnown = 5000;
const maxKnownCharacters = 200;

/** The name with the prefix that the standards use, as in `m:oMath`. */
export function nameOf({ name }: WordElement): string {
  return name.startsWith("{") ? canonical(name) : name;
}

function canonical(name: string): string {
  const found = known.get(name);
  if (found !== undefined) return found;
  const end = name.indexOf("}");
  const prefix = canonicalPrefix(name.slice(1, end));
  const short = prefix === undefined ? name : `${prefix}:${name.slice(end + 1)}`;
  // Namespaces come from the file: only those that mean something are kept.
  const isKept = prefix !== undefined && known.size < maxKnown && name.length <= maxKnownCharacters;
  if (isKept) known.set(name, short);
  return short;
}

/** The same tree with names as the standards have them. */
export function xmlOf(node: WordElement): XmlElement {
  const attributes: Record<string, string> = {};
  for (const name in node.attributes) {
    attributes[name.startsWith("{") ? canonical(name) : name] = node.attributes[name] ?? "";
  }
  return { name: nameOf(node), attributes, children: node.children.map(xmlNodeOf) };
}

function xmlNodeOf(node: WordNode): XmlNode {
  return node.type === "text" ? node.value : xmlOf(node);
}
