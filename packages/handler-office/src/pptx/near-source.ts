import type { Source } from "@reader/core/handler";

/** Bytes of a file that is read at once: its hundreds of small parts would be a read each, or a turn over a pipe. */
const maxNearBytes = 16 * 1024 * 1024;

/** The same source, with the bytes at hand where there are not too many. */
export async function nearSource(source: Source): Promise<Source> {
  if (source.size > maxNearBytes) return source;
  const bytes = await source.slice(0, source.size);
  return {
    path: source.path,
    name: source.name,
    size: source.size,
    sniff: source.sniff,
    head: (length) => Promise.resolve(bytes.subarray(0, length)),
    bytes: () => Promise.resolve(bytes),
    slice: (start, end) => Promise.resolve(bytes.subarray(start, end)),
    async *stream({ start, end } = { start: 0 }) {
      yield bytes.subarray(start, end);
    },
  };
}
