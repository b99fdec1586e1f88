import type { LineWindow } from "../text/lines/stream.ts";
import type { CheckedRequest } from "../contract/request.ts";

/** The windows of lines that a request asks for, in order. */
export function windowsOf(checked: CheckedRequest): readonly LineWindow[] {
  if (checked.ranges === undefined) return [{ first: checked.offset, column: checked.column }];
  return checked.ranges.map((range, at) => ({ ...range, column: at === 0 ? checked.column : 1 }));
}

/** A window as it would be written in `lines`: `5-16`, `5-`. */
export function windowText({ first, last }: LineWindow): string {
  return first === last ? `${first}` : `${first}-${last ?? ""}`;
}

/** What is left of windows when an answer ends before `line`. */
export function windowsFrom(windows: readonly LineWindow[], line: number): readonly LineWindow[] {
  return windows
    .filter(({ last }) => last === undefined || last >= line)
    .map((window) => (window.first >= line ? window : { ...window, first: line }));
}
