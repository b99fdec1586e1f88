import { withoutIdleMarks } from "./direction-marks.ts";
import { createMathReader, type MathReader } from "./math.ts";
import { type Attributes, headings, hiddenElements } from "./elements.ts";
import type { HtmlListener, ReadHtml } from "./engine.ts";
import { createTextFrame, type TextFrame } from "./text-frame.ts";
import type { PageStart } from "./markdown-writer.ts";
import { type CellFacts, createHtmlTable, type HtmlTable } from "./html-table.ts";

/** A piece of a document. Two pieces of text are separated by an empty line. */
export type MarkdownPiece =
  /** Whole blocks; ends with a newline. */
  | { readonly type: "text"; readonly markdown: string; readonly pages?: readonly PageStart[] }
  /** A heading; `markdown` ends with a newline, `title` is plain. */
  | {
      readonly type: "heading";
      readonly level: number;
      readonly title: string;
      readonly markdown: string;
      readonly pages?: readonly PageStart[];
    }
  /** An image that the preceding text references as `![alt](source)`. */
  | { readonly type: "image"; readonly source: string; readonly alt: string };

/**
 * Converts the tags and the text of an HTML document to Markdown. Lists: an item shows its `data-label` (`1.1.1`, `a)`,
 * or nothing) instead of a number or a dash; `start` and `value` are supported. Tables: the first row is the header; a
 * cell that spans others is written once, where it starts; blocks in a cell are separated by `<br>`, the cells of a
 * table in a cell by ` / `. A table with a single cell, or with a cell too long for a line, is written as its cells,
 * one below the other. `sup` and `sub` become `x²` and `x_i`, and MathML becomes LaTeX
 * between dollar signs. Only links out of the document show their target. Text is
 * not escaped: models read `2 * 3 * 4` as it is. Only asterisks that touch the marks of strong or emphasized text are.
 */
export interface MarkdownBuilder extends HtmlListener {
  /** Writes text that is already Markdown, without collapsing whitespace. */
  raw(markdown: string): void;
  /** Returns the finished blocks and removes them. Call it regularly, so that a long document is not kept in memory. */
  take(): readonly MarkdownPiece[];
  /** Ends the document and returns the remaining pieces. */
  end(): readonly MarkdownPiece[];
}

/**
 * Creates an empty builder. Styles and scripts are omitted. It keeps no tree, so its time is linear and nesting cannot
 * exhaust the stack.
 */
export function createMarkdownBuilder(): MarkdownBuilder {
  return new Builder();
}

/**
 * The name of the element that starts a page; its attribute `number` is the number of the page. No element of a web
 * page can have this name.
 */
export const pageElement = "#page";

/** Elements that end a formula that is not closed, wherever they are in it. */
const blockElements: ReadonlySet<string> = new Set(
  "p div h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table tr td th blockquote pre section article main header footer nav hr body".split(
    " ",
  ),
);

/** Elements that only the text in a formula contains: elsewhere they end it (HTML, "in foreign content"). */
const inlineElements: ReadonlySet<string> = new Set(
  "a audio b big br button center code em embed font i img input label nobr s select small span strike strong sub sup textarea tt u var video".split(
    " ",
  ),
);

/** The heading that is open. Its plain title is the text in it, or else the alternative text of its images. */
interface OpenHeading {
  readonly level: number;
  title: string;
  alt: string;
  hasImage: boolean;
  hasFormula: boolean;
  /** True if it has text or Markdown besides formulas and images. */
  hasWords: boolean;
}

/** Matches Markdown that is a formula. Plain text between dollar signs, such as `$5 to 10$`, is not a formula. */
const rawFormula = /^(\$\$?)[^$]+\1$/;

/**
 * Returns the plain title of a heading whose Markdown is `inline`, or `undefined` if it is not a heading: an image
 * without alternative text names no section, and neither does a formula.
 */
