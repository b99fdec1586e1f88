import { beginsSmall, endsWithCharacter } from "../../model/plain-text.ts";
import type { FlowItem, FlowLine } from "../flow.ts";

/** What separates a line from the next: nothing, a line break, or a paragraph break. */
export type LineBreak = "none" | "line" | "paragraph";

/** The context of a line break. */
export interface BreakContext {
  /** The lines of the paragraph so far, including the line before. */
  readonly paragraph: readonly FlowLine[];
  /** True if the line before reaches the edge, so that it was not ended by the author. */
  readonly isFull: boolean;
  /** The gap between lines of one paragraph, in ems. */
  readonly usualGapEm: number;
  /** The font size of most text on the page. */
  readonly usualPt: number;
  /** True if the tags define paragraphs. */
  readonly usesTags: boolean;
  /** What follows the next line. */
  readonly following: FlowItem | undefined;
  /** True if lines that begin with bold words are entries. */
  readonly hasEntries: boolean;
  /** True if the next line begins like the one before, and others do. */
  readonly isAlike: boolean;
  /** True if the number of the next line follows that of an earlier clause. */
  readonly isClause: boolean;
}

/** Maximum number of paragraph lines compared with the next line. */
export const maxCompared = 30;

/** Maximum distance between the starts of lines of one column, in ems. */
export const sameStartEm = 0.1;

/** Minimum indent of lines against others, in ems. */
export const hangingEm = 0.8;

/** True if a sentence seems to go on after a line. */
export function isUnfinished(last: FlowLine, next: FlowLine): boolean {
  return (
    last.text.length > 20 &&
    !endsWithCharacter(last.text, ".!?:;。！？") &&
    (beginsSmall(next.text) || next.text.startsWith("("))
  );
}

/** True if a line is in a paragraph as wide as prose. */
export function isLong(last: FlowLine, context: BreakContext): boolean {
  return widestOf(context) > 20 * last.sizePt;
}

/** Returns the width of the widest of the last lines. */
export function widestOf({ paragraph }: BreakContext): number {
  let widest = -Infinity;
  for (let index = Math.max(0, paragraph.length - maxCompared); index < paragraph.length; index += 1) {
    const box = paragraph[index]?.box;
    if (box !== undefined) widest = Math.max(widest, box.x1 - box.x0);
  }
  return widest;
}
