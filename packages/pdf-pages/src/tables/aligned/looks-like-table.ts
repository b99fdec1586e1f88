import { isBulletMarker, listMarker } from "../../model/list-markers.ts";
import { isBullet, isNumber, isNumeric, isYear, wordCount } from "../cells/cell-kinds.ts";
import { type Column, reachesOver } from "../cells/columns.ts";
import type { Fragment } from "../cells/fragment.ts";
import { cellText, type DraftRow, type VisualRow, visualRows } from "../cells/visual-rows.ts";
import { isSeveral } from "./aligned-regions.ts";
import { hasAlignedColumns } from "./aligned-columns.ts";
import { hasRelations, isEquations, isMatrix, isOfCode, isSpacedOut, isStretched } from "./plain-grids.ts";
import { areColumnsOfProse, areNumberedSections, arePageColumns, isParagraphBeside } from "./prose-columns.ts";

/** Candidate rows and columns found in text, with or without rules. */
interface Draft {
  readonly rows: readonly DraftRow[];
  readonly columns: readonly Column[];
  /** True if rules hold it together. */
  readonly isRuled: boolean;
  /** True if rules also divide its rows, such as the head from the others. */
  readonly isDivided?: boolean;
  /** True if a rule is below its heads and there is no other one. */
  readonly isHeaded?: boolean;
  /** True if rules divide its heads from the others, and each column has one. */
  readonly hasHeadOfEach?: boolean;
}

interface Texts extends Draft {
  readonly texts: readonly (readonly string[])[];
}

/** More words per line of a column are prose. */
const proseWords = 5.5;

/** Minimum share of bullets in a column of list markers. */
const bulletShare = 0.7;

/** Minimum share of list items in a column of them. The others are their title, and lines that continue them. */
const itemShare = 0.5;

/** True if rows and columns form a table, not prose, a list, a table of contents, code, equations or a form. */
export function looksLikeTable(draft: Draft): boolean {
  // Checks without texts come first: most candidates fail there.
  if (!isWellFormed(draft)) return false;
  const texts = { ...draft, texts: draft.rows.map((row) => row.map(cellText)) };
  if (shareOf(columnTexts(texts, 0), isBullet) >= bulletShare || isProse(texts)) return false;
  if (isContents(texts) || isContentsInColumns(texts) || isIndex(texts)) return false;
  return draft.isRuled ? !isOtherwiseRuled(texts) : hasTableCells(texts) && !isOtherwiseAligned(texts);
}

function isOtherwiseRuled(texts: Texts): boolean {
  if (isFramedCode(texts) || isListOfItems(texts) || areNumberedSections(texts.rows)) return true;
  return arePageColumns(texts.rows);
}

function isWellFormed(draft: Draft): boolean {
  return isFilled(draft) && isCleanlyDivided(draft) && hasAlignedColumns(draft) && !isStretched(draft.rows);
}

function isOtherwiseAligned(texts: Texts): boolean {
  if (areColumnsOfProse(texts.rows) || isList(texts) || isListing(texts) || isForm(texts)) return true;
  return isEquations(texts) || isOfCode(texts) || (hasRelations(texts) && !hasHeads(texts));
}

function isFilled(draft: Draft): boolean {
  const { rows, columns, isRuled } = draft;
  const counts = rows.map((row) => row.filter((fragments) => fragments.length > 0).length);
  const several = counts.filter((count) => count > 1).length;
  const cells = counts.reduce((sum, count) => sum + count, 0);
  if (columns.length < 2 || several < (isRuled || (columns.length > 2 && hasBoldHeader(draft)) ? 2 : 3)) return false;
  return (
    several >= (isRuled ? 0.4 : 0.6) * counts.length && cells >= (isRuled ? 0.35 : 0.5) * counts.length * columns.length
  );
}

/** Maximum share of fragments that span columns and of cells with inner gaps. With more, the columns are wrong. */
const maxUnclean = 0.1;

