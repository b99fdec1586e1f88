import { sharedHeight, sharedWidth } from "../model/boxes.ts";
import { createTotals, mostUsed } from "../model/numbers.ts";
import type { Box, LineTag, Table, TextLine, TextRun, TextStyle } from "../model/page-content.ts";

/** A part of a line of code, whose letters are evenly apart. */
export interface CodePart {
  readonly text: string;
  /** The left and right end in points. White space at the end may or may not be included. */
  readonly x0: number;
  readonly x1: number;
}

/** A line in reading order, for the layout stages. */
export interface FlowLine {
  readonly kind: "line";
  /** Its text with links and markup, trimmed. */
  readonly text: string;
  /** Its parts with their spaces, if it is code; else none. */
  readonly code: readonly CodePart[];
  readonly box: Box;
  readonly sizePt: number;
  readonly font: string;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isMonospaced: boolean;
  readonly isRightToLeft: boolean;
  readonly isVertical: boolean;
  /** True if wide gaps separate its words, as in a table row. */
  readonly isSpread: boolean;
  /** True if its author ended it, as in a card. */
  readonly isEnded?: boolean;
  /** True if it stands where the running headers of earlier pages stood. */
  readonly isRunning?: boolean;
  /** True if it begins with bold words before others, as the entries of a glossary do. */
  readonly opensBold?: boolean;
  /** The styles of its first and last characters, if it has several. */
  readonly ends?: { readonly first: TextStyle; readonly last: TextStyle };
  /** Its last part, if a wide gap is before it: where it starts on the page and in the text. */
  readonly lastPart?: { readonly start: number; readonly at: number };
  /** The engine's block of the line. */
  readonly block: number;
  readonly tag: LineTag | undefined;
}

/** A table in the position of its first line. */
export interface FlowTable {
  readonly kind: "table";
  readonly table: Table;
}

/** The parts of a page in reading order. */
export type FlowItem = FlowLine | FlowTable;

/** Returns the start of a line, measured inwards from the start side of the script. */
export function startOf(line: FlowLine): number {
  return line.isRightToLeft ? -line.box.x1 : line.box.x0;
}

/** Returns the end of a line in the same measure. */
export function endOf(line: FlowLine): number {
  return line.isRightToLeft ? -line.box.x0 : line.box.x1;
}

/** Returns the style in which a line begins. */
export function openingStyle(line: FlowLine): TextStyle {
  return line.ends?.first ?? line;
}

/** Returns the style in which a line ends. */
export function closingStyle(line: FlowLine): TextStyle {
  return line.ends?.last ?? line;
}

/** Returns the gap between two lines, in ems. */
export function gapEm(last: FlowLine, next: FlowLine): number {
  return (next.box.y0 - last.box.y1) / Math.max(1, next.sizePt);
}

/** Returns the font size of most text, in half points, or 0 if there is none. */
export function usualSize(items: readonly FlowItem[]): number {
  const sizes = createTotals<number>();
  for (const item of items) if (item.kind === "line") sizes.add(Math.round(item.sizePt * 2) / 2, item.text.length);
  return mostUsed(sizes.all()) ?? 0;
}

/** True if a line is not below the one before: in another column, or beside it. */
export function isElsewhere(last: FlowLine, next: FlowLine): boolean {
  if (next.box.y1 <= last.box.y0 || sharedWidth(last.box, next.box) === 0) return true;
  return sharedHeight(last.box, next.box) > 0.8;
}

/** Returns the style of most characters of a line; bold, italic and monospaced if nearly all are. Code in a bold line is not bold. */
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
    font: mostUsedStyle(inked, (style) => style.font)?.font ?? "",
    sizePt: mostUsedStyle(inked, (style) => style.sizePt)?.sizePt ?? otherwisePt,
    isBold: isBoldProse(inked, total),
    isItalic: lengthOf(inked, (style) => style.isItalic) > 0.9 * total,
    isMonospaced: lengthOf(inked, (style) => style.isMonospaced) > 0.8 * total,
  };
}

/** True if nearly all of a line is bold, or of its words that are not code, if these are most of it. */
function isBoldProse(inked: readonly TextRun[], total: number): boolean {
  const bold = lengthOf(inked, (style) => style.isBold);
  if (bold > 0.9 * total) return true;
  const prose = lengthOf(inked, (style) => style.isBold || !style.isMonospaced);
  return bold > 0.5 * total && bold > 0.9 * prose;
}

function lengthOf(runs: readonly TextRun[], judge: (style: TextStyle) => boolean): number {
  return runs.reduce((sum, run) => (judge(run.style) ? sum + run.text.length : sum), 0);
}

function mostUsedStyle(runs: readonly TextRun[], key: (style: TextStyle) => string | number): TextStyle | undefined {
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
