import { corrupt, unsupported } from "../formats/corrupt.ts";
import type { PsdHeader } from "./psd-header.ts";

/** The channels of the composite picture one after the other, and whether data was missing. */
export interface Composite {
  readonly planes: Uint8Array;
  readonly isRepaired: boolean;
}

/** Bytes of a row of one channel. */
export function rowBytesOf({ widthPx, bitsPerChannel }: PsdHeader): number {
  return Math.ceil((widthPx * bitsPerChannel) / 8);
}

/** Unpacks the first `count` channels of the composite picture. */
export function readComposite(bytes: Uint8Array, header: PsdHeader, count: number): Composite {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (header.compositeAt + 2 > bytes.length) throw corrupt("The Photoshop file ends before its picture.");
  const compression = view.getUint16(header.compositeAt);
  const planes = new Uint8Array(rowBytesOf(header) * header.heightPx * count);
  const data = bytes.subarray(header.compositeAt + 2);
  if (compression === 0) {
    planes.set(data.subarray(0, planes.length));
    return { planes, isRepaired: data.length < planes.length };
  }
  if (compression !== 1)
    throw unsupported("The Photoshop file keeps its picture in a compression that is not read here.");
  return { planes, isRepaired: !unpackRows(data, header, planes) };
}

/** Rows of all channels by the bytes that each takes, which stand first; false where some are missing. */
function unpackRows(data: Uint8Array, header: PsdHeader, planes: Uint8Array): boolean {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const countBytes = header.isLarge ? 4 : 2;
  const rowBytes = rowBytesOf(header);
  const rows = planes.length / rowBytes;
  let at = header.heightPx * header.channels * countBytes;
  for (let row = 0; row < rows; row += 1) {
    const countAt = row * countBytes;
    if (countAt + countBytes > data.length || at >= data.length) return false;
    const packedBytes = header.isLarge ? view.getUint32(countAt) : view.getUint16(countAt);
    unpackRow(data.subarray(at, at + packedBytes), planes.subarray(row * rowBytes, (row + 1) * rowBytes));
    at += packedBytes;
  }
  return true;
}

/** PackBits: 0 to 127 copies so many bytes and one, 129 to 255 repeats one byte 257 less so many times. */
function unpackRow(packed: Uint8Array, row: Uint8Array): void {
  let [from, to] = [0, 0];
  while (from < packed.length && to < row.length) {
    const code = packed[from] ?? 128;
    from += 1;
    if (code < 128) {
      row.set(packed.subarray(from, from + Math.min(code + 1, row.length - to)), to);
      from += code + 1;
      to += code + 1;
    } else if (code > 128) {
      row.fill(packed[from] ?? 0, to, to + 257 - code);
      from += 1;
      to += 257 - code;
    }
  }
}
