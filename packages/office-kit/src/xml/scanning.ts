import type { KnownTag, TagContents, TagScope } from "./tag-memory.ts";
import type { XmlElement } from "./xml-element.ts";
import type { XmlListener } from "./xml-reader.ts";

/** The deepest nesting that is read in this way; the strict reader says what is wrong with a deeper one. */
export const maxDepth = 256;

/** Who is told of elements whole that have come before, which is faster by far than tag by tag. */
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
  /** What stands before it has been told of. */
  at: number;
  /** The next `<`; negative behind the last. */
  mark: number;
  /** Undefined where each tag is to be told of. */
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
