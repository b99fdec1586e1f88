import { type FlowItem, type FlowLine, lineStyle } from "../layout/flow.ts";
import { createHeadingLevels } from "../layout/headings/heading-levels.ts";
import { createDocumentTitle } from "../layout/headings/title-search.ts";
import { createTypeSizes, type TypeSizes } from "../layout/headings/type-sizes.ts";
import { withTypedIndents } from "../layout/typed-indents.ts";
import { codeParts, lineText, markLinks } from "../layout/inline-text.ts";
import { withoutLineNumbers } from "../layout/order/line-numbers.ts";
import { joinRows, shortenLeader } from "../layout/order/rows.ts";
import { withDrawnBullets } from "../layout/lists.ts";
import { type PlacedLine, readingOrder } from "../layout/order/reading-order.ts";
import { assessTags } from "../layout/order/tag-order.ts";
import { createWordMemory, learnWords } from "../layout/paragraphs/hyphenation.ts";
import { paragraphsOf } from "../layout/paragraphs/paragraphs.ts";
import { numberAtFoot } from "../layout/running/page-edges.ts";
import { createRepetitionCheck, createRunningHeaders, type NumberedPage } from "../layout/running/running-headers.ts";
import { withUnderscores } from "../lines/underscores.ts";
import type { PageContent, Table, TextLine, TextRun } from "../model/page-content.ts";
import { type PageModel, pagesAround, type PageSource } from "../model/page-model.ts";
import { hasInk, trimmedLength } from "../model/plain-text.ts";
import { pageMarkdown, type WrittenPage } from "./page-markdown.ts";
import { createPageTables, type TableSearch } from "./page-tables.ts";

/** Writes the pages of one document as Markdown. Learns from each page for the next. */
export interface TextWriter {
  /** Returns the Markdown of a page. */
  readonly write: (page: WriterPage) => Promise<WrittenPage>;
  /** Returns how many repeated headers and footers were omitted so far. */
  readonly runningHeaders: () => number;
}

/** A page and its content, of which hidden text may be marked. */
interface WriterPage {
  readonly page: PageModel;
  readonly content: PageContent;
  /** From 1. */
  readonly number: number;
}

/** Options of the writer. */
export interface TextWriterOptions {
  /** The pages of the document, for those beside the written ones from which the writer learns. */
  readonly pages: PageSource;
  readonly pageCount: number;
  /** Returns the titles of the bookmarks with their level, from 1. */
  readonly outline: () => ReadonlyMap<string, number>;
  readonly tables: TableSearch;
}

/**
 * Number of first pages from which font sizes are learned, with the page before, if reading starts in the middle and a
 * page has several sizes, and of pages after a title page.
 */
const samplePages = 3;

/** A page with fewer characters may be only a title. */
const leastPlainCharacters = 600;

/** With a larger share of bold characters, bold type is not significant. */
const commonShare = 0.3;

/** What the pages so far, and some others, say of the type of a document. */
interface TypeLessons {
  readonly sizes: TypeSizes;
  /** True if the tags of the pages so far mark headings. */
  readonly hasTaggedHeadings: () => boolean;
  /** Learns from the next page. Returns the share of its characters that are bold. */
  readonly learn: (content: PageContent, number: number) => number;
}

function createTypeLessons({ pages, pageCount }: TextWriterOptions): TypeLessons {
  const sizes = createTypeSizes();
  // Pages that are learned before they are written count once.
  const learned = new Set<number>();
  let hasTaggedHeadings = false;
  let hasSampled = false;
  let firstPage = 0;
  const learn = (content: PageContent): number => {
    hasTaggedHeadings ||= namesHeadings(content);
    return sizes.learn(content);
  };
  const sample = (content: PageContent, number: number): void => {
    hasSampled = true;
    if (number === 1)
      for (const [later, next] of pagesAfterTitle(content, pages, Math.min(samplePages, pageCount))) {
        sizes.learn(next);
        learned.add(later);
      }
    // The first pages have the titles, and may have less text than contents in small type.
    const before = firstPage - 1 > samplePages ? pages.read(firstPage - 1) : undefined;
    if (before !== undefined) learn(before.content);
    for (const earlier of samples(pages, firstPage)) {
      const ranks = sizes.ranks();
      learn(earlier);
      // If a page has no new sizes, the remaining pages have none either.
      if (sizes.ranks() === ranks && !sizes.body().isMonospaced) return;
    }
  };
  return {
    sizes,
    hasTaggedHeadings: () => hasTaggedHeadings,
    learn(content, number) {
      if (firstPage === 0) firstPage = number;
      hasTaggedHeadings ||= namesHeadings(content);
      const boldShare = (learned.has(number) ? createTypeSizes() : sizes).learn(content);
      if (!hasSampled && !isPlain(content)) sample(content, number);
      return boldShare;
    },
  };
}

