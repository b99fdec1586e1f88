import { lineStyle } from "../layout/flow.ts";
import { assessTags } from "../layout/order/tag-order.ts";
import { withoutPageNumber, withoutPaperEdges } from "../layout/running-headers.ts";
import { sharedHeight } from "../model/boxes.ts";
import type { PageContent, Table, TextLine, Box } from "../model/page-content.ts";
import type { PageModel, PageSource } from "../model/page-model.ts";

/** Finds the tables of the pages of one document, which come in order. */
interface PageTables {
  /** Returns the tables of a page from its top. */
  readonly find: (page: PageOfTables) => Promise<readonly Table[]>;
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
    continued.settle(await tablesOf({ page, content, number }, search), content, number);
  };
  return {
    find: async (page) => {
      const { content, number } = page;
      const found = await tablesOf(page, search);
      if (continued.needsBefore(found, content, number)) await readBefore(number - 1);
      return continued.settle(found, content, number);
    },
  };
}

/** Returns the tables of a page. The finder is loaded with the first page that may have one. */
async function tablesOf(
  { page, content: whole, number }: PageOfTables,
  search: TableSearch,
): Promise<readonly Table[]> {
  const content = withoutPageNumber(whole, number);
  if (search === "auto" && !suggestsTable(content)) return [];
  finder ??= await loadFinder();
  const { findTables, rulesAmong } = finder;
  const rules = content.hasVectors === false ? [] : rulesAmong(page.trueVectors());
  return findTables(withoutPaperEdges(content), rules, page.characterLines);
}

type TableFinder = Awaited<ReturnType<typeof loadFinder>>;

/** Cached, because importing a loaded module takes longer than some pages. */
let finder: TableFinder | undefined;

