import type { MediaType } from "./media-type.ts";

/** The type of a file, detected from its first bytes. */
export interface Sniff {
  /** The type of the bytes. */
  readonly mediaType: MediaType;
  /** How the type was detected. */
  readonly by: "signature" | "container" | "handler" | "name" | "text" | "none";
  /** The encoding; absent if the bytes are not text. */
  readonly text?: SniffedText;
  /** Present if the file extension names another type. */
  readonly disagreement?: { readonly extension: string };
}

/** The encoding, detected from the first bytes. */
export interface SniffedText {
  /** A WHATWG label in lower case. */
  readonly encoding: string;
  /** From 0 to 1. */
  readonly confidence: number;
  /** The length of the byte order mark in bytes; 0 without one. */
  readonly bomBytes: number;
  /** True if all bytes so far were ASCII, so that later bytes may change the encoding. */
  readonly isAsciiSoFar: boolean;
}

/** An opened file, read on demand. A handler does not get its path on disk. */
export interface Source {
  /** The path relative to its root, for messages. */
  readonly path: string;
  /** The last segment of the path. */
  readonly name: string;
  /** The size in bytes. */
  readonly size: number;
  readonly sniff: Sniff;
  /** A key for caches: equal if the file did not change, by the facts of the file system. Absent if it has no such facts. */
  readonly identity?: string;
  /** Returns the first `length` bytes; fewer if the file is shorter. */
  head(length: number): Promise<Uint8Array>;
  /** Returns all bytes. Rejects with `too-large` above `budget.maxInputBytes`. */
  bytes(): Promise<Uint8Array>;
  /** Returns the bytes from `start` to `end` (exclusive); fewer if the file is shorter. */
  slice(start: number, end: number): Promise<Uint8Array>;
  /**
   * As `slice`, but blocks the thread, for engines that need synchronous reads. Present only if blocking is allowed, as
   * in a process that runs the handler alone.
   */
  sliceSync?(start: number, end: number): Uint8Array;
  /**
   * Reads bytes from `position` into `target` and returns their number, which is less than requested at the end of the
   * file. For large files: reuses one buffer, unlike `slice`. Absent if the bytes come from another process.
   */
  readonly readInto?: (target: Uint8Array, position: number) => Promise<number>;
  /** Yields the bytes in order, in chunks. */
  stream(range?: ByteRange): AsyncIterable<Uint8Array>;
}

/** A range of bytes: `end` is exclusive and defaults to the end of the file. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}
