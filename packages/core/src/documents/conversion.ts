import { ReadError } from "../contract/errors.ts";
import type { HandlerEvent } from "../contract/events.ts";
import { readEventLines, type Replayable } from "../text/lines/event-supply.ts";
import type { LineBlock } from "../text/lines/line.ts";
import type { StreamItem } from "../text/lines/stream.ts";
import type { Demand } from "./demand.ts";
import type { HandlerAtWork } from "./failed-handler.ts";
import { handlerEvents } from "./handler-events.ts";
import { handlerFault } from "./handler-fault.ts";
import { checkTime, pullInTime, type PullLimits } from "./pull-in-time.ts";
import type { TrustRecord } from "./trust-record.ts";

/**
 * A document that a handler converts. Its items are kept, so that paging continues where it stopped: the handler is
 * suspended between two reads instead of run again. A fault of the document itself is kept with the items before it.
 * Only one read uses it at a time.
 */
export interface Conversion extends Replayable {
  /** Sets the deadline and the abort signal of the current read. */
  use(limits: PullLimits): void;
  /** True if it can serve another read: it has not failed by chance, and everyone who took part is still trusted. */
  isReusable(): boolean;
  /** True if the handler is suspended and can continue. */
  isSuspended(): boolean;
  /** Size of the kept items, in bytes. */
  readonly keptBytes: number;
  /** Returns how long the handler has waited for a recogniser, in milliseconds. */
  waitedMs(): number;
  /** Returns how long the handler has waited for other programs, in milliseconds. */
  outsideMs(): number;
  /** Stops the handler and lets it clean up. */
  close(): Promise<void>;
}

/** Maximum size of the kept items of a document, in bytes. A larger document is converted again for every read. */
const maxKeptBytes = 32 * 1024 * 1024;

/** Creates a conversion without starting it: the handler runs when the first item is pulled. */
export function createConversion(events: AsyncIterable<HandlerEvent>, owner: ConversionOwner): Conversion {
  const kept: StreamItem[] = [];
  let keptBytes = 0;
  const isTooLarge = (): boolean => keptBytes > maxKeptBytes;
  // Replaying a document that is not kept needs its file again.
  const finish = async (): Promise<void> => (isTooLarge() ? undefined : owner.release());
  let puller = createPuller(events, owner, finish);
  let limits: PullLimits | undefined;
  let total: number | undefined;
  const use = (next: PullLimits | undefined): void => puller.use((limits = next));
  const startAgain = async (): Promise<void> => {
    // The fault aborted the handler for good: started again, it would report that in place of the fault.
    if (puller.fault !== undefined) throw puller.fault;
    await puller.end();
    puller = createPuller(events, owner, finish);
    puller.use(limits);
  };
  async function* items(): AsyncGenerator<StreamItem, void, undefined> {
    if (isTooLarge()) await startAgain();
    yield* kept;
    if (puller.fault !== undefined) throw puller.fault;
    while (puller.state === "running") {
      const item = await puller.pull();
      if (item === undefined) total = puller.lines;
      if (item === undefined) return;
      keptBytes += sizeOf(item);
      if (isTooLarge()) kept.length = 0;
      else kept.push(item);
      yield item;
    }
  }
  return {
    items,
    use,
    async close() {
      await puller.end();
      await owner.release();
    },
    isReusable: () => puller.state !== "broken" && !isTooLarge() && (owner.trust?.holds() ?? true),
    isSuspended: () => puller.state === "running",
    total: () => total,
    waitedMs: () => owner.waitedMs?.() ?? 0,
    outsideMs: () => owner.outsideMs?.() ?? 0,
    get keptBytes() {
      return keptBytes;
    },
  };
}

/** Estimates the memory of an item with its overhead, in bytes. */
function sizeOf(item: StreamItem): number {
  if (item.type === "lines") return item.text.length * 2 + 200 + recognisedBytes(item);
  return "data" in item ? item.data.length + 200 : 200;
}

/**
 * Estimated memory of a recognised line, in bytes. The position of a word takes some hundred bytes; a printed line has
 * ten words.
 */
