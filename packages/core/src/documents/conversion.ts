import type { HandlerEvent } from "../contract/events.ts";
import { readEventLines } from "../text/lines/event-lines.ts";
import type { Replayable } from "../text/lines/event-supply.ts";
import type { LineBlock } from "../text/lines/line.ts";
import type { StreamItem } from "../text/lines/stream.ts";
import type { Demand } from "./demand.ts";
import type { HandlerAtWork } from "./failed-handler.ts";
import { handlerEvents } from "./handler-events.ts";
import { handlerFault } from "./handler-fault.ts";
import { checkTime, pullInTime, type PullLimits } from "./pull-in-time.ts";

/**
 * A document on its way through a handler. What has come is kept, so that paging goes on where it stopped: the
 * handler is suspended between two reads, not run again. One read at a time uses it.
 */
export interface Conversion extends Replayable {
  /** Sets the time and the abort signal of the read that uses it now. */
  use(limits: PullLimits): void;
  /** Whether it can serve another read. */
  isReusable(): boolean;
  /** Whether the handler waits to go on. */
  isSuspended(): boolean;
  /** Bytes that it keeps. */
  readonly keptBytes: number;
  /** How long its handler has waited for a recogniser, in milliseconds. */
  waitedMs(): number;
  /** Lets the handler clean up. */
  close(): Promise<void>;
}

/** Bytes of one document that are kept; a larger one is converted again for every read. */
const maxKeptBytes = 32 * 1024 * 1024;

/** Starts nothing yet: the handler runs when the first item is pulled. */
export function createConversion(events: AsyncIterable<HandlerEvent>, owner: ConversionOwner): Conversion {
  const kept: StreamItem[] = [];
  let keptBytes = 0;
  const isTooLarge = (): boolean => keptBytes > maxKeptBytes;
  // Who goes through a document again that is not kept needs its file once more.
  const finish = async (): Promise<void> => (isTooLarge() ? undefined : owner.release());
  let puller = createPuller(events, owner, finish);
  let limits: PullLimits | undefined;
  let total: number | undefined;
  const use = (next: PullLimits | undefined): void => puller.use((limits = next));
  const startAgain = async (): Promise<void> => {
    await puller.end();
    puller = createPuller(events, owner, finish);
    puller.use(limits);
  };
  async function* items(): AsyncGenerator<StreamItem, void, undefined> {
    if (isTooLarge()) await startAgain();
    yield* kept;
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
    isReusable: () => puller.state !== "broken" && !isTooLarge(),
    isSuspended: () => puller.state === "running",
    total: () => total,
    waitedMs: () => owner.waitedMs?.() ?? 0,
    get keptBytes() {
      return keptBytes;
    },
  };
}

/** What an item costs to keep, with some overhead. */
function sizeOf(item: StreamItem): number {
  if (item.type === "lines") return item.text.length * 2 + 200 + recognisedBytes(item);
  return "data" in item ? item.data.length + 200 : 200;
}

/** A place of a word takes some hundred bytes; a line of print has ten words. */
const recognisedLineBytes = 1500;

function recognisedBytes({ recognised }: LineBlock): number {
  return (recognised?.lines.length ?? 0) * recognisedLineBytes;
}

/** What belongs to a conversion besides its events. */
interface ConversionOwner {
  /** Tells the handler to give up. */
  readonly abort: AbortController;
  /** Which handler it is of, for words about its failures. */
  readonly atWork?: HandlerAtWork;
  /** How long the handler has waited for a recogniser, in milliseconds; it never does where not given. */
  readonly waitedMs?: () => number;
  /** Told when somebody waits for the handler. */
  readonly demand?: Demand;
  /** Frees what the handler was given, when it is done or given up; called once or more. */
  release(): Promise<void>;
}

/** How long a handler may take to clean up before nobody waits for it any more. */
const cleanupMs = 500;

/** The one who asks the handler for more, in the time that a read has. */
interface Puller {
  readonly state: "running" | "done" | "broken";
  /** The number of the last line so far. */
  readonly lines: number;
  use(limits: PullLimits | undefined): void;
  pull(): Promise<StreamItem | undefined>;
  /** Stops the handler where it is not done. */
  end(): Promise<void>;
}

/** Starts nothing yet; `finish` is called when the handler is done. */
function createPuller(
  events: AsyncIterable<HandlerEvent>,
  { abort, atWork, demand }: ConversionOwner,
  finish: () => Promise<void>,
): Puller {
  let state: Puller["state"] = "running";
  let lines = 0;
  let limits: PullLimits | undefined;
  const iterator = readEventLines(handlerEvents(events, { checkTime: () => checkTime(limits), atWork }));
  const takeEnd = async (): Promise<undefined> => {
    state = "done";
    await finish();
  };
  return {
    get state() {
      return state;
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
        state = "broken";
        abort.abort(error);
        // The time of a document is over outside of its handler, which is told all the same.
        throw atWork === undefined ? error : handlerFault(error, atWork);
      } finally {
        demand?.end();
      }
    },
    async end() {
      if (state === "running") state = "broken";
      // A handler that hangs never answers to this; it must not hang the read.
      await withinMs(cleanupMs, iterator.return());
    },
  };
}

function never(): boolean {
  return false;
}

/** Waits for a promise, whatever becomes of it, and not for ever. */
async function withinMs(timeMs: number, promise: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeMs);
  });
  await Promise.race([promise.catch(() => undefined), over]);
  clearTimeout(timer);
}