/** Creates a writer. It keeps no page. */
export function createTextWriter(options: TextWriterOptions): TextWriter {
  const { pages } = options;
  let firstPage = 0;
  const type = createTypeLessons(options);
  const levels = createHeadingLevels(() => firstPage);
  const title = createDocumentTitle();
  const memory = createWordMemory();
  const running = createRunningHeaders();
  const pageTables = createPageTables(pages, options.tables);
  let outline: ReadonlyMap<string, number> | undefined;
  const write = async (input: WriterPage): Promise<WrittenPage> => {
    const { page, number } = input;
    const whole = withUnderscores(input.content, page);
    if (firstPage === 0) firstPage = number;
    outline ??= options.outline();
    const stripped = running.strip(withoutLineNumbers(whole), number);
    const { content, areTrusted } = assessTags(withDrawnBullets(markLinks(stripped, page.links()), page));
    const boldShare = type.learn(content, number);
    learnWords(content, memory);
    const { tables, cards } = await pageTables.find({ page, content, number });
    for (const table of tables) running.keep(content, table);
    const ended = new Set(cards.flatMap((grid) => [...grid.ended]));
    const marksOf = (line: TextLine): LineMarks | undefined => {
      if (ended.has(line)) return { isEnded: true };
      return running.isRunning(line) ? { isRunning: true } : undefined;
    };
    const placed = withNumberLast(readingOrder(content, tables, cards), content);
    const rows = joinRows(buildFlow(placed, tables, marksOf));
    const flow = type.sizes.body().isMonospaced ? withTypedIndents(rows) : rows;
    const evidence = {
      sizes: type.sizes,
      levels,
      outline,
      title,
      hasTaggedHeadings: type.hasTaggedHeadings(),
      isBoldCommon: boldShare > commonShare,
      memory,
      page: number,
      heightPt: content.heightPt,
      isRepeated: createRepetitionCheck({ number, content }, () => pagesNear(number, options)),
    };
    const { text, boxes } = pageMarkdown(paragraphsOf(flow, areTrusted), evidence);
    const figures = whole.images.length === 0 ? "" : figureLines(page.figureAlternatives());
    return { text: text === "" || figures === "" ? text + figures : `${text}\n${figures}`, boxes };
  };
  return { write, runningHeaders: running.count };
}

/** Returns the lines of a page with its number last. Some programs paint it amid the text. */
function withNumberLast(placed: readonly PlacedLine[], { heightPt }: PageContent): readonly PlacedLine[] {
  const number = numberAtFoot(
    placed.map(({ line }) => line),
    heightPt,
  );
  if (number === undefined || placed.at(-1)?.line === number) return placed;
  return [...placed.filter(({ line }) => line !== number), ...placed.filter(({ line }) => line === number)];
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

/** A page that cannot be read is skipped. It is reported if it is read itself. */
function* samples(pages: PageSource, firstPage: number): Generator<PageContent> {
  for (let number = 1; number <= samplePages && number < firstPage; number += 1) {
    const page = pages.read(number);
    if (page !== undefined) yield page.content;
  }
}

/** The pages after a title page, which has little text, and most of it large. */
function* pagesAfterTitle(
  titlePage: PageContent,
  pages: PageSource,
  lastPage: number,
): Generator<readonly [number: number, content: PageContent]> {
  let characters = charactersOf(titlePage);
  for (let number = 2; number <= lastPage && characters < leastPlainCharacters; number += 1) {
    const content = pages.read(number)?.content;
    if (content === undefined) return;
    yield [number, content];
    characters += charactersOf(content);
  }
}

/** The pages after one, or those before the last. */
function* pagesNear(number: number, { pages, pageCount }: TextWriterOptions): Generator<NumberedPage> {
  const step = number < pageCount ? 1 : -1;
  for (let away = 1; away <= pagesAround; away += 1) {
    const near = number + away * step;
    const content = near < 1 || near > pageCount ? undefined : pages.read(near)?.content;
    if (content !== undefined) yield { number: near, content };
  }
}

function charactersOf({ blocks }: PageContent): number {
  let characters = 0;
  for (const { lines } of blocks)
    for (const { runs } of lines) for (const { text } of runs) characters += trimmedLength(text);
  return characters;
}

/** Formats the alternatives as Markdown, one line each, to append to the text of the page. */
function figureLines(alternatives: readonly string[]): string {
  return alternatives.map((text) => `![${text.replace(/[[\]]/gu, String.raw`\$&`)}](figure)\n`).join("");
}

function namesHeadings(content: PageContent): boolean {
  return content.blocks.some(({ lines: [first] }) => first?.tag !== undefined && /^H[1-6]?$/u.test(first.tag.role));
}

/** What is known about a line from elsewhere on the page, or from other pages. */
type LineMarks = Pick<FlowLine, "isEnded" | "isRunning">;

/**
 * Returns the flow of a page: each table in the position of its first line, and the lines outside tables. `marksOf`
 * returns what is known about a line.
 */
export function buildFlow(
  placed: readonly PlacedLine[],
  tables: readonly Table[],
  marksOf: (line: TextLine) => LineMarks | undefined = () => undefined,
): readonly FlowItem[] {
  const items: FlowItem[] = [];
  const turned: FlowItem[] = [];
  const placedTables = new Set<Table>();
  for (const { line, block } of placed) {
    const table = tables.find((one) => one.lines.has(line));
    if (table === undefined) {
      const marks = marksOf(line);
      const item = marks === undefined ? flowLine(line, block) : { ...flowLine(line, block), ...marks };
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
  const flow: FlowLine = {
    kind: "line",
    text: shortenLeader(lineText(line)),
    code: style.isMonospaced ? codeParts(line) : [],
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
  const ends = endStyles(line, style.sizePt);
  if (ends === undefined) return flow;
  return opensBold(line) ? { ...flow, ends, opensBold: true } : { ...flow, ends };
}

/** Raised numbers and indices are smaller than this share of the type of their line. */
const smallShare = 0.78;

/** Returns the styles of the first and the last word of a line of a size; `undefined` if it has one style. */
function endStyles({ runs }: TextLine, sizePt: number): FlowLine["ends"] {
  if (runs.length < 2) return undefined;
  const isWord = ({ text, style }: TextRun): boolean => style.sizePt >= smallShare * sizePt && hasInk(text);
  const first = runs.find(isWord)?.style;
  const last = runs.findLast(isWord)?.style;
  return first === undefined || last === undefined ? undefined : { first, last };
}

function opensBold({ runs }: TextLine): boolean {
  const [first, ...others] = runs;
  return first?.style.isBold === true && others.some(({ text, style }) => !style.isBold && /\p{L}/u.test(text));
}
