import type { StextBlock, StextBox, StextLine, StextPage } from "../../../model/spans.ts";
import { NotQuick } from "../base/not-quick.ts";

/** A block of text that still takes lines. */
interface OpenBlock {
  readonly type: "text";
  readonly lines: StextLine[];
}

/** An element of the structure, or the page itself, with what is in it so far. */
interface Holder {
  readonly blocks: StextBlock[];
  /** The elements among the blocks, by rising index. */
  readonly elements: Element[];
  readonly parent: Holder | undefined;
  /** The last block, if it is text. */
  text: OpenBlock | undefined;
  /** Where the last line in it goes: a vector of length 1. */
  directionX: number;
  directionY: number;
}

interface Element {
  readonly index: number;
  readonly block: StextBlock;
  readonly holder: Holder;
}

/** More elements than any honest page has; to search among so many takes long. */
const maxElements = 20_000;

/** The blocks of a page while it is painted, in the elements of its structure. */
export class BlockTree {
  readonly #page = createHolder(undefined);
  #here = this.#page;
  #elements = 0;

  /** Whether text comes last. */
  get endsWithText(): boolean {
    return this.#here.text !== undefined;
  }

  /** How far two lines go the same way: that which is begun with a direction, and the last one of the last block. */
  along(x: number, y: number): number {
    return Math.fround(Math.fround(x * this.#here.directionX) + Math.fround(y * this.#here.directionY));
  }

  /** Notes where the line goes that is begun in the last block of text. */
  setDirection(x: number, y: number): void {
    this.#here.directionX = x;
    this.#here.directionY = y;
  }

  /** Begins a block of text. */
  addText(): void {
    const block: OpenBlock = { type: "text", lines: [] };
    this.#here.blocks.push(block);
    this.#here.text = block;
  }

  /** Adds a line to the block of text that comes last. */
  addLine(line: StextLine): void {
    this.#here.text?.lines.push(line);
  }

  /** Adds a picture by its box. */
  addImage(bbox: StextBox): void {
    this.#here.blocks.push({ type: "image", bbox });
    this.#here.text = undefined;
  }

  /** Notes that something is drawn; what is drawn in a row is one block. */
  addVector(): void {
    const { blocks } = this.#here;
    if (blocks.at(-1)?.type !== "vector") blocks.push({ type: "vector" });
    this.#here.text = undefined;
  }

  /**
   * Goes into the element of this index, which is new or was left before; a new one comes before those of higher index.
   * Throws `NotQuick` where there are too many.
   */
  enter(standard: string, index: number): void {
    const { elements } = this.#here;
    let at = elements.length;
    while (at > 0 && (elements[at - 1]?.index ?? index) > index) at -= 1;
    const known = elements[at - 1];
    this.#here = known?.index === index ? known.holder : this.#insert(standard, index, at);
  }

  /** Goes out of the element that is open; does nothing where none is. */
  leave(): void {
    const { parent } = this.#here;
    if (parent === undefined) return;
    this.#here = parent;
    const last = parent.blocks.at(-1);
    if (last !== parent.text) parent.text = undefined;
  }

  /** All that was painted. */
  page(): StextPage {
    return { blocks: this.#page.blocks };
  }

  #insert(standard: string, index: number, at: number): Holder {
    const outer = this.#here;
    const holder = createHolder(outer);
    const block: StextBlock = { type: "structure", std: standard, contents: holder.blocks };
    const next = outer.elements[at];
    outer.blocks.splice(next === undefined ? outer.blocks.length : outer.blocks.lastIndexOf(next.block), 0, block);
    outer.elements.splice(at, 0, { index, block, holder });
    this.#elements += 1;
    if (this.#elements > maxElements) throw new NotQuick("too many elements");
    return holder;
  }
}

function createHolder(parent: Holder | undefined): Holder {
  return { blocks: [], elements: [], parent, text: undefined, directionX: 0, directionY: 0 };
}
