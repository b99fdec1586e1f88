import { sharedHeight } from "../../model/boxes.ts";
import { createTotals, mostUsed } from "../../model/numbers.ts";
import { type Box, type PageContent, type TextLine, textOf } from "../../model/page-content.ts";
import { hasInk } from "../../model/plain-text.ts";
import { lineStyle } from "../flow.ts";

/** Share of the page height at the top and bottom for headers and footers. */
export const edgeShare = 0.13;

/** The same for a row in small type that white separates from all text: in TeX, headers are at 0.14. */
export const rowEdgeShare = 0.16;

/** Minimum size ratio of a heading, for example of a slide or section, that repeats in a similar way. */
export const maxCountedScale = 1.15;

/** If there is much other text at an edge, a running line is this much smaller. */
const maxSmallScale = 1.1;

/** Maximum number of lines at one edge. More are text that starts or ends there. */
const maxEdgeLines = 8;

/** Returns the lines near the top and bottom edge, and small rows that are set off a little further in. */
export function edgesOf(content: PageContent): readonly TextLine[] {
  const { heightPt } = content;
  const lines = linesOf(content);
  return (["top", "bottom"] as const).flatMap((edge) => {
    const near = lines.filter((line) => edgeOf(line.box, heightPt) === edge);
    if (near.length > 0) return outermost(near, edge);
    const row = setOffRow(lines, edge);
    if (row.length === 0 || row.some((line) => edgeOf(line.box, heightPt, rowEdgeShare) !== edge)) return [];
    const bodyPt = bodySizePt(content, new Set(row));
    return row.every((line) => isSmall(line, bodyPt)) ? row : [];
  });
}

/** Returns the outermost row of a page if its distance from the other lines is wider than that of lines of text. */
function setOffRow(lines: readonly TextLine[], edge: Edge): readonly TextLine[] {
  const row = outermostRow(lines, edge);
  const [first] = row;
  if (first === undefined || row.length > maxEdgeLines) return [];
  const leastPt = widestRowGap * sizePt(first);
  const isSetOff = (line: TextLine): boolean => gapPt(line.box, first.box) > leastPt;
  return lines.every((line) => row.includes(line) || isSetOff(line)) ? row : [];
}

type Edge = "top" | "bottom";

/** Returns the edge that a box is near, if any. */
export function edgeOf(box: Box, heightPt: number, share: number = edgeShare): Edge | undefined {
  if (box.y1 < heightPt * share) return "top";
  return box.y0 > heightPt * (1 - share) ? "bottom" : undefined;
}

/**
 * Returns the lines of an edge, or, if a table or paragraph extends into it, the row outside of that, in smaller type or
 * at some distance.
 */
function outermost(lines: readonly TextLine[], edge: Edge): readonly TextLine[] {
  if (lines.length <= maxEdgeLines) return lines;
  const setOff = setOffRow(lines, edge);
  if (setOff.length > 0) return setOff;
  const row = outermostRow(lines, edge);
  if (row.length > maxEdgeLines) return [];
  const leastPt = lines.reduce((least, line) => (row.includes(line) ? least : Math.min(least, sizePt(line))), Infinity);
  return row.every((line) => sizePt(line) < leastPt / maxSmallScale) ? row : [];
}

/** Returns the lines at the height of the outermost one. */
function outermostRow([one, ...others]: readonly TextLine[], edge: Edge): readonly TextLine[] {
  if (one === undefined) return [];
  const isOuter = (line: TextLine, other: TextLine): boolean =>
    edge === "top" ? line.box.y0 < other.box.y0 : line.box.y1 > other.box.y1;
  const first = others.reduce((most, line) => (isOuter(line, most) ? line : most), one);
  return [one, ...others].filter((line) => isOnRow(line, first));
}

/** Distance of a row from the text of the page that no line of that text has, in ems. */
const widestRowGap = 1.2;

function gapPt(one: Box, other: Box): number {
  return Math.max(one.y0 - other.y1, other.y0 - one.y1);
}

/** Returns the lines of the topmost and of the lowest row. */
export function outerRows(edges: readonly TextLine[], heightPt: number): ReadonlySet<TextLine> {
  const isAbove = ({ box }: TextLine): boolean => (box.y0 + box.y1) / 2 < heightPt / 2;
  const above = edges.filter(isAbove);
  const below = edges.filter((line) => !isAbove(line));
  return new Set([...outermostRow(above, "top"), ...outermostRow(below, "bottom")]);
}

/** Returns all lines with visible text. */
export function linesOf({ blocks }: PageContent): readonly TextLine[] {
  return blocks.flatMap((block) => block.lines.filter(isVisible));
}

/** Returns the font size of most characters between the edges; infinite if there are none. */
export function bodySizePt({ blocks }: PageContent, edges: ReadonlySet<TextLine>): number {
  const characters = createTotals<number>();
  for (const { lines } of blocks) {
    for (const line of lines) {
      if (edges.has(line) || !isVisible(line)) continue;
      for (const { text, style } of line.runs) characters.add(style.sizePt, text.length);
    }
  }
  return mostUsed(characters.all()) ?? Number.POSITIVE_INFINITY;
}

/** Returns the largest type size in a line. */
export function sizePt({ runs }: TextLine): number {
  return runs.reduce((most, { style }) => Math.max(most, style.sizePt), 0);
}

function isVisible({ runs }: TextLine): boolean {
  for (const { text } of runs) if (hasInk(text)) return true;
  return false;
}

/** Text beside a column header is the header of another column. */
export function isOnRow(line: TextLine, other: TextLine): boolean {
  return line === other || sharedHeight(line.box, other.box) > 0.5;
}

/** True for type that is not much larger than that of the text. */
export function isSmall(line: TextLine, bodyPt: number): boolean {
  return lineStyle(line).sizePt <= bodyPt * maxCountedScale;
}

const pageNumber =
  /^(?:(?:[Pp]age|[Ss]eite|[Pp][aá]gina) )?[-–([]?\s*(?:\d{1,4}|[ivxlc]{1,6}|[IVXLC]{1,6})\s*[-–)\]]?$/u;

/** Maximum length of a page number with its words and brackets. */
const longestPageNumber = 20;

/** Returns the line of a page number that white separates from the text above it. */
export function numberAtFoot(lines: readonly TextLine[], heightPt: number): TextLine | undefined {
  if (!lines.some((line) => isPageNumber(line) && edgeOf(line.box, heightPt) === "bottom")) return undefined;
  const [line, ...others] = setOffRow(lines.filter(isVisible), "bottom");
  return line !== undefined && others.length === 0 && isPageNumber(line) ? line : undefined;
}

function isPageNumber({ runs }: TextLine): boolean {
  if (runs.length > longestPageNumber) return false;
  const text = textOf(runs).trim();
  return text.length <= longestPageNumber && pageNumber.test(text);
}
