import { appendixOf, isLabeled, type Label, labelsOf, numberOf } from "./heading-numbers.ts";
import { samePt } from "./type-sizes.ts";

/** The deepest level of a heading in Markdown. */
export const deepestLevel = 6;

/** The type of a line. */
interface LineType {
  readonly sizePt: number;
  readonly isBold: boolean;
  readonly isItalic: boolean;
}

/** A heading whose level is sought. */
export interface LeveledHeading extends LineType {
  readonly text: string;
  /** Its size, or that of the body if it is set smaller, as in small capitals. */
  readonly sizePt: number;
  /** Its own size. */
  readonly ownPt: number;
  /** From 1. */
  readonly page: number;
  /** True if a whole paragraph of text follows it. */
  readonly isAboveText: boolean;
}

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
  /** Records a heading whose level is known from bookmarks or tags, and returns that level. */
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
  /** Returns whether the text has the next number, which no heading has yet, and not that of a price, date or time. */
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

/** Maximum number of headings remembered by their numbers. More are an attack. */
const maxNumbered = 10_000;

/** Maximum number of numbered headings whose types are compared, and the difference of sizes that are the same type. */
const maxTypes = 20;
const alikePt = 0.3;

/** Creates a record without headings. `firstPage` returns the number of the first page that is read. */
export function createHeadingLevels(firstPage: () => number): HeadingLevels {
  const numbered: NumberedHeadings = new Map();
  const types: LineType[] = [];
  const title = createTitleSearch(firstPage);
  let hasDecimal = false;
  let open: readonly OpenHeading[] = [];
  let hasText = false;
  let frontLength = 0;
  const noteAs = (heading: LeveledHeading, level: number, label = labelsOf(heading.text)[0]): number => {
    const { text, sizePt, ownPt, isBold, isItalic } = heading;
    const number = numberOf(text);
    if (number?.name === "") hasDecimal = true;
    if (number !== undefined) noteNumber(numbered, number.name + number.value, { level, sizePt });
    if (types.length < maxTypes && (isLabeled(text) || label !== undefined))
      types.push({ sizePt: ownPt, isBold, isItalic });
    const isAside = withoutSections.test(text);
    const opened = { ...heading, level, label, isFront: !hasText, isAside, ...title.note(text, level, hasText) };
    open = [...open.filter((one) => one.level < level), opened];
    return level;
  };
  const place = (heading: LeveledHeading, rank: number): number => {
    const depth = numberOf(heading.text)?.value.split(".").length ?? 0;
    const below = (): number =>
      levelBelow(open, heading, {
        rank,
        isFromStart: firstPage() === 1,
        isFirstNumbered: isFirstNumbered(heading, { open, hasDecimal, hasNumbered: numbered.size > 0 }),
        hasTitle: title.isKnown(),
      });
    const inSeries = placeInSeries(open, heading);
    const level = levelByNumber(heading, numbered, open) ?? inSeries?.level ?? Math.max(below(), depth);
    return noteAs(heading, Math.min(level, deepestLevel), inSeries?.label);
  };
  return {
    place,
    note: (heading, level) => noteAs(heading, level),
    hasType: ({ sizePt, isBold, isItalic }) =>
      types.some(
        (one) => Math.abs(one.sizePt - sizePt) < alikePt && one.isBold === isBold && one.isItalic === isItalic,
      ),
    isBelowTitle: (type) =>
      !hasText && title.isKnown() && (type === undefined || open.some((one) => one.isTitle && isStronger(one, type))),
    isAtStart: () => open.length === 0 && !hasText && firstPage() === 1,
    noteParagraph({ isText, length, page }) {
      const last = open.at(-1);
      const isOnLaterPage = last !== undefined && page > last.page;
      if (isText) frontLength += length;
      title.noteParagraph(isText && !isOnLaterPage);
      hasText ||= isText;
      if (last?.isFront !== true || isOnLaterPage) return;
      const isFront = frontLength < mostOnTitlePage;
      open = [...open.slice(0, -1), { ...last, isFront, isAside: last.isAside || (!isText && last.isBelowTitle) }];
    },
    continuesSections: (text) => continuesSections(text, numbered, open),
  };
}

/** Headings by their numbers, the last one first. Running headers and items of lists may have the same numbers. */
type NumberedHeadings = Map<string, readonly NumberedHeading[]>;

interface NumberedHeading {
  readonly level: number;
  readonly sizePt: number;
}

/** Maximum number of headings with one number. */
const maxAlike = 4;

