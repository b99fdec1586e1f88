import { quickScanWith } from "./quick-scan.ts";
import { createTagMemory, type TagMemory } from "./tag-memory.ts";
import { createTreeBuilder } from "./tree-builder.ts";
import type { XmlElement } from "./xml-element.ts";
import { canonicalName } from "./xml-reader.ts";

/** Reads a part as a tree by the quick way; undefined for what is left to the strict one. */
export function quickTree(bytes: Uint8Array, memory: TagMemory = newMemory()): XmlElement | undefined {
  const builder = createTreeBuilder();
  return quickScanWith(memory, bytes, builder) ? builder.root() : undefined;
}

/** A memory of tags for the trees of several parts. */
export function newMemory(): TagMemory {
  return createTagMemory(canonicalName);
}
