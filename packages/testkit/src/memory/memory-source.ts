import type { Sniff, Source } from "@reader/core/handler";
import type { ByteRange, SniffedText } from "@reader/core/internal";

/** Options of `memorySource`. */
export interface MemorySourceOptions {
  /** After an abort, every read rejects with the reason of this signal. */
  readonly signal?: AbortSignal;
  /** The detected type. Default: text if the bytes are UTF-8, or else unknown. */
  readonly sniff?: Sniff;
  /** Chunk size of streams, in bytes. Small by default, so that chunks split characters. */
  readonly pieceBytes?: number;
  /** True if reads never finish before an abort, as on a dead network drive. */
  readonly isStalled?: boolean;
}

/** How a source was used so far. */
export interface SourceUse {
  /** Number of reads. A stream counts as one. */
  readonly reads: number;
  /** Number of streams that were started and neither ended nor closed. */
  readonly openStreams: number;
  /** Resolves with the first read. */
  readonly firstRead: Promise<void>;
}

/** A source in memory that records how it was used. */
export interface MemorySource extends Source {
  readonly use: SourceUse;
}

/** Creates a source of bytes in memory, like those that the core passes to handlers. `name` is also its path. */
export function memorySource(name: string, bytes: Uint8Array, options: MemorySourceOptions = {}): MemorySource {
  const use = createUse();
  const begin = (): Promise<void> => {
    use.reads += 1;
    use.markFirstRead();
    return ready(options);
  };
  const slice = async (start: number, end: number): Promise<Uint8Array> => {
    await begin();
    return bytes.slice(start, Math.max(start, end));
  };
  return {
    path: name,
    name: name.split("/").at(-1) ?? name,
    size: bytes.length,
    sniff: options.sniff ?? guess(bytes),
    head: (length) => slice(0, length),
    bytes: () => slice(0, bytes.length),
    slice,
    stream: (range = { start: 0 }) => streamOf({ bytes, use, begin, options }, range),
    use,
  };
}

interface MutableUse extends SourceUse {
  reads: number;
  openStreams: number;
  markFirstRead(): void;
}

function createUse(): MutableUse {
  let markFirstRead = (): void => undefined;
  const firstRead = new Promise<void>((resolve) => {
    markFirstRead = resolve;
  });
  return { reads: 0, openStreams: 0, firstRead, markFirstRead: () => markFirstRead() };
}

/** Resolves when bytes may be returned. Rejects after an abort. */
function ready({ signal, isStalled = false }: MemorySourceOptions): Promise<void> {
  if (signal?.aborted === true) return Promise.reject(reasonOf(signal));
  if (!isStalled) return Promise.resolve();
  return new Promise((_, reject) => {
    signal?.addEventListener("abort", () => reject(reasonOf(signal)), { once: true });
  });
}

/** Returns the abort reason as an error. */
function reasonOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new Error(String(reason));
}

interface Streamed {
  readonly bytes: Uint8Array;
  readonly use: MutableUse;
  readonly begin: () => Promise<void>;
  readonly options: MemorySourceOptions;
}

/** Large files have larger chunks: tests need several chunks, not many. */
const minPieceBytes = 64;
const maxPieces = 500;

async function* streamOf({ bytes, use, begin, options }: Streamed, range: ByteRange): AsyncGenerator<Uint8Array> {
  const { pieceBytes = Math.max(minPieceBytes, Math.ceil(bytes.length / maxPieces)) } = options;
  const end = Math.min(range.end ?? bytes.length, bytes.length);
  use.openStreams += 1;
  try {
    await begin();
    for (let at = range.start; at < end; at += pieceBytes) {
      await ready(options);
      yield bytes.slice(at, Math.min(at + pieceBytes, end));
    }
  } finally {
    use.openStreams -= 1;
  }
}

function guess(bytes: Uint8Array): Sniff {
  const text = guessText(bytes);
  return text === undefined
    ? { mediaType: "application/octet-stream", by: "none" }
    : { mediaType: "text/plain", by: "text", text };
}

function guessText(bytes: Uint8Array): SniffedText | undefined {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
  const bomBytes = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  return { encoding: "utf-8", confidence: 1, bomBytes, isAsciiSoFar: bytes.every((byte) => byte < 0x80) };
}
