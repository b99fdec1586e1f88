import { createMarkdownWriter, type MarkdownWriter, type Written } from "./markdown-writer.ts";
import { fence } from "./fence.ts";
import { markerOf, type OpenList } from "./list-marker.ts";
import type { Attributes } from "./elements.ts";
import { blocks, lines, marks } from "./elements.ts";
import { OpenLink } from "./open-link.ts";
import { loweredText, raisedText } from "./raised-text.ts";

/** Levels of lists and quotes that are indented. */
const maxIndents = 8;
const listIndent = "  ";
const quoteIndent = "> ";

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
  readonly #lists: OpenList[] = [];
  /** How often each mark is open. */
  readonly #open = new Map<string, number>();
  /** What each open list and quote puts before its lines, from the outermost on. */
  readonly #indents: string[] = [];
  #raised = 0;
  #lowered = 0;
  #preformatted: string[] | undefined;
  #language = "";
  readonly #link = new OpenLink();
  #isTitle = false;

  get isBetweenBlocks(): boolean {
    const isOpen = this.#indents.length > 0 || this.#preformatted !== undefined || this.#isTitle;
    return !isOpen && !this.#link.isOpen && this.#writer.isBetweenBlocks;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#preformatted !== undefined) return this.#openInPreformatted(name, attributes);
    this.#separate(name, this.#lists.length);
    if (this.#openInline(name, attributes)) return;
    if (name === "ul" || name === "ol") this.#openList(name, attributes);
    else if (name === "li") this.#openItem(attributes);
    else if (name === "blockquote") this.#openIndent(quoteIndent);
    else if (name === "pre") this.#openPreformatted(attributes);
  }

  close(name: string): void {
    if (name === "pre") this.#closePreformatted();
    if (this.#preformatted !== undefined) return;
    if (marks.has(name)) this.#mark(name, -1);
    else if (name === "sup" || name === "sub") this.#script(name, -1);
    else if (name === "a") this.#link.close(this.#writer);
    this.#separate(name, this.#lists.length - 1);
    if (name === "ul" || name === "ol") this.#closeList();
    else if (name === "blockquote") this.#closeIndent(quoteIndent);
  }

  text(characters: string): void {
    if (this.#preformatted !== undefined) return void this.#preformatted.push(characters);
    const words = this.#scripted(characters);
    this.#link.addWords(words);
    this.#writer.write(words);
  }

  raw(markdown: string): void {
    if (this.#preformatted !== undefined) return void this.#preformatted.push(markdown);
    this.#link.addMarkdown(markdown);
    this.#writer.writeRaw(markdown);
  }

  block(block: Written): void {
    if (this.#preformatted !== undefined) this.#preformatted.push(block.flow);
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
    for (const mark of new Set(marks.values())) if ((this.#open.get(mark) ?? 0) > 0) this.#writer.mark(mark, true);
    return written;
  }

  #openInline(name: string, attributes: Attributes): boolean {
    if (marks.has(name)) this.#mark(name, 1);
    else if (name === "sup" || name === "sub") this.#script(name, 1);
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

  #openList(name: string, attributes: Attributes): void {
    const start = Math.trunc(Number(attributes.get("start") ?? 1));
    const next = Number.isNaN(start) ? 1 : start;
    this.#lists.push({ next: name === "ol" ? next : Number.NaN, hasItems: false, prefix: this.#prefix() });
    this.#indents.push(listIndent);
  }

  #closeList(): void {
    if (this.#lists.pop() !== undefined) this.#closeIndent(listIndent);
  }

  #openItem(attributes: Attributes): void {
    const list = this.#lists.at(-1);
    const isTight = list === undefined || list.hasItems || this.#lists.length > 1;
    const marker = markerOf(list, attributes);
    if (list !== undefined) list.hasItems = true;
    this.#indent();
    this.#writer.startItem({ marker, prefix: list?.prefix ?? "", isTight });
  }

  #openIndent(indent: string): void {
    this.#indents.push(indent);
    this.#indent();
  }

  #closeIndent(indent: string): void {
    const at = this.#indents.lastIndexOf(indent);
    if (at >= 0) this.#indents.splice(at, 1);
    this.#indent();
  }

  #indent(): void {
    this.#writer.indent(this.#prefix());
  }

  #prefix(): string {
    return this.#indents.slice(0, maxIndents).join("");
  }

  #openPreformatted(attributes: Attributes): void {
    this.#preformatted = [];
    this.#language = languageOf(attributes);
  }

  #openInPreformatted(name: string, attributes: Attributes): void {
    if (name === "br") this.#preformatted?.push("\n");
    else if (name === "code" && this.#language === "") this.#language = languageOf(attributes);
  }

  #closePreformatted(): void {
    const content = this.#preformatted?.join("") ?? "";
    this.#preformatted = undefined;
    const fenced = fence(this.#language, content.replace(/^\r?\n/, "")).replace(/\n$/, "");
    this.#language = "";
    if (fenced !== "") this.#writer.writeBlock({ flow: fenced, inline: content.trim().replace(/\s*\n/g, "<br>") });
  }

  /** A title is set apart already, but what is struck through in it is not. */
  #mark(name: string, change: number): void {
    const mark = marks.get(name) ?? "";
    if (!this.#count(mark, change) || (this.#isTitle && mark.startsWith("*"))) return;
    this.#writer.mark(mark, change > 0);
  }

  /** Whether the element began or ended by it. */
  #count(mark: string, change: number): boolean {
    const before = this.#open.get(mark) ?? 0;
    const after = Math.max(0, before + change);
    this.#open.set(mark, after);
    return (before === 0) !== (after === 0);
  }

  #scripted(characters: string): string {
    if (this.#raised > 0) return raisedText(characters);
    return this.#lowered > 0 ? loweredText(characters) : characters;
  }

  #script(name: string, change: number): void {
    if (name === "sup") this.#raised = Math.max(0, this.#raised + change);
    else this.#lowered = Math.max(0, this.#lowered + change);
  }

  #writeField(attributes: Attributes): void {
    if (attributes.get("type") === "checkbox") this.text(attributes.has("checked") ? "☒" : "☐");
  }
}

function languageOf(attributes: Attributes): string {
  return /\blang(?:uage)?-([\w+#-]+)/.exec(attributes.get("class") ?? "")?.[1] ?? "";
}
