import type { Budget } from "@reader/core/handler";

/** The share of a document's time in which what is told of it is looked for: who asked wants its first answer, too. */
const lookingShare = 0.25;

/** Says how many milliseconds are left, 0 where none. */
export type TimeLeft = () => number;

/** Starts the time in which a document is looked through for what `info` tells beyond what is at hand. */
export function startLooking({ documentTimeMs }: Budget): TimeLeft {
  const end = performance.now() + documentTimeMs * lookingShare;
  return () => Math.max(0, end - performance.now());
}

/** For a read, which has its own way to end. */
export const endless: TimeLeft = () => Number.POSITIVE_INFINITY;
