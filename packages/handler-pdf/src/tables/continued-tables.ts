import type { PageContent, Table, TextLine } from "../model/page-content.ts";
import { sharedHeight } from "../model/boxes.ts";
import { lineStyle } from "../layout/line-style.ts";

/** Knows how the table at the foot of a page looked, for the page that comes after it. */
export interface ContinuedTables {
  /** The tables of a page from its top. The first is without a head where it goes on with the last of the page before. */
  readonly settle: (tables: readonly Table[], content: PageContent, pageNumber: number) => readonly Table[];
  /** Whether the page before, which was not read, would tell if the first of them has a head. */
  readonly needsBefore: (tables: readonly Table[], content: PageContent, pageNumber: number) => boolean;
}

/** Headers and footers stand in this outer share of the height: nothing else comes between the parts of one table. */
const edgeShare = 0.13;

/** Parts of one table begin at one place, and end at one but for the words in the last column, as a share of its width. */
const startPt = 3;
const endShare = 0.12;

/** The table that a page ends with. */
interface Cut {
  readonly page: number;
  readonly table: Table;
}

/**
 * Makes a memory of the ends of pages, which come in order. A table without lines in bold has no other sign of its head
 * than that it comes first: what comes first on the next page are the rows that had no room, and no names of columns.
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

/** Whether something but its place says that the first row is a head: its tags, or type that the second is not in. */
function isNamed({ lines }: Table): boolean {
  const fromTop = [...lines].toSorted((one, other) => one.box.y0 - other.box.y0);
  const [highest] = fromTop;
  const top = fromTop.filter((line) => highest !== undefined && sharedHeight(line.box, highest.box) > 0.5);
  return top.some(({ tag }) => tag?.cell?.isHeader === true) || (top.every(isBold) && !fromTop.every(isBold));
}

function isBold(line: TextLine): boolean {
  return lineStyle(line).isBold;
}
