import type { FlowLine } from "../flow.ts";

/** What comes between a line and the next: nothing, the end of a line, or the end of a paragraph. */
export type LineBreak = "none" | "line" | "paragraph";

/** What the lines around say. */
export interface BreakContext {
  /** The lines of the paragraph so far; the last is the line before. */
  readonly paragraph: readonly FlowLine[];
  /** Whether the line before reaches the edge, so that its end is the page's and not the author's. */
  readonly isFull: boolean;
  /** The white space between lines of one paragraph, in heights of the type. */
  readonly usualGapEm: number;
  /** Whether the tags part the text into paragraphs. */
  readonly trustsTags: boolean;
}
