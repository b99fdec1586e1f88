import { ReadError } from "../contract/errors.ts";
import type { Source } from "../contract/source.ts";
import type { Transcriber, Transcript } from "../contract/transcription.ts";
import { cleanTranscript } from "../documents/clean-transcript.ts";
import { createLruCache, type LruCache } from "../memory/lru-cache.ts";
import type { Clock } from "../text/lines/deadline.ts";
import { createWaitingClock } from "./waiting-clock.ts";

/** Recent transcripts, by file. */
export type TranscriptCache = LruCache<Transcript>;

/** Creates an empty cache. An hour of speech takes about 200 KB. */
export function createTranscriptCache(): TranscriptCache {
  return createLruCache<Transcript>({ maxEntries: 32, maxBytes: 16 * 1024 * 1024, entryBytes: 1024 });
}

/** A transcriber bound to one recording. */
export interface Transcription {
  transcribe(): Promise<Transcript>;
  /** Returns the total time that the document has waited for it, in milliseconds. */
  waitedMs(): number;
}

/** Options of the transcription of a recording. */
export interface TranscriptionOptions {
  readonly transcriber: Transcriber;
  readonly source: Source;
  readonly cache: TranscriptCache;
  readonly clock: Clock;
  /** Maximum time, in milliseconds. */
  readonly timeMs: number;
  /** Aborted when the document is abandoned. */
  readonly signal: AbortSignal;
}

/** Estimated memory of a passage without its text, in bytes. */
const passageBytes = 200;

/** Wraps a transcriber: measures and limits its time, and validates and caches its results. */
export function createTranscription(options: TranscriptionOptions): Transcription {
  const { cache, clock, source } = options;
  const waiting = createWaitingClock(clock);
  return {
    waitedMs: () => waiting.waitedMs(),
    async transcribe() {
      const known = source.identity === undefined ? undefined : cache.get(source.identity);
      if (known !== undefined) return known;
      const transcript = await waiting.during(() => transcribeOnce(options));
      const bytes = transcript.passages.reduce((sum, { text }) => sum + passageBytes + 2 * text.length, 0);
      if (source.identity !== undefined) cache.set(source.identity, transcript, bytes);
      return transcript;
    },
  };
}

async function transcribeOnce({ transcriber, source, timeMs, signal }: TranscriptionOptions): Promise<Transcript> {
  signal.throwIfAborted();
  const abort = new AbortController();
  let stop: (reason: unknown) => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = (reason) => {
      reject(reason as Error);
      abort.abort(reason);
    };
  });
  const onAbort = (): void => stop(signal.reason);
  const timer = setTimeout(() => stop(timedOut(timeMs)), timeMs);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const work = transcriber.transcribe(recordingOf(source), { signal: abort.signal });
    return cleanTranscript(await Promise.race([work, stopped]));
  } catch (error) {
    if (ReadError.is(error) || signal.aborted) throw error;
    throw failed(transcriber.name, error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}

function recordingOf(source: Source): Parameters<Transcriber["transcribe"]>[0] {
  return {
    name: source.name,
    mediaType: source.sniff.mediaType,
    size: source.size,
    slice: (start, end) => source.slice(start, end),
    stream: (range) => source.stream(range),
  };
}

function timedOut(timeMs: number): ReadError {
  return new ReadError("timed-out", `The recording was not transcribed within ${timeMs} ms.`, {
    hint: "Ask for a reader with a higher `recogniseTimeMs`.",
    details: { limit: { name: "recogniseTimeMs", value: timeMs } },
  });
}

function failed(name: string, cause: unknown): ReadError {
  return new ReadError("handler-failed", `The transcriber ${name} failed.`, {
    hint: "Tell the user that the recording cannot be transcribed here.",
    cause,
  });
}
