import { type Attributes, headings, hiddenElements } from "./elements.ts";
import type { HtmlListener, ReadHtml } from "./engine.ts";
import { createTextFrame, type TextFrame } from "./text-frame.ts";
import type { Written } from "./markdown-writer.ts";
import { tableRow } from "./table.ts";

/** A piece of a document. Two pieces of text are separated by an empty line. */
export type MarkdownPiece =
  /** Whole blocks; ends with a newline. */
  | { readonly type: "text"; readonly markdown: string }
  /** A heading; `markdown` ends with a newline, `title` is plain. */
  | { readonly type: "heading"; readonly level: number; readonly title: string; readonly markdown: string }
  /** An image that the preceding text references as `![alt](source)`. */
  | { readonly type: "image"; readonly source: string; readonly alt: string };

/**
 * Converts the tags and the text of an HTML document to Markdown. Lists: an item shows its `data-label` (`1.1.1`, `a)`,
 * or nothing) instead of a number or a dash; `start` and `value` are supported. Tables: the first row is the header; a
 * cell that spans others is written once, where it starts; blocks in a cell are separated by `<br>`, the cells of a
 * table in a cell by ` / `. A table with a single cell, or with a cell too long for a line, is written as its cells,
 * one below the other. `sup` and `sub` become `x²` and `x_i`. Only links out of the document show their target. Text is
 * not escaped: models read `2 * 3 * 4` as it is.
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

class Builder implements MarkdownBuilder {
  readonly #pieces: MarkdownPiece[] = [];
  /** Images of unfinished blocks. */
  readonly #images: { readonly source: string; readonly alt: string }[] = [];
  readonly #document: TextFrame = createTextFrame();
  readonly #tables: TableFrames = createTableFrames(this.#document);
  #heading: { readonly level: number; title: string } | undefined;
  #hiddenDepth = 0;

  open(name: string, attributes: Attributes): void {
    if (hiddenElements.has(name)) this.#hiddenDepth += 1;
    if (this.#hiddenDepth > 0 || this.#tables.open(name, attributes)) return;
    if (headings.has(name)) this.#openHeading(name, attributes);
    else if (name === "img") this.#writeImage(attributes);
    else this.#tables.current.open(name, attributes);
  }

  close(name: string): void {
    if (hiddenElements.has(name)) this.#hiddenDepth = Math.max(0, this.#hiddenDepth - 1);
    if (this.#hiddenDepth > 0 || this.#tables.close(name)) return;
    if (headings.has(name)) this.#closeHeading(name);
    else this.#tables.current.close(name);
  }

  text(characters: string): void {
    if (this.#hiddenDepth > 0) return;
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

  /** Creates a piece of the written text, and one for each image in it. */
  #finishBlocks(): void {
    const { flow } = this.#document.take();
    if (flow !== "") this.#pieces.push({ type: "text", markdown: `${flow}\n` });
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

/** Collects the cells of one HTML table and lays them out as a Markdown table. */
interface HtmlTable {
  openRow(): void;
  /** Adds the next cell of the open row. */
  addCell(content: Written, cell: CellFacts): void;
  /** Returns the table below its caption. */
  finish(caption: Written): Written;
}

/** The number of columns and rows of a cell, from 1, and whether it is a header cell. */
interface CellFacts {
  readonly columns: number;
  readonly rows: number;
  readonly isHeader: boolean;
}

interface Cell extends Written {
  readonly isHeader: boolean;
}

/**
 * Number of columns in which spans are laid out; a span beyond them takes one column. This bounds hostile tables (HTML
 * lets one cell span 1000 columns and 65534 rows) and is more than a model can follow.
 */
const maxSpannedColumns = 64;

/**
 * A table with a longer cell, in characters, is treated as page layout: its row would exceed the line length that the
 * core clips (`maxLineCharacters` of its budget).
 */
const maxCellCharacters = 2000;

/** Creates an empty table. Cells that a span covers stay empty, so that columns stay aligned. */
function createHtmlTable(): HtmlTable {
  const rows: Cell[][] = [];
  /** For each of the first columns, the first row that no earlier cell covers. */
  const freeFrom: number[] = [];

  const skipCovered = (into: Cell[]): void => {
    while ((freeFrom[into.length] ?? 0) >= rows.length) into.push(nothing);
  };
  const cover = (from: number, span: CellFacts): void => {
    const end = Math.min(from + span.columns, maxSpannedColumns);
    for (let column = from; column < end; column += 1) freeFrom[column] = rows.length - 1 + span.rows;
  };
  return {
    openRow: () => void rows.push([]),
    addCell(content, facts) {
      if (rows.length === 0) rows.push([]);
      const row = rows.at(-1) ?? [];
      skipCovered(row);
      cover(row.length, facts);
      row.push({ ...content, isHeader: facts.isHeader });
    },
    finish: (caption) => layOut(rows, caption),
  };
}

const nothing: Cell = { flow: "", inline: "", isHeader: false };

function layOut(rows: readonly (readonly Cell[])[], caption: Written): Written {
  const full = rows.map(withoutEmptyEnd).filter((row) => row.length > 0);
  const cells = full.flat().filter(({ inline }) => inline !== "");
  const title = cells.length === 0 ? caption.inline : caption.flow;
  const flow = isLayout(cells) ? cells.map((cell) => cell.flow).join("\n\n") : gridOf(full);
  return {
    flow: [title, flow].filter((part) => part !== "").join("\n"),
    inline: [caption.inline, ...full.map(lineOf)].filter((part) => part !== "").join("<br>"),
  };
}

function withoutEmptyEnd(cells: readonly Cell[]): readonly Cell[] {
  return cells.slice(0, cells.findLastIndex(({ inline }) => inline !== "") + 1);
}

/** True if the table is page layout: a single multi-line cell, or cells with pages of text. */
function isLayout(cells: readonly Written[]): boolean {
  const [first] = cells;
  if (cells.length === 1 && first?.flow.includes("\n") === true) return true;
  return cells.some(({ inline }) => inline.length > maxCellCharacters);
}

/**
 * Writes the table. Markdown requires a header, so an empty one is added if the first row is not a header, unless it is
 * the only row. Empty cells at the end of rows are omitted.
 */
function gridOf(rows: readonly (readonly Cell[])[]): string {
  const [first] = rows;
  if (first === undefined) return "";
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const [header, body] =
    rows.length === 1 || isHeader(first, rows.slice(1)) ? [textsOf(first), rows.slice(1)] : [[], rows];
  const lines = [tableRow(header, columns), `|${"---|".repeat(columns)}`, ...body.map((row) => tableRow(textsOf(row)))];
  return lines.join("\n");
}

function textsOf(row: readonly Cell[]): readonly string[] {
  return row.map(({ inline }) => inline);
}

/** True if a row is a header: marked as such, all bold, or words above a column of numbers. */
function isHeader(row: readonly Cell[], below: readonly (readonly Cell[])[]): boolean {
  const full = row.filter(({ inline }) => inline !== "");
  if (full.every((cell) => cell.isHeader)) return true;
  if (full.length > 1 && full.every(({ inline }) => /^\*\*[^*]+\*\*$/.test(inline))) return true;
  if (full.some(({ inline }) => isNumber(inline))) return false;
  return row.some(({ inline }, column) => inline !== "" && holdsNumbers(below, column));
}

function holdsNumbers(rows: readonly (readonly Cell[])[], column: number): boolean {
  const cells = rows.map((row) => row[column]?.inline ?? "").filter((text) => text !== "");
  return cells.length > 0 && cells.every(isNumber);
}

/** True for numbers, also with a currency, a percent sign, or accounting brackets. */
function isNumber(text: string): boolean {
  return text.length < 40 && /^\(?[-+−]? ?\p{Sc}? ?\d[\d.,' ]* ?(?:%|\p{Sc}|[A-Z]{3})?\)?$/u.test(text);
}

/** Joins a row of a table inside a cell, where Markdown allows no table. */
function lineOf(row: readonly Written[]): string {
  return row.map(({ inline }) => inline.replaceAll("<br>", " ")).join(" / ");
}