function isCleanlyDivided({ rows, columns, isRuled, hasHeadOfEach = false }: Draft): boolean {
  const body = rows.slice(1);
  const cells = body.flatMap((row) =>
    row.flatMap((fragments, at) => (fragments.length > 0 ? [{ fragments, column: columns[at] }] : [])),
  );
  const unclean = cells.filter(
    ({ fragments, column }) =>
      fragments.some((fragment) => reachesOver(fragment, columns)) ||
      (fragments.length > 1 &&
        visualRows(fragments).some(
          (row) => isSeveral(row) && !isJustified(row, column) && !(hasHeadOfEach && holdsOneValue(row)),
        )),
  );
  return unclean.length <= (isRuled ? 2 * maxUnclean : maxUnclean) * cells.length;
}

/** True for words with wide gaps of which at most one has digits. */
function holdsOneValue({ fragments }: VisualRow): boolean {
  return fragments.filter(({ text }) => /\d/u.test(text)).length <= 1;
}

/** Maximum distance of a justified line from the edges of its column, in points. */
const justifiedPt = 1.5;

/** True for a line of words with wide gaps that starts and ends with its column, as in a justified cell. */
function isJustified({ fragments, box }: VisualRow, column: Column | undefined): boolean {
  if (column === undefined || fragments.some(({ text }) => isNumeric(text))) return false;
  return Math.abs(box.x0 - column.x0) <= justifiedPt && Math.abs(box.x1 - column.x1) <= justifiedPt;
}

function columnTexts({ texts }: Texts, column: number): readonly string[] {
  return texts.map((row) => row[column] ?? "").filter((text) => text !== "");
}

function shareOf<T>(values: readonly T[], test: (value: T) => boolean): number {
  return values.length === 0 ? 0 : values.filter(test).length / values.length;
}

/** Approximate width of a word with its space, in ems, for scripts without spaces and for unreadable text. */
const wordEms = 3.5;

function wordsIn({ text, box, sizePt }: Fragment): number {
  return Math.max(wordCount(text), (box.x1 - box.x0) / (wordEms * sizePt));
}

/** Returns the words per line in the cells of a column. */
function wordsPerLine({ rows }: Draft, column: number): number {
  const fragments = rows.flatMap((row) => row[column] ?? []);
  return fragments.reduce((sum, fragment) => sum + wordsIn(fragment), 0) / Math.max(fragments.length, 1);
}

function isProse(draft: Texts): boolean {
  if (isParagraphBeside(draft.rows)) return true;
  const words = draft.columns.map((_, column) => wordsPerLine(draft, column));
  const prose = words.filter((count) => count > proseWords).length;
  if (draft.isRuled) return prose > 1 && prose === words.length && draft.columns.length < 3;
  return prose > 1 || (prose === 1 && draft.columns.length === 2 && !hasNumbers(draft));
}

/** Bullets and list numbers. A plain number counts only if its row contains just the number and a text. */
const mark =
  /^(?:[•·▪◦‣●○■□➢➤❖✓–—*o§\uF000-\uF0FF-]|\(?(?:\p{L}|[ivxlIVXL]{1,5}|\d{1,3})[.)]|\[\d{1,3}\]|\d{1,2}(?:\.\d{1,2})+\.?)$/u;

function isList(draft: Texts): boolean {
  const columns = draft.columns.map((_, column) => columnTexts(draft, column));
  if (columns.some((texts) => shareOf(texts, isBullet) >= bulletShare)) return true;
  if (isCounted(draft) && shareOf(columns[1] ?? [], (text) => itemMark.test(text)) >= itemShare) return true;
  // The labels of accounts may start with dashes.
  if (hasNumbers(draft)) return false;
  if (columns.some((texts) => shareOf(texts, isItem) >= itemShare)) return true;
  const [first = []] = columns;
  if (shareOf(first, (text) => mark.test(text)) >= 0.6) return true;
  return draft.columns.length === 2 && shareOf(first, (text) => /^\d{1,4}$/u.test(text)) >= 0.7;
}

const itemMark = /^(?:\(?\d{1,3}[.)]|[-–—+*•▪])$/u;

