import { type Attributes, headings, unseen } from "./elements.ts";
import type { HtmlListener, ReadHtml } from "./engine.ts";
import { createFlowFrame, type FlowFrame } from "./flow-frame.ts";
import { type CellFacts, createHtmlTable, type HtmlTable } from "./html-table.ts";

/** A piece of a document, in order. Between two pieces of text belongs an empty line. */
export type MarkdownPiece =
  /** Whole blocks; ends with a newline. */
  | { readonly type: "text"; readonly markdown: string }
  /** A heading; `markdown` ends with a newline, `title` is plain. */
  | { readonly type: "heading"; readonly level: number; readonly title: string; readonly markdown: string }
  /** A picture that the text before it shows as `![alt](source)`. */
  | { readonly type: "image"; readonly source: string; readonly alt: string };

/**
 * Makes Markdown of the tags and the text of an HTML document, told one after the other.
 *
 * Lists: an item shows what its `data-label` says (`1.1.1`, `a)`, or nothing) instead of a number or a dash; `start`
 * and `value` count. Tables: the first row is the header; a cell that spans others stands once, where it starts;
 * blocks in a cell are divided by `<br>`, the cells of a table in a cell by ` / `; a table of one cell, and one with a
 * cell too long for a line, is no table but its cells, one below the other. `sup` and `sub` become `x²` and `x_i`.
 * Links show where they lead if that is outside. Text is not escaped: models read `2 * 3 * 4` as it is.
 */
export interface MarkdownBuilder extends HtmlListener {
  /** Text that is Markdown already: it is neither folded nor escaped. */
  raw(markdown: string): void;
  /** Takes out what is finished: whole blocks. Call it now and then, so that a long document is not held whole. */
  take(): readonly MarkdownPiece[];
  /** Takes out the rest. */
  end(): readonly MarkdownPiece[];
}

/**
 * A builder that has been told nothing yet. Styles and scripts are left out. It keeps no tree, so that no input makes
 * it slow or deep.
 */
export function createMarkdownBuilder(): MarkdownBuilder {
  return new Builder();
}

class Builder implements MarkdownBuilder {
  readonly #pieces: MarkdownPiece[] = [];
  /** Pictures of the blocks that are not pieces yet. */
  readonly #images: { readonly source: string; readonly alt: string }[] = [];
  readonly #document: FlowFrame = createFlowFrame();
  readonly #tables: TableFrames = createTableFrames(this.#document);
  #heading: { readonly level: number; title: string } | undefined;
  #unseenDepth = 0;

