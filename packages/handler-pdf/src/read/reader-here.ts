import type { Source } from "@reader/core/handler";
import { loadWhole, type ByteReader } from "../document/byte-reader.ts";
import { blockReader } from "../document/block-reader.ts";
import { isReadHere, maxWholeBytes } from "./is-read-here.ts";

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