/** True for list marks beside texts, without a head: items between two rules of the page, or in a box of a diagram. */
function isListOfItems(draft: Texts): boolean {
  return draft.columns.length === 2 && draft.texts.every(([text = ""]) => itemMark.test(text));
}

/** True for an item of a list, whose bullet is in the same text. */
function isItem(text: string): boolean {
  const marker = listMarker(text);
  return marker !== undefined && isBulletMarker(marker) && /\p{L}/u.test(marker.rest);
}

/** Leaders. Three dots are an ellipsis, with spaces between them or without. */
const leaders = /\.{4,}|(?:\. ){3,}\.|…{2,}|_{4,}/u;

/** True if leaders are left in a cell with words. Leaders alone are a missing value. */
function isLedCell(cell: string): boolean {
  return leaders.test(cell) && /[\p{L}\p{N}]/u.test(cell);
}

/** Minimum share of rows with leaders in a table of contents. */
const ledShare = 0.3;

/** True for a column of page numbers, with leaders or ascending beside titles. */
function isContents(draft: Texts): boolean {
  if (shareOf(draft.texts, (row) => row.some(isLedCell)) >= ledShare) return true;
  if (shareOf(draft.rows, (row) => row.flat().some(({ isLed }) => isLed === true)) >= ledShare)
    return !hasValues(draft);
  if (draft.columns.length > 3 || (draft.isDivided === true && !isNumbered(draft))) return false;
  const pages = columnTexts(draft, draft.columns.length - 1);
  if (shareOf(columnTexts(draft, draft.columns.length - 2), isNumeric) >= 0.5 || !areAscendingPages(pages))
    return false;
  return draft.columns.length > 2 || areNearPages(pages);
}

/** Minimum share of the entries of an index among its cells. The others are the letters above them. */
const indexShare = 0.7;
const indexEntry = /^\S.*, (?!1[5-9]\d\d$|20\d\d$)\d{1,4}(?:[-–]\d{1,4})?$/u;

/** Maximum length of an entry that is checked. */
const longestEntry = 200;

/** True for words with the numbers of their pages, in columns without rules. The last number may not be a year. */
function isIndex(draft: Texts): boolean {
  if (draft.isRuled) return false;
  return shareOf(filledTexts(draft), (text) => text.length <= longestEntry && indexEntry.test(text)) >= indexShare;
}

/** True for a table of contents that goes on at the top of the next column: titles and pages, titles and later pages. */
function isContentsInColumns({ texts, columns, isRuled }: Texts): boolean {
  if (isRuled || columns.length < 4) return false;
  const each = columns.map((_, column) => texts.map((row) => row[column] ?? "").filter((text) => text !== ""));
  const counts = each.filter((numbers) => areAscendingPages(numbers));
  const numeric = each.filter((cells) => shareOf(cells, isNumeric) >= 0.5);
  if (counts.length < 2 || numeric.length > counts.length || each[0] === counts[0]) return false;
  return counts.every((numbers, index) => index === 0 || Number(counts[index - 1]?.at(-1)) <= Number(numbers[0]));
}

/** True for enough numbers that rise like those of pages. */
function areAscendingPages(pages: readonly string[]): boolean {
  const arabic = pages.filter((page) => !romanPage.test(page)).map(Number);
  const isAscending = arabic.every((page, index) => page >= (arabic[index - 1] ?? 0));
  const isCount = pages.every((page) => /^\d{1,4}$/u.test(page) || romanPage.test(page));
  return arabic.length >= leastPages && isCount && isAscending;
}

/** Maximum average number of pages from one entry of contents to the next, if it has this many entries. */
const mostPagesApart = 100;
const leastEntries = 6;

/** True unless there are hundreds of pages after many titles. The few parts of a work may be as long. */
function areNearPages(pages: readonly string[]): boolean {
  const arabic = pages.filter((page) => !romanPage.test(page)).map(Number);
  const rise = (arabic.at(-1) ?? 0) - (arabic[0] ?? 0);
  return arabic.length < leastEntries || rise <= mostPagesApart * arabic.length;
}

