import type { Source } from "@reader/core/handler";
import { sourceOfBytes } from "@reader/office-kit/package";

/** Bytes of a file that is read at once: its hundreds of small parts would be a read each, or a turn over a pipe. */
const maxNearBytes = 16 * 1024 * 1024;

/** The same source, with the bytes at hand where there are not too many. */
export async function nearSource(source: Source): Promise<Source> {
  if (source.size > maxNearBytes) return source;
  return sourceOfBytes(source, await source.slice(0, source.size));
}