function noteNumber(numbered: NumberedHeadings, number: string, heading: NumberedHeading): void {
  const before = numbered.get(number);
  if (before !== undefined || numbered.size < maxNumbered)
    numbered.set(number, [heading, ...(before ?? [])].slice(0, maxAlike));
}

function levelByNumber(
  heading: LeveledHeading,
  numbered: NumberedHeadings,
  open: readonly OpenHeading[],
): number | undefined {
  const number = numberOf(heading.text);
  if (number === undefined) return undefined;
  const parts = number.value.split(".");
  const last = Number(parts.pop());
  const siblings = numbered.get(number.name + [...parts, last - 1].join(".")) ?? [];
  // Items of a list may be numbered as the chapters are, but in another size.
  if (parts.length === 0) return siblings.find((sibling) => isSameSize(sibling, heading))?.level;
  const parent = parentOf(
    parts.join("."),
    open.filter((one) => !isStronger(heading, one)),
  );
  return parent === undefined ? siblings[0]?.level : parent.level + 1;
}

function continuesSections(text: string, numbered: NumberedHeadings, open: readonly OpenHeading[]): boolean {
  const { name, value } = numberOf(text) ?? { name: "", value: "" };
  const parts = value.split(".");
  const last = Number(parts.pop());
  if (Number.isNaN(last) || value === "" || numbered.has(name + value)) return false;
  if (last > 1) return numbered.has(name + [...parts, last - 1].join("."));
  return parts.length === 0 ? name !== "" : parentOf(parts.join("."), open) !== undefined;
}

/** Finds the title of a document that is read from its start: its first heading, unless text follows it. */
interface TitleSearch {
  /** Records a heading. Returns whether it may be the title, or belong to it as a subtitle does. */
  readonly note: (text: string, level: number, hasText: boolean) => Pick<OpenHeading, "isTitle" | "isBelowTitle">;
  readonly noteParagraph: (isText: boolean) => void;
  /** Returns whether there is a title, or a first heading that may be one. */
  readonly isKnown: () => boolean;
}

function createTitleSearch(firstPage: () => number): TitleSearch {
  let state: "sought" | "alone" | "found" | "none" = "sought";
  // A larger heading of a title page replaces the one above it.
  const mayBeTitle = (level: number): boolean =>
    state === "sought" ? firstPage() === 1 : state !== "none" && level === 1;
  return {
    note(text, level, hasText) {
      const isUnnumbered = !isLabeled(text);
      const isTitle = isUnnumbered && !hasText && mayBeTitle(level);
      const isBelowTitle = isUnnumbered && state === "alone" && level > 1;
      if (state !== "found") state = isTitle || isBelowTitle ? "alone" : "none";
      return { isTitle, isBelowTitle };
    },
    noteParagraph(isText) {
      if (state === "alone") state = isText ? "none" : "found";
    },
    isKnown: () => state === "alone" || state === "found",
  };
}

/** A heading of which the following ones may be a part. */
interface OpenHeading extends LeveledHeading {
  readonly level: number;
  /** True if no text comes with it or before it, as on a title page. */
  readonly isFront: boolean;
  /** The number that it has among headings that count alike. */
  readonly label: Label | undefined;
  /** True for a heading right below the title. */
  readonly isBelowTitle: boolean;
  /** True if it has no sections: an abstract, contents, or a subtitle above short lines such as authors. */
  readonly isAside: boolean;
  /** True for the first heading of a document, which may be its title. */
  readonly isTitle: boolean;
}

/**
 * Returns the open heading with a number: a section rather than a list item in it, and rather than a number after a word,
 * which may be that of a version or product.
 */
function parentOf(number: string, open: readonly OpenHeading[]): OpenHeading | undefined {
  if (/^[A-Z]$/u.test(number)) return open.findLast(({ text }) => appendixOf(text) === number);
  const parents = open.filter(({ text }) => numberOf(text)?.value === number);
  return parents.find(({ text }) => numberOf(text)?.name === "") ?? parents.at(-1);
}

/** The level of a heading that belongs to a series of numbers. */
interface SeriesPlace {
  readonly level: number;
  readonly label: Label;
}

/**
 * Returns the level of a heading whose number follows that of an open one, or begins to count within one. A letter after
 * counted sections is an appendix, which is not within them.
 */
function placeInSeries(open: readonly OpenHeading[], heading: LeveledHeading): SeriesPlace | undefined {
  for (const label of labelsOf(heading.text)) {
    const sibling = open.findLast((one) => isBefore(one.label, label) && isAlike(one, heading));
    if (sibling !== undefined) return { level: sibling.level, label };
    const parent = open.at(-1);
    if (parent !== undefined && beginsWithin(parent, label, open) && !isStronger(heading, parent))
      return { level: parent.level + 1, label };
  }
  return undefined;
}

