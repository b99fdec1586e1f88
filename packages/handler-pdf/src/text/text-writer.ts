import type { PDFDocument, PDFPage } from "mupdf";
import { shortenPage } from "../document/shorten-page.ts";
import type { PdfEngine } from "../engine.ts";
import type { PageContent, Table } from "../page-content.ts";
import { suggestsTable } from "../tables/suggests-table.ts";
import { buildFlow } from "./build-flow.ts";
import { withDrawnBullets } from "./drawn-bullets.ts";
import { extractPage } from "./extract-page.ts";
import { figureAlternatives, figureLines } from "./figure-alternatives.ts";
import { createWordMemory } from "./hyphenation.ts";
import { learnWords } from "./learn-words.ts";
import { lineStyle } from "./line-style.ts";
import { markLinks } from "./links.ts";
import { outlineTitles } from "./outline-titles.ts";
import { pageMarkdown } from "./page-markdown.ts";
import { paragraphsOf } from "./paragraphs.ts";
import { readingOrder } from "./reading-order.ts";
import { joinRows } from "./rows.ts";
import { createRunningLines } from "./running-lines.ts";
import { judgeTags } from "./tag-order.ts";
import { createTypeSizes } from "./type-sizes.ts";

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
  /** From 1. */
  readonly number: number;
}

/** What the writer is to know before it starts. */
export interface TextWriterOptions {
  readonly document: PDFDocument;
  /** `auto` looks for tables where the page looks like one; `always` on every page. */
  readonly tables: "auto" | "always";
}

/** When reading begins in the middle, so many first pages tell the sizes of the type. */
const samplePages = 3;

/** Makes a writer. It holds no page and frees nothing: that is for who opened them. */
export function createTextWriter(engine: PdfEngine, options: TextWriterOptions): TextWriter {
  const sizes = createTypeSizes();
  const memory = createWordMemory();
  const running = createRunningLines();
  let outline: ReadonlyMap<string, number> | undefined;
  let hasTaggedHeadings = false;
  const learn = (content: PageContent): void => {
    sizes.learn(content);
    hasTaggedHeadings ||= namesHeadings(content);
  };
  const begin = (firstPage: number): void => {
    outline = outlineTitles(options.document);
    for (const content of sample(engine, options.document, firstPage)) learn(content);
  };
  const write = async ({ content: whole, page, number }: WriterPage): Promise<string> => {
    if (outline === undefined) begin(number);
    const stripped = running.strip(whole, number);
    const { content, areTrusted } = judgeTags(withDrawnBullets(markLinks(page, stripped), page));
    learn(content);
    learnWords(content, memory);
    const tables = await tablesOf(engine, { content, page, number }, options.tables);
    const flow = joinRows(buildFlow(readingOrder(content, tables), tables));
    const isBoldCommon = boldShare(content) > 0.3;
    const evidence = { sizes, outline: outline ?? new Map(), hasTaggedHeadings, isBoldCommon, memory };
    const text = pageMarkdown(paragraphsOf(flow, areTrusted), evidence);
    const figures = whole.images.length === 0 ? "" : figureLines(figureAlternatives(options.document, page));
    return text === "" || figures === "" ? text + figures : `${text}\n${figures}`;
  };
  return { write, runningLines: running.count };
}

function sample(engine: PdfEngine, document: PDFDocument, firstPage: number): readonly PageContent[] {
  const contents: PageContent[] = [];
  for (let number = 1; number <= samplePages && number < firstPage; number += 1) {
    try {
      contents.push(readPage(engine, document, number));
    } catch {
      // A broken page teaches nothing; it is reported where it is asked for.
    }
  }
  return contents;
}

function readPage(engine: PdfEngine, document: PDFDocument, number: number): PageContent {
  const page = document.loadPage(number - 1);
  try {
    shortenPage(document, page);
    return extractPage(engine, page);
  } finally {
    page.destroy();
  }
}

/** What finds tables is loaded with the first page that may have one. */
async function tablesOf(
  engine: PdfEngine,
  { content, page }: WriterPage,
  when: "auto" | "always",
): Promise<readonly Table[]> {
  if (when === "auto" && !suggestsTable(content)) return [];
  const [{ findTables }, { readRules }] = await Promise.all([
    import("../tables/find-tables.ts"),
    import("../tables/read-rules.ts"),
  ]);
  return findTables(content, content.hasVectors === false ? [] : readRules(engine, page));
}

function namesHeadings(content: PageContent): boolean {
  return content.blocks.some((block) => /^H[1-6]?$/u.test(block.lines[0]?.tag?.role ?? ""));
}

function boldShare(content: PageContent): number {
  let bold = 0;
  let all = 0;
  for (const { lines } of content.blocks) {
    for (const line of lines) {
      const length = line.runs.reduce((sum, run) => sum + run.text.trim().length, 0);
      all += length;
      if (lineStyle(line).isBold) bold += length;
    }
  }
  return bold / Math.max(1, all);
}
