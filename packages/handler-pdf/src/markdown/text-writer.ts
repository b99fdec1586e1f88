import type { PDFDocument, PDFPage } from "mupdf";
import { preparePage } from "../extract/prepare/prepare-page.ts";
import type { PdfEngine } from "../engine/engine.ts";
import type { PageContent } from "../model/page-content.ts";
import { paintingOf, type Painting } from "../extract/painting/painting.ts";
import { createPageTables, type PageTablesOptions } from "./page-tables.ts";
import { buildFlow } from "./build-flow.ts";
import { withDrawnBullets } from "../layout/drawn-bullets.ts";
import { extractPage } from "../extract/extract-page.ts";
import { figureAlternatives, figureLines } from "../layout/figure-alternatives.ts";
import { createWordMemory } from "../layout/paragraphs/hyphenation.ts";
import { learnWords } from "../layout/paragraphs/learn-words.ts";
import { lineStyle } from "../layout/line-style.ts";
import { markLinks } from "../layout/links.ts";
import { outlineTitles } from "../layout/headings/outline-titles.ts";
import { pageMarkdown } from "./page-markdown.ts";
import { paragraphsOf } from "../layout/paragraphs/paragraphs.ts";
import { readingOrder } from "../layout/order/reading-order.ts";
import { joinRows } from "../layout/order/rows.ts";
import { trimmedLength } from "../model/plain-signs.ts";
import { withoutLineNumbers } from "../layout/line-numbers.ts";
import { createRunningLines } from "../layout/running-lines.ts";
import { judgeTags } from "../layout/order/tag-order.ts";
import { createTypeSizes } from "../layout/headings/type-sizes.ts";

/** Writes the pages of one document as Markdown, one after the other: it learns from each for the next. */
export interface TextWriter {
  /** Markdown of a page, which ends with a newline unless it is empty. */
  readonly write: (page: WriterPage) => Promise<string>;
  /** How many repeated headers and footers were left out so far. */
  readonly runningLines: () => number;
}

/** A page with what was read of it. */
export interface WriterPage {
  readonly content: PageContent;
  readonly page: PDFPage;
  /** What is known of what it paints; absent where it was not looked at before. */
  readonly painting?: Painting;
  /** From 1. */
  readonly number: number;
}

/** What the writer is to know before it starts. */
export type TextWriterOptions = PageTablesOptions;

/** When reading begins in the middle, so many first pages tell the sizes of the type, once a page has several. */
const samplePages = 3;

/** A page with fewer characters may be a title and nothing else. */
const leastPlainCharacters = 600;

/** Makes a writer. It holds no page and frees nothing: that is for who opened them. */
export function createTextWriter(engine: PdfEngine, options: TextWriterOptions): TextWriter {
  const sizes = createTypeSizes();
  const memory = createWordMemory();
  const running = createRunningLines();
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
      // A page in the same sizes as those before says that the others are, too.
      if (sizes.ranks() === ranks) return;
    }
  };
  const write = async (input: WriterPage): Promise<string> => {
    const { content: whole, page, number, painting = paintingOf(engine, page) } = input;
    if (firstPage === 0) firstPage = number;
    outline ??= outlineTitles(options.document);
    const stripped = running.strip(withoutLineNumbers(whole), number);
    const { content, areTrusted } = judgeTags(withDrawnBullets(markLinks(page, stripped), painting));
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
  return { write, runningLines: running.count };
}

/** Whether all of a page is set alike, in no tags and not as code is: then nothing on it needs the type of other pages. */
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
      // A broken page teaches nothing; it is reported where it is asked for.
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
