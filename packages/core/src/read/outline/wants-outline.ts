import type { ReadResult } from "../../contract/result.ts";
import type { Call } from "../call.ts";

/** True if an answer should end with an outline: the budget cut it, and the request is for the whole file. */
export function wantsOutline(call: Call, { stopped }: ReadResult): boolean {
  return stopped !== undefined && stopped.by !== "time" && stopped.by !== "images" && mayEndWithOutline(call);
}

/** True if an answer should end with an outline in case the budget cuts it. */
export function mayEndWithOutline({ checked }: Call): boolean {
  const { offset, column, limit, lines, find, select, pages } = checked.request;
  const parts = [offset, column, limit, lines, find, select, pages];
  return parts.every((part) => part === undefined) && (checked.view === "auto" || checked.view === "text");
}
