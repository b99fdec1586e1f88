import { wordCount } from "../cells/cell-kinds.ts";
import { type Fragment, isWrapped } from "../cells/fragment.ts";
import type { DraftRow } from "../cells/visual-rows.ts";

/** Minimum average number of words per cell. Cells with fewer are values, not lines of sentences. */
const leastWords = 2.5;

/** Minimum share of lines that continue the line above in a column of prose. */
const goingOnShare = 0.5;

/** Minimum number of such lines. A single one may be a two-line cell. */
const leastGoingOn = 2;

/** Minimum number of prose columns, which are cards or text boxes side by side. */
const leastColumns = 2;

/**
 * True if the rows are lines of paragraphs side by side, as on cards: in several columns most lines continue the
 * sentence above, which had no room for their first word.
 */
export function areColumnsOfProse(rows: readonly DraftRow[]): boolean {
  const columns = (rows[0] ?? []).map((_, column) => rows.flatMap((row) => row[column] ?? []));
  return columns.filter(isParagraph).length >= leastColumns;
}

/** Minimum number of rows of the columns of a page. Cells of a table have fewer lines. */
const leastPageRows = 20;

/**
 * True for the columns of a page with rules between them, as in a newsletter: the text of each runs on from row to row
 * for many lines.
 */
export function arePageColumns(rows: readonly DraftRow[]): boolean {
  if (rows.length < leastPageRows) return false;
  const columns = (rows[0] ?? []).map((_, column) => rows.flatMap((row) => row[column] ?? []));
  return (
    columns.length >= leastColumns && columns.every((lines) => lines.length >= leastPageRows && isParagraph(lines))
  );
}

/** Minimum number and share of rows in which the sentence of the row above continues. */
const leastRunOver = 3;
const runOverShare = 0.3;

/**
 * True for a paragraph beside short lines, such as the abstract beside the data of an article: sentences of the one
 * column run on from row to row.
 */
export function isParagraphBeside(rows: readonly DraftRow[]): boolean {
  if (rows[0]?.length !== 2) return false;
  const cells = rows.map((row) => row[1] ?? []).filter((cell) => cell.length > 0);
  const lines = cells.flat();
  if (lines.reduce((sum, { text }) => sum + wordCount(text), 0) < leastWords * lines.length) return false;
  const edge = Math.max(...lines.map(({ box }) => box.x1));
  const over = cells.filter(([line], index) => line !== undefined && goesOn(cells[index - 1]?.at(-1), line, edge));
  return over.length >= leastRunOver && over.length >= runOverShare * cells.length;
}

/** The number of a section, which may have its title in the same text. */
const sectionNumber = /^\d{1,2}(?:\.\d{1,2})+\.?(?=\s|$)/u;

/** Minimum share of section numbers in the margin, and of paragraphs below the titles. */
const numberShare = 0.7;
const paragraphShare = 0.2;

/** Minimum number of lines of such a paragraph, and of such paragraphs. */
const leastLines = 2;
const leastParagraphs = 2;

/**
 * True for sections whose numbers are in the margin, between rules of the page: the number beside a title, and nothing
 * beside the paragraph below. A table of numbered clauses has the number beside its text.
 */
export function areNumberedSections(rows: readonly DraftRow[]): boolean {
  if (rows[0]?.length !== 2) return false;
  const margin = rows.flatMap(([mark = []]) => (mark.length > 0 ? [mark] : []));
  const numbers = margin.filter(([first]) => first !== undefined && sectionNumber.test(first.text));
  if (numbers.length < numberShare * margin.length) return false;
  const paragraphs = rows.filter(([mark = [], words = []]) => mark.length === 0 && words.length >= leastLines);
  return paragraphs.length >= Math.max(leastParagraphs, paragraphShare * rows.length);
}

function isParagraph(lines: readonly Fragment[]): boolean {
  const words = lines.reduce((sum, { text }) => sum + wordCount(text), 0);
  if (words < leastWords * lines.length) return false;
  const edge = Math.max(...lines.map(({ box }) => box.x1));
  const going = lines.filter((line, index) => goesOn(lines[index - 1], line, edge)).length;
  return going >= leastGoingOn && going >= goingOnShare * (lines.length - 1);
}

function goesOn(above: Fragment | undefined, line: Fragment, edge: number): boolean {
  if (above === undefined || !/^\p{Ll}/u.test(line.text) || /[.!?:;]$/u.test(above.text)) return false;
  return isWrapped(above, line, edge);
}
