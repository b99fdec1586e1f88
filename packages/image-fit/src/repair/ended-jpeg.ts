import { viewOf } from "../headers/measured-image.ts";

const endMark: readonly number[] = [0xff, 0xd9];
const startOfScan = 0xda;

/**
 * A JPEG that ends inside one of the headers between its scans, ended properly before that; undefined for any other
 * file. The decoder takes the end mark that it makes up for part of the header, and gives up.
 */
export function endedJpeg(bytes: Uint8Array): Uint8Array | undefined {
  const view = viewOf(bytes);
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  let scans = 0;
  for (let at = 2; at < bytes.length;) {
    if (bytes[at] === endMark[0] && bytes[at + 1] === endMark[1]) return undefined;
    const end = at + 4 > bytes.length ? Number.POSITIVE_INFINITY : at + 2 + view.getUint16(at + 2);
    if (end > bytes.length) return scans === 0 ? undefined : ended(bytes.subarray(0, at));
    const isScan = bytes[at + 1] === startOfScan;
    scans += isScan ? 1 : 0;
    at = nextMark(bytes, end);
  }
  return undefined;
}

/** Where the next segment starts: behind coded data with its stuffing, restart marks and fill bytes. */
function nextMark(bytes: Uint8Array, start: number): number {
  let at = bytes.indexOf(0xff, start);
  while (at >= 0 && at + 1 < bytes.length && isInsideScan(bytes[at + 1] ?? 0)) at = bytes.indexOf(0xff, at + 1);
  return at < 0 ? bytes.length : at;
}

function isInsideScan(code: number): boolean {
  return code === 0x00 || code === 0xff || (code >= 0xd0 && code <= 0xd7);
}

function ended(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(bytes.length + endMark.length);
  whole.set(bytes);
  whole.set(endMark, bytes.length);
  return whole;
}
