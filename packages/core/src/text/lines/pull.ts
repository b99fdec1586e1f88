import type { Place } from "../../contract/place.ts";
import { takeLines, type AnswerLines, type Cut } from "./answer.ts";
import { dropAfter } from "./split-block.ts";
import type { LineSupply, LineWindow, StreamItem } from "./stream.ts";

/** What pulling found out. */
export interface Pulled {
  /** Where the answer ended early. */
  readonly cut: Cut | undefined;
  /** Whether the line that found no room is one that a search wants, and not the context of one. */
  readonly isCutAtMatch: boolean;
  /** What a broken file, an expired time or a failed handler threw; what was taken before it stays. */
  readonly failure: unknown;
  /** Windows that begin after the last line. */
  readonly beyond: readonly LineWindow[];
  /** The highest line that was seen, taken or not; 0 for none. Negative where lines count from the end. */
  readonly lastSeen: number;
  /** The last line that was seen and dealt with; `undefined` where there is none. A failure leaves what follows undone. */
  readonly lastDone: number | undefined;
  /** Where that line stands in a document. */
  readonly lastPlace: Place | undefined;
  /** Whether `lastSeen` is the last line of the file. */
  readonly isAtEnd: boolean;
}

/** Where pulled things go. */
export interface PullTarget {
  readonly lines: AnswerLines;
  /** Takes whatever is not lines, behind that line. */
  takeOther(item: Exclude<StreamItem, { type: "lines" }>, line: number): Cut | undefined;
  /** Narrows the lines, as a search does. */
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

/** Pulls window after window until all are done or the budget is. This is the only puller. */
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
 * The items of one window. What stands between its last line and the next one still belongs to it. How many lines a
 * document has is known at its end: a window that has none by then begins behind them.
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
