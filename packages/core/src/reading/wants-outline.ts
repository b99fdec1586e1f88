import type { ReadResult } from "../result.ts";
import type { Call } from "./call.ts";

/** Whether an answer should end with an outline: it was cut by the budget, and no part of the file was asked for. */
export function wantsOutline({ checked }: Call, { stopped }: ReadResult): boolean {
  if (stopped === undefined || stopped.by === "time" || stopped.by === "images") return false;
  const { offset, column, limit, lines, find, select, pages } = checked.request;
  const parts = [offset, column, limit, lines, find, select, pages];
  return parts.every((part) => part === undefined) && (checked.view === "auto" || checked.view === "text");
}
