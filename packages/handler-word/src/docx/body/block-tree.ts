import type { XmlAttributes, XmlListener } from "@reader/office-kit/xml";
import { mammothLineEnds, maxElements, maxTextCharacters, tooLarge } from "../mammoth/read-mammoth-tree.ts";
import { element, type WordElement, type WordNode } from "../tree.ts";

interface OpenElement {
  readonly name: string;
  readonly attributes: XmlAttributes;
  /** Where its children start. */
  readonly start: number;
}

/** How deep the blocks of a body are: `w:document/w:body/w:p`. */
const blockDepth = 2;

const documentName = "w:document";

/** Makes a tree of each block of a body, and holds none of them. Throws `too-large`. */
export class BlockTree implements XmlListener {
  readonly #part: string;
  readonly #take: (block: WordElement) => void;
  readonly #open: OpenElement[] = [];
  /** The nodes of all open elements, one after the other: lists that grow for each would be half empty. */
  readonly #nodes: WordNode[] = [];
  #elements = 0;
  #textCharacters = 0;
  #isDocument = false;

  constructor(part: string, take: (block: WordElement) => void) {
    this.#part = part;
    this.#take = take;
  }

  /** Whether the part is that of a document, which may have no body. */
  get isDocument(): boolean {
    return this.#isDocument;
  }

  open(name: string, attributes: XmlAttributes): void {
    this.#elements += 1;
    if (this.#elements > maxElements) throw tooLarge(this.#part, `${maxElements} elements in one block`);
    this.#open.push({ name, attributes, start: this.#nodes.length });
    if (this.#open.length === 1) this.#isDocument ||= name === documentName;
  }

  close(): void {
    const closed = this.#open.pop();
    if (closed === undefined) return;
    const children = this.#nodes.slice(closed.start);
    this.#nodes.length = closed.start;
    if (this.#open.length < blockDepth) return;
    const made = element(closed.name, closed.attributes, children);
    if (this.#open.length > blockDepth) this.#nodes.push(made);
    else this.#finish(made);
  }

  /** Text that a comment or a CDATA section divides is read as one: mammoth fails at it, or loses some. */
  text(characters: string): void {
    const start = this.#open.at(-1)?.start ?? 0;
    if (this.#open.length <= blockDepth) return;
    const value = mammothLineEnds(characters);
    this.#textCharacters += value.length;
    if (this.#textCharacters > maxTextCharacters) throw tooLarge(this.#part, `${maxTextCharacters} characters of text`);
    const last = this.#nodes.length > start ? this.#nodes.at(-1) : undefined;
    if (last?.type !== "text") this.#nodes.push({ type: "text", value });
    else this.#nodes[this.#nodes.length - 1] = { type: "text", value: last.value + value };
  }

  get #isInBody(): boolean {
    return this.#open[0]?.name === documentName && this.#open[1]?.name === "w:body";
  }

  #finish(block: WordElement): void {
    this.#elements = 0;
    if (this.#isInBody) this.#take(block);
  }
}
