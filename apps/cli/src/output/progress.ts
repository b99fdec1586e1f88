import type { PageProgress, ReadProgress } from "@reader/core";
import { formatBytes } from "./format.ts";
import { milliseconds } from "./clock.ts";
import { isTerminal, writeNow } from "./write.ts";

/** How far a read has come; the whole is not known of a pipe. */
export type Scanned = ReadProgress | { readonly doneBytes: number };

/** A line on the terminal that tells how far a long read has come. */
export interface Progress {
  show(scanned: Scanned): void;
  /** Takes the line away, before anything else is written. */
  clear(): void;
}

/** What a progress line needs of the world. */
export interface ProgressOptions {
  /** Milliseconds from any fixed moment. */
  readonly clock?: () => number;
  readonly isSeen?: () => boolean;
  readonly write?: (text: string) => void;
}

/** A read that is done sooner needs no line. */
const delayMs = 1000;

/** Milliseconds between two states of the line: more would only be flicker. */
const intervalMs = 100;

/** Back to the start of the line, and erase to its end. */
const eraseLine = "\r\u001b[K";

/** A progress line for a read that starts now. Only a terminal on stderr ever gets to see it. */
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
  if (totalBytes === undefined) return `${formatBytes(doneBytes)} taken in …`;
  const percent = totalBytes === 0 ? 100 : Math.floor((doneBytes / totalBytes) * 100);
  return `${formatBytes(doneBytes)} of ${formatBytes(totalBytes)} looked through, ${percent} % …`;
}

function pageText({ page, totalPages }: PageProgress): string {
  return totalPages === undefined ? `page ${page} recognised …` : `page ${page} of ${totalPages} recognised …`;
}

function isAnimated(): boolean {
  return process.env["TERM"] !== "dumb" && isTerminal("stderr");
}
