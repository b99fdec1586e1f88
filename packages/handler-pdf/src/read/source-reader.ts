import type { Source } from "@reader/core/handler";
import { blockReader, type ByteReader, loadWhole } from "../document/byte-reader.ts";
import { isEngineWorn } from "../engine/engine.ts";

/**
 * How the engine of this thread gets at the bytes of a file: all of them where they are few, else block by block where
 * the source gives bytes at once. `undefined` where another thread must read it: a large file of a source that has to
 * be waited for, or any file once this engine has failed too often.
 */
export async function readerHere(source: Source): Promise<ByteReader | undefined> {
  if (!isReadHere(source)) return undefined;
  if (source.size <= maxWholeBytes) return loadWhole(source);
  return blockReader(source.size, (start, end) => source.sliceSync?.(start, end) ?? new Uint8Array(0));
}

/**
 * Up to here a file is loaded as a whole: 8 MB are read in a few milliseconds, while a thread with an engine of its own
 * takes a tenth of a second to start.
 */
export const maxWholeBytes: number = 8_000_000;

/** Whether the engine of this thread reads a file, as `readerHere` decides it. */
export function isReadHere(source: Source): boolean {
  return !isEngineWorn() && (source.size <= maxWholeBytes || source.sliceSync !== undefined);
}