const recognisedLineBytes = 1500;

function recognisedBytes({ recognised }: LineBlock): number {
  return (recognised?.lines.length ?? 0) * recognisedLineBytes;
}

/** Errors that a document causes whenever it is read. */
const lastingErrors: ReadonlySet<string> = new Set(["corrupt", "encrypted", "unsupported-type", "too-large"]);

/** The resources of a conversion besides its events. */
interface ConversionOwner {
  /** Aborts the handler. */
  readonly abort: AbortController;
  /** The handler and its file, for error messages. */
  readonly atWork?: HandlerAtWork;
  /** Returns how long the handler has waited for a recogniser, in milliseconds. Absent if it never does. */
  readonly waitedMs?: () => number;
  /** Returns how long the handler has waited for other programs, in milliseconds. Absent if it never does. */
  readonly outsideMs?: () => number;
  /** Rewrites the checked events. */
  readonly rewrite?: (events: AsyncIterable<HandlerEvent>) => AsyncIterable<HandlerEvent>;
  /** Those who take part in the conversion. Absent if all of them are trusted. */
  readonly trust?: Pick<TrustRecord, "holds">;
  /** Notified when a read waits for the handler. */
  readonly demand?: Demand;
  /** Frees the resources of the handler when it is done or aborted. May be called more than once. */
  release(): Promise<void>;
}

/** Maximum time that a handler gets to clean up, in milliseconds. */
const cleanupMs = 500;

/** Pulls items from the handler within the deadline of the read. */
interface Puller {
  readonly state: "running" | "done" | "broken";
  /** The fault of the document at which it is done, if any. */
  readonly fault: ReadError | undefined;
  /** Number of lines pulled so far. */
  readonly lines: number;
  use(limits: PullLimits | undefined): void;
  pull(): Promise<StreamItem | undefined>;
  /** Stops the handler if it is not done. */
  end(): Promise<void>;
}

/** Creates a puller without starting the handler. `finish` is called when the handler is done. */
function createPuller(
  events: AsyncIterable<HandlerEvent>,
  { abort, atWork, demand, rewrite = unchanged }: ConversionOwner,
  finish: () => Promise<void>,
): Puller {
  let state: Puller["state"] = "running";
  let fault: ReadError | undefined;
  let lines = 0;
  let limits: PullLimits | undefined;
  const checked = handlerEvents(events, { checkTime: () => checkTime(limits), atWork });
  const iterator = readEventLines(rewrite(checked));
  const takeEnd = async (): Promise<undefined> => {
    state = "done";
    await finish();
  };
  const takeFault = async (error: unknown): Promise<void> => {
    state = "broken";
    if (!ReadError.is(error) || !lastingErrors.has(error.code)) return;
    fault = error;
    await takeEnd();
  };
  return {
    get state() {
      return state;
    },
    get fault() {
      return fault;
    },
    get lines() {
      return lines;
    },
    use: (next) => void (limits = next),
    async pull() {
      demand?.begin(limits?.isOver ?? never);
      try {
        const next = await pullInTime(iterator, limits);
        if (next.done === true) return await takeEnd();
        if (next.value.type === "lines") lines = next.value.firstLine + next.value.lineCount - 1;
        return next.value;
      } catch (error) {
        abort.abort(error);
        // The deadline is enforced outside of the handler, but the error names the handler all the same.
        const named = atWork === undefined ? error : handlerFault(error, atWork);
        // The fault of the document says more than one of closing its file.
        await takeFault(named).catch(() => undefined);
        throw named;
      } finally {
        demand?.end();
      }
    },
    async end() {
      if (state === "running") state = "broken";
      // A hanging handler never settles this call; the read must not hang with it.
      await withinMs(cleanupMs, iterator.return());
    },
  };
}

function unchanged<Value>(value: Value): Value {
  return value;
}

function never(): boolean {
  return false;
}

/** Waits at most `timeMs` for a promise to settle, and ignores its outcome. */
async function withinMs(timeMs: number, promise: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeMs);
  });
  await Promise.race([promise.catch(() => undefined), over]);
  clearTimeout(timer);
}
