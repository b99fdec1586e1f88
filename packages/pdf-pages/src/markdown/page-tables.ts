import { lineStyle } from "../layout/flow.ts";
import { assessTags } from "../layout/order/tag-order.ts";
import { sharedHeight } from "../model/boxes.ts";
import { type CardGrid, type PageContent, type Table, type TextLine, textOf } from "../model/page-content.ts";
import type { PageModel, PageSource } from "../model/page-model.ts";
import { hasInk } from "../model/plain-text.ts";
import { suggestsTable } from "../tables/suggests-table.ts";

/** Finds the tables of the pages of one document, which come in order. */
interface PageTables {
  /** Returns the tables of a page from its top, and its cards, which are no tables. */
  readonly find: (page: PageOfTables) => Promise<FoundTables>;
}

interface FoundTables {
  readonly tables: readonly Table[];
  readonly cards: readonly CardGrid[];
}

/** `auto` searches pages that look like they have a table, `always` every page. */
export type TableSearch = "auto" | "always";

/** A page and its content, from which repeated lines may be removed. */
interface PageOfTables {
  readonly page: PageModel;
  readonly content: PageContent;
  /** From 1. */
  readonly number: number;
}

/**
 * Creates a finder. If reading starts with a table, it checks the page before, which shows whether the table continues
 * it.
 */
export function createPageTables(pages: PageSource, search: TableSearch): PageTables {
  const continued = createContinuedTables();
  const readBefore = async (number: number): Promise<void> => {
    const page = pages.read(number);
    // A page that cannot be read is reported if it is read itself.
    if (page === undefined) return;
    const { content } = assessTags(page.content);
    const { tables } = await tablesOf({ page, content, number }, search);
    continued.settle(tables, content, number);
  };
  return {
    find: async (page) => {
      const { content, number } = page;
      const { tables, cards } = await tablesOf(page, search);
      if (continued.needsBefore(tables, content, number)) await readBefore(number - 1);
      return { tables: continued.settle(tables, content, number), cards };
    },
  };
}

const nothing: FoundTables = { tables: [], cards: [] };

/** Returns the tables and cards of a page. The finder is loaded with the first page that may have one. */
async function tablesOf({ page, content: whole, number }: PageOfTables, search: TableSearch): Promise<FoundTables> {
  const content = withoutPageNumber(whole, number);
  if (search === "auto" && !suggestsTable(content)) return nothing;
  finder ??= await loadFinder();
  const { findCards, findTables, rulesAmong } = finder;
  const searched = withoutPaperEdges(content);
  const vectors = content.hasVectors === false ? [] : page.trueVectors();
  const cards = findCards(searched, vectors);
  const onCards = new Set(cards.flatMap(({ lines }) => [...lines]));
  const others = onCards.size === 0 ? searched : withoutLines(searched, onCards);
  return { tables: findTables(others, rulesAmong(vectors, searched.images), page.characterLines), cards };
}

/** Share of the page height at the foot for page numbers. */
const footShare = 0.1;

/** Maximum length of a page number with its words. */
const longest = 24;

/** Removes the page number at the foot, `Page 3` or `3 / 12`, which is not part of a table above it. */
export function withoutPageNumber(content: PageContent, number: number): PageContent {
  const last = lowestLines(content);
  const text = last.map(({ runs }) => textOf(runs)).join(" ");
  if (!isPageNumber(text.trim(), number)) return content;
  return withoutLines(content, new Set(last));
}

/** Returns a page without some of its lines. */
function withoutLines(content: PageContent, taken: ReadonlySet<TextLine>): PageContent {
  return {
    ...content,
    blocks: content.blocks.map((block) => ({ ...block, lines: block.lines.filter((line) => !taken.has(line)) })),
  };
}

/**
 * Share of the page height for text that programs print at the edge of the paper, and how much smaller it is than the
 * body.
 */
const paperEdgeShare = 0.06;
const paperEdgeScale = 1.15;

/** Removes the date, title and address that browsers print at the edges, which are not table cells. */
export function withoutPaperEdges(content: PageContent): PageContent {
  const { blocks, heightPt } = content;
  const edgePt = paperEdgeShare * heightPt;
  const edges = blocks.flatMap((block) =>
    block.lines.filter(({ box }) => box.y1 < edgePt || box.y0 > heightPt - edgePt),
  );
  if (edges.length === 0 || edges.length > maxPaperEdges) return content;
  const lines = blocks.flatMap((block) => block.lines);
  if (edges.length === lines.length) return content;
  const taken = new Set(edges);
  const textPt = lines.reduce((least, line) => (taken.has(line) ? least : Math.min(least, sizePt(line))), Infinity);
  if (!edges.every((line) => sizePt(line) * paperEdgeScale < textPt)) return content;
  return withoutLines(content, taken);
}

/** Date and title at the top, address and number at the foot. */
const maxPaperEdges = 4;

