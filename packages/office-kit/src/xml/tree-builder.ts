import type { XmlElement, XmlNode, XmlListener } from "./xml-reader.ts";
import type { KnownTag, TagContents, TagScope } from "./tag-memory.ts";

/** Builds a tree from XML events. */
export interface TreeBuilder extends TreeListener {
  /** Returns the root, or `undefined` before it is closed. */
  root(): XmlElement | undefined;
}

/** Creates an empty builder. */
export function createTreeBuilder(): TreeBuilder {
  const open: Growing[] = [];
  const starts: number[] = [];
  /** The nodes of all open elements in one list, because a growing list for each would waste memory. */
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
  /** Receives a repeated element with its content. */
  adopt(element: XmlElement): void;
  /**
   * The name of elements that the listener does not need at present. Such an element is not reported if it contains only
   * plain text and properties, and its content is not checked.
   */
  readonly skippedName?: string | undefined;
  /** Returns the element that was closed last. */
  last(): XmlElement | undefined;
}

/** A part that is being scanned. */
export interface Scanning {
  readonly text: string;
  readonly root: TagScope;
  readonly listener: XmlListener;
  readonly open: KnownTag[];
  hasRoot: boolean;
  /** The offset up to which content has been emitted. */
  at: number;
  /** The offset of the next `<`; negative after the last. */
  mark: number;
  /** `undefined` if each tag must be emitted. */
  tree: TreeListener | undefined;
  /** The innermost open element that is worth remembering. */
  candidate: Candidate | undefined;
  /** Number of elements that were too long to compare with earlier ones. */
  longOnes: number;
}

/** An element that is to be remembered when it ends. */
interface Candidate {
  readonly contents: TagContents;
  /** The number of elements around it. */
  readonly depth: number;
  /** The offsets of its content, if it contains no element with its name. */
  readonly from: number;
  readonly to: number;
}
