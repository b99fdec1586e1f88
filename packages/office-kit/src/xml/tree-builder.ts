import type { TreeListener } from "./scanning.ts";
import type { XmlElement, XmlNode } from "./xml-element.ts";

/** Builds a tree from XML events. */
export interface TreeBuilder extends TreeListener {
  /** The root; undefined before it is closed. */
  root(): XmlElement | undefined;
}

/** Creates an empty builder. */
export function createTreeBuilder(): TreeBuilder {
  const open: Growing[] = [];
  const starts: number[] = [];
  /** The nodes of all open elements, one after the other: lists that grow for each would be half empty. */
  const nodes: XmlNode[] = [];
  return {
    open(name, attributes) {
      open.push({ name, attributes, children: none });
      starts.push(nodes.length);
    },
    close() {
      const element = open.pop();
      const start = starts.pop() ?? 0;
      if (element === undefined) return;
      if (nodes.length > start) element.children = nodes.splice(start);
      nodes.push(element);
    },
    text: (characters) => void (open.length > 0 && nodes.push(characters)),
    adopt: (element) => void nodes.push(element),
    last() {
      const node = nodes.at(-1);
      return typeof node === "string" ? undefined : node;
    },
    root: () => nodes.find((node) => typeof node !== "string"),
  };
}

/** An element that is not closed yet. */
interface Growing extends XmlElement {
  children: readonly XmlNode[];
}

const none: readonly XmlNode[] = [];
