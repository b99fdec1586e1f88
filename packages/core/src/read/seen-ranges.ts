import type { LineRange } from "../contract/request.ts";
import type { ReadResult } from "../contract/result.ts";

/** The whole lines of an answer; clipped and continued ones were not seen whole. */
export function rangesOf(result: ReadResult): LineRange[] {
  return result.parts.flatMap((part) => {
    if (part.type !== "text" || part.firstLine < 1 || part.firstColumn !== undefined) return [];
    const clipped = new Set(part.clips?.map(({ line }) => line));
    return wholeRuns(part.firstLine, part.firstLine + part.lineCount - 1, clipped);
  });
}

function wholeRuns(first: number, last: number, holes: ReadonlySet<number>): LineRange[] {
  const runs: LineRange[] = [];
  let start = first;
  for (const hole of [...holes].sort((left, right) => left - right)) {
    if (hole > start) runs.push({ first: start, last: hole - 1 });
    start = hole + 1;
  }
  return start > last ? runs : [...runs, { first: start, last }];
}

/** Sorted, and those that touch as one. */
export function mergeRanges(ranges: readonly LineRange[]): LineRange[] {
  const merged: { first: number; last: number }[] = [];
  for (const { first, last = first } of ranges.toSorted((left, right) => left.first - right.first)) {
    const open = merged.at(-1);
    if (open !== undefined && first <= open.last + 1) open.last = Math.max(open.last, last);
    else merged.push({ first, last });
  }
  return merged;
}
