import type { KnownTag, TagContents, TagScope } from "./tag-memory.ts";
import type { XmlElement } from "./xml-element.ts";
import type { XmlListener } from "./xml-reader.ts";

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
export interface Candidate {
  readonly contents: TagContents;
  /** How many elements it is in. */
  readonly depth: number;
  /** Where what is in it begins and ends, if nothing in it has its name. */
  readonly from: number;
  readonly to: number;
}
