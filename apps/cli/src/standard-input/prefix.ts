import type { Extent, ReadErrorCode, ReadOutcome, ReadRequest, ReadResult } from "@reader/core";

/** What an answer from the first part of an input is worth. */
export type PrefixVerdict =
  /** The rest of the input cannot change it. */
  | "settled"
  /** It may change with the next bytes. */
  | "more"
  /** It depends on the end of the input. */
  | "all";

/** Bytes by which a type is told; with fewer of them, another type may yet come out. */
const headBytes = 4096;

const fatal: ReadonlySet<ReadErrorCode> = new Set(["aborted", "timed-out", "invalid-request"]);
const early: ReadonlySet<ReadErrorCode> = new Set(["out-of-range", "over-budget"]);

/** Judges an answer that was given from the first `bytes` of an input that goes on. */
export function judgePrefix(outcome: ReadOutcome, request: Omit<ReadRequest, "path">, bytes: number): PrefixVerdict {
  if (!outcome.ok) return judgeFailure(outcome.error.code, bytes);
  if (outcome.handler !== "text" || outcome.parts.length === 0) return outcome.handler === "text" ? "more" : "all";
  // A search goes on to the end unless its answer is full.
  if (request.find !== undefined && outcome.status !== "partial") return "more";
  const total = lineExtent(outcome);
  return total === undefined || !total.exact || lastLine(outcome) < total.total ? "settled" : "more";
}

function judgeFailure(code: ReadErrorCode, bytes: number): PrefixVerdict {
  if (fatal.has(code)) return "settled";
  if (code === "binary") return bytes >= headBytes ? "settled" : "more";
  return early.has(code) ? "more" : "all";
}

/** The answer, with every count that the rest of the input will raise marked as such. */
export function asPrefix(outcome: ReadOutcome): ReadOutcome {
  if (!outcome.ok) return outcome;
  const extents = outcome.extents.map((each): Extent => (each.unit === "line" ? { ...each, exact: false } : each));
  const { next, ...result } = outcome;
  if (next === undefined) return { ...result, extents };
  const { request, remaining } = next;
  return {
    ...result,
    extents,
    next: remaining === undefined ? next : { request, remaining: { ...remaining, exact: false } },
  };
}

function lineExtent(result: ReadResult): Extent | undefined {
  return result.extents.find(({ unit }) => unit === "line");
}

function lastLine(result: ReadResult): number {
  const last = result.parts.findLast((part) => part.type === "text");
  return last === undefined ? 0 : last.firstLine + last.lineCount - 1;
}

/** The line feeds after which a first look may be enough: those of the wanted lines, and one that ends the next. */
export function wantedLines(request: Omit<ReadRequest, "path">, maxLines: number): number {
  const { offset = 1, limit, lines, find } = request;
  if (find !== undefined) return Number.POSITIVE_INFINITY;
  if (lines !== undefined) return Math.max(0, ...Array.from(lines.matchAll(/\d+/g), ([number]) => Number(number))) + 1;
  return offset + Math.min(limit ?? maxLines, maxLines);
}
