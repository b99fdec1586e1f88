import type { PDFDocument, PDFPage } from "mupdf";
import type { PdfEngine } from "../engine/engine.ts";
import { extractPage } from "../extract/extract-page.ts";
import { type Painting, paintingOf } from "../extract/painting/painting.ts";
import { preparePage } from "../extract/prepare/prepare-page.ts";
import { figureAlternatives, figureLines } from "../layout/figure-alternatives.ts";
import { type FlowItem, type FlowLine, lineStyle } from "../layout/flow.ts";
import { outlineTitles } from "../layout/headings/outline-titles.ts";
import { createTypeSizes } from "../layout/headings/type-sizes.ts";
import { lineText, rawText } from "../layout/inline-text.ts";
import { withoutLineNumbers } from "../layout/line-numbers.ts";
import { markLinks } from "../layout/links.ts";
import { withDrawnBullets } from "../layout/lists.ts";
import { type PlacedLine, readingOrder } from "../layout/order/reading-order.ts";
import { joinRows, shortenLeader } from "../layout/order/rows.ts";
import { assessTags } from "../layout/order/tag-order.ts";
import { createWordMemory, learnWords } from "../layout/paragraphs/hyphenation.ts";
import { paragraphsOf } from "../layout/paragraphs/paragraphs.ts";
import { createRunningHeaders } from "../layout/running-headers.ts";
import type { PageContent, Table, TextLine } from "../model/page-content.ts";
import { trimmedLength } from "../model/plain-text.ts";
import { pageMarkdown } from "./page-markdown.ts";
import { createPageTables, type PageTablesOptions } from "./page-tables.ts";

/** Writes the pages of one document as Markdown. Learns from each page for the next. */
export interface TextWriter {
  /** Returns the Markdown of a page, which ends with a newline unless it is empty. */
  readonly write: (page: WriterPage) => Promise<string>;
  /** Returns how many repeated headers and footers were omitted so far. */
  readonly runningHeaders: () => number;
}

/** A page and its extracted content. */
interface WriterPage {
  readonly content: PageContent;
  readonly page: PDFPage;
  /** Its painting; absent if it was not created before. */
  readonly painting?: Painting;
  /** From 1. */
  readonly number: number;
}

/** Options of the writer. */
export type TextWriterOptions = PageTablesOptions;

/**
 * Number of first pages from which font sizes are learned if reading starts in the middle and a page has several sizes.
 */
const samplePages = 3;

/** A page with fewer characters may be only a title. */
const leastPlainCharacters = 600;

/** Creates a writer. It keeps no page and frees nothing, which is up to the caller. */
export function createTextWriter(engine: PdfEngine, options: TextWriterOptions): TextWriter {
  const sizes = createTypeSizes();
  const memory = createWordMemory();
  const running = createRunningHeaders();
  const pageTables = createPageTables(engine, options);
  let outline: ReadonlyMap<string, number> | undefined;
  let hasTaggedHeadings = false;
  const learn = (content: PageContent): void => {
    sizes.learn(content);
    hasTaggedHeadings ||= namesHeadings(content);
  };
  let firstPage = 0;
  let hasSampled = false;
  const compare = (): void => {
    hasSampled = true;
    for (const content of samples(engine, options.document, firstPage)) {
      const ranks = sizes.ranks();
      learn(content);
      // If a page has no new sizes, the remaining pages have none either.
      if (sizes.ranks() === ranks) return;
    }
  };
  const write = async (input: WriterPage): Promise<string> => {
    const { content: whole, page, number, painting = paintingOf(engine, page) } = input;
    if (firstPage === 0) firstPage = number;
    outline ??= outlineTitles(options.document);
    const stripped = running.strip(withoutLineNumbers(whole), number);
    const { content, areTrusted } = assessTags(withDrawnBullets(markLinks(page, stripped), painting));
    learn(content);
    if (!hasSampled && !isPlain(content)) compare();
    learnWords(content, memory);
    const tables = await pageTables.find({ content, painting, number });
    for (const table of tables) running.keep(content, table);
    const flow = joinRows(buildFlow(readingOrder(content, tables), tables));
    const isBoldCommon = boldShare(content) > 0.3;
    const evidence = { sizes, outline, hasTaggedHeadings, isBoldCommon, memory, heightPt: content.heightPt };
    const text = pageMarkdown(paragraphsOf(flow, areTrusted), evidence);
    const figures = whole.images.length === 0 ? "" : figureLines(figureAlternatives(options.document, page));
    return text === "" || figures === "" ? text + figures : `${text}\n${figures}`;
  };
  return { write, runningHeaders: running.count };
}