function titleOf({ title, alt, hasImage, hasFormula, hasWords }: OpenHeading, inline: string): string | undefined {
  if (inline === "" || (hasFormula && !hasWords && alt.trim() === "")) return undefined;
  return [title, alt, hasImage ? "" : inline]
    .map((each) => withPlainSpaces(withoutIdleMarks(each)))
    .find((each) => each !== "");
}

function addMarkdown(heading: OpenHeading, markdown: string): void {
  heading.title += markdown;
  const words = markdown.trim();
  if (rawFormula.test(words)) heading.hasFormula = true;
  else heading.hasWords ||= words !== "";
}

class Builder implements MarkdownBuilder {
  readonly #pieces: MarkdownPiece[] = [];
  /** Images of unfinished blocks. */
  readonly #images: { readonly source: string; readonly alt: string }[] = [];
  readonly #document: TextFrame = createTextFrame();
  readonly #tables: TableFrames = createTableFrames(this.#document);
  #heading: OpenHeading | undefined;
  #hiddenDepth = 0;
  /** The formula that is open. */
  #math: MathReader | undefined;

  open(name: string, attributes: Attributes): void {
    if (hiddenElements.has(name)) this.#hiddenDepth += 1;
    if (this.#opensInMath(name, attributes)) return;
    if (name === pageElement) return this.#tables.startPage(Number(attributes.get("number")));
    if (this.#hiddenDepth > 0 || this.#tables.open(name, attributes)) return;
    if (this.#heading !== undefined && separatesWords(name)) this.#heading.title += " ";
    if (headings.has(name)) this.#openHeading(name, attributes);
    else if (name === "img") this.#writeImage(attributes);
    else this.#tables.current.open(name, attributes);
  }

  close(name: string): void {
    const wasHidden = this.#hiddenDepth > 0;
    if (hiddenElements.has(name)) this.#hiddenDepth = Math.max(0, this.#hiddenDepth - 1);
    if (wasHidden || this.#closesInMath(name) || this.#tables.close(name)) return;
    if (headings.has(name)) this.#closeHeading(name);
    else this.#tables.current.close(name);
  }

  text(characters: string): void {
    if (this.#hiddenDepth > 0) return;
    if (this.#math !== undefined) return this.#math.text(characters);
    if (this.#heading !== undefined) {
      this.#heading.title += characters;
      this.#heading.hasWords ||= characters.trim() !== "";
    }
    this.#tables.current.text(characters);
  }

  raw(markdown: string): void {
    if (this.#heading !== undefined) addMarkdown(this.#heading, markdown);
    this.#tables.current.raw(markdown);
  }

  take(): readonly MarkdownPiece[] {
    if (this.#tables.isEmpty && this.#document.isBetweenBlocks) this.#finishBlocks();
    return this.#pieces.splice(0);
  }

  end(): readonly MarkdownPiece[] {
    this.#finishMath();
    this.#tables.end();
    if (this.#heading === undefined) this.#finishBlocks();
    else this.#finishHeading();
    return this.#pieces.splice(0);
  }

  /** Passes an element to the open formula, or opens one. Returns false if the element is not part of a formula. */
  #opensInMath(name: string, attributes: Attributes): boolean {
    if (this.#hiddenDepth > 0) return false;
    if (this.#math !== undefined && !this.#endsMath(name)) {
      this.#math.open(name, attributes);
      return true;
    }
    this.#finishMath();
    if (name !== "math") return false;
    this.#math = createMathReader();
    return true;
  }

  #closesInMath(name: string): boolean {
    const isIn = this.#math !== undefined && name !== "math" && (this.#math.close(name) || !this.#endsMath(name));
    if (!isIn) this.#finishMath();
    return isIn || name === "math";
  }

  /** True for an element of HTML that is not part of the open formula. */
  #endsMath(name: string): boolean {
    return blockElements.has(name) || (inlineElements.has(name) && this.#math?.isInText === false);
  }

  /** Writes the open formula, if there is one, as formulas of office documents are written. */
  #finishMath(): void {
    const latex = this.#math?.latex() ?? "";
    this.#math = undefined;
    if (latex !== "") this.raw(`$${latex}$`);
  }

  /** Creates a piece of the written text, and one for each image in it. */
  #finishBlocks(): void {
    const { flow, pages } = this.#document.take();
    const markdown = withoutIdleMarks(`${flow}\n`);
    if (flow !== "") this.#pieces.push({ type: "text", markdown, ...pagesOf(pages) });
    for (const image of this.#images.splice(0)) this.#pieces.push({ type: "image", ...image });
  }

  /** A heading in a table cell is not a section; it is written as strong text. */
  #openHeading(name: string, attributes: Attributes): void {
    const frame = this.#tables.current;
    if (!this.#tables.isEmpty) {
      frame.open("p", attributes);
      return frame.open("strong", attributes);
    }
    if (this.#heading === undefined) this.#finishBlocks();
    else this.#finishHeading();
    this.#heading = { level: Number(name[1]), title: "", alt: "", hasImage: false, hasFormula: false, hasWords: false };
    frame.openTitle();
  }

  #closeHeading(name: string): void {
    const frame = this.#tables.current;
    if (this.#tables.isEmpty && this.#heading !== undefined) return this.#finishHeading();
    if (!this.#tables.isEmpty) frame.close("strong");
    frame.close(this.#tables.isEmpty ? name : "p");
  }

  #finishHeading(): void {
    const heading = this.#heading;
    this.#heading = undefined;
    const { flow, inline, pages } = this.#document.take();
    const title = heading === undefined ? undefined : titleOf(heading, inline);
    if (heading !== undefined && title !== undefined) {
      const markdown = withoutIdleMarks(`${"#".repeat(heading.level)} ${inline.replaceAll("<br>", " ")}\n`);
      this.#pieces.push({ type: "heading", level: heading.level, title, markdown, ...pagesOf(pages) });
    } else if (inline !== "") {
      this.#pieces.push({ type: "text", markdown: withoutIdleMarks(`${flow}\n`), ...pagesOf(pages) });
    }
    this.#finishBlocks();
  }

  #writeImage(attributes: Attributes): void {
    const source = attributes.get("src") ?? "";
    const alt = withPlainSpaces(attributes.get("alt") ?? "");
    if (this.#heading !== undefined) {
      this.#heading.alt += ` ${alt}`;
      this.#heading.hasImage = true;
    }
    this.#tables.current.text("");
    this.#tables.current.raw(`![${alt}](${source})`);
    this.#images.push({ source, alt });
  }
}

/** True for elements that put their text on another line than the text before it. */
function separatesWords(name: string): boolean {
  return name === "br" || blockElements.has(name);
}

function withPlainSpaces(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function pagesOf(pages: readonly PageStart[] | undefined): { readonly pages?: readonly PageStart[] } {
  return pages === undefined ? {} : { pages };
}

/** Maximum nesting of tables. The rows of deeper ones become lines of their cell. */
const maxTableDepth = 12;

interface OpenTable {
  readonly layout: HtmlTable;
  readonly caption: TextFrame;
  cell: { readonly frame: TextFrame; readonly facts: CellFacts } | undefined;
}

/** The open tables, innermost last. */
interface TableFrames {
  readonly isEmpty: boolean;
  /** The innermost open cell or caption, or the document. */
  readonly current: TextFrame;
  /** Handles an element of a table. Returns false for other elements. */
  open(name: string, attributes: Attributes): boolean;
  close(name: string): boolean;
  /** Starts a page with the next text, or with the next row of a table. */
  startPage(page: number): void;
  /** Closes all tables. */
  end(): void;
}

/** Creates the table frames of a document, without open tables. */
function createTableFrames(document: TextFrame): TableFrames {
  return new Frames(document);
}

class Frames implements TableFrames {
  readonly #document: TextFrame;
  readonly #tables: OpenTable[] = [];
  /** Number of open tables beyond the maximum depth. */
  #deeper = 0;
  /** The last page that started in the open tables. */
  #duePage: number | undefined;

  constructor(document: TextFrame) {
    this.#document = document;
  }

  get isEmpty(): boolean {
    return this.#tables.length === 0;
  }

  get current(): TextFrame {
    const table = this.#tables.at(-1);
    return table?.cell?.frame ?? table?.caption ?? this.#document;
  }

  open(name: string, attributes: Attributes): boolean {
    const table = this.#tables.at(-1);
    if (name === "table") this.#openTable(attributes);
    else if (table === undefined || !parts.has(name)) return false;
    else if (this.#deeper > 0) this.current.open(name === "tr" ? "br" : "nobr", attributes);
    else this.#openPart(table, name, attributes);
    return true;
  }

  close(name: string): boolean {
    if (name === "table" && this.#deeper > 0) this.#deeper -= 1;
    else if (name === "table" && !this.isEmpty) this.#closeTable();
    else if (this.isEmpty || !parts.has(name)) return false;
    else if (this.#deeper > 0) this.current.text(" ");
    else if (name !== "caption") this.#closeCell();
    return true;
  }

  startPage(page: number): void {
    const [outermost] = this.#tables;
    if (outermost === undefined) this.#document.startPage(page);
    else outermost.layout.startPage(page);
    this.#duePage = outermost === undefined ? undefined : page;
  }

  end(): void {
    while (!this.isEmpty) this.#closeTable();
    this.#deeper = 0;
  }

  #openTable(attributes: Attributes): void {
    this.current.open("table", attributes);
    if (this.#tables.length < maxTableDepth) {
      this.#tables.push({ layout: createHtmlTable(), caption: createTextFrame(), cell: undefined });
    } else {
      this.#deeper += 1;
    }
  }

  #openPart(table: OpenTable, name: string, attributes: Attributes): void {
    this.#closeCell();
    if (name === "tr") table.layout.openRow();
    else if (name !== "caption") table.cell = openCell(name, attributes);
  }

  #closeCell(): void {
    const table = this.#tables.at(-1);
    if (table?.cell === undefined) return;
    const { frame, facts } = table.cell;
    table.cell = undefined;
    table.layout.addCell(frame.take(), facts);
  }

  #closeTable(): void {
    this.#closeCell();
    const table = this.#tables.pop();
    const block = table?.layout.finish(table.caption.take());
    if (block !== undefined && block.flow !== "") this.current.block(block);
    this.current.close("table");
    if (this.isEmpty && this.#duePage !== undefined) this.startPage(this.#duePage);
  }
}

const parts: ReadonlySet<string> = new Set(["tr", "td", "th", "caption"]);

/** Opens a cell. Header cells need no bold marks. */
function openCell(name: string, attributes: Attributes): NonNullable<OpenTable["cell"]> {
  const frame = createTextFrame();
  if (name === "th") frame.openTitle();
  return { frame, facts: { ...spanOf(attributes), isHeader: name === "th" } };
}

function spanOf(attributes: Attributes): Pick<CellFacts, "columns" | "rows"> {
  const count = (name: string): number => Math.max(1, Number.parseInt(attributes.get(name) ?? "1", 10) || 1);
  return { columns: count("colspan"), rows: count("rowspan") };
}

/**
 * Converts an HTML fragment to light Markdown: tables, headings, lists, links and images. Its time is linear in the
 * length of any input. The result has no newline at the end.
 */
export function htmlToMarkdown(html: string, readHtml: ReadHtml): string {
  const builder = createMarkdownBuilder();
  readHtml(html, builder);
  const pieces = builder.end().flatMap((piece) => ("markdown" in piece ? [piece.markdown] : []));
  return pieces.join("\n").replace(/\n$/, "");
}
