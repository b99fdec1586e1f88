import type { XmlElement, XmlNode } from "./xml-element.ts";
import type { XmlAttributes, XmlListener } from "./xml-reader.ts";

/** Builds a tree of what it is told. */
export interface TreeBuilder extends XmlListener {
  /** The root; undefined before it is closed. */
  root(): XmlElement | undefined;
}

/** A builder that has been told nothing yet. */
export function createTreeBuilder(): TreeBuilder {
  const open: { readonly name: string; readonly attributes: XmlAttributes; readonly start: number }[] = [];
  /** The nodes of all open elements, one after the other: lists that grow for each would be half empty. */
  const nodes: XmlNode[] = [];
  return {
    open: (name, attributes) => void open.push({ name, attributes, start: nodes.length }),
    close() {
      const { name = "", attributes = {}, start = 0 } = open.pop() ?? {};
      const children = nodes.length === start ? none : nodes.slice(start);
      nodes.length = start;
      nodes.push({ name, attributes, children });
    },
    text: (characters) => void (open.length > 0 && nodes.push(characters)),
    root: () => nodes.find((node) => typeof node !== "string"),
  };
}

const none: readonly XmlNode[] = [];