function isBefore(one: Label | undefined, label: Label): boolean {
  return one !== undefined && countAlike(one, label) && one.value === label.value - 1;
}

function countAlike(one: Label, { kind, signs }: Label): boolean {
  return one.kind === kind && one.signs === signs;
}

function beginsWithin(parent: OpenHeading, label: Label, open: readonly OpenHeading[]): boolean {
  if (label.value !== 1 || parent.isFront || parent.label === undefined) return false;
  if (label.kind === "capital" && parent.label.kind === "count") return false;
  return !open.some((one) => one.label !== undefined && countAlike(one.label, label));
}

function isAlike(one: LeveledHeading, other: LeveledHeading): boolean {
  return isSameSize(one, other) && one.isBold === other.isBold && one.isItalic === other.isItalic;
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

/** What is known when a numbered heading is placed. */
interface NumberedSoFar {
  readonly open: readonly OpenHeading[];
  readonly hasDecimal: boolean;
  readonly hasNumbered: boolean;
}

/** True for the first chapter or section of the document with a number, which is not within a chapter or an appendix. */
function isFirstNumbered(heading: LeveledHeading, { open, hasDecimal, hasNumbered }: NumberedSoFar): boolean {
  const number = numberOf(heading.text);
  if (number === undefined || number.value.includes(".")) return false;
  if (number.name !== "") return !hasNumbered;
  return !hasDecimal && !open.some((one) => isChapter(one) && isStronger(one, heading));
}

/** True for a heading with a number, or with the letter of an appendix. */
function isChapter({ text, isTitle }: OpenHeading): boolean {
  return isLabeled(text) || (!isTitle && /^\p{Lu}\p{L}+ [A-Z](?:[.:]?\s|[.:]?$)/u.test(text));
}

/** One level below the last heading in stronger type, without those of title pages. */
function levelBelow(open: readonly OpenHeading[], heading: LeveledHeading, known: Circumstances): number {
  const { rank, isFromStart, isFirstNumbered, hasTitle } = known;
  const [first] = open;
  if (first === undefined) return isFromStart ? 1 : rank;
  const parent = open.findLast((one) => {
    if (one.isTitle && isTitleAbove(one, heading, { isFirstNumbered, hasTitle })) return true;
    if (one.isAside || !isStronger(one, heading)) return false;
    return one === first || isLabeled(one.text) || !(isFirstNumbered || (one.isFront && heading.page > one.page));
  });
  if (parent !== undefined) return parent.level + 1;
  return siblingBelowTitle(open, heading)?.level ?? Math.min(rank, first.level);
}

/** The abstract and the contents of a document have no sections, in whatever type they are set. */
const withoutSections =
  /^(?:abstract|summary|contents|table of contents|zusammenfassung|kurzfassung|inhalt(?:sverzeichnis)?|résumé|table des matières|sommaire|resumen|índice(?: general)?|resumo|sumário|riassunto|sommario|indice|samenvatting|inhoud(?:sopgave)?|sammanfattning|innehåll|streszczenie|spis treści|аннотация|содержание|摘\s*要|目\s*[录次]|概要|要旨|초록|목차)[.:]?$/iu;

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

/** Larger type is stronger than smaller, then bold than light, then upright than italic. */
function isStronger(one: LineType, other: LineType): boolean {
  if (!isSameSize(one, other)) return one.sizePt > other.sizePt;
  if (one.isBold !== other.isBold) return one.isBold;
  return !one.isItalic && other.isItalic;
}

function isSameSize(one: { readonly sizePt: number }, other: { readonly sizePt: number }): boolean {
  return Math.abs(one.sizePt - other.sizePt) < samePt;
}

/**
 * The title of a document whose bookmarks give the levels. They often leave the title out, as those of LibreOffice and
 * LaTeX do.
 */
export interface DocumentTitle {
  /** Records a heading that is no bookmark. The title is one of level 1 before all bookmarks. */
  readonly note: (sizePt: number, level: number) => void;
  /** True if a bookmarked heading of a size is below the title. The first one ends the search for a title. */
  readonly isAbove: (sizePt: number) => boolean;
}

/** Creates a record without a title. */
export function createDocumentTitle(): DocumentTitle {
  let titlePt: number | undefined;
  let isSettled = false;
  return {
    note(sizePt, level) {
      if (!isSettled && level === 1) titlePt ??= sizePt;
    },
    isAbove(sizePt) {
      isSettled = true;
      return titlePt !== undefined && sizePt < titlePt - samePt;
    },
  };
}