/** Returns the lines at the height of the lowest line, if that is at the foot of the page. */
function lowestLines({ blocks, heightPt }: PageContent): readonly TextLine[] {
  const footPt = (1 - footShare) * heightPt;
  if (!blocks.some(({ lines }) => lines.some(({ box }) => box.y0 >= footPt))) return [];
  const lines = blocks.flatMap((block) => block.lines).filter(({ runs }) => runs.some(({ text }) => hasInk(text)));
  const top = lines.reduce((most, { box }) => Math.max(most, box.y0), 0);
  if (top < footPt) return [];
  const middle = (line: TextLine): number => (line.box.y0 + line.box.y1) / 2;
  return lines.filter((line) => middle(line) > top);
}

/** True for the page number with words, and optionally the number of pages. */
function isPageNumber(text: string, number: number): boolean {
  if (text.length > longest) return false;
  const [first, ...others] = text.match(/\d+/gu) ?? [];
  return Number(first) === number && others.length < 2 && others.every((other) => Number(other) >= number);
}

function sizePt({ runs }: TextLine): number {
  return Math.max(0, ...runs.map(({ style }) => style.sizePt));
}

type TableFinder = Awaited<ReturnType<typeof loadFinder>>;

/** Cached, because importing a loaded module takes longer than some pages. */
let finder: TableFinder | undefined;

async function loadFinder() {
  const [{ findTables }, { findCards }, { rulesAmong }] = await Promise.all([
    import("../tables/find-tables.ts"),
    import("../tables/ruled/card-grids.ts"),
    import("../tables/ruled/rule-lines.ts"),
  ]);
  return { findCards, findTables, rulesAmong };
}

/** Remembers the table at the foot of a page for the next page. */
interface ContinuedTables {
  /**
   * Returns the tables of a page from its top. The first has no head if it continues the last one of the page before.
   */
  readonly settle: (tables: readonly Table[], content: PageContent, pageNumber: number) => readonly Table[];
  /** Returns whether the page before, which was not read, would show if the first table has a head. */
  readonly needsBefore: (tables: readonly Table[], content: PageContent, pageNumber: number) => boolean;
}

/** Share of the page height for headers and footers. Only these may separate the parts of a table. */
const edgeShare = 0.13;

/**
 * Parts of one table start at the same position and end at the same one, except for words in the last column, as a
 * share of its width.
 */
const startPt = 3;
const endShare = 0.12;

/** The table that ends a page. */
interface Cut {
  readonly page: number;
  readonly table: Table;
}

/**
 * Creates a memory of the ends of pages, which come in order. A table without bold lines only shows its head by
 * position: what comes first on the next page are the remaining rows, not column names.
 */
export function createContinuedTables(): ContinuedTables {
  let cut: Cut | undefined;
  let lastPage = 0;
  return {
    needsBefore([first], content, page) {
      if (first === undefined || page === 1 || lastPage === page - 1) return false;
      return mayGoOn(first, content);
    },
    settle(tables, content, page) {
      lastPage = page;
      const before = cut?.page === page - 1 ? cut.table : undefined;
      const [first, ...others] = tables;
      const last = tables.at(-1);
      cut = last !== undefined && endsPage(last, content) ? { page, table: last } : undefined;
      if (first === undefined || before === undefined || !goesOn(before, first, content)) return tables;
      const settled = { ...first, headerRows: 0 };
      if (cut?.table === first) cut = { page, table: { ...settled, headerRows: before.headerRows } };
      return [settled, ...others];
    },
  };
}

function endsPage({ box, lines }: Table, { blocks, heightPt }: PageContent): boolean {
  const footPt = (1 - edgeShare) * heightPt;
  return blocks.every((block) =>
    block.lines.every((line) => lines.has(line) || line.box.y0 < box.y1 || line.box.y0 > footPt),
  );
}

function beginsPage({ box, lines }: Table, { blocks, heightPt }: PageContent): boolean {
  const topPt = edgeShare * heightPt;
  return blocks.every((block) =>
    block.lines.every((line) => lines.has(line) || line.box.y1 > box.y0 || line.box.y1 < topPt),
  );
}

function goesOn(before: Table, table: Table, content: PageContent): boolean {
  if (before.rows[0]?.length !== table.rows[0]?.length || isRepeated(before, table)) return false;
  const slackPt = endShare * (before.box.x1 - before.box.x0);
  const isBelow =
    Math.abs(before.box.x0 - table.box.x0) <= startPt && Math.abs(before.box.x1 - table.box.x1) <= slackPt;
  return isBelow && mayGoOn(table, content);
}

function mayGoOn(table: Table, content: PageContent): boolean {
  return table.headerRows === 1 && beginsPage(table, content) && !isNamed(table);
}

function isRepeated(before: Table, table: Table): boolean {
  return table.rows[0]?.every((cell, column) => cell === before.rows[0]?.[column]) === true;
}

/**
 * True if something besides its position shows that the first row is a head: its tags, or a type that the second row
 * does not have.
 */
function isNamed({ lines }: Table): boolean {
  const fromTop = [...lines].toSorted((one, other) => one.box.y0 - other.box.y0);
  const [highest] = fromTop;
  const top = fromTop.filter((line) => highest !== undefined && sharedHeight(line.box, highest.box) > 0.5);
  return top.some(({ tag }) => tag?.cell?.isHeader === true) || (top.every(isBold) && !fromTop.every(isBold));
}

function isBold(line: TextLine): boolean {
  return lineStyle(line).isBold;
}
