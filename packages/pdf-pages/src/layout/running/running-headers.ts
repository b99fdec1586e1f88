import { sharedHeight, sharedWidth } from "../../model/boxes.ts";
import {
  type Box,
  type PageContent,
  type Table,
  type TextBlock,
  type TextLine,
  textOf,
} from "../../model/page-content.ts";
import { titleWords } from "../../model/plain-text.ts";
import { lineStyle } from "../flow.ts";
import {
  type EdgeLine,
  edgeLineOf,
  forget,
  isRepetition,
  type Occurrences,
  remember,
  repetitionOf,
} from "./edge-repetitions.ts";
import {
  bodySizePt,
  edgeOf,
  edgeShare,
  edgesOf,
  isOnRow,
  isSmall,
  linesOf,
  maxCountedScale,
  outerRows,
  rowEdgeShare,
  sizePt,
} from "./page-edges.ts";

/** Removes lines that every page repeats at its top or bottom. */
interface RunningHeaders {
  /** Removes lines that an earlier page had, and remembers the others. */
  readonly strip: (content: PageContent, pageNumber: number) => PageContent;
  /** Called for lines in a table, whose head every page may repeat: later pages keep them. */
  readonly keep: (content: PageContent, table: Table) => void;
  /** True for another line in the place and type of those that were removed: the next chapter has another header. */
  readonly isRunning: (line: TextLine) => boolean;
  /** Returns how many lines were removed so far. */
  readonly count: () => number;
}

/** Minimum gap between a running line and the text, in ems. Less is enough if the type differs. */
const leastGap = 0.5;
const leastGapBySize = 0.25;

/** Creates a memory of page edges. Pages come in order. */
export function createRunningHeaders(): RunningHeaders {
  const seen = new Map<string, Occurrences>();
  const slots: Slot[] = [];
  let taken = 0;
  // The title of several slides, in large type or without text below it, has the place of the next title.
  const noteSlot = (line: TextLine, bodyPt: () => number): void => {
    if (slots.length >= maxSlots || isInSlot(line, slots)) return;
    if (bodyPt() < Infinity && isSmall(line, bodyPt())) slots.push(slotOf(line));
  };
  const strip = (content: PageContent, pageNumber: number): PageContent => {
    const found = edgeLinesOf({ number: pageNumber, content });
    const repetitions = found.map((one) => repetitionOf(one, seen));
    for (const one of found) remember(one, seen);
    if (repetitions.every((how) => how === "none")) return content;
    let sizeOfBody: number | undefined;
    const bodyPt = (): number => (sizeOfBody ??= bodySizePt(content, new Set(found.map(({ line }) => line))));
    const isKnown = (line: TextLine, how: string | undefined): boolean =>
      how === "same" || (how === "similar" && isSmall(line, bodyPt()));
    const known = new Set(found.map(({ line }) => line).filter((line, index) => isKnown(line, repetitions[index])));
    if (known.size === 0) return content;
    const lines = linesOf(content);
    const amid = [...known].filter((line) => !isApart(line, lines, known));
    const repeated = new Set([...known].filter((line) => !amid.some((other) => isOnRow(line, other))));
    // Otherwise the page would be empty.
    if (repeated.size === 0 || repeated.size >= lines.length) return content;
    taken += repeated.size;
    for (const { line, now } of found) if (now.isOuter && repeated.has(line)) noteSlot(line, bodyPt);
    return { ...content, blocks: without(content.blocks, repeated) };
  };
  return {
    strip,
    keep: ({ heightPt }, { box, lines }) => {
      // A table that extends beyond the edge is more than a header in columns.
      if (box.y1 - box.y0 < heightPt * edgeShare) return;
      for (const line of lines)
        if (edgeOf(line.box, heightPt, rowEdgeShare) !== undefined) forget(line, heightPt, seen);
    },
    isRunning: (line) => isInSlot(line, slots),
    count: () => taken,
  };
}

/** A page and its number, from 1. */
export interface NumberedPage {
  readonly number: number;
  readonly content: PageContent;
}

/**
 * Returns a check of the box of a line: whether all outermost lines of the page at its height are headers or footers in
 * small type that another page has in the same place and type, or one of them repeats a heading of its own page. The
 * title of several slides is larger. The pages are looked at only if a line at an edge is checked.
 */
