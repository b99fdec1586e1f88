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

/** The lines of an answer, their deadline, and a check for text that must not be shown. */
export interface AnswerSource {
  readonly supply: LineSupply;
  readonly deadline: Deadline;
  /** Throws if a text must not be shown. If absent, all text is shown. */
  readonly admit?: (text: string) => void;
  /** The part of the budget reserved for content after the lines. */
  readonly reserved?: AnswerCost | undefined;
}

const nothing: AnswerCost = { lines: 0, tokens: 0, bytes: 0 };

/** Pulls the requested lines from a source. */
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
  /** Yields the matching lines with their context. */
  find(items: AsyncIterable<StreamItem>, count: SearchCount): AsyncIterable<StreamItem>;
}

/** Loads the search modules only for a search. */
async function openSearch({ checked, budget }: Call): Promise<Search | undefined> {
  if (checked.find === undefined) return undefined;
  const { createSearch } = await import("../text/lines/search/matcher.ts");
  const { findLines } = await import("../text/lines/search/find-lines.ts");
  const search = await createSearch(checked.find, budget.maxLineCharacters);
  return { find: (items, count) => findLines(items, search, count) };
}

/** The name under which a handler reports a time limit that it enforces itself, as opposed to the reader's. */
const handlersTimeLimit = "timeoutMs";

/**
 * True if a failure leaves no answer. A read that ran out of time has an answer if it has lines, or if it is a search
 * that scanned some: the next request continues after them. A handler that exceeded its internal time limit has none,
 * because that limit starts anew with each read and the next one would get no further. All other failures have none
 * either.
 */
function isFatal(pulled: Pulled, collector: Collector, search: Search | undefined): boolean {
  const { failure, lastDone } = pulled;
  if (failure === undefined) return false;
  if (!ReadError.is(failure) || failure.code !== "timed-out") return true;
  if (failure.details?.limit?.name === handlersTimeLimit) return true;
  return collector.lines.meter.lines === 0 && (search === undefined || lastDone === undefined);
}

/** Attaches the good parts to a failure. A damaged document keeps them; binary content discards them. */
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
