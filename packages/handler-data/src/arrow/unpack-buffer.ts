/** Maximum size of an unpacked buffer of a column, in bytes. Writers make batches of a few megabytes. */
export const maxBufferBytes: number = 512 * 1024 * 1024;

/** A buffer that unpacks to more than the limit. */
export class LargeBufferError extends RangeError {
  readonly bytes: number;

  constructor(bytes: number) {
    super(`a buffer unpacks to ${bytes} bytes`);
    this.bytes = bytes;
  }
}

interface UnpackOptions {
  readonly unzstd: (input: Uint8Array, length: number) => Uint8Array;
  readonly maxBufferBytes: number;
}

/** Number of bytes before a packed buffer that hold its unpacked length (Arrow columnar format, "Compression"). */
const lengthBytes = 8;

/**
 * Unpacks a buffer of a record batch. `input` is a view of a message in which the unpacked length precedes the packed
 * bytes, so the limit applies before memory is taken. Throws a `RangeError` if the bytes do not have that length.
 */
export function unpackBuffer(input: Uint8Array, codec: "lz4" | "zstd", options: UnpackOptions): Uint8Array {
  const length = Number(new DataView(input.buffer, input.byteOffset - lengthBytes, lengthBytes).getBigInt64(0, true));
  if (length < 0) throw new RangeError("a buffer has a negative length");
  if (length > options.maxBufferBytes) throw new LargeBufferError(length);
  const unpacked = codec === "zstd" ? options.unzstd(input, length) : unpackFrame(input, length);
  if (unpacked.length !== length) throw new RangeError("a buffer has not the length that it states");
  // Values are read in place, so they must be aligned.
  return unpacked.byteOffset % 8 === 0 ? unpacked : unpacked.slice();
}

/** LZ4 Frame Format Description 1.6.4. */
const frameMagic = 0x184d2204;
const minFrameBytes = 7;

/** Unpacks one LZ4 frame, whose blocks may refer to those before. Does not verify checksums. */
function unpackFrame(packed: Uint8Array, length: number): Uint8Array {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  if (packed.length < minFrameBytes || view.getUint32(0, true) !== frameMagic) throw new RangeError("no LZ4 frame");
  const flags = view.getUint8(4);
  const skipped = ((flags & 0x08) === 0 ? 0 : 8) + ((flags & 0x01) === 0 ? 0 : 4);
  const sumBytes = (flags & 0x10) === 0 ? 0 : 4;
  const target = new Uint8Array(length);
  let at = minFrameBytes + skipped;
  let filled = 0;
  for (let size = view.getUint32(at, true); size !== 0; size = view.getUint32(at, true)) {
    const start = at + 4;
    const end = start + (size & 0x7fffffff);
    if (end > packed.length) throw new RangeError("an LZ4 block is cut off");
    const block = packed.subarray(start, end);
    filled = size >>> 31 === 1 ? copyBlock(block, target, filled) : unpackBlock(block, target, filled);
    at = end + sumBytes;
  }
  return target.subarray(0, filled);
}

function copyBlock(block: Uint8Array, target: Uint8Array, filled: number): number {
  target.set(block, filled);
  return filled + block.length;
}

/** Unpacks a block (LZ4 Block Format Description): literals, then a match further back, repeatedly. */
function unpackBlock(block: Uint8Array, target: Uint8Array, start: number): number {
  const cursor = { block, at: 0 };
  let filled = start;
  while (cursor.at < block.length) {
    const token = block[cursor.at++] ?? 0;
    const literals = lengthOf(cursor, token >>> 4);
    if (cursor.at + literals > block.length) throw new RangeError("an LZ4 block is cut off");
    target.set(block.subarray(cursor.at, cursor.at + literals), filled);
    filled += literals;
    cursor.at += literals;
    if (cursor.at >= block.length) break;
    const distance = (block[cursor.at] ?? 0) | ((block[cursor.at + 1] ?? 0) << 8);
    cursor.at += 2;
    filled = copyMatch(target, filled, { distance, length: lengthOf(cursor, token & 15) + 4 });
  }
  return filled;
}

interface Cursor {
  readonly block: Uint8Array;
  at: number;
}

function lengthOf(cursor: Cursor, start: number): number {
  if (start < 15) return start;
  let length = start;
  for (;;) {
    const byte = cursor.block[cursor.at++] ?? 0;
    length += byte;
    if (byte !== 255) return length;
  }
}

interface Match {
  readonly distance: number;
  readonly length: number;
}

/** Copies bytes from further back; a match may overlap itself. */
function copyMatch(target: Uint8Array, filled: number, { distance, length }: Match): number {
  const end = filled + length;
  if (distance === 0 || distance > filled || end > target.length) throw new RangeError("an LZ4 match is out of range");
  if (distance >= length) {
    target.copyWithin(filled, filled - distance, filled - distance + length);
    return end;
  }
  for (let at = filled; at < end; at += 1) target[at] = target[at - distance] ?? 0;
  return end;
}
