import type { FlowLine } from "../flow.ts";
import { isFrontSection } from "./heading-numbers.ts";
import { type Candidate, type HeadingEvidence, isEntry, lengthOf, shortestText } from "./candidate.ts";

/**
 * True for an author or a date in weaker type below the title: names with marks, or a line that is in the middle or beside
 * another one, and not above text.
 */
export function isInTitleBlock(candidate: Candidate, first: FlowLine, { levels }: HeadingEvidence): boolean {
  const { text } = candidate;
  if (levels.isAtStart()) return date.test(text);
  if (!levels.isBelowTitle(first) || isFrontSection(text)) return false;
  if (date.test(text) || areNames(text)) return true;
  return !/^(?:\d{1,2}(?:\.\d+)*[.)]?|[IVX]+[.)])\s/u.test(text) && isLineOfAuthor(candidate, first);
}

function isLineOfAuthor(candidate: Candidate, first: FlowLine): boolean {
  const { text, after, isBeside } = candidate;
  // One word is no name.
  if (!/\S \S/u.test(text) || lengthOf(after) >= shortestText || isEntry(after?.lines[0])) return false;
  return isInMiddle(candidate, first) || isBeside?.() === true;
}

/** A name with the marks of notes: `Ann Author¹,∗`, `Ann Author a,b`. */
const nameWithMarks = /\p{L}\.?,?(?: ?[\u00B9\u00B2\u00B3\u2070-\u2079∗*†‡§¶]| [a-z](?=,|$))/gu;
const endsWithMark = /\p{L}\.?[\u00B9\u00B2\u00B3\u2070-\u2079∗*†‡§¶]$/u;

/** Three names or more, or two with initials: `A. U. Thor and C. O. Respondent`. */
const separator = /,? (?:and|und|et|y|e|en|och|og|&) |[,;] /u;
const name = /^(?:\p{Lu}\S* (?:(?:de|da|do|dos|del|della|di|la|le|van|von|der|den|bin|al|el) )*){1,3}\p{Lu}\S*$/u;

const by = /^(?:[Bb]y|BY|[Vv]on|[Pp]ar|[Pp]or|di|da|av|af|[Dd]oor)\s+(?=\p{Lu})/u;

/** Before a capital, `By` may also begin a heading: `By Business Segment`. */
const bySmall = /^\p{Ll}/u;

/** True for the names of authors, which have marks of notes or are several, or a single one with `by`. */
function areNames(text: string): boolean {
  if (endsWithMark.test(text) || (text.match(nameWithMarks)?.length ?? 0) > 1) return true;
  const names = text.replace(by, "").split(separator);
  if (by.test(text) && bySmall.test(text) && names.every((one) => name.test(one))) return true;
  const least = /\p{Lu}\. /u.test(text) ? 2 : 3;
  return names.length >= least && names.every((one) => name.test(one));
}

/** True for a line in the middle of the line above it. If both are as wide, the line below it shows where the middle is. */
function isInMiddle({ before, after }: Candidate, first: FlowLine): boolean {
  const [above, below] = [before?.lines.at(-1), after?.lines[0]];
  if (above === undefined || above.box.y0 > first.box.y0 || !isCentredOn(above, first)) return false;
  const isWider = Math.abs(above.box.x0 - first.box.x0) >= first.sizePt;
  return (
    isWider ||
    (below !== undefined && isCentredOn(below, first) && Math.abs(below.box.x0 - first.box.x0) >= first.sizePt)
  );
}

function isCentredOn({ box }: FlowLine, first: FlowLine): boolean {
  return Math.abs(box.x0 + box.x1 - first.box.x0 - first.box.x1) / 2 < first.sizePt;
}

/** `6 May 2009`, `May 6, 2009`, `6 de mayo de 2009`, `Compiled: May 6, 2009`. */
const date =
  /^(?:\p{L}+: )?(?:\d{1,2}(?:st|nd|rd|th)?\.?(?: de| of)? \p{L}{3,}[.,]?(?: de)?|\p{L}{3,}\.? \d{1,2}(?:st|nd|rd|th)?,) \d{4}(?:$|[.;,]? \p{L}+: )/u;

/** True for the institute of an author, which begins with the mark that the author has. */
export function isInstitute(text: string): boolean {
  return /^[(\u00B9\u00B2\u00B3\u2070-\u2079∗*†‡§¶]/u.test(text);
}
