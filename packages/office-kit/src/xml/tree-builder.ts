import type { XmlElement, XmlNode, XmlListener } from "./xml-reader.ts";
import type { KnownTag, TagContents, TagScope } from "./tag-memory.ts";

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

/** Maximum nesting on the fast path; the strict reader reports deeper XML. */
export const maxDepth = 256;

/** Receives repeated elements as a whole, which is much faster than tag by tag. */
export interface TreeListener extends XmlListener {
  /** An element like one before, with all that is in it. */
  adopt(element: XmlElement): void;
  /**
   * The name of elements that the listener does not need at present. Such an element is not reported if it contains only
   * plain text and properties, and what is in it is not checked.
   */
  readonly skippedName?: string | undefined;
  /** The element that was closed last. */
  last(): XmlElement | undefined;
}

/** A part that is being scanned. */
export interface Scanning {
  readonly text: string;
  readonly root: TagScope;
  readonly listener: XmlListener;
  readonly open: KnownTag[];
  hasRoot: boolean;
  /** The content before it has been emitted. */
  at: number;
  /** The next `<`; negative after the last. */
  mark: number;
  /** `undefined` if each tag must be emitted. */
  tree: TreeListener | undefined;
  /** The innermost open element that is worth remembering. */
  candidate: Candidate | undefined;
  /** Elements that were looked at for being like one before, and are too long. */
  longOnes: number;
}

/** An element that is to be remembered when it ends. */
interface Candidate {
  readonly contents: TagContents;
  /** How many elements it is in. */
  readonly depth: number;
  /** Where what is in it begins and ends, if nothing in it has its name. */
  readonly from: number;
  readonly to: number;
}
