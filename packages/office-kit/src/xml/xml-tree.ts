import { fastScanWith } from "./fast-scan.ts";
import { createTagMemory, type TagMemory } from "./tag-memory.ts";
import { createTreeBuilder } from "./tree-builder.ts";
import type { XmlElement, XmlNode } from "./xml-reader.ts";
import { canonicalName, createXmlReader } from "./xml-reader.ts";

export type { XmlElement, XmlNode } from "./xml-reader.ts";

/** Parses a part into a tree, for small parts and those that are not read in order. Throws `corrupt`. */
export function readXmlTree(bytes: Uint8Array, part: string): XmlElement {
  return quickTree(bytes) ?? strictTree(bytes, part);
}

/**
 * Creates a `readXmlTree` for the parts of one document. It is faster from the second part on, because parts share most
 * of their tags.
 */
export function createTreeReader(): typeof readXmlTree {
  const memory = newMemory();
  return (bytes, part) => quickTree(bytes, memory) ?? strictTree(bytes, part);
}

/** Returns the child elements with this name, or all child elements. */
export function childrenOf(element: XmlElement | undefined, name?: string): readonly XmlElement[] {
  const elements: XmlElement[] = [];
  for (const child of element?.children ?? []) {
    if (typeof child !== "string" && (name === undefined || child.name === name)) elements.push(child);
  }
  return elements;
}

/** Returns the first child element with this name; with several names, follows them as a path. */
export function childOf(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  let found = element;
  for (const name of path) {
    found = firstOf(found, name);
    if (found === undefined) return undefined;
  }
  return found;
}

function firstOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  for (const child of element?.children ?? []) if (typeof child !== "string" && child.name === name) return child;
  return undefined;
}

/** Returns the text inside an element. The reader limits the depth. */
export function textIn(node: XmlNode | undefined): string {
  if (node === undefined || typeof node === "string") return node ?? "";
  const { children } = node;
  return children.length === 1 ? textIn(children[0]) : children.map(textIn).join("");
}

/** Parses a part with the strict reader, which reports errors. Throws `corrupt`. */
export function strictTree(bytes: Uint8Array, part: string): XmlElement {
  const builder = createTreeBuilder();
  const reader = createXmlReader(part, builder);
  reader.write(bytes);
  reader.end();
  return builder.root() ?? { name: "", attributes: {}, children: [] };
}

/** Parses a part on the fast path; returns `undefined` for XML left to the strict reader. */
export function quickTree(bytes: Uint8Array, memory: TagMemory = newMemory()): XmlElement | undefined {
  const builder = createTreeBuilder();
  return fastScanWith(memory, bytes, builder) ? builder.root() : undefined;
}

/** Creates a tag cache for the trees of several parts. */
export function newMemory(): TagMemory {
  return createTagMemory(canonicalName);
}
