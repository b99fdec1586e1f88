import { ReadError } from "@reader/core/handler";
import { createSax, type SaxAttribute, type SaxListener, createXmlNames } from "@reader/office-kit/xml";
import { mammothName } from "./mammoth-names.ts";
import type { MammothElement, MammothNode } from "./mammoth-node.ts";

/** Makes an element. */
export type MakeElement = (
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly MammothNode[],
) => MammothElement;

/**
 * The most that is read of one part: mammoth holds all of a document at once and several times over, some kilobyte for
 * each element. A book of 1000 pages, 15 MB of XML, has 500 000.
 */
export const maxElements = 1_000_000;
/** The most text of one part. */
export const maxTextCharacters = 32_000_000;

/** Where a tree is read to, and from what. */
export interface TreeOptions {
  /** The name of the part, for messages. */
  readonly part: string;
  readonly makeElement: MakeElement;
  /** Whether text that a comment or a CDATA section divides is read as one; mammoth fails at it, or loses some. */
  readonly joinsText: boolean;
}

/**
 * Reads a part as mammoth's own reader does, so that nothing that mammoth makes of it differs; but it refuses what is
 * not well-formed, document types, and too deep a nesting, with `corrupt`.
 */
export function readMammothTree(bytes: Uint8Array, options: TreeOptions): MammothElement {
  const tree = new GrowingTree(options);
  const reader = createSax(options.part, tree, mammothLineEnds);
  reader.write(bytes);
  reader.end();
  return tree.root();
}

interface OpenElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Where its children start. */
  readonly start: number;
}

class GrowingTree implements SaxListener {
  readonly #options: TreeOptions;
  readonly #names = createXmlNames(mammothName);
  readonly #open: OpenElement[] = [];
  /** The nodes of all open elements, one after the other: lists that grow for each would be half empty. */
  readonly #nodes: MammothNode[] = [];
  /** Whether the last node is a text that goes on. */
  #goesOn = false;
  #textCharacters = 0;
  #elements = 0;

  constructor(options: TreeOptions) {
    this.#options = options;
  }

  open(name: string, raw: readonly SaxAttribute[]): void {
    this.#elements += 1;
    if (this.#elements > maxElements) throw tooLarge(this.#options.part, `${maxElements} elements`);
    const attributes = this.#names.enter(raw);
    this.#open.push({ name: this.#names.element(name), attributes, start: this.#nodes.length });
    this.#goesOn = false;
  }

  close(): void {
    this.#names.leave();
    const closed = this.#open.pop();
    if (closed === undefined) return;
    const children = this.#nodes.slice(closed.start);
    this.#nodes.length = closed.start;
    this.#nodes.push(this.#options.makeElement(closed.name, closed.attributes, children));
    this.#goesOn = false;
  }

  text(value: string): void {
    this.#textCharacters += value.length;
    if (this.#textCharacters > maxTextCharacters)
      throw tooLarge(this.#options.part, `${maxTextCharacters} characters of text`);
    const last = this.#goesOn ? this.#nodes.pop() : undefined;
    this.#nodes.push({ type: "text", value: last?.type === "text" ? last.value + value : value });
    this.#goesOn = true;
  }

  cdata(value: string): void {
    if (this.#options.joinsText) this.text(value);
    else this.#goesOn = false;
  }

  aside(): void {
    this.#goesOn &&= this.#options.joinsText;
  }

  root(): MammothElement {
    return this.#nodes.find((node) => node.type === "element") ?? this.#options.makeElement("", {}, []);
  }
}

/** What a part has more of than is read. */
export function tooLarge(part: string, what: string): ReadError {
  return new ReadError("too-large", `${part} has more than ${what}.`, {
    hint: "Convert the document to text with `pandoc` or LibreOffice first, or ask for it in parts.",
  });
}

/** mammoth's reader takes the line ends of XML 1.1 (2.11) for such in every document. */
export function mammothLineEnds(text: string): string {
  if (!text.includes("\u2028") && !text.includes("\u0085")) return text;
  return text.replaceAll(/\r\u0085|[\u0085\u2028]/g, "\n");
}
