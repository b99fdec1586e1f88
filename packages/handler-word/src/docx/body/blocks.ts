import type { ParagraphStyle } from "@reader/document/builder";
import { childOf, type XmlElement, type XmlNode, childrenOf, textIn } from "@reader/office-kit/xml";
import { isOnElement, type WordStyle, type WordStyles } from "../parts/styles.ts";
import { alternatives } from "./drawings.ts";
import type { BlockContext, BodyState } from "./body-state.ts";
import { Fields } from "./fields.ts";
import { createListNesting } from "./list-nesting.ts";
import { writeInlines, type InlineTarget } from "./inlines.ts";
import { writeDueNotes } from "./notes.ts";
import { paragraphLookOf } from "./paragraph-look.ts";
import { namedStyle, paragraphStyle } from "./paragraph-style.ts";
import { ParagraphWriter } from "./paragraph-writer.ts";

/** Minimum number of lines for adjacent cells to be treated as rows typed as paragraphs. */
const minLines = 3;

/** Maximum length of a line that may be a value or its name, in characters. */
const maxLineCharacters = 80;

/**
 * Splits a row whose author typed several rows into it: every cell has the same number of short paragraphs, including
 * empty ones, so paragraphs at the same position belong together. A single Markdown table row would lose this
 * alignment.
 */
function parallelRows(row: XmlElement): readonly XmlElement[] {
  const parts = childrenOf(row);
  const cells = parts.filter(({ name }) => name === "w:tc");
  if (cells.length < 2 || parts.some(({ name }) => !rowParts.has(name))) return [row];
  const lines = cells.map(linesOf);
  const height = heightOf(lines);
  if (height < minLines) return [row];
  const properties = parts.filter(({ name }) => name !== "w:tc");
  return Array.from({ length: height }, (_, at) => ({
    ...row,
    children: [...properties, ...cells.map((cell, column) => cellWith(cell, lines[column]?.[at]))],
  }));
}

const rowParts: ReadonlySet<string> = new Set(["w:tc", "w:trPr", "w:tblPrEx"]);

/**
 * Returns the paragraphs of a cell without trailing empty ones, or `undefined` if the cell is not a column of lines.
 */
function linesOf(cell: XmlElement): readonly XmlElement[] | undefined {
  const blocks = childrenOf(cell).filter(({ name }) => name !== "w:tcPr");
  if (blocks.some((block) => !isLine(block)) || childOf(cell, "w:tcPr", "w:vMerge") !== undefined) return undefined;
  return blocks.slice(0, blocks.findLastIndex((block) => textIn(block).trim() !== "") + 1);
}

function isLine(block: XmlElement): boolean {
  return (
    block.name === "w:p" &&
    childOf(block, "w:pPr", "w:numPr") === undefined &&
    textIn(block).length <= maxLineCharacters
  );
}

/** Returns the number of lines shared by all cells with text, or 0 if it differs or only one cell has text. */
function heightOf(lines: readonly (readonly XmlElement[] | undefined)[]): number {
  const heights = lines.map((each) => each?.length).filter((height) => height !== 0);
  const [height = 0] = heights;
  return heights.length > 1 && heights.every((each) => each === height) ? height : 0;
}

function cellWith(cell: XmlElement, line: XmlElement | undefined): XmlElement {
  const children = [childOf(cell, "w:tcPr"), line].filter((node) => node !== undefined);
  return { ...cell, children };
}

/** Elements that may wrap blocks, rows and cells. */
const wrappers: ReadonlySet<string> = new Set([
  "w:customXml",
  "w:smartTag",
  "w:ins",
  "w:del",
  "w:moveTo",
  "w:moveFrom",
]);

/** Elements that belong in a paragraph, but that some programs write outside one. */
const looseInlines: ReadonlySet<string> = new Set(["w:r", "w:hyperlink", "m:oMath", "m:oMathPara"]);

/** Writes all blocks in an element. */
export function writeBlocks(nodes: readonly XmlNode[], context: BlockContext): void {
  const writer = new BlockWriter(context);
  for (const node of nodes) if (typeof node !== "string") writer.write(node);
  writer.end();
}

/** Writes the notes that the text has referred to since the last call. */
export function writeNotes(state: BodyState): void {
  writeDueNotes(state, ({ content, relationships }) => {
    writeBlocks(content.children, { state, relationships, fields: new Fields(), isMain: false, change: undefined });
  });
}

/** Writes the blocks of one text in sequence: the body, a cell, a text box or a note. */
export class BlockWriter {
  readonly #context: BlockContext;
  /** The nesting of the lists in this text. */
  readonly #nesting = createListNesting();
  /** A pending drop cap. In the file it is a paragraph; for a reader it is the first letter of the next paragraph. */
  #dropCap: XmlElement | undefined;

