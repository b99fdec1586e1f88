import type { Clip } from "../contract/result.ts";
import { grouped } from "./words.ts";

/** Renders the mark after a clipped line: how much of it is left, and where to continue. */
export function clipMark(clip: Clip): string {
  const { amount, unit, exact } = clip.remaining;
  const left = `${exact ? "" : "about "}${grouped(amount)} more ${amount === 1 ? unit.slice(0, -1) : unit}`;
  return ` …[${left}; go on with offset ${clip.line}, column ${clip.column}]`;
}
