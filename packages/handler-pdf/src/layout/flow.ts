import { sharedHeight, sharedWidth } from "../model/boxes.ts";
import type { Box, LineTag, Table, TextLine, TextRun, TextStyle } from "../model/page-content.ts";

/** A line in reading order, as the stages of the writer see it. */
export interface FlowLine {
  readonly kind: "line";
  /** Its words with links and marks, without space at its ends. */
  readonly text: string;
  /** The characters as they stand, for code. */
  readonly raw: string;
  readonly box: Box;
  readonly sizePt: number;
  readonly font: string;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isMonospaced: boolean;
  readonly isRightToLeft: boolean;
  readonly isVertical: boolean;
  /** Whether wide gaps part its words, as in a row of a table. */
  readonly isSpread: boolean;
  /** The block of the engine that it came in. */
  readonly block: number;
  readonly tag: LineTag | undefined;
}

/** A table in the place of its first line. */
export interface FlowTable {
  readonly kind: "table";
  readonly table: Table;
}

/** What a page is made of, in the order in which it is read. */
export type FlowItem = FlowLine | FlowTable;

/** Where a line begins, growing inwards from the side that the script begins at. */
export function startOf(line: FlowLine): number {
  return line.isRightToLeft ? -line.box.x1 : line.box.x0;
}

/** Where a line ends, in the same measure. */
export function endOf(line: FlowLine): number {
  return line.isRightToLeft ? -line.box.x0 : line.box.x1;
}

/** The white space between two lines, in heights of the type. */
export function gapEm(last: FlowLine, next: FlowLine): number {
  return (next.box.y0 - last.box.y1) / Math.max(1, next.sizePt);
}

/** Not below the line before: in another column, or beside it. */
export function isElsewhere(last: FlowLine, next: FlowLine): boolean {
  if (next.box.y1 <= last.box.y0 || sharedWidth(last.box, next.box) === 0) return true;
  return sharedHeight(last.box, next.box) > 0.8;
}

/** The style of most characters of a line; bold, italic and monospaced where nearly all are. */
export function lineStyle(line: TextLine): TextStyle {
  const [only] = line.runs;
  if (only !== undefined && line.runs.length === 1) return only.style;
  const inked = line.runs.filter((run) => /\S/u.test(run.text));
  return sameStyle(inked) ?? mixedStyle(inked, only?.style.sizePt ?? 0);
}

function sameStyle(inked: readonly TextRun[]): TextStyle | undefined {
  const style = inked[0]?.style;
  return inked.every((run) => run.style === style) ? style : undefined;
}

function mixedStyle(inked: readonly TextRun[], otherwisePt: number): TextStyle {
  const total = lengthOf(inked, () => true);
  return {
    font: mostUsed(inked, (style) => style.font)?.font ?? "",
    sizePt: mostUsed(inked, (style) => style.sizePt)?.sizePt ?? otherwisePt,
    isBold: lengthOf(inked, (style) => style.isBold) > 0.9 * total,
    isItalic: lengthOf(inked, (style) => style.isItalic) > 0.9 * total,
    isMonospaced: lengthOf(inked, (style) => style.isMonospaced) > 0.8 * total,
  };
}

function lengthOf(runs: readonly TextRun[], judge: (style: TextStyle) => boolean): number {
  return runs.reduce((sum, run) => (judge(run.style) ? sum + run.text.length : sum), 0);
}

function mostUsed(runs: readonly TextRun[], key: (style: TextStyle) => string | number): TextStyle | undefined {
  const lengths = new Map<string | number, number>();
  let best: TextStyle | undefined;
  let longest = 0;
  for (const { style, text } of runs) {
    const length = (lengths.get(key(style)) ?? 0) + text.length;
    lengths.set(key(style), length);
    if (length > longest) {
      longest = length;
      best = style;
    }
  }
  return best;
}
