import { ReadError, type StopSignal } from "@reader/core";
import { createStore, type Store } from "./store.ts";

/** How much of standard input to read. The goal that is reached first counts. */
export interface SpoolGoal {
  /** Bytes in all. */
  readonly bytes: number;
  /** Line feeds in all. */
  readonly lines: number;
}

/** The received part of standard input, with random access like a file. */
export interface Spool {
  /** The number of received bytes. */
  readonly bytes: number;
  /** True if the input has ended. */
  readonly isEnded: boolean;
  /** Reads until a goal is reached or the input ends. Rejects if the signal aborts, and with `too-large`. */
  fill(goal: SpoolGoal): Promise<void>;
  /** Copies received bytes from `position` on into `target`, and returns their number. */
  read(target: Uint8Array, position: number): Promise<number>;
  /** Releases everything and closes the input, which stops its writer. */
  close(): Promise<void>;
}

/** The source of the bytes: a stream of Node.js. */
export interface SpoolInput extends AsyncIterable<Uint8Array> {
  /** Closes it at once, which stops its writer. */
  destroy(): unknown;
}

/** The options of a spool. */
export interface SpoolOptions {
  readonly input: SpoolInput;
  readonly signal: StopSignal;
  readonly store?: Store;
  /** Maximum size of the input, in bytes. Default: 16 GiB. */
  readonly maxBytes?: number;
  /** Called from time to time with the number of received bytes. */
  readonly onFilled?: (bytes: number) => void;
}

/** Enough for any log, and small enough for the disk of a developer. */
const maxSpoolBytes = 16 * 1024 ** 3;

const lineFeed = 0x0a;

/** Creates a spool, without reading yet. */
export function createSpool(options: SpoolOptions): Spool {
  const { input, signal, store = createStore(), maxBytes = maxSpoolBytes, onFilled } = options;
  const chunks = input[Symbol.asyncIterator]();
  let lines = 0;
  let isEnded = false;
  const take = async (): Promise<void> => {
    const chunk = await orAbort(chunks.next(), signal);
    if (chunk.done === true) {
      isEnded = true;
      return;
    }
    if (store.bytes + chunk.value.length > maxBytes) throw tooLarge(maxBytes);
    await store.append(chunk.value);
    lines += countLineFeeds(chunk.value);
    onFilled?.(store.bytes);
  };
  return {
    get bytes() {
      return store.bytes;
    },
    get isEnded() {
      return isEnded;
    },
    async fill(goal) {
      while (!isEnded && store.bytes < goal.bytes && lines < goal.lines) await take();
    },
    read: (target, position) => store.read(target, position),
    async close() {
      // The iterator's `return` would wait for a chunk that may never arrive.
      input.destroy();
      await store.close();
    },
  };
}

/** Rejects if the signal aborts before the promise settles. */
async function orAbort<Value>(promise: Promise<Value>, signal: StopSignal): Promise<Value> {
  let listener: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    listener = () => reject(new ReadError("aborted", "The read was aborted by its caller."));
    signal.addEventListener("abort", listener, { once: true });
    if (signal.aborted) listener();
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (listener !== undefined) signal.removeEventListener("abort", listener);
  }
}

function countLineFeeds(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) count += 1;
  return count;
}

function tooLarge(limit: number): ReadError {
  return new ReadError("too-large", `Standard input has more than ${limit} bytes.`, {
    hint: "Write it to a file, and read that file.",
    details: { limit: { name: "maxSpoolBytes", value: limit } },
  });
}