  open(name: string, attributes: Attributes): void {
    if (unseen.has(name)) this.#unseenDepth += 1;
    if (this.#unseenDepth > 0 || this.#tables.open(name, attributes)) return;
    if (headings.has(name)) this.#openHeading(name, attributes);
    else if (name === "img") this.#writeImage(attributes);
    else this.#tables.current.open(name, attributes);
  }

  close(name: string): void {
    if (unseen.has(name)) this.#unseenDepth = Math.max(0, this.#unseenDepth - 1);
    if (this.#unseenDepth > 0 || this.#tables.close(name)) return;
    if (headings.has(name)) this.#closeHeading(name);
    else this.#tables.current.close(name);
  }

  text(characters: string): void {
    if (this.#unseenDepth > 0) return;
    if (this.#heading !== undefined) this.#heading.title += characters;
    this.#tables.current.text(characters);
  }

  raw(markdown: string): void {
    if (this.#heading !== undefined) this.#heading.title += markdown;
    this.#tables.current.raw(markdown);
  }

  take(): readonly MarkdownPiece[] {
    if (this.#tables.isEmpty && this.#document.isBetweenBlocks) this.#finishBlocks();
    return this.#pieces.splice(0);
  }

  end(): readonly MarkdownPiece[] {
    this.#tables.end();
    if (this.#heading === undefined) this.#finishBlocks();
    else this.#finishHeading();
    return this.#pieces.splice(0);
  }

  /** Makes a piece of what was written, and one of each picture in it. */
  #finishBlocks(): void {
    const { flow } = this.#document.take();
    if (flow !== "") this.#pieces.push({ type: "text", markdown: `${flow}\n` });
    for (const image of this.#images.splice(0)) this.#pieces.push({ type: "image", ...image });
  }

  /** A heading in a cell is no place, and stands out as strong text. */
  #openHeading(name: string, attributes: Attributes): void {
    const frame = this.#tables.current;
    if (!this.#tables.isEmpty) {
      frame.open("p", attributes);
      return frame.open("strong", attributes);
    }
    if (this.#heading === undefined) this.#finishBlocks();
    else this.#finishHeading();
    this.#heading = { level: Number(name[1]), title: "" };
    frame.openTitle();
  }

  #closeHeading(name: string): void {
    const frame = this.#tables.current;
    if (this.#tables.isEmpty && this.#heading !== undefined) return this.#finishHeading();
    if (!this.#tables.isEmpty) frame.close("strong");
    frame.close(this.#tables.isEmpty ? name : "p");
  }

  #finishHeading(): void {
    const { level = 1, title = "" } = this.#heading ?? {};
    this.#heading = undefined;
    const { inline } = this.#document.take();
    const markdown = `${"#".repeat(level)} ${inline.replaceAll("<br>", " ")}\n`;
    const plain = title.replace(/\s+/g, " ").trim();
    if (inline !== "") this.#pieces.push({ type: "heading", level, title: plain === "" ? inline : plain, markdown });
    this.#finishBlocks();
  }

  #writeImage(attributes: Attributes): void {
    const source = attributes.get("src") ?? "";
    const alt = (attributes.get("alt") ?? "").replace(/\s+/g, " ").trim();
    this.#tables.current.text("");
    this.#tables.current.raw(`![${alt}](${source})`);
    this.#images.push({ source, alt });
  }
}

/** Tables in cells of tables that are laid out; the rows of deeper ones are lines of their cell. */
const maxTableDepth = 12;

interface OpenTable {
  readonly layout: HtmlTable;
  readonly caption: FlowFrame;
  cell: { readonly frame: FlowFrame; readonly facts: CellFacts } | undefined;
}

/** The tables that are open, one in a cell of another, above the text of the document. */
interface TableFrames {
  readonly isEmpty: boolean;
  /** Where text belongs to now: the innermost open cell or caption, or the document. */
  readonly current: FlowFrame;
  /** Whether the element was part of a table, and has been taken care of. */
  open(name: string, attributes: Attributes): boolean;
  close(name: string): boolean;
  /** Closes all tables. */
  end(): void;
}

/** No table is open yet in the document. */
function createTableFrames(document: FlowFrame): TableFrames {
  return new Frames(document);
}

class Frames implements TableFrames {
  readonly #document: FlowFrame;
  readonly #tables: OpenTable[] = [];
  /** Tables that are open beyond the depth. */
  #deeper = 0;

  constructor(document: FlowFrame) {
    this.#document = document;
  }

  get isEmpty(): boolean {
    return this.#tables.length === 0;
  }

  get current(): FlowFrame {
    const table = this.#tables.at(-1);
    return table?.cell?.frame ?? table?.caption ?? this.#document;
  }

  open(name: string, attributes: Attributes): boolean {
    const table = this.#tables.at(-1);
    if (name === "table") this.#openTable(attributes);
    else if (table === undefined || !parts.has(name)) return false;
    else if (this.#deeper > 0) this.current.open(name === "tr" ? "br" : "span", attributes);
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

  end(): void {
    while (!this.isEmpty) this.#closeTable();
    this.#deeper = 0;
  }

  #openTable(attributes: Attributes): void {
    this.current.open("table", attributes);
    if (this.#tables.length < maxTableDepth) {
      this.#tables.push({ layout: createHtmlTable(), caption: createFlowFrame(), cell: undefined });
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
  }
}

const parts: ReadonlySet<string> = new Set(["tr", "td", "th", "caption"]);

/** A header stands out already. */
function openCell(name: string, attributes: Attributes): NonNullable<OpenTable["cell"]> {
  const frame = createFlowFrame();
  if (name === "th") frame.openTitle();
  return { frame, facts: { ...spanOf(attributes), isHeader: name === "th" } };
}

function spanOf(attributes: Attributes): Pick<CellFacts, "columns" | "rows"> {
  const count = (name: string): number => Math.max(1, Number.parseInt(attributes.get(name) ?? "1", 10) || 1);
  return { columns: count("colspan"), rows: count("rowspan") };
}

/**
 * The words of an HTML fragment as light Markdown: tables, headings, lists, links and images. It runs over the tags
 * once, in time linear in the length of any input. Without a newline at the end.
 */
export function htmlToMarkdown(html: string, readHtml: ReadHtml): string {
  const builder = createMarkdownBuilder();
  readHtml(html, builder);
  const pieces = builder.end().flatMap((piece) => ("markdown" in piece ? [piece.markdown] : []));
  return pieces.join("\n").replace(/\n$/, "");
}
