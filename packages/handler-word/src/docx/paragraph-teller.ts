import type { MarkdownBuilder } from "@reader/document";
import type { ParagraphSign } from "./signs.ts";

/** What is open in a text that flows: the document's own, or that of a cell. */
interface Flow {
  /** The levels of the open lists; they may leave levels out. */
  readonly lists: number[];
  isCode: boolean;
  /** What the open paragraph is closed with; undefined before its first content. */
  paragraph: string | undefined;
}

const none: ReadonlyMap<string, string> = new Map();

/** Tells a builder of paragraphs, and of what stands around several of them: lists and code. */
export class ParagraphTeller {
  readonly #builder: MarkdownBuilder;
  readonly #beforeHeading: () => void;
  readonly #flows: Flow[] = [newFlow()];

  /** `beforeHeading` is called where a section of the document, and not of a cell, is about to begin. */
  constructor(builder: MarkdownBuilder, beforeHeading: () => void) {
    this.#builder = builder;
    this.#beforeHeading = beforeHeading;
  }

  /** Whether a paragraph is open. */
  get isOpen(): boolean {
    return this.#flow.paragraph !== undefined;
  }

  /** A paragraph that has begun and has no content yet. */
  forget(): void {
    this.#flow.paragraph = undefined;
  }

  /** Starts a paragraph of what its sign says; a plain one without a sign. */
  begin(sign: ParagraphSign | undefined): void {
    if (this.#flow.isCode && sign?.type !== "code") this.#endCode();
    if (sign?.type !== "item") this.#closeLists(0);
    if (sign === undefined) this.#beginBlock("p");
    else this.#beginSigned(sign);
  }

  /** Ends the open paragraph: an item stays open for the lists inside it, and code for its next line. */
  end(): void {
    const { paragraph } = this.#flow;
    if (paragraph !== undefined && paragraph !== "" && paragraph !== "li") this.#builder.close(paragraph);
    this.#flow.paragraph = undefined;
  }

  /** Ends whatever paragraphs keep open for the next one. */
  settle(): void {
    this.end();
    if (this.#flow.isCode) this.#endCode();
    this.#closeLists(0);
  }

  /** What follows stands in a cell, which has paragraphs of its own. */
  enterCell(): void {
    this.#flows.push(newFlow());
  }

  /** Ends what the cell keeps open, and goes back to the text around it. */
  leaveCell(): void {
    this.settle();
    if (this.#flows.length > 1) this.#flows.pop();
  }

  get #flow(): Flow {
    const flow = this.#flows.at(-1) ?? newFlow();
    if (this.#flows.length === 0) this.#flows.push(flow);
    return flow;
  }

  #beginSigned(sign: ParagraphSign): void {
    switch (sign.type) {
      case "heading":
        return this.#beginHeading(sign.level, sign.label);
      case "item":
        return this.#beginItem(sign.level, sign.label);
      case "code":
        return this.#beginCode();
      case "quote":
        this.#beginBlock("blockquote");
    }
  }

  #beginBlock(name: string): void {
    this.#flow.paragraph = name;
    this.#builder.open(name, none);
  }

  #beginHeading(level: number, label: string): void {
    if (this.#flows.length === 1) this.#beforeHeading();
    this.#beginBlock(`h${level}`);
    if (label !== "") this.#builder.text(`${label} `);
  }

  /** What has no label goes on with the item before it, where there is one. */
  #beginItem(level: number, label: string | undefined): void {
    const { lists } = this.#flow;
    this.#closeLists(level + 1);
    if (label === "") return this.#beginBlock("p");
    if ((lists.at(-1) ?? -1) < level) {
      lists.push(level);
      this.#builder.open("ul", none);
    }
    this.#builder.open("li", label === undefined ? none : new Map([["data-label", label]]));
    this.#flow.paragraph = "li";
  }

  #beginCode(): void {
    const flow = this.#flow;
    if (flow.isCode) this.#builder.text("\n");
    else this.#builder.open("pre", none);
    flow.isCode = true;
    flow.paragraph = "";
  }

  #endCode(): void {
    this.#flow.isCode = false;
    this.#builder.close("pre");
  }

  /** Closes the lists from this level on. */
  #closeLists(level: number): void {
    const { lists } = this.#flow;
    while ((lists.at(-1) ?? -1) >= level) {
      lists.pop();
      this.#builder.close("li");
      this.#builder.close("ul");
    }
  }
}

function newFlow(): Flow {
  return { lists: [], isCode: false, paragraph: undefined };
}
