import { type Attributes, blocks, lines, marks } from "./elements.ts";
import { fence } from "./fence.ts";
import { createMarkdownWriter, type MarkdownWriter } from "./markdown-writer.ts";
import { Nesting } from "./nesting.ts";
import { loweredText, raisedText } from "./raised-text.ts";
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

/** How often each mark is open: `<b>` in `<strong>` is not twice as bold. */
class MarkCounts {
  readonly #counts = new Map<string, number>();

  /** Whether a mark began or ended by one more or one less. */
  change(mark: string, by: number): boolean {
    const before = this.#counts.get(mark) ?? 0;
    const after = Math.max(0, before + by);
    this.#counts.set(mark, after);
    return (before === 0) !== (after === 0);
  }

  /** Whether text is marked so at present. */
  isOpen(mark: string): boolean {
    return (this.#counts.get(mark) ?? 0) > 0;
  }
}

/** The elements that raise or lower text. */
type ScriptName = "sup" | "sub";

/** Whether an element raises or lowers text. */
function isScript(name: string): name is ScriptName {
  return name === "sup" || name === "sub";
}

/** Whether text is raised or lowered at present. */
class Scripts {
  readonly #open = { sup: 0, sub: 0 };

  /** One more or one less is open. */
  count(name: ScriptName, change: number): void {
    this.#open[name] = Math.max(0, this.#open[name] + change);
  }

  /** Text as it reads where it stands. */
  shown(text: string): string {
    if (this.#open.sup > 0) return raisedText(text);
    return this.#open.sub > 0 ? loweredText(text) : text;
  }
}

/** The preformatted text that is open, if one is. */
class Preformatted {
  #pieces: string[] | undefined;
  #language = "";

  /** Whether there is one. */
  get isOpen(): boolean {
    return this.#pieces !== undefined;
  }

  /** Begins one. */
  begin(attributes: Attributes): void {
    this.#pieces = [];
    this.#language = languageOf(attributes);
  }

  /** An element in it: a line break, or one that names the language. */
  open(name: string, attributes: Attributes): void {
    if (name === "br") this.add("\n");
    else if (name === "code" && this.#language === "") this.#language = languageOf(attributes);
  }

  /** Text as it is. */
  add(text: string): void {
    this.#pieces?.push(text);
  }

  /** Ends it; gives nothing where there is none, or nothing in it. */
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

/** The link that a text is in, if it is in one. */
class OpenLink {
  #link: { readonly href: string; readonly handle: number; text: string } | undefined;

  /** Whether there is one. */
  get isOpen(): boolean {
    return this.#link !== undefined;
  }

  /** Begins one, and ends the one before: only links that lead somewhere from here are worth their tokens. */
  open(writer: MarkdownWriter, href: string): void {
    this.close(writer);
    if (/^(?:https?|mailto|ftp|tel):/i.test(href)) {
      this.#link = { href: href.trim(), handle: writer.writeMark("["), text: "" };
    }
  }

  /** Notes words of it, as far as it takes to tell whether they are more than its address. */
  addWords(words: string): void {
    if (this.#link !== undefined && this.#link.text.length <= this.#link.href.length) this.#link.text += words;
  }

  /** The same for what is Markdown already. */
  addMarkdown(markdown: string): void {
    if (this.#link !== undefined) this.#link.text += markdown;
  }

  /** Ends it. A link that says where it leads need not say so twice. */
  close(writer: MarkdownWriter): void {
    const link = this.#link;
    this.#link = undefined;
    if (link === undefined) return;
    const text = link.text.trim();
    const saysAddress = text === link.href || `mailto:${text}` === link.href;
    if (text === "" || saysAddress) writer.takeBack(link.handle);
    if (text === "") writer.writeRaw(link.href);
    else if (!saysAddress) writer.writeRaw(`](${addressOf(link.href)})`);
  }
}

/** CommonMark 0.31, 6.3: an address with spaces or brackets stands between angle brackets. */
function addressOf(href: string): string {
  return /[\s()<>]/.test(href) ? `<${href.replace(/[<>\s]/g, (character) => encodeURIComponent(character))}>` : href;
}

/** Joins the lines that are not blank. Linear, unlike an expression for spaces before a line end. */
function inOneLine(content: string): string {
  const lines = content.trim().split("\n");
  return lines
    .map((line) => line.trimEnd())
    .filter((line) => line !== "")
    .join("<br>");
}
