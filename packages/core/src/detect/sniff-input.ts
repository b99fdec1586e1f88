import type { Handler } from "../contract/handler.ts";

/** The evidence for detecting the type of a file. */
export interface SniffInput {
  /** The first bytes of the file, at most 4096. */
  readonly head: Uint8Array;
  /** The last segment of the path. */
  readonly name: string;
  /** Size of the file, in bytes. */
  readonly size: number;
  /** Reads further bytes. Called only for containers and unknown binary files, for at most 256 KiB in total. */
  slice(start: number, end: number): Promise<Uint8Array>;
  /** The handlers, in order of precedence. */
  readonly handlers: readonly Handler[];
}
