import type { Place } from "../../contract/place.ts";
import { takeLines, type AnswerLines, type Cut } from "./answer.ts";
import { dropAfter } from "./line.ts";
import type { LineSupply, LineWindow, StreamItem } from "./stream.ts";

/** The outcome of pulling. */
export interface Pulled {
  /** Where the answer was cut short. */
  readonly cut: Cut | undefined;
  /** True if the line that did not fit is a match of the search, and not context of one. */
  readonly isCutAtMatch: boolean;
  /** The error of a broken file, an expired deadline or a failed handler. Lines taken before it are kept. */
  readonly failure: unknown;
  /** Windows that begin after the last line. */
  readonly beyond: readonly LineWindow[];
  /** The highest line that was read, taken or not; 0 if no line was read. Negative if lines count from the end. */
  readonly lastSeen: number;
  /**
   * The last line that was read and processed, or `undefined`. After a failure, the lines that follow are unprocessed.
   */
  readonly lastDone: number | undefined;
  /** The place of that line in a document. */
  readonly lastPlace: Place | undefined;
  /** True if `lastSeen` is the last line of the file. */
  readonly isAtEnd: boolean;
}

/** Receives the pulled items. */
export interface PullTarget {
  readonly lines: AnswerLines;
  /** Takes an item that is not lines and follows the given line. */
  takeOther(item: Exclude<StreamItem, { type: "lines" }>, line: number): Cut | undefined;
  /** Filters the lines, as a search does. */
  transform(items: AsyncIterable<StreamItem>): AsyncIterable<StreamItem>;
}

interface Progress {
  cut: Cut | undefined;
  isCutAtMatch: boolean;
  failure: unknown;
  readonly beyond: LineWindow[];
  lastSeen: number;
  lastDone: number | undefined;
  lastPlace: Place | undefined;
  isAtEnd: boolean;
}

/** Pulls one window after another until all are done or the budget is exhausted. This is the only puller. */
export async function pullWindows(
  supply: LineSupply,
  windows: readonly LineWindow[],
  target: PullTarget,
): Promise<Pulled> {
  const beyond: LineWindow[] = [];
  const nothing = {
    cut: undefined,
    isCutAtMatch: false,
    failure: undefined,
    lastSeen: 0,
    lastDone: undefined,
    lastPlace: undefined,
    isAtEnd: false,
  };
  const progress: Progress = { ...nothing, beyond };
  try {
    for (const window of windows) {
      const items = await supply.open(window);
      if (items === undefined) progress.beyond.push(window);
      else await pullWindow(bounded(items, window, progress), target, progress);
      if (progress.cut !== undefined) break;
    }
  } catch (error) {
    progress.failure = error;
  }
  return progress;
}

async function pullWindow(items: AsyncIterable<StreamItem>, target: PullTarget, progress: Progress): Promise<void> {
  for await (const item of target.transform(items)) {
    progress.cut = item.type === "lines" ? takeLines(target.lines, item) : target.takeOther(item, progress.lastSeen);
    if (progress.cut === undefined) continue;
    progress.isCutAtMatch = item.type === "lines" && item.matches !== undefined;
    return;
  }
}

/**
 * Yields the items of one window. Items between its last line and the next one still belong to it. The length of a
 * document is known only at its end: a window that has yielded no lines by then begins after the last line.
 */
async function* bounded(
  items: AsyncIterable<StreamItem>,
  window: LineWindow,
  progress: Progress,
): AsyncGenerator<StreamItem, void, undefined> {
  progress.isAtEnd = false;
  let hasLines = false;
  for await (const item of items) {
    if (item.type !== "lines") {
      yield item;
      continue;
    }
    hasLines = true;
    progress.lastSeen = item.firstLine + item.lineCount - 1;
    progress.isAtEnd = item.isLast ?? false;
    const kept = window.last === undefined ? item : dropAfter(item, window.last);
    if (kept !== undefined) yield kept;
    progress.lastDone = progress.lastSeen;
    progress.lastPlace = item.at;
    if (kept !== item) return;
  }
  progress.isAtEnd = true;
  if (!hasLines && window.first > 1) progress.beyond.push(window);
}
