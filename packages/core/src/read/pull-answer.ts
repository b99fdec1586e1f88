import { ReadError } from "../contract/errors.ts";
import type { Deadline } from "../text/lines/deadline.ts";
import type { Search } from "../text/lines/search/find-lines.ts";
import type { SearchCount } from "../text/lines/search/search-context.ts";
import { pullWindows, type Pulled } from "../text/lines/pull.ts";
import type { LineSupply, StreamItem } from "../text/lines/stream.ts";
import { type AnswerCost, createTextMeter, type Pricing } from "../text/lines/text-meter.ts";
import type { CheckedRequest } from "../contract/request.ts";
import { maxLinesOf, type Call } from "./call.ts";
import { PartialFailure } from "./partial-failure.ts";
import { windowsOf } from "./continuation.ts";
import type { Budget } from "../contract/budget.ts";
import type { Capabilities } from "../contract/capabilities.ts";
import type { DocumentPart, Extent, ImagePart } from "../contract/events.ts";
import { type Notice, notice } from "../contract/notices.ts";
import type { Place } from "../contract/place.ts";
import type { Cost, ResultPart } from "../contract/result.ts";
import { gateMedia, longSidePx, mediaTokens, omitted } from "../documents/media-gate.ts";
import { clipMark } from "../render/words.ts";
import { placeLine } from "../render/place-line.ts";
import type { AnswerLines, Cut } from "../text/lines/answer.ts";
import { addExtent, createSections } from "../text/lines/sections.ts";

/** The lines of an answer, their deadline, and an observer of the text that is shown. */
export interface AnswerSource {
  readonly supply: LineSupply;
  readonly deadline: Deadline;
  /** Called with each text that is shown. */
  readonly admit?: (text: string) => void;
  /** The part of the budget reserved for content after the lines. */
  readonly reserved?: AnswerCost | undefined;
  /** True if a handler reads the file, so that its text is searched as a person reads it. */
  readonly isDocument: boolean;
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
  const search = await searchOf(call, source.isDocument);
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

/** The result of a pull, from which the answer is built. */
export interface Finished {
  readonly checked: CheckedRequest;
  readonly collector: Collector;
  readonly pulled: Pulled;
  /** Maximum number of lines in the answer, without the lines reserved for content after them. */
  readonly maxLines: number;
  readonly reservedLines: number;
  /** The number of lines of the whole file, if known. */
  readonly total: number | undefined;
  readonly deadline: Deadline;
}

/** Loads the search only for a request that has one. */
async function searchOf({ checked, budget }: Call, isDocument: boolean): Promise<Search | undefined> {
  if (checked.find === undefined) return undefined;
  const { openSearch } = await import("../text/lines/search/find-lines.ts");
  return openSearch(checked.find, { maxLineCharacters: budget.maxLineCharacters, isDocument });
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

/** Collects the parts, notices and costs of an answer while it is pulled. */
interface Collector {
  readonly lines: AnswerLines;
  readonly notices: Notice[];
  readonly extents: Extent[];
  /**
   * Takes an item other than lines that follows the given line. Returns a cut if the image limit is reached and the
   * next answer can make progress.
   */
  takeOther(item: Exclude<StreamItem, { type: "lines" }>, line: number): Cut | undefined;
  /** The page whose image did not fit, if the next answer can start with it. */
  readonly fullAt: Place | undefined;
  cost(): Cost;
}

/** Limits of an answer. */
interface CollectorOptions {
  readonly budget: Budget;
  readonly maxLines: number;
  readonly capabilities: Capabilities;
  readonly pricing: Pricing;
  /** Called with each text that is shown. */
  readonly admit: (text: string) => void;
}

/** Creates an empty collector. */
function createCollector(options: CollectorOptions): Collector {
  const { budget, capabilities, pricing } = options;
  const sections = createSections();
  const meter = createTextMeter(budget, options.maxLines, pricing);
  const notices: Notice[] = [];
  const extents: Extent[] = [];
  const note = createNoteTaker(notices);
  let images = 0;
  let longestSidePx = 0;
  let tokens = 0;
  let fullAt: Place | undefined;

  const takeMedia = (part: ImagePart | DocumentPart, line: number): Cut | undefined => {
    const gated = gateMedia(part, capabilities, { images, longestSidePx, budget });
    if (gated.verdict === "omitted") note(gated.notice);
    if (gated.verdict === "full") {
      // An answer without images must not be cut: the next one would be cut at the same point.
      const first = images === 0 ? undefined : sections.parts()[0];
      fullAt = nextPage(part, first);
      if (fullAt !== undefined || (first !== undefined && line > firstLineOf(first))) return imagesCut(line);
      note(omitted(part, { reason: "too-many", limit: "maxImages", value: gated.maxCount }));
    }
    if (gated.verdict !== "taken") return undefined;
    sections.addPart(part);
    tokens += mediaTokens(part, capabilities);
    if (part.type === "document") return undefined;
    images += 1;
    longestSidePx = Math.max(longestSidePx, longSidePx(part));
    return undefined;
  };
  return {
    lines: {
      sections,
      meter,
      budget,
      placeMark: (at, text) => placeLine(at, extents, text),
      clipMark,
      admit: options.admit,
    },
    notices,
    extents,
    get fullAt() {
      return fullAt;
    },
    takeOther(item, line) {
      if (item.type === "notice") note(item);
      else if (item.type === "extent") addExtent(extents, item);
      else return takeMedia(item, line);
      return undefined;
    },
    cost: () => ({ tokens: meter.tokens + tokens, bytes: meter.bytes, images }),
  };
}

/** Returns the cut at the image limit. */
function imagesCut(line: number): Cut {
  return { by: "images", line, column: 1 };
}

/** Parts before the first line belong to the answer that starts with that line. */
function firstLineOf(first: ResultPart): number {
  return first.type === "text" ? first.firstLine : 1;
}

/**
 * Returns the page with which the next answer starts. Returns `undefined` if this answer started with it, and for
 * sections: those are requested by title, and may be as long as the document.
 */
function nextPage({ at }: ImagePart | DocumentPart, first: ResultPart | undefined): Place | undefined {
  if (first === undefined || at === undefined || at.unit === "section") return undefined;
  return first.at?.unit === at.unit && first.at.index === at.index ? undefined : at;
}

/**
 * Maximum number of notices for one document in an answer. They do not count against its token budget, so it must stay
 * small.
 */
const maxNotices = 100;

/**
 * Creates a function that adds notices to a list while there is room, and then counts further ones in the last entry.
 */
function createNoteTaker(notices: Notice[]): (taken: Notice) => void {
  let surplus = 0;
  return (taken) => {
    if (surplus === 0 && notices.length < maxNotices) {
      notices.push(taken);
      return;
    }
    surplus += 1;
    const last = notice(`${surplus} more ${surplus === 1 ? "notice is" : "notices are"} not shown.`);
    if (surplus === 1) notices.push(last);
    else notices[maxNotices] = last;
  };
}
