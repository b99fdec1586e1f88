import type { ResultPart } from "../contract/result.ts";
import type { ContinuationPoint } from "./continuation.ts";
import type { Finished } from "./finished.ts";
import { windowsFrom, windowsOf } from "./windows.ts";

/**
 * Where a search goes on whose answer ended among the lines behind a match: with that match, because a search that
 * begins behind it would not know of it. An answer that began with the match goes on where it ended, or else the same
 * answer could come for ever.
 */
export function withContextLeft(
  finished: Finished,
  parts: readonly ResultPart[],
  point: ContinuationPoint,
): ContinuationPoint {
  const match = lastMatch(parts);
  if (match === undefined || match === firstLine(parts) || !isContext(finished, match, point)) return point;
  return { line: match, column: 1 };
}

/** Whether the answer ended before a line that it would have shown only because it is behind this match. */
function isContext({ checked, pulled }: Finished, match: number, { line, column, page }: ContinuationPoint): boolean {
  if (pulled.isCutAtMatch || column > 1 || page !== undefined) return false;
  const [window] = windowsFrom(windowsOf(checked), match);
  const lastOfContext = match + (checked.find?.contextLines ?? 0);
  return line > match && line <= Math.min(lastOfContext, window?.last ?? lastOfContext);
}

function lastMatch(parts: readonly ResultPart[]): number | undefined {
  const last = parts.findLast((part) => part.type === "text" && part.matches !== undefined);
  return last?.type === "text" ? last.matches?.at(-1) : undefined;
}

function firstLine(parts: readonly ResultPart[]): number | undefined {
  return parts.find((part) => part.type === "text")?.firstLine;
}
