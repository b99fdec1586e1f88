import type { LineWindow } from "../text/lines/stream.ts";
import type { CheckedRequest } from "../contract/request.ts";

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
