import { ReadError, type StopSignal } from "@reader/core";
import { createStore, type Store } from "./store.ts";

/** How far standard input is to be taken in; whichever is met first ends the wait. */
export interface SpoolGoal {
  /** Bytes in all. */
  readonly bytes: number;
  /** Line feeds in all. */
  readonly lines: number;
}

/** Standard input as far as it was taken in: bytes at positions, as a file has them. */
export interface Spool {
  /** Bytes that are here. */
  readonly bytes: number;
  /** Whether that is all there is. */
  readonly isEnded: boolean;
  /** Takes in more, until a goal is met or the input ends. Rejects when the signal aborts, and with `too-large`. */
  fill(goal: SpoolGoal): Promise<void>;
  /** Fills as much of `target` as there is from `position` on. */
  read(target: Uint8Array, position: number): Promise<number>;
  /** Lets go of everything, and stops whoever writes to the input. */
  close(): Promise<void>;
}

/** Where the bytes come from: any stream of Node. */
export interface SpoolInput extends AsyncIterable<Uint8Array> {
  /** Stops it at once, and with it whoever writes to it. */
  destroy(): unknown;
}

/** What a spool is made of. */
export interface SpoolOptions {
  readonly input: SpoolInput;
  readonly signal: StopSignal;
  readonly store?: Store;
  /** Bytes that are taken in at most; 16 GiB where not given. */
  readonly maxBytes?: number;
  /** Told now and then how much is here. */
  readonly onFilled?: (bytes: number) => void;
}

/** Enough for any log, and little enough to leave room on the disk of a developer. */
const maxSpoolBytes = 16 * 1024 ** 3;

const lineFeed = 0x0a;

/** A spool that has taken in nothing yet. */
export function createSpool(options: SpoolOptions): Spool {
  const { input, signal, store = createStore(), maxBytes = maxSpoolBytes, onFilled } = options;
  const pieces = input[Symbol.asyncIterator]();
  let lines = 0;
  let isEnded = false;
  const take = async (): Promise<void> => {
    const piece = await orAbort(pieces.next(), signal);
    if (piece.done === true) {
      isEnded = true;
      return;
    }
    if (store.bytes + piece.value.length > maxBytes) throw tooLarge(maxBytes);
    await store.append(piece.value);
    lines += countLineFeeds(piece.value);
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
      // Not the iterator's `return`, which would wait for a piece that may never come.
      input.destroy();
      await store.close();
    },
  };
}

/** A promise that an abort ends; what it would have come to is dropped. */
async function orAbort<Value>(promise: Promise<Value>, signal: StopSignal): Promise<Value> {
  let give: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    give = () => reject(new ReadError("aborted", "The read was aborted by its caller."));
    signal.addEventListener("abort", give, { once: true });
    if (signal.aborted) give();
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (give !== undefined) signal.removeEventListener("abort", give);
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