export function createRepetitionCheck(
  on: NumberedPage,
  readOthers: () => Iterable<NumberedPage>,
): (line: { readonly box: Box }) => boolean {
  let edges: readonly EdgeLine[] | undefined;
  let bodyPt = 0;
  let others: readonly (readonly EdgeLine[])[] | undefined;
  return ({ box }) => {
    if (edgeOf(box, on.content.heightPt, rowEdgeShare) === undefined) return false;
    if (edges === undefined) {
      edges = edgeLinesOf(on);
      bodyPt = bodySizePt(on.content, new Set(edges.map(({ line }) => line)));
    }
    const outer = edges.filter(({ line, now }) => now.isOuter && sharedHeight(line.box, box) > 0.5);
    if (outer.length === 0 || !outer.every(({ line }) => isSmall(line, bodyPt))) return false;
    if (outer.some(({ line }) => repeatsHeading(line, linesOf(on.content)))) return true;
    others ??= Array.from(readOthers(), edgeLinesOf);
    return others.some((found) => outer.every((one) => found.some((line) => isSameHeader(one, line))));
  };
}

/** Minimum number of letters of a heading that a header repeats, and minimum share of it on its first line. */
const leastRepeated = 8;
const leastRepeatedShare = 0.4;

/** True if a line below a header, in type that is as large, has its words or begins with them: `2 RESULTS`, `2 Results`. */
function repeatsHeading(header: TextLine, lines: readonly TextLine[]): boolean {
  const words = unnumbered(header);
  if (words.length < leastRepeated) return false;
  return lines.some((line) => {
    if (line.box.y0 < header.box.y1 || sizePt(line) < sizePt(header)) return false;
    const begin = unnumbered(line);
    return begin.length >= Math.max(leastRepeated, leastRepeatedShare * words.length) && words.startsWith(begin);
  });
}

/** Returns the letters of a line without the number before them, which may be a line of its own. */
function unnumbered({ runs }: TextLine): string {
  return titleWords(textOf(runs)).replace(/^\d+/u, "");
}

function isSameHeader(one: EdgeLine, other: EdgeLine): boolean {
  return isRepetition(one, other) && isInSlot(other.line, [slotOf(one.line)]);
}

function edgeLinesOf({ number, content }: NumberedPage): readonly EdgeLine[] {
  const edges = edgesOf(content);
  const outer = outerRows(edges, content.heightPt);
  return edges.map((line) => edgeLineOf(line, { page: number, ...content, isOuter: outer.has(line) }));
}

/** The place and type of a running line. */
interface Slot {
  readonly centerPt: number;
  readonly sizePt: number;
  readonly font: string;
}

function slotOf(line: TextLine): Slot {
  const { sizePt, font } = lineStyle(line);
  return { centerPt: centerOf(line), sizePt, font };
}

/** The place is compared first, because few lines are at it. */
function isInSlot(line: TextLine, slots: readonly Slot[]): boolean {
  return slots.some((slot) => {
    if (Math.abs(slot.centerPt - centerOf(line)) >= maxSlotShiftPt) return false;
    const { sizePt, font } = lineStyle(line);
    return slot.font === font && Math.abs(slot.sizePt - sizePt) < 0.3;
  });
}

/** Maximum number of slots remembered. Left and right pages have one or two at each edge. */
const maxSlots = 20;

/** Maximum distance of lines in one slot, in points. */
const maxSlotShiftPt = 2;

function centerOf({ box }: TextLine): number {
  return (box.y0 + box.y1) / 2;
}

/** True if a gap separates it from new text on this page: a table head is not a page header. */
function isApart(line: TextLine, lines: readonly TextLine[], known: ReadonlySet<TextLine>): boolean {
  const heightPt = line.box.y1 - line.box.y0;
  return lines.every((other) => {
    if (known.has(other)) return true;
    const leastPt = (sizePt(other) > maxCountedScale * sizePt(line) ? leastGapBySize : leastGap) * heightPt;
    if (sharedWidth(line.box, other.box) === 0) return !isBeside(line.box, other.box);
    return other.box.y0 - line.box.y1 >= leastPt || line.box.y0 - other.box.y1 >= leastPt;
  });
}

/** A number right beside the words of a heading belongs to it, even if it counts with the pages. */
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
