import { appendixOf, isLabeled, type Label, labelsOf, numberOf } from "./heading-numbers.ts";
import { isAlike, isSameSize, isStronger, type LeveledHeading, type OpenHeading } from "./open-heading.ts";

/** The numbered headings of a document so far. */
export interface SectionNumbers {
  /** Records a heading with its level. */
  readonly note: (heading: LeveledHeading, level: number) => void;
  /** Returns the level that the number of a heading states, or `undefined`. */
  readonly levelOf: (heading: LeveledHeading, open: readonly OpenHeading[]) => number | undefined;
  /** True for the first chapter or section of the document with a number, which is not within a chapter or an appendix. */
  readonly isFirst: (heading: LeveledHeading, open: readonly OpenHeading[]) => boolean;
  readonly isEmpty: () => boolean;
  /** Returns whether no number precedes that of the text, or a number shortly before it does. */
  readonly mayCount: (text: string) => boolean;
  /** Returns whether the text has the next number, which no heading has yet. */
  readonly continues: (text: string, open: readonly OpenHeading[]) => boolean;
}

/** Maximum number of headings remembered by their numbers. More are an attack. */
const maxNumbered = 10_000;

/** Creates a record without headings. */
export function createSectionNumbers(): SectionNumbers {
  const numbered: NumberedHeadings = new Map();
  let hasDecimal = false;
  return {
    note({ text, sizePt }, level) {
      const number = numberOf(text);
      if (number === undefined) return;
      hasDecimal ||= number.name === "";
      noteNumber(numbered, number.name + number.value, { level, sizePt });
    },
    levelOf: (heading, open) => levelByNumber(heading, numbered, open),
    isFirst(heading, open) {
      const number = numberOf(heading.text);
      if (number === undefined || number.value.includes(".")) return false;
      if (number.name !== "") return numbered.size === 0;
      return !hasDecimal && !open.some((one) => isChapter(one) && isStronger(one, heading));
    },
    isEmpty: () => numbered.size === 0,
    mayCount: (text) => mayCount(text, numbered),
    continues: (text, open) => continuesSections(text, numbered, open),
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

/** A heading that much larger than another one is not within it, whatever its number. */
const muchLarger = 1.2;

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
  const larger = open.filter((one) => heading.sizePt < muchLarger * one.sizePt);
  const parent = parentOf(parts.join("."), larger) ?? numbered.get(number.name + parts.join("."))?.[0];
  return parent === undefined ? siblings[0]?.level : parent.level + 1;
}

/** Maximum difference to the number before: some headings are not found. */
const mostSkipped = 3;

function mayCount(text: string, numbered: NumberedHeadings): boolean {
  const { name, value } = numberOf(text) ?? { name: "", value: "" };
  const parts = value.split(".");
  const last = Number(parts.pop());
  if (!(last > 1) || parts.length > 0) return true;
  for (let before = last - 1; before > 0 && before >= last - mostSkipped; before -= 1)
    if (numbered.has(name + before)) return true;
  return last <= mostSkipped;
}

function continuesSections(text: string, numbered: NumberedHeadings, open: readonly OpenHeading[]): boolean {
  const { name, value } = numberOf(text) ?? { name: "", value: "" };
  const parts = value.split(".");
  const last = Number(parts.pop());
  if (Number.isNaN(last) || value === "" || numbered.has(name + value)) return false;
  if (last > 1) return numbered.has(name + [...parts, last - 1].join("."));
  return parts.length === 0 ? name !== "" : parentOf(parts.join("."), open) !== undefined;
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

/** True for a heading with a number, or with the letter of an appendix. */
function isChapter({ text, isTitle }: OpenHeading): boolean {
  return isLabeled(text) || (!isTitle && /^\p{Lu}\p{L}+ [A-Z](?:[.:]?\s|[.:]?$)/u.test(text));
}

/** The level of a heading that belongs to a series of numbers. */
export interface SeriesPlace {
  readonly level: number;
  readonly label: Label;
}

/**
 * Returns the level of a heading whose number follows that of an open one, or begins to count within one. A letter after
 * counted sections is an appendix, which is not within them.
 */
export function placeInSeries(open: readonly OpenHeading[], heading: LeveledHeading): SeriesPlace | undefined {
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
