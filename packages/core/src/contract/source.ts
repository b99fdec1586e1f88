import type { MediaType } from "./media-type.ts";

/** What the first bytes say. */
export interface Sniff {
  /** The type by the bytes. */
  readonly mediaType: MediaType;
  /** What decided. */
  readonly by: "signature" | "container" | "handler" | "name" | "text" | "none";
  /** How the text is encoded; absent where the bytes are not text. */
  readonly text?: SniffedText;
  /** The type that the extension promises, where it differs from the bytes. */
  readonly disagreement?: { readonly extension: string };
}

/** The encoding as far as the first bytes tell. */
export interface SniffedText {
  /** A WHATWG label in lower case. */
  readonly encoding: string;
  /** From 0 to 1. */
  readonly confidence: number;
  /** Bytes of the byte order mark; 0 without one. */
  readonly bomBytes: number;
  /** Whether every byte seen was ASCII, so that later bytes may still decide otherwise. */
  readonly isAsciiSoFar: boolean;
}

/** One opened file; bytes on demand. A handler never learns where it lies on disk. */
export interface Source {
  /** The path relative to its root, for messages. */
  readonly path: string;
  /** The last segment of the path. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly sniff: Sniff;
  /** Equal for equal bytes, as far as the file system tells: for what a handler remembers of files. Absent where nothing does. */
  readonly identity?: string;
  /** The first bytes; fewer where the file is shorter. */
  head(length: number): Promise<Uint8Array>;
  /** All bytes; rejects with `too-large` above `budget.maxInputBytes`. */
  bytes(): Promise<Uint8Array>;
  /** Bytes from `start` up to, not including, `end`; fewer where the file is shorter. */
  slice(start: number, end: number): Promise<Uint8Array>;
  /**
   * The same at once, holding the thread until the bytes are there, for engines that cannot wait in another way. Only
   * where a thread may be held, as in a process of the handler's own; absent elsewhere.
   */
  sliceSync?(start: number, end: number): Uint8Array;
  /**
   * Fills `target` from `position` on, as far as the file goes, and tells how many bytes came: `slice` for whoever goes
   * through a large file in memory of its own. Absent where the bytes come from another process.
   */
  readonly readInto?: (target: Uint8Array, position: number) => Promise<number>;
  /** Bytes in order, in pieces; `end` is not included. */
  stream(range?: ByteRange): AsyncIterable<Uint8Array>;
}

/** Bytes from `start` up to, not including, `end`; without `end`, to the end of the file. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}
