import type { Cut } from "../text/lines/answer.ts";
import type { CheckedRequest, PageRange, ReadRequest } from "../contract/request.ts";
import type { Continuation } from "../contract/result.ts";
import { windowsFrom, windowsOf, windowText } from "./windows.ts";

/** How an answer goes on after a cut; `total` is the number of lines, where it is known. */
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

/** Where an answer ended: before a line, inside one, or before a page whose image found no room. */
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

/** The pages from `page` on; where the list counts from the end or by label, all that follow. */
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
