/**
 * Unpacks gzip data, of one or several members. Returns `undefined` if it is damaged, or if it unpacks to more than
 * `most` bytes; no more than that is ever in memory.
 */
export function gunzip(packed: Uint8Array, most: number): Uint8Array | undefined {
  // An import would load Node's streams in every program that starts. The standard `DecompressionStream` takes ten times
  // as long for a small file.
  const { gunzipSync } = process.getBuiltinModule("node:zlib");
  try {
    return gunzipSync(packed, { maxOutputLength: Math.max(1, most) });
  } catch {
    return undefined;
  }
}
