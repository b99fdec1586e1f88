import type { Handler } from "../contract/handler.ts";

/** What a file is told by. */
export interface SniffInput {
  /** The first bytes, up to 4096. */
  readonly head: Uint8Array;
  /** The last segment of the path. */
  readonly name: string;
  /** Bytes of the whole file. */
  readonly size: number;
  /** Bytes further on; asked for containers and unknown binary files only, and then for 256 KiB at most. */
  slice(start: number, end: number): Promise<Uint8Array>;
  /** In the order of precedence. */
  readonly handlers: readonly Handler[];
}