async function loadFinder() {
  const [{ findTables }, { rulesAmong }] = await Promise.all([
    import("../tables/find-tables.ts"),
    import("../tables/ruled/rule-lines.ts"),
  ]);
  return { findTables, rulesAmong };
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

/** Minimum gap between two fragments of a line that is more than a space, in points. */
const columnGapPt = 6;

/** Lines of text are on one line of the page if their tops differ by less, in points. */
const sameLinePt = 3;

/** Edges this near are aligned, in points. */
const alignedPt = 3;

/** A box narrower than this share of the page is not a line of text in columns. */
const narrowShare = 0.3;

/** Minimum number of lines in a column of prose. */
const minProseLines = 6;

/** Maximum share of lines that cross the gutter: titles and wide figures. */
const maxCrossingShare = 0.25;

/** Maximum number of boxes checked per line. */
const maxBoxes = 40;

/** Number of lines with narrow boxes side by side that may be a table, wherever they are. */
const manyLines = 4;

/**
 * True if a page may have a table: two consecutive lines have a gap at the same position, several lines have gaps, or
 * the tags name a table. Looks at each box once or twice and at no rules, so it is cheap enough for every page.
 */
export function suggestsTable(content: PageContent): boolean {
  if (content.blocks.some(({ lines }) => lines.some((line) => line.tag?.cell !== undefined))) return true;
  if (standApart(content)) return false;
  const lines = content.blocks.flatMap((block) => block.lines);
  const boxes = lines.filter((line) => line.direction !== "vertical").flatMap(boxesOf);
  const narrowPt = narrowShare * content.widthPt;
  return sidesOf(boxes, narrowPt).some((side) => hasRowsOfCells(side, narrowPt));
}

/** True if each box starts on a line below the one before, as in a column of text: none are side by side. */
function standApart({ blocks }: PageContent): boolean {
  let topPt = -Infinity;
  for (const { lines } of blocks) {
    for (const line of lines) {
      if (line.direction === "vertical") continue;
      for (const { y0 } of boxesOf(line)) {
        if (y0 - topPt <= sameLinePt) return false;
        topPt = y0;
      }
    }
  }
  return true;
}

/** Returns the box of a line, or those of its parts if it has cells that the engine merged. */
function boxesOf({ runs, box }: TextLine): readonly Box[] {
  if (runs.length < 2) return [box];
  const boxes: Box[] = [];
  for (const run of runs.toSorted((one, other) => one.box.x0 - other.box.x0)) {
    if (run.text.trim() === "") continue;
    const last = boxes.at(-1);
    if (last === undefined || run.box.x0 - last.x1 >= columnGapPt) boxes.push(run.box);
    else boxes[boxes.length - 1] = { ...last, x1: Math.max(last.x1, run.box.x1) };
  }
  return boxes;
}

/** Returns the boxes on each side of the gutter between two columns of prose, or all of them if there is none. */
function sidesOf(boxes: readonly Box[], narrowPt: number): readonly (readonly Box[])[] {
  const wide = boxes.filter((box) => box.x1 - box.x0 >= narrowPt);
  const gutter = gutterOf(wide);
  if (gutter === undefined) return [boxes];
  return [boxes.filter((box) => middleOf(box) < gutter), boxes.filter((box) => middleOf(box) >= gutter)];
}

/** Returns where hardly any line of prose crosses and many are on both sides. */
function gutterOf(wide: readonly Box[]): number | undefined {
  if (wide.length < 2 * minProseLines) return undefined;
  const starts = wide.map((box) => box.x0).toSorted((a, b) => a - b);
  const gutter = afterWidestStep(starts) - 1;
  const left = wide.filter((box) => box.x1 <= gutter).length;
  const right = wide.filter((box) => box.x0 >= gutter).length;
  const isClear = wide.length - left - right <= wide.length * maxCrossingShare;
  return isClear && left >= minProseLines && right >= minProseLines ? gutter : undefined;
}

/** Returns the number after the largest step in sorted numbers. */
function afterWidestStep(numbers: readonly number[]): number {
  let after = Infinity;
  let widest = 0;
  for (let index = minProseLines; index <= numbers.length - minProseLines; index++) {
    const number = numbers[index] ?? 0;
    const step = number - (numbers[index - 1] ?? 0);
    if (step > widest) [after, widest] = [number, step];
  }
  return after;
}

function middleOf(box: Box): number {
  return (box.x0 + box.x1) / 2;
}

function hasRowsOfCells(boxes: readonly Box[], narrowPt: number): boolean {
  let before: readonly Box[] = [];
  let several = 0;
  for (const row of rowsOf(boxes)) {
    if (!isOfCells(row, narrowPt)) continue;
    several += 1;
    if (several >= manyLines || sharesWhite(before, row)) return true;
    before = row;
  }
  return false;
}

/** True if some boxes are side by side with gaps, one of them narrow. */
function isOfCells(row: readonly Box[], narrowPt: number): boolean {
  return row.some((box) => box.x1 - box.x0 < narrowPt) && row.some((box) => isAfterWhite(box, row));
}

function rowsOf(boxes: readonly Box[]): readonly (readonly Box[])[] {
  const rows: Box[][] = [];
  let row: Box[] = [];
  for (const box of boxes.toSorted((a, b) => a.y0 - b.y0)) {
    if (row[0] === undefined || box.y0 - row[0].y0 > sameLinePt) {
      row = [];
      rows.push(row);
    }
    if (row.length < maxBoxes) row.push(box);
  }
  return rows;
}

/** True if a box is below another with the same edge, both with a gap to the left. */
function sharesWhite(above: readonly Box[], below: readonly Box[]): boolean {
  return below.some(
    (box) => isAfterWhite(box, below) && above.some((other) => isAligned(box, other) && isAfterWhite(other, above)),
  );
}

function isAligned(a: Box, b: Box): boolean {
  return (
    Math.abs(a.x0 - b.x0) <= alignedPt ||
    Math.abs(a.x1 - b.x1) <= alignedPt ||
    Math.abs(a.x0 + a.x1 - b.x0 - b.x1) <= 2 * alignedPt
  );
}

/** True if another box is to the left, with a gap. */
function isAfterWhite(box: Box, row: readonly Box[]): boolean {
  return row.some((other) => other.x1 + columnGapPt <= box.x0);
}
