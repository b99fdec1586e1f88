import type { InnerWish, PageRange } from "@reader/core/handler";
import { isObject } from "./plain.ts";

/** More ranges than any request has. */
const maxRanges = 10_000;

/** What is wanted of a nested file as a child sent it, checked; undefined for what is no such wish. */
export function checkWish(value: unknown): InnerWish | undefined {
  if (!isObject(value)) return undefined;
  const { select, pages } = value;
  if (select !== undefined && typeof select !== "string") return undefined;
  if (pages === undefined) return { select };
  const ranges = Array.isArray(pages) && pages.length <= maxRanges ? pages.map(checkRange) : [undefined];
  const isSound = ranges.every((range) => range !== undefined);
  return isSound ? { select, pages: ranges } : undefined;
}

function checkRange(value: unknown): PageRange | undefined {
  if (!isObject(value)) return undefined;
  const { first, last, label } = value;
  if (typeof label === "string") return { label };
  if (!Number.isSafeInteger(first) || (last !== undefined && !Number.isSafeInteger(last))) return undefined;
  return last === undefined ? { first: Number(first) } : { first: Number(first), last: Number(last) };
}
