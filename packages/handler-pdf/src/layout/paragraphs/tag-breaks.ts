import type { FlowLine } from "../flow.ts";
import type { BreakContext, LineBreak } from "./line-break.ts";
import { isElsewhere } from "../line-geometry.ts";
import { listMark } from "../../model/list-marks.ts";

/** What the tags say comes between two lines; nothing where they leave it open. */
export function breakByTags(last: FlowLine, next: FlowLine, context: BreakContext): LineBreak | undefined {
  if (!context.trustsTags) return undefined;
  if (last.tag === undefined || next.tag === undefined) return last.tag === next.tag ? undefined : "paragraph";
  if (last.tag.element !== next.tag.element || last.tag.item !== next.tag.item) return betweenElements(last, next);
  const mayBeItem = !context.isFull && !isElsewhere(last, next);
  return mayBeItem && listMark(next.text) !== undefined ? "line" : undefined;
}

function betweenElements({ tag: last }: FlowLine, { tag: next }: FlowLine): LineBreak {
  if (last?.item === undefined || next?.item === undefined) return "paragraph";
  const isLabel = last.role === "Lbl" && last.item === next.item;
  return isLabel ? "none" : "line";
}
