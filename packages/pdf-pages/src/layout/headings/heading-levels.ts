import { isFrontSection, isLabeled, labelsOf, numberOf } from "./heading-numbers.ts";
import { isAlike, isStronger, type LeveledHeading, type LineType, type OpenHeading } from "./open-heading.ts";
import { createSectionNumbers, placeInSeries } from "./section-numbers.ts";
import { createTitleSearch } from "./title-search.ts";

/** The deepest level of a heading in Markdown. */
export const deepestLevel = 6;

/**
 * The levels of the headings of a document. A number states the level best. Another heading is one level below the
 * last one in stronger type, so that sizes of a title page, or of text that is no heading, count for nothing.
 */
export interface HeadingLevels {
  /**
   * Returns and records the level of a heading. `rank` is its rank among the sizes of the document, which counts if the
   * headings before it are not known.
   */
  readonly place: (heading: LeveledHeading, rank: number) => number;
  /**
   * Records a heading whose level is known from bookmarks or tags, and returns that level, or that of its number if the
   * section around it is known: tags may give subsections of one kind different levels.
   */
  readonly note: (heading: LeveledHeading, level: number) => number;
  /** Returns whether numbered headings have the size, weight and slant of a line. */
  readonly hasType: (type: LineType) => boolean;
  /**
   * Returns whether nothing follows the title so far but headings and short lines, such as authors, and whether a line is
   * in weaker type than the title, if one is given.
   */
  readonly isBelowTitle: (type?: LineType) => boolean;
  /** Returns whether neither headings nor text have come yet, so that the title may be next. */
  readonly isAtStart: () => boolean;
  /** Records a paragraph after the last heading. */
  readonly noteParagraph: (paragraph: NotedParagraph) => void;
  /** Returns whether the number of the text may be that of a section: none precedes it, or a number shortly before it does. */
  readonly mayCount: (text: string) => boolean;
  /** Returns whether the text has the next number, which no heading has yet. */
  readonly continuesSections: (text: string) => boolean;
}

/** A paragraph between headings. */
export interface NotedParagraph {
  /** True for text, and false for a short line, which may be an author or a date. */
  readonly isText: boolean;
  /** The number of its characters. */
  readonly length: number;
  /** From 1. */
  readonly page: number;
}

/** Maximum number of characters of text on a title page, such as a note on the version. */
const mostOnTitlePage = 300;

/** Maximum number of characters of the number of a page. */
const longestPageNumber = 6;

/** Maximum number of numbered headings whose types are compared, and the difference of sizes that are the same type. */
const maxTypes = 20;
const alikePt = 0.3;

/** Creates a record without headings. `firstPage` returns the number of the first page that is read. */
export function createHeadingLevels(firstPage: () => number): HeadingLevels {
  const numbers = createSectionNumbers();
  const types: LineType[] = [];
  const title = createTitleSearch(firstPage);
  let open: readonly OpenHeading[] = [];
  let hasText = false;
  let frontLength = 0;
  const noteAs = (heading: LeveledHeading, level: number, label = labelsOf(heading.text)[0]): number => {
    const { text, page, ownPt, isBold, isItalic } = heading;
    numbers.note(heading, level);
    if (types.length < maxTypes && (isLabeled(text) || label !== undefined))
      types.push({ sizePt: ownPt, isBold, isItalic });
    const place = { isFront: !hasText, isAlone: true, isAside: isFrontSection(text) };
    const opened = { ...heading, level, label, ...place, ...title.note({ text, level, page, hasText }) };
    open = [...open.filter((one) => one.level < level), opened];
    return level;
  };
  const place = (heading: LeveledHeading, rank: number): number => {
    const depth = numberOf(heading.text)?.value.split(".").length ?? 0;
    const below = (): number =>
      levelBelow(open, heading, {
        rank,
        isFromStart: firstPage() === 1,
        isFirstNumbered: numbers.isFirst(heading, open),
        hasTitle: title.isKnown(),
      });
    const inSeries = placeInSeries(open, heading);
    const level = numbers.levelOf(heading, open) ?? inSeries?.level ?? Math.max(below(), depth);
    return noteAs(heading, Math.min(level, deepestLevel), inSeries?.label);
  };
  const levelWithin = (heading: LeveledHeading): number | undefined => {
    const level = numberOf(heading.text)?.value.includes(".") === true ? numbers.levelOf(heading, open) : undefined;
    return level === undefined ? undefined : Math.min(level, deepestLevel);
  };
  return {
    place,
    note: (heading, level) => noteAs(heading, levelWithin(heading) ?? level),
    hasType: (type) => types.some((one) => isType(one, type)),
    isBelowTitle: (type) =>
      !hasText && title.isKnown() && (type === undefined || open.some((one) => one.isTitle && isStronger(one, type))),
    isAtStart: () => open.length === 0 && !hasText && firstPage() === 1,
    noteParagraph({ isText, length, page }) {
      const last = open.at(-1);
      if (isText) frontLength += length;
      hasText ||= isText;
      if (last === undefined || page > last.page) return;
      const isOnTitlePage = frontLength < mostOnTitlePage;
      title.noteParagraph(kindOf(isText, isOnTitlePage));
      const below = { isText, isOnTitlePage, isPageNumber: length <= longestPageNumber };
      // Text below a subsection is that of its section, too.
      const isOver = (one: OpenHeading): boolean => isText && one.page === page && !one.isTitle;
      open = open.map((one) => (one === last || isOver(one) ? above(one, below) : one));
    },
    mayCount: (text) => (firstPage() > 1 && numbers.isEmpty()) || numbers.mayCount(text),
    continuesSections: (text) => numbers.continues(text, open),
  };
}

