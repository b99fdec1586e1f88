import type { Sniff, Source } from "@reader/core/handler";
import type { ByteRange, SniffedText } from "@reader/core/internal";

/** How a source in memory behaves. */
export interface MemorySourceOptions {
  /** Once it is aborted, every read rejects with its reason. */
  readonly signal?: AbortSignal;
  /** What the first bytes are said to be; guessed as text or unknown where not given. */
  readonly sniff?: Sniff;
  /** Bytes of one piece of a stream; small where not given, so that characters fall across pieces. */
  readonly pieceBytes?: number;
  /** Whether reads wait for the signal for ever, as a dead network drive would. */
  readonly isStalled?: boolean;
}

/** What was asked of a source so far. */
export interface SourceUse {
  /** Calls that want bytes; streams count once. */
  readonly reads: number;
  /** Streams that were started and have neither ended nor been closed. */
  readonly openStreams: number;
  /** Resolves with the first read. */
  readonly firstRead: Promise<void>;
}

/** A source in memory that records how it was used. */
export interface MemorySource extends Source {
  readonly use: SourceUse;
}

/** A source of bytes at hand, as the core gives one to handlers; `name` is also its path. */
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

/** Resolves when bytes may be given; rejects once the signal is aborted. */
function ready({ signal, isStalled = false }: MemorySourceOptions): Promise<void> {
  if (signal?.aborted === true) return Promise.reject(reasonOf(signal));
  if (!isStalled) return Promise.resolve();
  return new Promise((_, reject) => {
    signal?.addEventListener("abort", () => reject(reasonOf(signal)), { once: true });
  });
}

/** Whatever the caller aborted with; by the platform's contract an error. */
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

/** A large file comes in larger pieces: what is tested is that pieces are put together, not how often. */
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
