import { sharedHeight } from "../../model/boxes.ts";
import { type FlowLine, gapEm } from "../flow.ts";
import type { Paragraph } from "../paragraphs/paragraphs.ts";
import type { HeadingLevels } from "./heading-levels.ts";
import type { DocumentTitle } from "./title-search.ts";
import { type BodyType, samePt, type TypeSizes } from "./type-sizes.ts";

/** A possible heading and its context. */
export interface Candidate {
  readonly paragraph: Paragraph;
  readonly text: string;
  readonly before: Paragraph | undefined;
  readonly after: Paragraph | undefined;
  /** True if nothing follows it on the page except text at the same height, and something precedes it. */
  readonly isFoot: boolean;
  /** Returns whether another paragraph of the page is at its height; absent if that is not known. */
  readonly isBeside?: () => boolean;
}

/** What is known about a document's headings. */
export interface HeadingEvidence {
  readonly sizes: TypeSizes;
  readonly levels: HeadingLevels;
  /** The bookmarks, by text. */
  readonly outline: ReadonlyMap<string, number>;
  /** The title of the document, of which the bookmarks may be the sections; absent if it is not known. */
  readonly title?: DocumentTitle;
  /** True if the tags of the document mark headings, so that no other tagged text is one. */
  readonly hasTaggedHeadings: boolean;
  /** True if so much of the page is bold that it is not significant. */
  readonly isBoldCommon: boolean;
  /** The number of the page, from 1. */
  readonly page: number;
  /** The page height in points. */
  readonly heightPt: number;
  /** Returns whether another page near this one has the line at its edge, too; absent if that is not known. */
  readonly isRepeated?: (line: FlowLine) => boolean;
}

/** Share of the page height at the top and bottom for headers and footers. */
export const edgeShare = 0.13;

/** Text up to this length, in characters, is rarely a sentence. */
export const shortLine = 40;

/** True for one word as in code, perhaps with arguments: `findDocument ()`. */
export function isCodeName(text: string): boolean {
  return /^\p{L}[\p{L}\p{N}_.:-]*(?: ?\([^()]*\))?$/u.test(text) && !/--|[.:-]$/u.test(text);
}

/** Minimum gap above a heading, and how much more it is than the gap below, in ems. */
const leastWhiteEm = 0.3;
const whiterBy = 0.1;

/** True for a single line above text, with more white above it than below. */
export function hasWhite({ paragraph, before, after }: Candidate, first: FlowLine, body: BodyType): boolean {
  const below = after?.lines[0];
  if (paragraph.lines.length > 1 || !isText(below, body) || below.box.y0 <= first.box.y0) return false;
  const above = before?.lines.at(-1);
  const belowEm = gapEm(first, below);
  if (above === undefined || above.box.y0 >= first.box.y0) return belowEm >= leastWhiteEm;
  return gapEm(above, first) > Math.max(leastWhiteEm, belowEm + whiterBy);
}

/** Minimum length of a line that a heading may precede. */
export const shortestBelow = 24;

/** True for a line of text in the body font that a heading may precede. */
export function isText(line: FlowLine | undefined, { font }: BodyType): line is FlowLine {
  return line !== undefined && line.font === font && line.text.length > shortestBelow && !line.isSpread;
}

/** A Chinese or Japanese character says as much as several letters. */
const lettersOfHan = 3;

/** Returns the length of a paragraph, in letters. */
export function lengthOf(paragraph: Paragraph | undefined): number {
  const length = paragraph?.lines.reduce((sum, { text }) => sum + text.length, 0) ?? 0;
  return /\p{Script=Han}{2}/u.test(paragraph?.lines[0]?.text ?? "") ? lettersOfHan * length : length;
}

/** True for a line in the type of another one that has no number. */
export function isInType(line: FlowLine, first: FlowLine): boolean {
  return isSameType(line, first) && !isCounted(line.text);
}

/** True for a line in the font and size of another one. */
export function isSameType(line: FlowLine, { font, sizePt }: FlowLine): boolean {
  return line.font === font && Math.abs(line.sizePt - sizePt) < samePt;
}

/** True if the text starts with a number. A letter may be an initial. */
export function isCounted(text: string): boolean {
  return /^\(?(?:\d+(?:\.\d+)*[.)]?|[IVX]+[.)])\s/u.test(text);
}

/** Minimum length of text that follows a heading. Shorter lines may be authors, addresses or dates. */
export const shortestText = 120;

/** A page number at some distance after the title, or after the leader dots. */
const endsWithPage = /(?: {2}|\.{4} |(?: \.){2} )(?:\d{1,4}|[ivxlc]{1,7})$/u;

/**
 * True for an entry of a table of contents, which may be as large or bold as the heading it refers to. Below another
 * entry, one blank before the page number is enough. A line between entries is the beginning of a longer one if the next
 * line is in its type.
 */
export function isContentsEntry({ text, before, after }: Candidate, first: FlowLine): boolean {
  const [last, next] = [before?.lines.at(-1), after?.lines[0]];
  const hasPage = endsWithPage.test(text);
  if (!isEntry(last)) return isEntry(next) && (hasPage || isPageBeside(last, first));
  return hasPage || /\s\d{1,4}$/u.test(text) || (isEntry(next) && isInType(next, first));
}

/** True for the page number of an entry that was painted before it. */
function isPageBeside(line: FlowLine | undefined, { box }: FlowLine): boolean {
  if (line === undefined || !/^\d{1,4}$/u.test(line.text)) return false;
  return line.box.x0 > box.x1 && sharedHeight(line.box, box) > 0.5;
}

/** The last character is checked first, which is faster. */
export function isEntry(line: FlowLine | undefined): line is FlowLine {
  const last = line?.text.at(-1);
  return line !== undefined && last !== undefined && "0123456789ivxlc".includes(last) && endsWithPage.test(line.text);
}