/** Minimum number of ascending pages of a table of contents without leaders. */
const leastPages = 3;

/** Pages before the first chapter. */
const romanPage = /^[ivxlc]{1,7}$/u;

const chapter = /^(?:\d{1,2}|[A-Z])(?:\.\d{1,2})*\.?$/u;

/** True for numbers of chapters, titles and pages, which have no heads. */
function isNumbered({ texts, columns }: Texts): boolean {
  return columns.length === 3 && texts.every(([number = ""]) => chapter.test(number));
}

/** Minimum share of page numbers in the column behind the titles of a table of contents. */
const pageShare = 0.8;

/** Pages: `12`, `iv`, `A-3`, `1-1` in the first chapter, and several of them in an index: `3, 12–14`. */
const pages = /^(?:(?:[A-Z][-–])?\d{1,4}(?:[-–]\d{1,4})?|[ivxlc]{1,7})(?:, \d{1,4}(?:[-–]\d{1,4})?)*$/iu;

/** True if the columns behind labels with leaders hold values: several numbers in a row, or none that are pages. */
function hasValues(draft: Texts): boolean {
  const led = draft.columns.findIndex((_, column) => shareOf(draft.rows, (row) => isLedIn(row, column)) >= ledShare);
  const behind = draft.columns.flatMap((_, column) => (column > led ? [columnTexts(draft, column)] : []));
  const [numbers, ...others] = behind.filter(isNumberColumn);
  if (numbers === undefined || others.length > 0) return numbers !== undefined;
  // A running header above them is no number.
  return (
    shareOf(
      numbers.filter((text) => /\d/u.test(text)),
      (text) => pages.test(text),
    ) < pageShare
  );
}

function isLedIn(row: DraftRow, column: number): boolean {
  return row[column]?.some(({ isLed }) => isLed === true) === true;
}

/** Maximum number of aligned columns of a listing without many numbers: code, and comments behind it. */
const mostOfListing = 3;

function isListing(draft: Texts): boolean {
  if (draft.isHeaded === true || hasProportionalHeads(draft)) return false;
  if (draft.rows.flat(2).every(({ isMonospaced }) => isMonospaced) && mergesNumbers(draft)) return true;
  const skipped = isCounted(draft) ? 1 : 0;
  const fragments = draft.rows.flatMap((row) => row.slice(skipped).flat());
  if (shareOf(fragments, (fragment) => fragment.isMonospaced) < 0.8) return false;
  const columns = draft.columns.length - skipped;
  if (columns > mostOfListing) return false;
  return (
    draft.columns.length < 3 ||
    shareOf(
      draft.texts.flatMap((row) => row.slice(skipped)),
      (text) => isNumeric(text),
    ) < 0.3
  );
}

/** True for bold heads in another type than the code or the names in the cells below them. */
function hasProportionalHeads(draft: Texts): boolean {
  return hasBoldHeader(draft) && draft.rows[0]?.flat().some(({ isMonospaced }) => isMonospaced) === false;
}

/** Minimum share of cells with several numbers if gaps of one space divide the columns of a listing. */
const mergedShare = 0.1;

/** True if single spaces are between the columns of a listing, so that numbers of several would be in one cell. */
function mergesNumbers(draft: Texts): boolean {
  return shareOf(filledTexts(draft), (text) => text.split(" ").filter(isDecimal).length > 1) >= mergedShare;
}

function isDecimal(word: string): boolean {
  return /^-?\d+\.\d+$/u.test(word);
}

/** True for numbers of lines in front of others. Numbers and one column may be a table or a list. */
function isCounted(draft: Texts): boolean {
  const numbers = columnTexts(draft, 0);
  const areWhole = draft.columns.length > 2 && numbers.every((text) => /^\d{1,4}$/u.test(text));
  return areWhole && numbers.every((text, index) => index === 0 || Number(text) > Number(numbers[index - 1]));
}

