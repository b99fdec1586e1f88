import { cleanRecognised } from "../documents/recognised-text.ts";
import { MalformedEvent } from "../documents/field.ts";
import type { Demand } from "../documents/demand.ts";
import { ReadError } from "../contract/errors.ts";
import type { HandlerContext } from "../contract/handler.ts";
import type { Clock } from "../text/lines/deadline.ts";
import type { Recognised, RecognisableImage, Recogniser } from "../contract/recognition.ts";
import type { RecognitionCache } from "./recognition-cache.ts";
import { createWaitingClock } from "./waiting-clock.ts";

/** A recogniser bound to one document. */
export interface Recognition {
  readonly recognise: NonNullable<HandlerContext["recognise"]>;
  /** Returns the total time that the document has waited for it, in milliseconds. */
  waitedMs(): number;
}

/** Options of the recognition of a document. */
export interface RecognitionOptions {
  readonly recogniser: Recogniser;
  readonly cache: RecognitionCache;
  readonly clock: Clock;
  /** Maximum time for one image, in milliseconds. */
  readonly timeMs: number;
  /** Aborted when the document is abandoned. */
  readonly signal: AbortSignal;
  /** Tracks whether a read waits for the document. */
  readonly demand: Demand;
}

/** Wraps a recogniser: measures and limits its time, and validates and caches its results. */
export function createRecognition(options: RecognitionOptions): Recognition {
  const { clock, cache, demand, signal, recogniser } = options;
  const waiting = createWaitingClock(clock);
  return {
    waitedMs: () => waiting.waitedMs(),
    async recognise(image) {
      if (await demand.awaited(signal)) throw notBegun();
      return waiting.during(() => cache.get(image, () => recogniseOne(image, options), recogniser.condemned));
    },
  };
}

async function recogniseOne(
  image: RecognisableImage,
  { recogniser, timeMs, signal }: RecognitionOptions,
): Promise<Recognised> {
  signal.throwIfAborted();
  const abort = new AbortController();
  const stop = stopping({ abort, timeMs, signal });
  try {
    const work = recogniser.recognise(image, { signal: abort.signal });
    return cleanRecognised(await Promise.race([work, stop.rejection]));
  } catch (error) {
    if (ReadError.is(error) || signal.aborted) throw error;
    throw failed(recogniser.name, error);
  } finally {
    stop.clear();
  }
}

interface Stopping extends Pick<RecognitionOptions, "timeMs" | "signal"> {
  readonly abort: AbortController;
}

/** Creates a promise that rejects, and aborts the recogniser, when the time is over or the document is abandoned. */
function stopping({ abort, timeMs, signal }: Stopping): { readonly rejection: Promise<never>; clear(): void } {
  let clear = (): void => undefined;
  const rejection = new Promise<never>((_, reject) => {
    const stop = (reason: Error): void => {
      reject(reason);
      abort.abort(reason);
    };
    const onAbort = (): void => stop(asError(signal.reason));
    const timer = setTimeout(() => stop(timedOut(timeMs)), timeMs);
    signal.addEventListener("abort", onAbort, { once: true });
    clear = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    };
  });
  return { rejection, clear: () => clear() };
}

/** Creates the error for a read whose time is over. `unit` marks that it continues with the next page. */
function notBegun(): ReadError {
  return new ReadError("timed-out", "The time limit was reached before the text of the next page was recognised.", {
    hint: "Ask for the following pages with `pages`, or send the same request again: recognised text is cached.",
    details: { unit: "page" },
  });
}

function timedOut(timeMs: number): ReadError {
  return new ReadError("timed-out", `The text of an image was not recognised within ${timeMs} ms.`, {
    hint: 'Ask for the image itself with view "image", or for a reader with a higher `recogniseTimeMs`.',
    details: { limit: { name: "recogniseTimeMs", value: timeMs } },
  });
}

function failed(name: string, cause: unknown): ReadError {
  const what = cause instanceof MalformedEvent ? "returned invalid data" : "failed";
  return new ReadError("handler-failed", `The recogniser ${name} ${what}.`, {
    hint: 'Ask for the image itself with view "image", or tell the user that its text cannot be recognised here.',
    cause,
  });
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new ReadError("aborted", "The read was aborted by its caller.");
}
