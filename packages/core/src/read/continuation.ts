import type { Cut } from "../text/lines/answer.ts";
import type { CheckedRequest, PageRange, ReadRequest } from "../contract/request.ts";
import type { Continuation } from "../contract/result.ts";
import type { LineWindow } from "../text/lines/stream.ts";

/** Builds the request that continues after a cut. `total` is the number of lines, if known. */
export function continueAfter(
  checked: CheckedRequest,
  cut: ContinuationPoint,
  total: number | undefined,
): Continuation {
  const { request } = checked;
  if (cut.page !== undefined) return { request: withPages(request, checked.pages, cut.page) };
  const { column: _, ...rest } = request;
  const column = cut.column > 1 ? { column: cut.column } : {};
  if (checked.ranges !== undefined)
    return { request: { ...rest, lines: remainingRanges(checked, cut.line), ...column } };
  const next: ReadRequest = { ...rest, offset: cut.line, ...column };
  const lines = remainingLines(cut, total);
  return lines === undefined ? { request: next } : { request: next, remaining: { lines, exact: true } };
}

/** The point where an answer ended: before a line, inside one, or before a page whose image did not fit. */
export interface ContinuationPoint extends Omit<Cut, "by"> {
  readonly page?: number;
}

function remainingLines(cut: ContinuationPoint, total: number | undefined): number | undefined {
  if (cut.line < 0) return -cut.line;
  return total === undefined ? undefined : Math.max(0, total - cut.line + 1);
}

function remainingRanges(checked: CheckedRequest, line: number): string {
  return windowsFrom(windowsOf(checked), line).map(windowText).join(",");
}

function withPages(request: ReadRequest, pages: readonly PageRange[] | undefined, page: number): ReadRequest {
  const { offset: _, column: __, limit: ___, lines: ____, ...rest } = request;
  return { ...rest, pages: remainingPages(pages, page) };
}

/**
 * Returns the requested pages from `page` on, or all following pages if the request counts from the end or uses labels.
 */
function remainingPages(pages: readonly PageRange[] | undefined, page: number): string {
  const ranges = (pages ?? []).filter((range) => "first" in range && range.first > 0);
  if (ranges.length === 0 || ranges.length !== pages?.length) return `${page}-`;
  const left = ranges.flatMap((range) => {
    if (!("first" in range) || (range.last ?? page) < page) return [];
    const first = Math.max(range.first, page);
    return [first === range.last ? `${first}` : `${first}-${range.last ?? ""}`];
  });
  return left.length === 0 ? `${page}-` : left.join(",");
}

/** Returns the requested windows of lines, in order. */
export function windowsOf(checked: CheckedRequest): readonly LineWindow[] {
  if (checked.ranges === undefined) return [{ first: checked.offset, column: checked.column }];
  return checked.ranges.map((range, at) => ({ ...range, column: at === 0 ? checked.column : 1 }));
}

/** Formats a window as in `lines`: `5-16`, `5-`. */
export function windowText({ first, last }: LineWindow): string {
  return first === last ? `${first}` : `${first}-${last ?? ""}`;
}

/** Returns the rest of the windows if an answer ends before `line`. */
export function windowsFrom(windows: readonly LineWindow[], line: number): readonly LineWindow[] {
  return windows
    .filter(({ last }) => last === undefined || last >= line)
    .map((window) => (window.first >= line ? window : { ...window, first: line }));
}