/** True if a page has one style, no tags and no code: then nothing on it depends on the type of other pages. */
function isPlain({ blocks }: PageContent): boolean {
  const first = blocks[0]?.lines[0]?.runs[0]?.style;
  let characters = 0;
  for (const { lines } of blocks) {
    for (const { runs, tag } of lines) {
      for (const { style, text } of runs) {
        if (style !== first || style.isMonospaced || tag !== undefined) return false;
        characters += text.length;
      }
    }
  }
  return characters >= leastPlainCharacters;
}

function* samples(engine: PdfEngine, document: PDFDocument, firstPage: number): Generator<PageContent> {
  for (let number = 1; number <= samplePages && number < firstPage; number += 1) {
    try {
      yield readPage(engine, document, number);
    } catch {
      // Errors of a broken page are reported when that page is read.
    }
  }
}

function readPage(engine: PdfEngine, document: PDFDocument, number: number): PageContent {
  const page = document.loadPage(number - 1);
  try {
    preparePage(document, page);
    return extractPage(engine, page);
  } finally {
    page.destroy();
  }
}

function namesHeadings(content: PageContent): boolean {
  return content.blocks.some(({ lines: [first] }) => first?.tag !== undefined && /^H[1-6]?$/u.test(first.tag.role));
}

function boldShare(content: PageContent): number {
  let bold = 0;
  let all = 0;
  for (const { lines } of content.blocks) {
    for (const line of lines) {
      const length = line.runs.reduce((sum, run) => sum + trimmedLength(run.text), 0);
      all += length;
      if (lineStyle(line).isBold) bold += length;
    }
  }
  return bold / Math.max(1, all);
}

/** Returns the flow of a page: each table in the position of its first line, and the lines outside tables. */
export function buildFlow(placed: readonly PlacedLine[], tables: readonly Table[]): readonly FlowItem[] {
  const items: FlowItem[] = [];
  const turned: FlowItem[] = [];
  const placedTables = new Set<Table>();
  for (const { line, block } of placed) {
    const table = tables.find((one) => one.lines.has(line));
    if (table === undefined) {
      const item = flowLine(line, block);
      if (item.text !== "") (isInMargin(line) ? turned : items).push(item);
    } else if (!placedTables.has(table)) {
      placedTables.add(table);
      items.push({ kind: "table", table });
    }
  }
  return [...items, ...turned];
}

/**
 * True for text rotated by 90 degrees, such as a stamp at the side of a paper, which comes last. Columns of upright
 * characters are text.
 */
function isInMargin(line: TextLine): boolean {
  return (
    line.direction === "vertical" &&
    !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(line.runs[0]?.text ?? "")
  );
}

function flowLine(line: TextLine, block: number): FlowLine {
  const style = lineStyle(line);
  return {
    kind: "line",
    text: shortenLeader(lineText(line)),
    raw: style.isMonospaced ? rawText(line) : "",
    box: line.box,
    sizePt: style.sizePt,
    font: style.font,
    isBold: style.isBold,
    isItalic: style.isItalic,
    isMonospaced: style.isMonospaced,
    isRightToLeft: line.direction === "rtl",
    isVertical: line.direction === "vertical",
    isSpread: false,
    block,
    tag: line.tag,
  };
}
