import type { HandlerEvent } from "../contract/events.ts";
import { readEventLines } from "../text/lines/event-lines.ts";
import type { StreamItem } from "../text/lines/stream.ts";
import type { Demand } from "./demand.ts";
import type { HandlerAtWork } from "./failed-handler.ts";
import { handlerEvents } from "./handler-events.ts";
import { handlerFault } from "./handler-fault.ts";
import { checkTime, pullInTime, type PullLimits } from "./pull-in-time.ts";

/** What belongs to a conversion besides its events. */
export interface ConversionOwner {
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
export interface Puller {
  readonly state: "running" | "done" | "broken";
  /** The number of the last line so far. */
  readonly lines: number;
  use(limits: PullLimits | undefined): void;
  pull(): Promise<StreamItem | undefined>;
  /** Stops the handler where it is not done. */
  end(): Promise<void>;
}

/** Starts nothing yet; `finish` is called when the handler is done. */
export function createPuller(
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
