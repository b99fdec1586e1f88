import type { HandlerEvent } from "../contract/events.ts";
import type { Replayable } from "../text/lines/event-supply.ts";
import type { LineBlock } from "../text/lines/line.ts";
import type { StreamItem } from "../text/lines/stream.ts";
import type { PullLimits } from "./pull-in-time.ts";
import { createPuller, type ConversionOwner } from "./puller.ts";

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
