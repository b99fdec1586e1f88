import { createTreeBuilder } from "./tree-builder.ts";
import type { XmlElement } from "./xml-element.ts";
import { createXmlReader } from "./xml-reader.ts";

/** Reads a whole part as a tree with the reader that says what is wrong with it. Throws `corrupt`. */
export function strictTree(bytes: Uint8Array, part: string): XmlElement {
  const builder = createTreeBuilder();
  const reader = createXmlReader(part, builder);
  reader.write(bytes);
  reader.end();
  return builder.root() ?? { name: "", attributes: {}, children: [] };
}