  constructor(context: BlockContext) {
    this.#context = context;
  }

  write(block: XmlElement): void {
    for (const node of alternatives([block])) if (typeof node !== "string") this.#write(node);
  }

  /** Writes a pending drop cap that no paragraph follows. */
  end(): void {
    if (this.#dropCap !== undefined) this.#writeParagraph(emptyParagraph);
  }

  #write(node: XmlElement): void {
    const { anchors } = this.#context.state;
    const { "w:id": id = "" } = node.attributes;
    switch (node.name) {
      case "w:p":
        return this.#writeParagraph(node);
      case "w:tbl":
        return this.#writeTable(node);
      case "w:altChunk":
        return this.#writeChunk(node);
      case "w:commentRangeStart":
        return anchors.start(id);
      case "w:commentRangeEnd":
        return anchors.end(id);
      default:
        for (const inner of wrapped(node)) if (typeof inner !== "string") this.write(inner);
        if (looseInlines.has(node.name)) this.#writeParagraph({ ...emptyParagraph, children: [node] });
    }
  }

  #writeTable(table: XmlElement): void {
    const writer = new TableWriter(this.#context);
    for (const node of table.children) if (typeof node !== "string") writer.write(node);
    writer.end();
  }

  #writeParagraph(paragraph: XmlElement): void {
    const properties = childOf(paragraph, "w:pPr");
    const { state, change } = this.#context;
    const formatting = childOf(properties, "w:pPrChange");
    if (formatting !== undefined) state.changes.count("formatting change", formatting.attributes);
    if (isDropCap(properties) && !hasTextBox(paragraph)) {
      this.#dropCap = paragraph;
      return;
    }
    const named = namedStyle(properties, state.styles);
    const style = this.#styleOf(paragraph, named);
    const writer = new ParagraphWriter(state.sink, style, () => this.#startParagraph(style));
    const page = state.pages.paragraph(this.#context.isMain && startsPage(properties, named));
    if (page !== undefined) writer.startPage(page);
    const textBoxes: XmlElement[] = [];
    const target: InlineTarget = {
      context: this.#context,
      writer,
      paragraph: named,
      textBoxes,
      change,
      link: undefined,
    };
    const dropCap = this.#dropCap;
    this.#dropCap = undefined;
    if (dropCap !== undefined) writeInlines(dropCap.children, target);
    writeInlines(paragraph.children, target);
    writer.end();
    for (const box of textBoxes) writeBlocks(box.children, this.#context);
    if (this.#context.isMain && childOf(properties, "w:sectPr") !== undefined) state.pages.sectionEnd();
  }

  #styleOf(paragraph: XmlElement, named: WordStyle | undefined): ParagraphStyle {
    const { state, isMain } = this.#context;
    const style = paragraphStyle(paragraph, named, {
      styles: state.styles,
      styleUse: state.styleUse,
      numbering: state.numbering,
      nesting: this.#nesting,
    });
    // Names and values in cells are not code, nor are headings and items.
    if (!isMain || !state.styleUse.isCodeMonospaced || style.heading !== undefined || style.list !== undefined)
      return style;
    const { isMonospaced, isPlain } = paragraphLookOf(paragraph, named, state.styles);
    return isMonospaced && isPlain ? { ...style, isCode: true } : style;
  }

  /** Starts a paragraph. A heading starts a section, so the notes of the previous one are written first. */
  #startParagraph({ heading }: ParagraphStyle): void {
    const { state, isMain } = this.#context;
    if (heading === undefined || !isMain) return;
    state.counts.headings += 1;
    writeNotes(state);
  }

  /** Writes another document, such as HTML, that is a part of the package. */
  #writeChunk({ attributes }: XmlElement): void {
    const relationship = this.#context.relationships.get(attributes["r:id"] ?? "");
    if (relationship !== undefined && !relationship.isExternal) this.#context.state.sink.document(relationship.target);
  }
}

/** True for a paragraph that starts on a new page, by its own properties or its style. */
function startsPage(properties: XmlElement | undefined, named: WordStyle | undefined): boolean {
  return isOnElement(properties, "w:pageBreakBefore") ?? named?.startsPage ?? false;
}

const emptyParagraph: XmlElement = { name: "w:p", attributes: {}, children: [] };

function isDropCap(properties: XmlElement | undefined): boolean {
  return childOf(properties, "w:framePr")?.attributes["w:dropCap"] !== undefined;
}

function hasTextBox(node: XmlElement): boolean {
  return node.children.some(
    (child) => typeof child !== "string" && (child.name === "w:txbxContent" || hasTextBox(child)),
  );
}

/** Maximum number of columns that a cell can span; Word allows 63. */
const maxSpan = 63;

