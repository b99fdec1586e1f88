import type { PixelSize } from "@reader/image-fit";

/** Widths by the number of a ratio, times the height: ISO/IEC 18181-1, table A.4. */
const ratios: readonly (readonly [number, number])[] = [
  [0, 1],
  [1, 1],
  [12, 10],
  [4, 3],
  [3, 2],
  [16, 9],
  [5, 4],
  [2, 1],
];

/** Bits of the ways to write a side. */
const sideBits: readonly number[] = [9, 13, 18, 30];

/** The size in a JPEG XL's header; undefined where there is none. */
export function jxlSize(bytes: Uint8Array): PixelSize | undefined {
  const codestream = codestreamOf(bytes);
  if (codestream === undefined || codestream.length < 12) return undefined;
  const read = bitReader(codestream.subarray(2));
  const isSmall = read(1) === 1;
  const side = (): number => (isSmall ? (read(5) + 1) * 8 : read(sideBits[read(2)] ?? 0) + 1);
  const heightPx = side();
  const ratio = ratios[read(3)];
  if (ratio === undefined || ratio[0] === 0) return { widthPx: side(), heightPx };
  return { widthPx: Math.floor((heightPx * ratio[0]) / ratio[1]), heightPx };
}

/** The bytes from `FF 0A` on, bare or in the first box that holds them. */
function codestreamOf(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0x0a) return bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 16 <= bytes.length;) {
    const tag = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const length = view.getUint32(at);
    const headBytes = length === 1 ? 16 : 8;
    if (tag === "jxlc") return bytes.subarray(at + headBytes);
    // A part starts with its number.
    if (tag === "jxlp") return bytes.subarray(at + headBytes + 4);
    if (length === 0) return undefined;
    at += Math.max(8, length === 1 ? Number(view.getBigUint64(at + 8)) : length);
  }
  return undefined;
}

/** Reads numbers from the lowest bit on. */
function bitReader(bytes: Uint8Array): (count: number) => number {
  let at = 0;
  return (count) => {
    let value = 0;
    for (let bit = 0; bit < count; bit += 1, at += 1) value += (((bytes[at >> 3] ?? 0) >> (at & 7)) & 1) * 2 ** bit;
    return value;
  };
}
