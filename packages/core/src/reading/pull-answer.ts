import { ReadError } from "../errors.ts";
import type { Deadline } from "../lines/deadline.ts";
import { findLines, type SearchCount } from "../lines/find-lines.ts";
import { createSearch } from "../lines/matcher.ts";
import { pullWindows } from "../lines/pull.ts";
import type { LineSupply } from "../lines/stream.ts";
import type { CheckedRequest } from "../request.ts";
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
}

/** Pulls what a request wants out of a source. */
export async function pullAnswer(call: Call, source: AnswerSource): Promise<Finished> {
  const { checked, budget, state } = call;
  const { supply, deadline, admit = () => undefined } = source;
  const maxLines = maxLinesOf(call);
  const { capabilities, pricing } = state;
  const collector = createCollector({ budget, maxLines, capabilities, pricing, admit });
  const search = checked.find === undefined ? undefined : await createSearch(checked.find);
  const count: SearchCount = { lines: 0, matches: 0 };
  const pulled = await pullWindows(supply, windowsOf(checked), {
    lines: collector.lines,
    takeOther: (item) => collector.takeOther(item),
    transform: (items) => (search === undefined ? items : findLines(items, search, count)),
  });
  if (isFatal(pulled.failure, collector)) throw withWhatWasGood(pulled.failure, collector);
  noteNoMatches(checked, collector, count);
  const total = supply.total() ?? (pulled.isAtEnd && pulled.lastSeen >= 0 ? pulled.lastSeen : undefined);
  return { checked, collector, pulled, maxLines, total, deadline };
}

/** A read that ran out of time has an answer when it has lines; nothing else that fails has one. */
function isFatal(failure: unknown, collector: Collector): boolean {
  if (failure === undefined) return false;
  return !ReadError.is(failure) || failure.code !== "timed-out" || collector.lines.meter.lines === 0;
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
    linesSearched: count.lines,
  });
}