/** Writes a table row by row. */
export class TableWriter {
  readonly #context: BlockContext;
  /** Columns in which a cell has started. A merged cell of a later row can continue there. */
  readonly #startedColumns = new Set<number>();
  /** True while all rows so far are header rows. */
  #isInHeader = true;
  /** True until the first row if the style of the table sets it apart. */
  #isHeaderDue = false;
  #column = 0;

  constructor(context: BlockContext) {
    this.#context = { ...context, isMain: false };
    context.state.counts.tables += 1;
    context.state.sink.startTable();
  }

  /** Writes a child element of the table. */
  write(node: XmlElement): void {
    for (const child of alternatives([node])) {
      if (typeof child === "string") continue;
      if (child.name === "w:tblPr") this.#isHeaderDue = hasHeaderRow(child, this.#context.state.styles);
      else if (child.name === "w:tr") for (const row of parallelRows(child)) this.#writeRow(row);
      else for (const inner of wrapped(child)) if (typeof inner !== "string") this.write(inner);
    }
  }

  end(): void {
    this.#context.state.sink.endTable();
  }

  #writeRow(row: XmlElement): void {
    const { sink } = this.#context.state;
    const properties = childOf(row, "w:trPr");
    this.#isInHeader &&= this.#isHeaderDue || isOnElement(properties, "w:tblHeader") === true;
    this.#isHeaderDue = false;
    this.#column = 0;
    sink.startRow();
    const before = Number(childOf(properties, "w:gridBefore")?.attributes["w:val"] ?? 0);
    if (before > 0) this.#writeCell(Math.min(before, maxSpan), undefined);
    this.#writeCells(row.children, changedBy(properties, { insertion: "w:ins", deletion: "w:del" }, this.#context));
    sink.endRow();
  }

  #writeCells(nodes: readonly XmlNode[], context: BlockContext): void {
    for (const node of alternatives(nodes)) {
      if (typeof node === "string") continue;
      if (node.name !== "w:tc") {
        this.#writeCells(wrapped(node), context);
        continue;
      }
      const properties = childOf(node, "w:tcPr");
      const inner = changedBy(properties, { insertion: "w:cellIns", deletion: "w:cellDel" }, context);
      const isCovered = continuesMerge(properties) && this.#startedColumns.has(this.#column);
      this.#writeCell(spanOf(properties), isCovered ? undefined : () => writeBlocks(node.children, inner));
    }
  }

  /** Writes a cell. A position covered by a merged cell of an earlier row gets an empty one. */
  #writeCell(columns: number, writeContent: (() => void) | undefined): void {
    const { sink } = this.#context.state;
    this.#startedColumns.add(this.#column);
    this.#column += columns;
    sink.startCell({ columns, isHeader: this.#isInHeader });
    writeContent?.();
    sink.endCell();
  }
}

/** True if the style of a table sets the first row apart, and the table shows it (ISO/IEC 29500-1, 17.4.55). */
function hasHeaderRow(properties: XmlElement, styles: WordStyles): boolean {
  const look = childOf(properties, "w:tblLook")?.attributes ?? {};
  const isOn = look["w:firstRow"] ?? String(Number.parseInt(look["w:val"] ?? "0", 16) & firstRowBit);
  if (/^(?:0|false|off)$/.test(isOn)) return false;
  return styles.find(childOf(properties, "w:tblStyle")?.attributes["w:val"])?.hasHeaderRow === true;
}

/** The bit of the first row in the older form of `w:tblLook`. */
const firstRowBit = 0x20;

function spanOf(properties: XmlElement | undefined): number {
  const span = Math.trunc(Number(childOf(properties, "w:gridSpan")?.attributes["w:val"] ?? 1));
  return span >= 1 ? Math.min(span, maxSpan) : 1;
}

/** True for a cell that continues the one above it (ISO/IEC 29500-1, 17.4.84). */
function continuesMerge(properties: XmlElement | undefined): boolean {
  const merge = childOf(properties, "w:vMerge");
  return merge !== undefined && (merge.attributes["w:val"] ?? "continue") === "continue";
}

/** Returns the blocks, rows or cells in a content control or another wrapper. */
function wrapped(node: XmlElement): readonly XmlNode[] {
  if (node.name === "w:sdt") return childOf(node, "w:sdtContent")?.children ?? [];
  return wrappers.has(node.name) ? node.children : [];
}

/** Returns the context in a row or cell, which may be inserted or deleted as a whole. */
function changedBy(
  properties: XmlElement | undefined,
  names: { readonly insertion: string; readonly deletion: string },
  context: BlockContext,
): BlockContext {
  for (const change of ["insertion", "deletion"] as const) {
    const found = childOf(properties, names[change]);
    if (found === undefined) continue;
    context.state.changes.count(change, found.attributes);
    return { ...context, change };
  }
  return context;
}
