import type { ReadResult } from "../../contract/result.ts";
import type { Call } from "../call.ts";

/** Whether an answer should end with an outline: it was cut by the budget, and no part of the file was asked for. */
export function wantsOutline(call: Call, { stopped }: ReadResult): boolean {
  return stopped !== undefined && stopped.by !== "time" && stopped.by !== "images" && mayEndWithOutline(call);
}

/** Whether an answer that is cut by the budget should end with an outline. */
export function mayEndWithOutline({ checked }: Call): boolean {
  const { offset, column, limit, lines, find, select, pages } = checked.request;
  const parts = [offset, column, limit, lines, find, select, pages];
  return parts.every((part) => part === undefined) && (checked.view === "auto" || checked.view === "text");
}
