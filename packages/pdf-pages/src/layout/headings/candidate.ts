import { type FlowLine, gapEm } from "../flow.ts";
import type { PagePart, Paragraph } from "../paragraphs/paragraphs.ts";
import type { DocumentTitle, HeadingLevels } from "./heading-levels.ts";
import { isLoneLabel } from "./heading-numbers.ts";
import type { BodyType, TypeSizes } from "./type-sizes.ts";

/** A possible heading and its context. */
export interface Candidate {
  readonly paragraph: Paragraph;
  readonly text: string;
  readonly before: Paragraph | undefined;
  readonly after: Paragraph | undefined;
  /** True if nothing follows it on the page except text at the same height, and something precedes it. */
  readonly isFoot: boolean;
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
}

/** How much larger than the text the number of a chapter is at least, and how large its title is compared with it. */
const labelRatio = 1.3;
const titleShare = 0.85;

/** Maximum number of lines of a title of a chapter, and maximum gap between it and the number above it, in ems. */
const mostTitleLines = 3;
const widestTitleGapEm = 4;

/**
 * Joins the number of a chapter at the top of a page, `Chapter 2`, with the title below it. The number takes the type and
 * tag of the title. A running header may be above it.
 */
export function withWholeTitles(parts: readonly PagePart[], body: BodyType): readonly PagePart[] {
  for (const at of [0, 1]) {
    const [label, title] = parts.slice(at, at + 2);
    if (label?.kind !== "paragraph" || title?.kind !== "paragraph") continue;
    const [first] = title.lines;
    if (first === undefined || !isTitleOf(label, title, body)) continue;
    const { sizePt, font, isBold, isItalic, tag } = first;
    const lines = label.lines.map((line) => ({ ...line, sizePt, font, isBold, isItalic, tag }));
    return parts.toSpliced(at, 2, { ...label, lines: [...lines, ...title.lines] });
  }
  return parts;
}

function isTitleOf({ lines: labels }: Paragraph, { lines }: Paragraph, body: BodyType): boolean {
  const [label, first] = [labels[0], lines[0]];
  if (label === undefined || first === undefined || labels.length > 1 || lines.length > mostTitleLines) return false;
  const isLarge = label.sizePt >= labelRatio * body.sizePt && first.sizePt >= titleShare * label.sizePt;
  if (!isLarge || !isLoneLabel(label.text) || /^(?:\p{Lu}\p{L}+ )?\d+(?:\.\d|[.:]?\s|$)/u.test(first.text))
    return false;
  return first.box.y0 >= label.box.y1 && gapEm(label, first) < widestTitleGapEm;
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