function isType(one: LineType, { sizePt, isBold, isItalic }: LineType): boolean {
  return Math.abs(one.sizePt - sizePt) < alikePt && one.isBold === isBold && one.isItalic === isItalic;
}

function kindOf(isText: boolean, isOnTitlePage: boolean): "line" | "note" | "text" {
  if (!isText) return "line";
  return isOnTitlePage ? "note" : "text";
}

interface Below {
  readonly isText: boolean;
  readonly isOnTitlePage: boolean;
  readonly isPageNumber: boolean;
}

/** Returns a heading with what a paragraph below it says of it. */
function above(heading: OpenHeading, { isText, isOnTitlePage, isPageNumber }: Below): OpenHeading {
  const isAlone = heading.isAlone && isPageNumber;
  const isFront = heading.isFront && isOnTitlePage;
  const isAside = heading.isAside || (heading.isFront && !isText && heading.isBelowTitle);
  return { ...heading, isAlone, isFront, isAside };
}

/** What else decides on a level. */
interface Circumstances {
  /** The rank of its size, if no heading comes before. */
  readonly rank: number;
  /** True if the first heading is the first of the document. */
  readonly isFromStart: boolean;
  /** True for the first chapter or section of the document with a number. */
  readonly isFirstNumbered: boolean;
  /** False if text follows the first heading, which is no title then. */
  readonly hasTitle: boolean;
}

/** One level below the last heading in stronger type, without those of title pages. */
function levelBelow(open: readonly OpenHeading[], heading: LeveledHeading, known: Circumstances): number {
  const [first] = open;
  if (first === undefined) return known.isFromStart ? 1 : known.rank;
  const parent = open.findLast((one) => isParent(one, heading, { ...known, isOutermost: one === first }));
  if (parent !== undefined) return parent.level + 1;
  return siblingBelowTitle(open, heading)?.level ?? Math.min(known.rank, first.level);
}

/** True for the title, and for a heading in stronger type that has sections. */
function isParent(
  one: OpenHeading,
  heading: LeveledHeading,
  known: Circumstances & { readonly isOutermost: boolean },
): boolean {
  if (one.isTitle && isTitleAbove(one, heading, known)) return true;
  if (one.isAside || !isStronger(one, heading)) return false;
  if (known.isOutermost || isLabeled(one.text)) return true;
  if (heading.page === one.page || !(one.isFront || one.isAlone)) return !known.isFirstNumbered;
  // The heading of a title page, or that of a part.
  return !one.isFront;
}

/** The title of a document whose sections are in its type. One or two words may be the first section. */
const severalWords = /^\S+\s+\S+\s+\S|^.{20}|^\p{Script=Han}{6}/u;

/**
 * True for the first section, one in the type of the title, and one after a title page, whatever their sizes. If text
 * follows the first heading, it is still the title if numbers begin below it.
 */
function isTitleAbove(
  title: OpenHeading,
  heading: LeveledHeading,
  { isFirstNumbered, hasTitle }: Pick<Circumstances, "isFirstNumbered" | "hasTitle">,
): boolean {
  if (isFirstNumbered) return hasTitle || (isAlike(title, heading) && severalWords.test(title.text));
  if (!hasTitle) return false;
  if (title.isFront && heading.page > title.page) return true;
  return isAlike(title, heading) && heading.isAboveText && severalWords.test(title.text);
}

/** Returns an open heading in the type of a title and of another heading. */
function siblingBelowTitle(open: readonly OpenHeading[], heading: LeveledHeading): OpenHeading | undefined {
  const [first, ...others] = open;
  return first?.isTitle === true ? others.find((one) => isAlike(one, heading)) : undefined;
}
