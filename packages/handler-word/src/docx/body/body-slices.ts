import { ownEntry } from "@reader/document/content";
import { maxElements, tooLarge } from "../mammoth/read-mammoth-tree.ts";
import type { WordElement, WordNode } from "../tree.ts";

/** Some blocks of a body that mammoth can read without the others, and what they refer to. */
export interface BodySlice {
  readonly blocks: readonly WordNode[];
  /** Identifiers of relationships. */
  readonly links: ReadonlySet<string>;
  /** Such as `footnote 3`. */
  readonly notes: ReadonlySet<string>;
}

/** Cuts the rewritten blocks of a body into slices. */
export interface GrowingSlices {
  /** Throws `too-large` where more is held than can be. */
  add(blocks: readonly WordNode[]): void;
  end(): BodySlice[];
}

/** The elements from which a slice is cut off. */
export interface SliceSizes {
  readonly first: number;
  readonly others: number;
}

/**
 * The first slice has a few pages, so that the first lines come early. Of the others mammoth holds a kilobyte and more
 * for each element, and holds the event loop: 35 ms for one of 5000, where one of 20 000 takes over 100 and saves no time.
 */
const defaultSizes: SliceSizes = { first: 2000, others: 5000 };

/** No slice yet; `part` is what errors call the part. */
export function createSlices(part: string, sizes: SliceSizes = defaultSizes): GrowingSlices {
  const slices: BodySlice[] = [];
  let held = 0;
  let open = newSlice();
  const cut = (): void => {
    slices.push(open);
    open = newSlice();
  };
  return {
    add(blocks) {
      for (const block of blocks) {
        const before = open.elements;
        open.blocks.push(block);
        survey(block, open);
        held += open.elements - before;
        if (held > maxElements) throw tooLarge(part, `${maxElements} elements`);
        // A field that is a link may go on in the next paragraph.
        const most = slices.length === 0 ? sizes.first : sizes.others;
        if (open.elements >= most && open.fieldDepth === 0) cut();
      }
    },
    end() {
      if (open.blocks.length > 0) cut();
      return slices.splice(0);
    },
  };
}

interface OpenSlice {
  readonly blocks: WordNode[];
  readonly links: Set<string>;
  readonly notes: Set<string>;
  elements: number;
  /** How many fields are open. */
  fieldDepth: number;
}

function newSlice(): OpenSlice {
  return { blocks: [], links: new Set(), notes: new Set(), elements: 0, fieldDepth: 0 };
}

function survey(node: WordNode, slice: OpenSlice): void {
  if (node.type === "text") return;
  slice.elements += 1;
  ownEntry(marks, node.name)?.(node, slice);
  for (const child of node.children) survey(child, slice);
}

type Note = (node: WordElement, slice: OpenSlice) => void;

const marks: Readonly<Record<string, Note | undefined>> = {
  "w:hyperlink": ({ attributes }, { links }) => void links.add(attributes["r:id"] ?? ""),
  "w:footnoteReference": ({ attributes }, { notes }) => void notes.add(`footnote ${attributes["w:id"] ?? ""}`),
  "w:endnoteReference": ({ attributes }, { notes }) => void notes.add(`endnote ${attributes["w:id"] ?? ""}`),
  "w:fldChar": ({ attributes }, slice) => {
    const type = attributes["w:fldCharType"];
    if (type === "begin") slice.fieldDepth += 1;
    if (type === "end") slice.fieldDepth = Math.max(0, slice.fieldDepth - 1);
  },
};

/** The identifiers of relationships that blocks refer to. */
export function linksIn(nodes: readonly WordNode[]): ReadonlySet<string> {
  const slice = newSlice();
  for (const node of nodes) survey(node, slice);
  return slice.links;
}
