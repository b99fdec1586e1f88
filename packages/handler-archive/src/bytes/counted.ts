import type { InflationMeter } from "@reader/unpack";

/** Pieces that come out of so many packed bytes, counted as they come. */
export async function* counted(
  pieces: AsyncIterable<Uint8Array>,
  meter: InflationMeter,
  packedBytes: () => number,
): AsyncGenerator<Uint8Array> {
  let inflatedBytes = 0;
  for await (const piece of pieces) {
    inflatedBytes += piece.length;
    meter.count(piece.length, { packedBytes: packedBytes(), inflatedBytes });
    yield piece;
  }
}
