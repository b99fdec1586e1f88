import type { StextBlock, StextBox, StextLine, StextPage } from "@reader/pdf-pages/lines";
import { UnsupportedContent } from "../base/unsupported-content.ts";

/** A text block that still accepts lines. */
interface OpenBlock {
  readonly type: "text";
  readonly lines: StextLine[];
}

/** A structure element, or the page, with its content so far. */
interface Holder {
  readonly blocks: StextBlock[];
  /** The elements among the blocks, by ascending index. */
  readonly elements: Element[];
  readonly parent: Holder | undefined;
  /** The last block, if it is text. */
  text: OpenBlock | undefined;
  /** The direction of its last line as a unit vector. */
  directionX: number;
  directionY: number;
}

interface Element {
  readonly index: number;
  readonly block: StextBlock;
  readonly holder: Holder;
}

/** Maximum number of elements. Searching among more takes too long. */
const maxElements = 20_000;

/** The blocks of a page during painting, within its structure elements. */
export class BlockTree {
  readonly #page = createHolder(undefined);
  #here = this.#page;
  #elements = 0;

  /** True if the last block is text. */
  get endsWithText(): boolean {
    return this.#here.text !== undefined;
  }

  /** Returns the cosine of the angle between a direction and the last line of the last block. */
  along(x: number, y: number): number {
    return Math.fround(Math.fround(x * this.#here.directionX) + Math.fround(y * this.#here.directionY));
  }

  /** Sets the direction of the line started in the last text block. */
  setDirection(x: number, y: number): void {
    this.#here.directionX = x;
    this.#here.directionY = y;
  }

  /** Starts a text block. */
  addText(): void {
    const block: OpenBlock = { type: "text", lines: [] };
    this.#here.blocks.push(block);
    this.#here.text = block;
  }

  /** Adds a line to the last text block. */
  addLine(line: StextLine): void {
    this.#here.text?.lines.push(line);
  }

  /** Adds an image by its box. */
  addImage(bbox: StextBox): void {
    this.#here.blocks.push({ type: "image", bbox });
    this.#here.text = undefined;
  }

  /** Records a drawing. Consecutive drawings are one block. */
  addVector(): void {
    const { blocks } = this.#here;
    if (blocks.at(-1)?.type !== "vector") blocks.push({ type: "vector" });
    this.#here.text = undefined;
  }

  /**
   * Enters the element of this index, which is new or was left before. A new one is inserted before those of higher
   * index. Throws `UnsupportedContent` if there are too many.
   */
  enter(standard: string, index: number): void {
    const { elements } = this.#here;
    let at = elements.length;
    while (at > 0 && (elements[at - 1]?.index ?? index) > index) at -= 1;
    const known = elements[at - 1];
    this.#here = known?.index === index ? known.holder : this.#insert(standard, index, at);
  }

  /** Leaves the current element, if any. */
  leave(): void {
    const { parent } = this.#here;
    if (parent === undefined) return;
    this.#here = parent;
    const last = parent.blocks.at(-1);
    if (last !== parent.text) parent.text = undefined;
  }

  /** Returns everything painted. */
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
    if (this.#elements > maxElements) throw new UnsupportedContent("too many elements");
    return holder;
  }
}

function createHolder(parent: Holder | undefined): Holder {
  return { blocks: [], elements: [], parent, text: undefined, directionX: 0, directionY: 0 };
}
