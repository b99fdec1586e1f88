import { samePt } from "./type-sizes.ts";

/** The deepest level of a heading in Markdown. */
export const deepestLevel = 6;

/** A heading whose level is sought. */
export interface LeveledHeading {
  readonly text: string;
  /** Its size, or that of the body if it is set smaller, as in small capitals. */
  readonly sizePt: number;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  /** From 1. */
  readonly page: number;
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
  /** Records that text follows the last heading. */
  readonly noteText: () => void;
  /** Returns whether the text has the next number in a chapter or section, and not that of a price, date or time. */
  readonly continuesSections: (text: string) => boolean;
}

/** Maximum number of headings remembered by their numbers. More are an attack. */
const maxNumbered = 10_000;

/** The decimal number of a heading: `2`, `2.1.`, `A.1`. */
export const decimalNumber: RegExp = /^(\d{1,3}(?:\.\d{1,3})*|[A-Z](?:\.\d{1,3})+)\.?\s/u;

/** Creates a record without headings. `firstPage` returns the number of the first page that is read. */
export function createHeadingLevels(firstPage: () => number): HeadingLevels {
  const numbered = new Map<string, { readonly level: number; readonly sizePt: number }>();
  let hasDecimal = false;
  let open: readonly OpenHeading[] = [];
  let hasText = false;
  const note = (heading: LeveledHeading, level: number): number => {
    const number = numberOf(heading.text);
    if (number?.name === "") hasDecimal = true;
    if (number !== undefined && numbered.size < maxNumbered)
      numbered.set(number.name + number.value, { level, sizePt: heading.sizePt });
    open = [...open.filter((one) => one.level < level), { ...heading, level, isFront: !hasText }];
    return level;
  };
  const byNumber = (heading: LeveledHeading): number | undefined => {
    const number = numberOf(heading.text);
    if (number === undefined) return undefined;
    const parts = number.value.split(".");
    const last = Number(parts.pop());
    const sibling = numbered.get(number.name + [...parts, last - 1].join("."));
    // Items of a list may be numbered as the chapters are, but in another size.
    if (parts.length === 0) return sibling !== undefined && isSameSize(sibling, heading) ? sibling.level : undefined;
    const parent = parentOf(parts.join("."), open);
    return parent === undefined ? sibling?.level : parent.level + 1;
  };
  const place = (heading: LeveledHeading, rank: number): number => {
    const number = numberOf(heading.text);
    const depth = number?.value.split(".").length ?? 0;
    const isFirstNumbered = depth === 1 && (number?.name === "" ? !hasDecimal : numbered.size === 0);
    const below = (): number =>
      Math.max(levelBelow(open, heading, { rank, isFromStart: firstPage() === 1, isFirstNumbered }), depth);
    return note(heading, Math.min(byNumber(heading) ?? below(), deepestLevel));
  };
  return {
    place,
    note,
    noteText() {
      hasText = true;
      const last = open.at(-1);
      if (last?.isFront === true) open = [...open.slice(0, -1), { ...last, isFront: false }];
    },
    continuesSections(text) {
      const parts = decimalNumber.exec(text)?.[1]?.split(".") ?? [];
      const last = Number(parts.pop());
      if (parts.length === 0) return false;
      if (last === 1) return parentOf(parts.join("."), open) !== undefined;
      return numbered.has([...parts, last - 1].join("."));
    },
  };
}

/** A heading of which the following ones may be a part. */
interface OpenHeading extends LeveledHeading {
  readonly level: number;
  /** True if no text comes with it or before it, as on a title page. */
  readonly isFront: boolean;
}

/** The number of a chapter with its name: `Chapter 2`, `第 2 章`. */
const namedNumber =
  /^(?:(\p{Lu}\p{L}+) (\d{1,3})(?:\.?$|[.:]?\s)|(第)\s*([\d一二三四五六七八九十百]{1,4})\s*[章节節部])/u;

/** The number of a heading. */
interface HeadingNumber {
  /** The word before it, or nothing. */
  readonly name: string;
  readonly value: string;
}

function numberOf(text: string): HeadingNumber | undefined {
  const decimal = decimalNumber.exec(text)?.[1];
  if (decimal !== undefined) return { name: "", value: decimal };
  const [, word, count, ordinal, section] = namedNumber.exec(text) ?? [];
  const [name, value] = [word ?? ordinal, count ?? section];
  return name === undefined || value === undefined ? undefined : { name, value };
}

/**
 * Returns the open heading with a number: a section rather than a list item in it, and rather than a number after a word,
 * which may be that of a version or product.
 */
function parentOf(number: string, open: readonly OpenHeading[]): OpenHeading | undefined {
  const parents = open.filter(({ text }) => numberOf(text)?.value === number);
  return parents.find(({ text }) => numberOf(text)?.name === "") ?? parents.at(-1);
}

/** What else decides on a level. */
interface Circumstances {
  /** The rank of its size, if no heading comes before. */
  readonly rank: number;
  /** True if the first heading is the first of the document. */
  readonly isFromStart: boolean;
  /** True for the first chapter or section of the document with a number. */
  readonly isFirstNumbered: boolean;
}

/** One level below the last heading in stronger type, without those of title pages. */
function levelBelow(open: readonly OpenHeading[], heading: LeveledHeading, known: Circumstances): number {
  const { rank, isFromStart, isFirstNumbered } = known;
  const [first] = open;
  if (first === undefined) return isFromStart ? 1 : rank;
  const parent = open.findLast((one) => {
    if (!isStronger(one, heading)) return false;
    return one === first || isLabeled(one) || !(isFirstNumbered || (one.isFront && heading.page > one.page));
  });
  return parent === undefined ? Math.min(rank, first.level) : parent.level + 1;
}

/** True for a heading with a number, such as `Part I` or `2 Methods`. */
function isLabeled({ text }: LeveledHeading): boolean {
  return numberOf(text) !== undefined || /^(?:\p{L}+ [IVXLC]+(?:[.:]?\s|$)|[IVXLC]+[.)]\s)/u.test(text);
}

/** Larger type is stronger than smaller, then bold than light, then upright than italic. */
function isStronger(one: LeveledHeading, other: LeveledHeading): boolean {
  if (!isSameSize(one, other)) return one.sizePt > other.sizePt;
  if (one.isBold !== other.isBold) return one.isBold;
  return !one.isItalic && other.isItalic;
}

function isSameSize(one: { readonly sizePt: number }, other: { readonly sizePt: number }): boolean {
  return Math.abs(one.sizePt - other.sizePt) < samePt;
}
