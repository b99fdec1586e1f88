import type { Source } from "@reader/core/handler";
import { blockReader, type ByteReader, loadWhole } from "../document/byte-reader.ts";
import { isEngineExhausted } from "../engine/engine.ts";

/**
 * Returns the bytes of a file for the engine of this thread: completely if it is small, otherwise block by block if the
 * source is synchronous. Returns `undefined` if another thread must read it: a large file with an asynchronous source,
 * or any file once this engine has failed too often.
 */
export async function localReader(source: Source): Promise<ByteReader | undefined> {
  if (!isReadLocally(source)) return undefined;
  if (source.size <= maxWholeBytes) return loadWhole(source);
  return blockReader(source.size, (start, end) => source.sliceSync?.(start, end) ?? new Uint8Array(0));
}

/**
 * Maximum size of a file that is loaded completely: 8 MB take a few milliseconds, while starting a thread with its own
 * engine takes a tenth of a second.
 */
export const maxWholeBytes: number = 8_000_000;

/** True if the engine of this thread reads the file. `localReader` uses it. */
export function isReadLocally(source: Source): boolean {
  return !isEngineExhausted() && (source.size <= maxWholeBytes || source.sliceSync !== undefined);
}
