import { type FlowLine, gapEm, startOf } from "../flow.ts";
import type { Candidate, HeadingEvidence } from "./candidate.ts";
import { decimalNumber, isNumbered } from "./heading-numbers.ts";
import type { BodyType } from "./type-sizes.ts";

/** Maximum length of a typewritten heading: one line. */
const longestTypewritten = 80;

/** Minimum ratio to the body size of larger type. */
const largerBy = 1.12;

/** Minimum number of letters of a heading in capitals. Shorter ones are names. */
const leastCapitals = 8;

/** Minimum distance from the start of a heading to that of the text around it, in ems: two characters. */
const outdentEm = 1;

/** Minimum gap above a heading, in ems. */
const leastWhiteEm = 0.5;

/**
 * True for a line of a typewritten document that may be a heading: larger type, capitals, or further out than the text
 * around it. All other text has the same type. Larger numbers are totals or codes.
 */
export function mayBeTypewritten(candidate: Candidate, first: FlowLine, body: BodyType): boolean {
  const { text, paragraph } = candidate;
  if (!body.isMonospaced || text.length > longestTypewritten) return false;
  if (first.sizePt > largerBy * body.sizePt) return !/\d/u.test(text.replace(decimalNumber, ""));
  if (paragraph.lines.length > 1) return false;
  return isInCapitals(text) || isOutdented(candidate, first);
}

/** True for a line with the number of a section that is further out than the text around it, as in an RFC. */
export function isOutdentedSection(candidate: Candidate, first: FlowLine, { sizes, levels }: HeadingEvidence): boolean {
  const { text, paragraph } = candidate;
  if (!sizes.body().isMonospaced || paragraph.lines.length > 1 || text.length > longestTypewritten) return false;
  if (!decimalNumber.test(text) || !/^\S+\s+\p{Lu}/u.test(text) || /[.:;,]$/u.test(text)) return false;
  return levels.mayCount(text) && isOutdented(candidate, first);
}

function isInCapitals(text: string): boolean {
  return !/\p{Ll}/u.test(text) && (text.match(/\p{Lu}/gu)?.length ?? 0) >= leastCapitals;
}

function isOutdented({ before, after }: Candidate, first: FlowLine): boolean {
  const above = before?.lines.at(-1);
  const below = after?.lines[0];
  if (below === undefined || below.box.y0 <= first.box.y0 || !isFurtherIn(below, first)) return false;
  if (above === undefined || above.box.y0 >= first.box.y0) return true;
  return gapEm(above, first) >= leastWhiteEm && isFurtherIn(above, first);
}

/** True for text that is set in against a heading, or another heading. */
function isFurtherIn(line: FlowLine, first: FlowLine): boolean {
  return startOf(line) - startOf(first) >= outdentEm * first.sizePt || isAnotherNumber(line);
}

/** True for a heading of a section right before or after another one. */
function isAnotherNumber({ text }: FlowLine): boolean {
  return isNumbered(text) && decimalNumber.test(text) && !/[.:;,]$/u.test(text);
}
