import type { ByteWindow } from "../source/byte-window.ts";

/** Maximum size of a page of Ogg (RFC 3533), and so the part of the end that has the last one. */
const maxPageBytes = 65_307;

const mark = [0x4f, 0x67, 0x67, 0x53];

/** Returns the position of the last page of a file in samples; `undefined` if the end of the file has no page. */
export async function lastGranule(window: ByteWindow): Promise<number | undefined> {
  const end = await window.slice(Math.max(0, window.size - maxPageBytes), window.size);
  const view = new DataView(end.buffer, end.byteOffset, end.byteLength);
  for (let at = end.length - 27; at >= 0; at -= 1) {
    if (!mark.every((byte, offset) => end[at + offset] === byte)) continue;
    const granule = view.getBigInt64(at + 6, true);
    // A page on which no packet ends has the position -1.
    if (granule > 0n) return Number(granule);
  }
  return undefined;
}

/** The sampling frequency of the positions of Opus, whatever that of the sound (RFC 7845). */
const opusHz = 48_000;

/** Returns the duration of a file with one stream, in milliseconds. */
export async function oggDurationMs(
  window: ByteWindow,
  codec: string,
  samplingHz: number | undefined,
): Promise<number | undefined> {
  const granule = await lastGranule(window);
  const rate = /opus/i.test(codec) ? opusHz : samplingHz;
  return granule === undefined || rate === undefined || rate === 0 ? undefined : (granule / rate) * 1000;
}