/** True for code between two rules or in a shaded box, which has no heads. */
function isFramedCode(draft: Texts): boolean {
  const isInOneType = draft.rows.flat(2).every(({ isMonospaced }) => isMonospaced);
  if ((draft.isDivided === true && !isInOneType) || hasBoldHeader(draft)) return false;
  if (!isListing(draft) && !isCodeWithoutNumbers(draft)) return false;
  const skipped = isCounted(draft) ? 1 : 0;
  const words = draft.texts.flatMap((row) => row.slice(skipped).flatMap((text) => text.split(" ")));
  if (shareOf(words, (word) => startsAsNumber.test(word)) >= numbersShare) return false;
  return !draft.columns.some((_, column) => column > 0 && hasKinds(columnTexts(draft, column)));
}

/** True for words of code alone, without a number, whose lines have gaps at the same places. */
function isCodeWithoutNumbers({ rows, texts }: Texts): boolean {
  return rows.flat(2).every(({ isMonospaced }) => isMonospaced) && !texts.flat().some(isNumber);
}

/** Minimum share of numbers among the words of a printed table. Narrow gaps may leave several in one cell. */
const numbersShare = 0.3;
const startsAsNumber = /^[-+−]?\d/u;

/** Minimum share of repeated words in a column of kinds, such as the groups of some subjects. */
const kindsShare = 0.5;

/** True if the words of a column repeat, unlike those of commands and comments. */
function hasKinds(texts: readonly string[]): boolean {
  const words = texts.filter((text) => /[\p{L}\p{N}]/u.test(text));
  return words.length - new Set(words).size >= Math.max(2, kindsShare * texts.length);
}

/** True for labels that end with a colon, with their values. */
function isForm(draft: Texts): boolean {
  const labelled = draft.columns.filter(
    (_, column) => shareOf(columnTexts(draft, column), (text) => text.endsWith(":")) >= 0.6,
  );
  return labelled.length * 2 >= draft.columns.length;
}

function hasNumbers(draft: Texts): boolean {
  return draft.columns.some((_, column) => column > 0 && isNumberColumn(columnTexts(draft, column)));
}

function isNumberColumn(texts: readonly string[]): boolean {
  return texts.length > 2 && shareOf(texts, (text) => isNumeric(text) || isYear(text)) >= 0.6;
}

/**
 * Without rules, a table needs numbers beside words or a row that looks like a header. Otherwise it is words in
 * columns.
 */
function hasTableCells(draft: Texts): boolean {
  if (shareOf(filledTexts(draft), isSingleCharacter) >= maxSingleCharacters) return false;
  const isAllNumbers = draft.texts.every((row) => row.every((cell) => cell === "" || isNumeric(cell)));
  if (isAllNumbers) return isMatrix(draft);
  return (
    hasNumbers(draft) || hasHeads(draft) || (draft.columns.length > 2 && (!isEvenlySpread(draft) || isSpacedOut(draft)))
  );
}

/** With a larger share of single characters, the cells are vertical text or a puzzle. */
const maxSingleCharacters = 0.95;

function filledTexts(draft: Texts): readonly string[] {
  return draft.texts.flat().filter((text) => text !== "");
}

function isSingleCharacter(text: string): boolean {
  return /^.\p{M}*$/u.test(text) && !isNumeric(text);
}

/** True if a rule or bold type shows that the first row has the heads. */
function hasHeads(draft: Draft): boolean {
  return draft.isHeaded === true || hasBoldHeader(draft);
}

function hasBoldHeader({ rows }: Draft): boolean {
  const [first, ...body] = rows;
  const heads = first?.flat() ?? [];
  return (
    heads.length > 1 &&
    heads.every((fragment) => fragment.isBold) &&
    shareOf(body.flat(2), (fragment) => fragment.isBold) < 0.5
  );
}

/** True for words in columns of equal width, as in an index. */
function isEvenlySpread({ columns }: Texts): boolean {
  const steps = columns.slice(1).map((column, index) => column.x0 - (columns[index]?.x0 ?? 0));
  return Math.max(...steps) - Math.min(...steps) < 0.1 * Math.max(...steps);
}
