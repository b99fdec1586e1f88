import type { ReadProgress } from "@reader/core";
import type { PageProgress } from "@reader/core/internal";
import { formatBytes } from "./format.ts";
import { milliseconds } from "./clock.ts";
import { isTerminal, writeNow } from "./write.ts";

/** The progress of a read. The total of a pipe is unknown. */
export type Scanned = ReadProgress | { readonly doneBytes: number };

/** A line on the terminal that shows the progress of a long read. */
export interface Progress {
  show(scanned: Scanned): void;
  /** Erases the line. Call it before any other output. */
  clear(): void;
}

/** The clock and terminal of a progress line, for tests. */
export interface ProgressOptions {
  /** Milliseconds since any fixed time. */
  readonly clock?: () => number;
  readonly isSeen?: () => boolean;
  readonly write?: (text: string) => void;
}

/** Time before the line appears, in milliseconds. */
const delayMs = 1000;

/** Minimum time between two updates, in milliseconds, to avoid flicker. */
const intervalMs = 100;

/** Moves to the start of the line and erases it. */
const eraseLine = "\r\u001b[K";

/** Creates a progress line for a read that starts now. It is shown only if stderr is a terminal. */
export function createProgress(options: ProgressOptions = {}): Progress {
  const { clock = milliseconds, isSeen = isAnimated, write = (text) => writeNow("stderr", text) } = options;
  let due = clock() + delayMs;
  let state: "hidden" | "shown" | "unseen" = "hidden";
  return {
    show(scanned) {
      const now = clock();
      if (now < due || state === "unseen") return;
      due = now + intervalMs;
      if (state === "hidden" && !isSeen()) {
        state = "unseen";
        return;
      }
      state = "shown";
      write(`${eraseLine}${progressText(scanned)}`);
    },
    clear() {
      if (state === "shown") write(eraseLine);
      if (state === "shown") state = "hidden";
    },
  };
}

function progressText(scanned: Scanned): string {
  if ("page" in scanned) return pageText(scanned);
  const { doneBytes } = scanned;
  const totalBytes = "totalBytes" in scanned ? scanned.totalBytes : undefined;
  if (totalBytes === undefined) return `${formatBytes(doneBytes)} received …`;
  const percent = totalBytes === 0 ? 100 : Math.floor((doneBytes / totalBytes) * 100);
  return `${formatBytes(doneBytes)} of ${formatBytes(totalBytes)} scanned, ${percent} % …`;
}

function pageText({ page, totalPages }: PageProgress): string {
  return totalPages === undefined ? `page ${page} recognised …` : `page ${page} of ${totalPages} recognised …`;
}

function isAnimated(): boolean {
  return process.env["TERM"] !== "dumb" && isTerminal("stderr");
}
