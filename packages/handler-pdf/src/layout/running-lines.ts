import { sharedHeight, sharedWidth } from "../model/boxes.ts";
import type { Box, PageContent, Table, TextBlock, TextLine } from "../model/page-content.ts";
import { hasInk } from "../model/plain-signs.ts";
import { forget, remember, repetitionOf, sightingOf, type Seen } from "./sightings.ts";
import { createTotals, mostUsed } from "../model/totals.ts";

/** Takes the lines away that every page repeats at its top or bottom. */
export interface RunningLines {
  /** The page without those that an earlier page had; remembers its own. */
  readonly strip: (content: PageContent, pageNumber: number) => PageContent;
  /** Told that lines of a page are in a table, whose head every page may repeat: the pages after it keep them. */
  readonly keep: (content: PageContent, table: Table) => void;
  /** How many lines were taken away so far. */
  readonly count: () => number;
}

/** Headers and footers stand in this outer share of the height, at the top and at the bottom. */
const edgeShare = 0.13;

/** A line in larger type that counts with the pages is a heading, such as that of a slide or a section. */
const maxCountedScale = 1.15;

/** Where much else stands at an edge, a running line's type is this much smaller than all of that. */
const maxSmallScale = 1.1;

/** The least white between a running line and the text, in heights of the line; less is enough where the type tells them apart. */
const leastGap = 0.5;
const leastGapBySize = 0.25;

/** Makes a memory of the edges of pages, which come in order. */
export function createRunningLines(): RunningLines {
  const seen = new Map<string, Seen>();
  let taken = 0;
  const strip = (content: PageContent, pageNumber: number): PageContent => {
    const edges = edgesOf(content);
    const found = edges.map((line) => sightingOf(line, pageNumber, content.heightPt));
    const repetitions = found.map((one) => repetitionOf(one, seen));
    for (const one of found) remember(one, seen);
    if (repetitions.every((how) => how === "none")) return content;
    let bodyPt: number | undefined;
    const isSmall = (line: TextLine): boolean =>
      sizePt(line) <= (bodyPt ??= bodySizePt(content, new Set(edges))) * maxCountedScale;
    const known = new Set(
      edges.filter((line, index) => {
        const how = repetitions[index];
        return how === "same" || (how === "counted" && isSmall(line));
      }),
    );
    if (known.size === 0) return content;
    const lines = linesOf(content);
    const amid = [...known].filter((line) => !isApart(line, lines, known));
    const repeated = new Set([...known].filter((line) => !amid.some((other) => isOnRow(line, other))));
    // A page that has nothing else says at least this.
    if (repeated.size === 0 || repeated.size >= lines.length) return content;
    taken += repeated.size;
    return { ...content, blocks: without(content.blocks, repeated) };
  };
  return {
    strip,
    keep: ({ heightPt }, { box, lines }) => {
      // What a table at an edge has beyond the edge says that it is more than a header in columns.
      if (box.y1 - box.y0 < heightPt * edgeShare) return;
      for (const line of lines) if (edgeOf(line.box, heightPt) !== undefined) forget(line, heightPt, seen);
    },
    count: () => taken,
  };
}

/** More lines at one edge than this are text that begins or ends there. */
const maxEdgeLines = 8;

/** The lines near the upper and near the lower edge. */
function edgesOf({ blocks, heightPt }: PageContent): readonly TextLine[] {
  const above: TextLine[] = [];
  const below: TextLine[] = [];
  for (const { lines } of blocks) {
    for (const line of lines) {
      const edge = edgeOf(line.box, heightPt);
      if (edge === "top" && isSeen(line)) above.push(line);
      if (edge === "bottom" && isSeen(line)) below.push(line);
    }
  }
  return [...outermost(above, "top"), ...outermost(below, "bottom")];
}

type Edge = "top" | "bottom";

function edgeOf(box: Box, heightPt: number): Edge | undefined {
  if (box.y1 < heightPt * edgeShare) return "top";
  return box.y0 > heightPt * (1 - edgeShare) ? "bottom" : undefined;
}

/** The lines of an edge, or where a table or a paragraph reaches it, those that stand in smaller type outside of that. */
function outermost(lines: readonly TextLine[], edge: Edge): readonly TextLine[] {
  if (lines.length <= maxEdgeLines) return lines;
  const isOuter = (one: TextLine, other: TextLine): boolean =>
    edge === "top" ? one.box.y0 < other.box.y0 : one.box.y1 > other.box.y1;
  const first = lines.reduce((most, line) => (isOuter(line, most) ? line : most));
  const row = lines.filter((line) => isOnRow(line, first));
  if (row.length > maxEdgeLines) return [];
  const leastPt = lines.reduce((least, line) => (row.includes(line) ? least : Math.min(least, sizePt(line))), Infinity);
  return row.every((line) => sizePt(line) < leastPt / maxSmallScale) ? row : [];
}

/** All lines in which something is seen. */
function linesOf({ blocks }: PageContent): readonly TextLine[] {
  return blocks.flatMap((block) => block.lines.filter(isSeen));
}

/** The size of most characters between the edges; infinite where there are none. */
function bodySizePt({ blocks }: PageContent, edges: ReadonlySet<TextLine>): number {
  const characters = createTotals<number>();
  for (const { lines } of blocks) {
    for (const line of lines) {
      if (edges.has(line) || !isSeen(line)) continue;
      for (const { text, style } of line.runs) characters.add(style.sizePt, text.length);
    }
  }
  return mostUsed(characters.all()) ?? Number.POSITIVE_INFINITY;
}

function sizePt({ runs }: TextLine): number {
  return Math.max(0, ...runs.map(({ style }) => style.sizePt));
}

function isSeen({ runs }: TextLine): boolean {
  for (const { text } of runs) if (hasInk(text)) return true;
  return false;
}

/** What stands beside the head of a column is the head of another. */
function isOnRow(line: TextLine, other: TextLine): boolean {
  return line === other || sharedHeight(line.box, other.box) > 0.5;
}

/** Whether white parts it from what is new on this page: the head of a table is no header of the page. */
function isApart(line: TextLine, lines: readonly TextLine[], known: ReadonlySet<TextLine>): boolean {
  const heightPt = line.box.y1 - line.box.y0;
  return lines.every((other) => {
    if (known.has(other)) return true;
    const leastPt = (sizePt(other) > maxCountedScale * sizePt(line) ? leastGapBySize : leastGap) * heightPt;
    if (sharedWidth(line.box, other.box) === 0) return !isBeside(line.box, other.box);
    return other.box.y0 - line.box.y1 >= leastPt || line.box.y0 - other.box.y1 >= leastPt;
  });
}

/** A number right beside the words of a heading is the heading's, though it counts as the pages do. */
function isBeside(one: Box, other: Box): boolean {
  const gapPt = Math.max(other.x0 - one.x1, one.x0 - other.x1);
  return sharedHeight(one, other) > 0.5 && gapPt < 3 * (one.y1 - one.y0);
}

function without(blocks: readonly TextBlock[], repeated: ReadonlySet<TextLine>): readonly TextBlock[] {
  return blocks
    .map((block) => {
      const lines = block.lines.filter((line) => !repeated.has(line));
      return lines.length === block.lines.length ? block : { ...block, lines };
    })
    .filter((block) => block.lines.length > 0);
}
