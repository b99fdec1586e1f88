import type { Source } from "@reader/core/handler";
import { isEngineWorn } from "../engine/engine.ts";

/**
 * Up to here a file is loaded as a whole: 8 MB are read in a few milliseconds, while a thread with an engine of its own
 * takes a tenth of a second to start.
 */
export const maxWholeBytes: number = 8_000_000;

/** Whether the engine of this thread reads a file, as `readerHere` decides it. */
export function isReadHere(source: Source): boolean {
  return !isEngineWorn() && (source.size <= maxWholeBytes || source.sliceSync !== undefined);
}
