import { quickScan } from "./quick-scan.ts";
import { createTreeBuilder } from "./tree-builder.ts";
import type { XmlElement } from "./xml-element.ts";
import { canonicalName } from "./xml-reader.ts";

/** Reads a part as a tree by the quick way; undefined for what is left to the strict one. */
export function quickTree(bytes: Uint8Array): XmlElement | undefined {
  const builder = createTreeBuilder();
  return quickScan(bytes, canonicalName, builder) ? builder.root() : undefined;
}
