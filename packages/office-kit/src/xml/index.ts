export { plainText, fastScanInSteps } from "./fast-scan.ts";
export { createTagMemory } from "./tag-memory.ts";
export type { TagMemory } from "./tag-memory.ts";
export { createTreeBuilder } from "./tree-builder.ts";
export type { TreeBuilder, TreeListener } from "./tree-builder.ts";
export { canonicalName, createXmlReader } from "./xml-reader.ts";
export type { XmlAttributes, XmlListener, XmlReader } from "./xml-reader.ts";
export { childOf, childrenOf, readXmlTree, textIn } from "./xml-tree.ts";
export type { XmlElement, XmlNode } from "./xml-tree.ts";
