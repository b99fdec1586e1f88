import { ReadError } from "../contract/errors.ts";
import type { Notice } from "../contract/notices.ts";
import { markFact } from "../render/quote.ts";
import { requestWords } from "../render/request-words.ts";
import type { CheckedRequest, ReadRequest } from "../contract/request.ts";
import type { ContinuationPoint } from "./continuation.ts";
import type { KnownCut } from "./cut.ts";
import type { Finished } from "./finished.ts";
import { unitCount, unitExtent } from "./range-beyond.ts";
import { windowsOf, windowText } from "./windows.ts";

/** Whether an explicit range was cut; a limit that was reached is what the caller asked for. */
export function isRangeCut({ checked, collector }: Finished, { stop }: KnownCut): boolean {
  if (!checked.isExplicitRange || stop.by === "images" || stop.by === "line-length") return false;
  return stop.by !== "lines" || collector.lines.meter.lines < (checked.limit ?? Number.POSITIVE_INFINITY);
}

/** Whether what was asked for does not fit; a limit that was reached is what the caller asked for. */
export function isOverBudget(finished: Finished, cut: KnownCut): boolean {
  if (finished.checked.isExplicitRange) return isRangeCut(finished, cut);
  return cut.stop.by !== "images" && cut.stop.by !== "line-length";
}

/** The refusal of what does not fit, with the part that does. */
export function overBudget(finished: Finished, cut: KnownCut, path: string): ReadError {
  const { checked, collector } = finished;
  const request = fittingRequest(finished, cut.point);
  const { by, limit } = cut.stop;
  const units = checked.isExplicitRange || checked.pages !== undefined ? undefined : unitExtent(collector.extents);
  const message = `${askedPart(checked, path)} the budget of ${limit} ${by === "time" ? "ms" : by}${units === undefined ? "" : `; it has ${unitCount(units)}`}.`;
  return new ReadError("over-budget", message, {
    hint: `Ask for a part that fits: ${requestWords(request)}${units === undefined ? "" : ", or choose `pages`"}.`,
    details: { limit: { name: by, value: limit }, request: { ...request } },
  });
}

/** The part of a range before the point at which the budget ended; where not one line fits, what there is room for. */
function fittingRequest({ checked, collector }: Finished, point: ContinuationPoint): ReadRequest {
  const { overBudget: _, ...request } = checked.request;
  const wholeLines = collector.lines.meter.lines - (point.column > 1 ? 1 : 0);
  if (wholeLines < 1) return { ...request, overBudget: "cut" };
  if (checked.ranges === undefined) return { ...request, limit: wholeLines };
  const fitting = windowsOf(checked)
    .filter(({ first }) => first < point.line)
    .map((window) => ({ ...window, last: Math.min(window.last ?? point.line - 1, point.line - 1) }));
  return { ...request, lines: fitting.map(windowText).join(",") };
}

function askedPart(checked: CheckedRequest, path: string): string {
  if (checked.isExplicitRange) return `${askedRange(checked)} of ${path} exceed`;
  const { pages } = checked.request;
  return pages === undefined ? `${path} exceeds` : `\`pages\` ${markFact(pages)} of ${path} exceed`;
}

function askedRange(checked: CheckedRequest): string {
  const { lines, limit } = checked.request;
  if (lines !== undefined) return `lines ${lines}`;
  return checked.offset < 0
    ? `${limit} of the last ${-checked.offset} lines`
    : `lines ${checked.offset}-${checked.offset + (limit ?? 1) - 1}`;
}

/** What became of the ranges that were asked for. */
export function rangeNotices({ pulled, checked, total }: Finished, cut: KnownCut | undefined): Notice[] {
  const notices: Notice[] = pulled.beyond.map((window) => ({
    type: "notice",
    code: "range-beyond-end",
    asked: windowText(window),
    total: total ?? 0,
  }));
  const by = cut?.stop.by;
  if (by === "lines" || by === "bytes" || by === "tokens" || by === "time") {
    notices.push({
      type: "notice",
      code: "range-cut",
      asked: askedRange(checked),
      limit: by,
      value: cut?.stop.limit ?? 0,
    });
  }
  return notices;
}
