import { beginsSmall, endsWithCharacter } from "../../model/plain-text.ts";
import { endOf, type FlowItem, type FlowLine, isElsewhere, startOf } from "../flow.ts";

/** Minimum number of lines that are alike, one below the other, and of those that begin with the same word of prose. */
const leastAlike = 3;
const leastOfOneWord = 4;

/** Maximum difference between the ends of lines of justified prose, in ems. */
const justifiedEm = 0.2;

/** Minimum length of the beginning that they share. Shorter words of prose begin several lines by chance. */
const shortestBeginning = 4;

/** Maximum number of lines compared before and after one. */
const maxCompared = 20;

/** A sign with which code, markup or an entry begins: one of them is enough. */
const codeSign = /^[\\&@$%~^|<>=+*–—-]/;

/** How a line is like the one before: it begins with the same word or name, or has a form that prose does not have. */
type Likeness = "word" | "name" | "form" | undefined;

/**
 * Returns for each item of a page whether it is one of several lines in a row with the same beginning or form: a list
 * of names, of addresses, of definitions or of an index, one in a line. The first of them only counts after a sentence.
 */
export function linesAlike(items: readonly FlowItem[]): readonly boolean[] {
  const alike = items.map((item, index) => likeness(items[index - 1], item));
  const isListed = (index: number): boolean => alike[index] !== undefined && isList(items, alike, index);
  return items.map(
    (_, index) =>
      isListed(index) || (isListed(index + 1) && alike[index] === undefined && endsSentence(items[index - 1])),
  );
}

function endsSentence(item: FlowItem | undefined): boolean {
  return item?.kind === "line" && endsWithCharacter(item.text, ".!?:");
}

function likeness(last: FlowItem | undefined, next: FlowItem): Likeness {
  if (last?.kind !== "line" || next.kind !== "line" || last.font !== next.font || isElsewhere(last, next))
    return undefined;
  if (Math.abs(startOf(last) - startOf(next)) > 0.1 * next.sizePt) return undefined;
  if (haveForm(last.text, next.text)) return "form";
  return beginAlike(last.text, next.text);
}

function beginAlike(last: string, next: string): Likeness {
  if (last.charCodeAt(0) !== next.charCodeAt(0)) return undefined;
  if (codeSign.test(next)) return "form";
  const beginning = next.slice(0, shortestBeginning);
  if (beginning.length < shortestBeginning || /[\s⟦\uFFFD]/u.test(beginning) || !last.startsWith(beginning))
    return undefined;
  const isWord = /^\p{L}+(?:[\s.,;:!?]|$)/u.test(next);
  if (isWord && beginsSmall(next)) return undefined;
  return isWord || /[\p{Ll},]$/u.test(last) ? "word" : "name";
}

/** The beginning of an address, also as the words of a link. */
const address = /^\[?(?:https?|ftp):\/\//u;

/** A name with the address that belongs to it, and a word of an index with its pages. */
const nameWithAddress = /^[\p{Lu}\p{N}][^.!?]{0,60}\s[-–—:]?\s?\[?(?:https?|ftp):\/\/\S+$/u;
const wordWithPages = /^\S.{0,60},\s\d{1,4}(?:(?:,\s|[-–])\d{1,4})*$/u;

/** The number of a section, which begins an entry of contents. */
const sectionNumber = /^\d{1,2}(?:\.\d{1,2})+\s/;

const addressForms: readonly RegExp[] = [address, nameWithAddress];
const numberForms: readonly RegExp[] = [sectionNumber, wordWithPages];

/** Most lines have no address and do not begin or end with a digit. */
function haveForm(last: string, next: string): boolean {
  if (!next.includes("://") && !/^\d|\d$/.test(next)) return false;
  const forms = next.includes("://") ? addressForms : numberForms;
  return forms.some((form) => form.test(next) && form.test(last));
}

/** True if enough lines in a row around one are alike. Those that only begin alike may be justified prose. */
function isList(items: readonly FlowItem[], alike: readonly Likeness[], index: number): boolean {
  let first = index - 1;
  let last = index;
  while (index - first < maxCompared && alike[first] !== undefined) first -= 1;
  while (last - index < maxCompared && alike[last + 1] !== undefined) last += 1;
  const lines = items.slice(first, last + 1).filter((item) => item.kind === "line");
  const least = alike[index] === "word" ? leastOfOneWord : leastAlike;
  return lines.length >= least && (alike[index] === "form" || !areJustified(lines));
}

/** True if all lines, or all but the last of a paragraph, end at one position. */
function areJustified(lines: readonly FlowLine[]): boolean {
  const ends = lines.map(endOf);
  const edge = Math.max(...ends) - justifiedEm * (lines[0]?.sizePt ?? 0);
  return ends.filter((end) => end > edge).length >= lines.length - 1;
}

/** A line of one sign, repeated: a rule that someone typed. Dots are leaders, and underscores blanks of a form. */
const typedRule = /^([-=~*#+])\1{4,}$/;

/** True for a line that consists of one sign, drawn as a rule. */
export function isTypedRule({ text }: FlowLine): boolean {
  return text.length > 4 && text.charCodeAt(0) === text.charCodeAt(1) && typedRule.test(text);
}
