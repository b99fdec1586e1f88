import { type Attributes, blocks, lines, marks } from "./elements.ts";
import { fieldText } from "./form-field.ts";
import { leadsToFile, linkDestination, shownAddress } from "@reader/core/internal";
import { createMarkdownWriter, type MarkdownWriter, type ItemStart, type Written } from "./markdown-writer.ts";
import { Ruby, Scripts } from "./inline-state.ts";
import { isScript } from "./raised-text.ts";
import { withoutIdleJoiners } from "./joiners.ts";

/** Maximum number of levels of lists and quotes that are indented. */
const maxIndents = 8;
const listIndent = "  ";
const quoteIndent = "> ";

/** The open lists and quotes, and the line prefix that they require. */
class Nesting {
  readonly #lists: OpenList[] = [];
  /** The indent of each list and quote, outermost first. */
  readonly #indents: string[] = [];

  /** True if a list or a quote is open. */
  get isOpen(): boolean {
    return this.#indents.length > 0;
  }

  /** The number of open lists. */
  get lists(): number {
    return this.#lists.length;
  }

  /** The prefix of each line. */
  get prefix(): string {
    return this.#indents.slice(0, maxIndents).join("");
  }

  /** Opens a list. Its lines are indented from its first item on. */
  openList(name: string, attributes: Attributes): void {
    const start = Math.trunc(Number(attributes.get("start") ?? 1));
    const next = Number.isNaN(start) ? 1 : start;
    this.#lists.push({ next: name === "ol" ? next : Number.NaN, hasItems: false, prefix: this.prefix });
    this.#indents.push(listIndent);
  }

  /** Closes the innermost list, if any. */
  closeList(): void {
    if (this.#lists.pop() !== undefined) this.#close(listIndent);
  }

  /** Starts the next item of the innermost list. */
  startItem(attributes: Attributes): ItemStart {
    const list = this.#lists.at(-1);
    const isTight = list === undefined || list.hasItems || this.#lists.length > 1;
    const marker = markerOf(list, attributes);
    if (list !== undefined) list.hasItems = true;
    return { marker, prefix: list?.prefix ?? "", isTight };
  }

  /** Opens a quote. */
  openQuote(): void {
    this.#indents.push(quoteIndent);
  }

  /** Closes the innermost quote, if any. */
  closeQuote(): void {
    this.#close(quoteIndent);
  }

  #close(indent: string): void {
    const at = this.#indents.lastIndexOf(indent);
    if (at >= 0) this.#indents.splice(at, 1);
  }
}

/** An open list. */
interface OpenList {
  /** The next number; `NaN` for a bullet list. */
  next: number;
  hasItems: boolean;
  /** The prefix of the lines around the list. */
  readonly prefix: string;
}

/** Returns the marker of an item: its label, its number, or a dash. */
function markerOf(list: OpenList | undefined, attributes: Attributes): string {
  const label = attributes.get("data-label");
  const isNumbered = list !== undefined && !Number.isNaN(list.next);
  const number = Number(attributes.get("value") ?? list?.next);
  if (isNumbered) list.next = number + 1;
  if (label !== undefined) return label === "" ? "" : `${label} `;
  return isNumbered ? `${number}. ` : "- ";
}

/** The text of a document, or of a table cell, as a sequence of blocks. */
export interface TextFrame {
  /** True if a piece of the document may end here. */
  readonly isBetweenBlocks: boolean;
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(characters: string): void;
  raw(markdown: string): void;
  block(block: Written): void;
  /** Starts a page with the next text. */
  startPage(page: number): void;
  /** Treats everything as a heading, without bold marks, until `take`. */
  openTitle(): void;
  /** Returns all written text and starts again. */
  take(): Written;
}

/** Creates a frame without open elements. */
export function createTextFrame(): TextFrame {
  return new Frame();
}

