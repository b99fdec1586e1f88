import type { FlowItem, FlowLine, FlowTable } from "../flow.ts";
import { isFullLine, usualGap } from "./full-lines.ts";
import type { LineBreak } from "./line-break.ts";
import { breakBefore } from "./line-breaks.ts";
import { measurePage } from "./page-measures.ts";

/** Lines that are one paragraph, one item of a list, one heading, or one line of its own. */
export interface Paragraph {
  readonly kind: "paragraph";
  readonly lines: readonly FlowLine[];
  /** Whether it only begins a new line, close to what is before. */
  readonly isClose: boolean;
}

/** A part of a page in the order of reading. */
export type PagePart = Paragraph | FlowTable;

/** Groups the lines of a page to paragraphs. */
export function paragraphsOf(items: readonly FlowItem[], trustsTags: boolean): readonly PagePart[] {
  const parts: PagePart[] = [];
  const measures = measurePage(items);
  const usualGapEm = usualGap(items, measures);
  let lines: FlowLine[] = [];
  let isClose = false;
  const close = (next: LineBreak): void => {
    if (lines.length > 0) parts.push({ kind: "paragraph", lines, isClose });
    lines = [];
    isClose = next === "line";
  };
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    if (item === undefined) continue;
    if (item.kind === "table") {
      close("paragraph");
      parts.push(item);
      continue;
    }
    const isFull = lines.length > 0 && isFullLine(items, index - 1, measures);
    const lineBreak = breakBefore(item, { paragraph: lines, isFull, usualGapEm, trustsTags });
    if (lineBreak !== "none") close(lineBreak);
    lines.push(item);
  }
  close("paragraph");
  return parts;
}
