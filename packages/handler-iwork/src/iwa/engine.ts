import type { PbfReader } from "pbf";

/** The libraries that unpack and decode IWA archives. */
export interface IwaEngine {
  /** Unpacks a block of raw Snappy. Throws if it is damaged, or if it claims more than `maxBytes`. */
  unpack(block: Uint8Array, maxBytes: number): Uint8Array;
  /** Opens a message in the wire format of Protocol Buffers. */
  open(message: Uint8Array): PbfReader;
}

/** Loads the libraries. */
export async function loadIwaEngine(): Promise<IwaEngine> {
  const [{ default: snappy }, { PbfReader: Reader }] = await Promise.all([import("snappyjs"), import("pbf")]);
  return {
    unpack: (block, maxBytes) => snappy.uncompress(block, maxBytes),
    open: (message) => new Reader(message),
  };
}
