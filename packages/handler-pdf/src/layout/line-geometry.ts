import { sharedHeight, sharedWidth } from "../model/boxes.ts";
import type { FlowLine } from "./flow.ts";

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
