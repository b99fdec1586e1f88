import { ReadError } from "../contract/errors.ts";
import type { Deadline } from "../text/lines/deadline.ts";
import type { SearchCount } from "../text/lines/search/find-lines.ts";
import { pullWindows, type Pulled } from "../text/lines/pull.ts";
import type { LineSupply, StreamItem } from "../text/lines/stream.ts";
import type { AnswerCost } from "../text/lines/text-meter.ts";
import type { CheckedRequest } from "../contract/request.ts";
import { maxLinesOf, type Call } from "./call.ts";
import { createCollector, type Collector } from "./collector.ts";
import type { Finished } from "./finished.ts";
import { PartialFailure } from "./partial-failure.ts";
import { windowsOf } from "./windows.ts";

/** Where lines come from, in which time, and which of them must not be shown. */
export interface AnswerSource {
  readonly supply: LineSupply;
  readonly deadline: Deadline;
  /** Throws where text must not be shown; shows everything where absent. */
  readonly admit?: (text: string) => void;
  /** What of the budget is kept for what stands behind the lines. */
  readonly reserved?: AnswerCost | undefined;
}

const nothing: AnswerCost = { lines: 0, tokens: 0, bytes: 0 };

/** Pulls what a request wants out of a source. */
export async function pullAnswer(call: Call, source: AnswerSource): Promise<Finished> {
  const { checked, budget, state } = call;
  const { supply, deadline, reserved = nothing, admit = () => undefined } = source;
  const maxLines = maxLinesOf(call) - reserved.lines;
  const { capabilities, pricing } = state;
  const collector = createCollector({ budget, maxLines, capabilities, pricing, admit });
  collector.lines.meter.charge(0, reserved);
  const search = await openSearch(call);
  const count: SearchCount = { lines: 0, matches: 0 };
  const pulled = await pullWindows(supply, windowsOf(checked), {
    lines: collector.lines,
    takeOther: (item, line) => collector.takeOther(item, line),
    transform: (items) => search?.find(items, count) ?? items,
  });
  if (isFatal(pulled, collector, search)) throw withWhatWasGood(pulled.failure, collector);
  noteNoMatches(checked, collector, count);
  const total = supply.total() ?? (pulled.isAtEnd && pulled.lastSeen >= 0 ? pulled.lastSeen : undefined);
  return { checked, collector, pulled, reservedLines: reserved.lines, maxLines, total, deadline };
}

interface Search {
  /** The lines that match, with their context. */
  find(items: AsyncIterable<StreamItem>, count: SearchCount): AsyncIterable<StreamItem>;
}

/** What a search needs is loaded for one. */
async function openSearch({ checked, budget }: Call): Promise<Search | undefined> {
  if (checked.find === undefined) return undefined;
  const { createSearch } = await import("../text/lines/search/matcher.ts");
  const { findLines } = await import("../text/lines/search/find-lines.ts");
  const search = await createSearch(checked.find, budget.maxLineCharacters);
  return { find: (items, count) => findLines(items, search, count) };
}

/** What a handler calls a time that is its own, not the reader's. */
const handlersTimeLimit = "timeoutMs";

/**
 * A read that ran out of time has an answer when it has lines, or when it is a search that has looked through some:
 * the next one goes on behind them. Nothing else that fails has one, nor has a handler with a time of its own:
 * that starts anew with each read, so that no next one would come further.
 */
function isFatal(pulled: Pulled, collector: Collector, search: Search | undefined): boolean {
  const { failure, lastDone } = pulled;
  if (failure === undefined) return false;
  if (!ReadError.is(failure) || failure.code !== "timed-out") return true;
  if (failure.details?.limit?.name === handlersTimeLimit) return true;
  return collector.lines.meter.lines === 0 && (search === undefined || lastDone === undefined);
}

/** Binary content takes back what was shown before it; a broken document keeps it. */
function withWhatWasGood(failure: unknown, collector: Collector): unknown {
  const parts = collector.lines.sections.parts();
  const isRefusal = ReadError.is(failure) && (failure.code === "binary" || failure.code === "invalid-request");
  return isRefusal || parts.length === 0 ? failure : new PartialFailure(failure, parts, collector.notices);
}

function noteNoMatches(checked: CheckedRequest, collector: Collector, count: SearchCount): void {
  if (checked.find === undefined || count.matches > 0) return;
  collector.notices.push({
    type: "notice",
    code: "no-matches",
    pattern: checked.find.source,
    ...(checked.find.flags.includes("i") ? { ignoresCase: true } : {}),
    linesSearched: count.lines,
  });
}
