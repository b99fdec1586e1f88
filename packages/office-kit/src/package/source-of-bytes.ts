import type { Source } from "@reader/core/handler";

/** Creates a source from bytes, with the name of another source. */
export function sourceOfBytes({ path, name, sniff }: Source, bytes: Uint8Array): Source {
  return {
    path,
    name,
    size: bytes.length,
    sniff,
    head: (length) => Promise.resolve(bytes.subarray(0, length)),
    bytes: () => Promise.resolve(bytes),
    slice: (start, end) => Promise.resolve(bytes.subarray(start, end)),
    async *stream({ start, end } = { start: 0 }) {
      yield bytes.subarray(start, end);
    },
  };
}