class Frame implements TextFrame {
  #writer: MarkdownWriter = createMarkdownWriter();
  readonly #nesting = new Nesting();
  readonly #counts = new MarkCounts();
  readonly #scripts = new Scripts();
  readonly #ruby = new Ruby();
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
    this.#closeInline(name);
    this.#separate(name, this.#nesting.lists - 1);
    if (name === "ul" || name === "ol") this.#nesting.closeList();
    else if (name === "blockquote") this.#nesting.closeQuote();
    else return;
    this.#indent();
  }

  text(characters: string): void {
    const visible = withoutIdleJoiners(characters);
    if (this.#preformatted.isOpen) return this.#preformatted.add(visible);
    const words = this.#ruby.start(visible) + this.#scripts.shown(visible);
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

  startPage(page: number): void {
    this.#writer.startPage(page);
  }

  openTitle(): void {
    this.#scripts.endSpans();
    this.#isTitle = true;
  }

  take(): Written {
    this.#closePreformatted();
    this.#link.close(this.#writer);
    if (this.#isTitle) this.#scripts.endSpans();
    this.#isTitle = false;
    const { duePage } = this.#writer;
    const written = this.#writer.finish();
    this.#writer = createMarkdownWriter();
    if (duePage !== undefined) this.#writer.startPage(duePage);
    this.#indent();
    for (const mark of new Set(marks.values())) if (this.#counts.isOpen(mark)) this.#writer.mark(mark, true);
    return written;
  }

  #closeInline(name: string): void {
    if (marks.has(name)) this.#mark(name, -1);
    else if (isScript(name)) this.#scripts.count(name, -1);
    else if (name === "span") this.#scripts.closeSpan();
    else if (name === "a") this.#link.close(this.#writer);
    else if (name === "rt" || name === "ruby") this.text(this.#ruby.end());
  }

  #openInline(name: string, attributes: Attributes): boolean {
    if (marks.has(name)) this.#mark(name, 1);
    else if (isScript(name)) this.#scripts.count(name, 1);
    else if (name === "span") this.#scripts.openSpan(attributes.get("style") ?? "");
    else if (name === "a") this.#link.open(this.#writer, attributes.get("href") ?? "");
    else if (name === "rt") this.#ruby.open();
    else if (name === "input") this.text(fieldText(attributes));
    else return false;
    return true;
  }

  /** Inner lists follow their item without an empty line. */
  #separate(name: string, listsAround: number): void {
    const isInnerList = (name === "ul" || name === "ol") && listsAround > 0;
    // A span that is never closed must not raise the rest of the document.
    if (lines.has(name) || blocks.has(name)) this.#scripts.endSpans();
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

  /** A title needs no emphasis, but deletions in it are still marked. */
  #mark(name: string, change: number): void {
    const mark = marks.get(name) ?? "";
    if (!this.#counts.change(mark, change) || (this.#isTitle && mark.startsWith("*"))) return;
    this.#writer.mark(mark, change > 0);
  }
}

/** Counts how often each mark is open: `<b>` in `<strong>` is not twice as bold. */
class MarkCounts {
  readonly #counts = new Map<string, number>();

  /** Changes the count of a mark. Returns true if the mark started or ended. */
  change(mark: string, by: number): boolean {
    const before = this.#counts.get(mark) ?? 0;
    const after = Math.max(0, before + by);
    this.#counts.set(mark, after);
    return (before === 0) !== (after === 0);
  }

  /** True if the mark is open. */
  isOpen(mark: string): boolean {
    return (this.#counts.get(mark) ?? 0) > 0;
  }
}

/** The open code block, if any. */
class Preformatted {
  #pieces: string[] | undefined;
  #language = "";

  /** True if a code block is open. */
  get isOpen(): boolean {
    return this.#pieces !== undefined;
  }

  /** Opens a code block. */
  begin(attributes: Attributes): void {
    this.#pieces = [];
    this.#language = languageOf(attributes);
  }

  /** Handles an element in it: a line break, or one that names the language. */
  open(name: string, attributes: Attributes): void {
    if (name === "br") this.add("\n");
    else if (name === "code" && this.#language === "") this.#language = languageOf(attributes);
  }

  /** Adds text unchanged. */
  add(text: string): void {
    this.#pieces?.push(text);
  }

  /** Closes the code block and returns its text, or `undefined` if no block is open or it is empty. */
  end(): Written | undefined {
    const content = this.#pieces?.join("") ?? "";
    const fenced = fence(this.#language, content.replace(/^\r?\n/, "")).replace(/\n$/, "");
    this.#pieces = undefined;
    this.#language = "";
    return fenced === "" ? undefined : { flow: fenced, inline: inOneLine(content) };
  }
}

function languageOf(attributes: Attributes): string {
  return /\blang(?:uage)?-([\w+#-]+)/.exec(attributes.get("class") ?? "")?.[1] ?? "";
}

/** The open link, if any. */
class OpenLink {
  #link: { readonly href: string; readonly handle: number; text: string } | undefined;

  /** True if a link is open. */
  get isOpen(): boolean {
    return this.#link !== undefined;
  }

  /** Opens a link and closes the previous one. Only links out of the document are worth their tokens. */
  open(writer: MarkdownWriter, href: string): void {
    this.close(writer);
    const target = href.trim();
    if (leadsToFile(target)) this.#link = { href: target, handle: writer.writeMark("["), text: "" };
  }

  /** Adds link text, as much as needed to compare it with the address. */
  addWords(words: string): void {
    if (this.#link !== undefined && this.#link.text.length <= this.#link.href.length) this.#link.text += words;
  }

  /** Adds link text that is already Markdown. */
  addMarkdown(markdown: string): void {
    if (this.#link !== undefined) this.#link.text += markdown;
  }

  /** Closes the link. A link whose text is its address is written once. */
  close(writer: MarkdownWriter): void {
    const link = this.#link;
    this.#link = undefined;
    if (link === undefined) return;
    const text = link.text.trim();
    const saysAddress = text === link.href || `mailto:${text}` === link.href;
    if (text === "" || saysAddress) writer.takeBack(link.handle);
    if (text === "") writer.writeRaw(shownAddress(link.href));
    else if (!saysAddress) writer.writeRaw(`](${linkDestination(link.href)})`);
  }
}

/** Joins the lines that are not blank. Linear, unlike an expression for spaces before a line end. */
function inOneLine(content: string): string {
  const lines = content.trim().split("\n");
  return lines
    .map((line) => line.trimEnd())
    .filter((line) => line !== "")
    .join("<br>");
}

/**
 * Wraps text in a fence that its content cannot close, with an info string: ```` ```stdout ````. Ends with a newline;
 * returns an empty string for empty text.
 */
export function fence(info: string, content: string): string {
  const body = content.replace(/\n$/, "");
  if (body.trim() === "") return "";
  const longest = (body.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const marks = "`".repeat(longest + 1);
  return `${marks}${info.replace(/[^\w ./+#-]+/g, "")}\n${body}\n${marks}\n`;
}
