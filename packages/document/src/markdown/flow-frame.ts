import { blocks, lines, marks, type Attributes } from "./elements.ts";
import { MarkCounts } from "./mark-counts.ts";
import { createMarkdownWriter, type MarkdownWriter } from "./markdown-writer.ts";
import { Nesting } from "./nesting.ts";
import { OpenLink } from "./open-link.ts";
import { Preformatted } from "./preformatted.ts";
import { isScript, Scripts } from "./scripts.ts";
import type { Written } from "./written.ts";

/** Text that flows from block to block: a document, or a cell of a table. */
export interface FlowFrame {
  /** Whether no element is open that a piece of a document may not end in. */
  readonly isBetweenBlocks: boolean;
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(characters: string): void;
  raw(markdown: string): void;
  block(block: Written): void;
  /** Everything in it is a heading, which needs no marks of its own, until `title` is taken. */
  openTitle(): void;
  /** All that was written so far; begins anew. */
  take(): Written;
}

/** A frame in which nothing is open. */
export function createFlowFrame(): FlowFrame {
  return new Frame();
}

class Frame implements FlowFrame {
  #writer: MarkdownWriter = createMarkdownWriter();
  readonly #nesting = new Nesting();
  readonly #counts = new MarkCounts();
  readonly #scripts = new Scripts();
  readonly #preformatted = new Preformatted();
  readonly #link = new OpenLink();
  #isTitle = false;

  get isBetweenBlocks(): boolean {
    const isOpen = this.#nesting.isOpen || this.#preformatted.isOpen || this.#isTitle;
    return !isOpen && !this.#link.isOpen && this.#writer.isBetweenBlocks;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#preformatted.isOpen) return this.#preformatted.open(name, attributes);
    this.#separate(name, this.#nesting.lists);
    if (this.#openInline(name, attributes)) return;
    if (name === "ul" || name === "ol") this.#nesting.openList(name, attributes);
    else if (name === "li") this.#openItem(attributes);
    else if (name === "blockquote") this.#openQuote();
    else if (name === "pre") this.#preformatted.begin(attributes);
  }

  close(name: string): void {
    if (name === "pre") this.#closePreformatted();
    if (this.#preformatted.isOpen) return;
    if (marks.has(name)) this.#mark(name, -1);
    else if (isScript(name)) this.#scripts.count(name, -1);
    else if (name === "a") this.#link.close(this.#writer);
    this.#separate(name, this.#nesting.lists - 1);
    if (name === "ul" || name === "ol") this.#nesting.closeList();
    else if (name === "blockquote") this.#nesting.closeQuote();
    else return;
    this.#indent();
  }

  text(characters: string): void {
    if (this.#preformatted.isOpen) return this.#preformatted.add(characters);
    const words = this.#scripts.shown(characters);
    this.#link.addWords(words);
    this.#writer.write(words);
  }

  raw(markdown: string): void {
    if (this.#preformatted.isOpen) return this.#preformatted.add(markdown);
    this.#link.addMarkdown(markdown);
    this.#writer.writeRaw(markdown);
  }

  block(block: Written): void {
    if (this.#preformatted.isOpen) this.#preformatted.add(block.flow);
    else this.#writer.writeBlock(block);
  }

  openTitle(): void {
    this.#isTitle = true;
  }

  take(): Written {
    this.#closePreformatted();
    this.#link.close(this.#writer);
    this.#isTitle = false;
    const written = this.#writer.finish();
    this.#writer = createMarkdownWriter();
    this.#indent();
    for (const mark of new Set(marks.values())) if (this.#counts.isOpen(mark)) this.#writer.mark(mark, true);
    return written;
  }

  #openInline(name: string, attributes: Attributes): boolean {
    if (marks.has(name)) this.#mark(name, 1);
    else if (isScript(name)) this.#scripts.count(name, 1);
    else if (name === "a") this.#link.open(this.#writer, attributes.get("href") ?? "");
    else if (name === "input") this.#writeField(attributes);
    else return false;
    return true;
  }

  /** Inner lists follow their item without an empty line. */
  #separate(name: string, listsAround: number): void {
    const isInnerList = (name === "ul" || name === "ol") && listsAround > 0;
    if (name === "br" || lines.has(name) || isInnerList) this.#writer.startLine();
    else if (blocks.has(name)) this.#writer.startBlock();
  }

  #openItem(attributes: Attributes): void {
    const item = this.#nesting.startItem(attributes);
    this.#indent();
    this.#writer.startItem(item);
  }

  #openQuote(): void {
    this.#nesting.openQuote();
    this.#indent();
  }

  #indent(): void {
    this.#writer.indent(this.#nesting.prefix);
  }

  #closePreformatted(): void {
    const block = this.#preformatted.end();
    if (block !== undefined) this.#writer.writeBlock(block);
  }

  /** A title is set apart already, but what is struck through in it is not. */
  #mark(name: string, change: number): void {
    const mark = marks.get(name) ?? "";
    if (!this.#counts.change(mark, change) || (this.#isTitle && mark.startsWith("*"))) return;
    this.#writer.mark(mark, change > 0);
  }

  #writeField(attributes: Attributes): void {
    if (attributes.get("type") === "checkbox") this.text(attributes.has("checked") ? "☒" : "☐");
  }
}
