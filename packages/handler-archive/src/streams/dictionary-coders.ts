import { type ByteReader, joined, streamReader, type StreamReader } from "../bytes/byte-reader.ts";
import type { Unpack } from "./library-formats.ts";

/** LZ4 Frame Format Description 1.6.4. */
const frameMagic = 0x184d2204;
const leastSkippableMagic = 0x184d2a50;

/** The legacy frame of `lz4 -l` and Linux kernels: sizes and blocks without an end mark. */
const legacyMagic = 0x184c2102;
const legacyBlockBytes = 1 << 23;
/** Incompressible data grows by a byte per 255 (lz4.h, `LZ4_COMPRESSBOUND`). */
const mostLegacyBytes: number = legacyBlockBytes + Math.floor(legacyBlockBytes / 255) + 16;

/** Maximum block size, by its code in the frame descriptor. */
const blockBytes: Readonly<Record<number, number>> = { 4: 1 << 16, 5: 1 << 18, 6: 1 << 20, 7: 1 << 22 };

/** Maximum distance of a match. */
const windowBytes = 1 << 16;

/** Unpacks all LZ4 frames of a file. Does not verify checksums. */
export const unlz4: Unpack = async function* (packed) {
  const reader = streamReader(packed);
  try {
    for (let frame = 0; ; frame += 1) {
      const magic = await reader.take(4);
      if (magic.length < 4 && frame > 0) return;
      const number = magic.length < 4 ? 0 : numberIn(magic);
      if (number === frameMagic) yield* frameBlocks(reader);
      else if (number === legacyMagic) yield* legacyBlocks(reader);
      else if (number >>> 4 === leastSkippableMagic >>> 4) await reader.skip(numberIn(await exactly(reader, 4)));
      else if (frame === 0) throw new RangeError("there is no frame");
      else return;
    }
  } finally {
    await reader.close();
  }
};

/** The properties of a frame. */
interface Frame {
  readonly mostBlockBytes: number;
  readonly blockSumBytes: number;
  readonly contentSumBytes: number;
}

async function readFrame(reader: ByteReader): Promise<Frame> {
  const [flags = 0, sizes = 0] = await exactly(reader, 2);
  const mostBlockBytes = blockBytes[(sizes >>> 4) & 7];
  if (flags >>> 6 !== 1 || mostBlockBytes === undefined) throw new RangeError("the frame has an unknown version");
  const where = (bit: number, bytes: number): number => ((flags & bit) === 0 ? 0 : bytes);
  // Skips the content size, the dictionary identifier and the header checksum.
  await exactly(reader, where(0x08, 8) + where(0x01, 4) + 1);
  return { mostBlockBytes, blockSumBytes: where(0x10, 4), contentSumBytes: where(0x04, 4) };
}

async function* frameBlocks(reader: ByteReader): AsyncGenerator<Uint8Array> {
  const { mostBlockBytes, blockSumBytes, contentSumBytes } = await readFrame(reader);
  let window: Uint8Array = new Uint8Array();
  for (;;) {
    const size = numberIn(await exactly(reader, 4));
    if (size === 0) break;
    const length = size & 0x7fffffff;
    if (length > mostBlockBytes) throw new RangeError("the block is too long");
    const bytes = await exactly(reader, length);
    const block = size >>> 31 === 1 ? bytes : unpackBlock(bytes, window, mostBlockBytes);
    await exactly(reader, blockSumBytes);
    yield block;
    window = joined([window, block]).subarray(-windowBytes);
  }
  await exactly(reader, contentSumBytes);
}

/** Blocks are independent. The signature of the next frame may take the place of a size. */
async function* legacyBlocks(reader: StreamReader): AsyncGenerator<Uint8Array> {
  for (;;) {
    const head = await reader.take(4);
    if (head.length === 0) return;
    if (head.length < 4) throw new RangeError("the bytes end");
    const size = numberIn(head);
    if (size === frameMagic || size === legacyMagic || size >>> 4 === leastSkippableMagic >>> 4) {
      reader.unread(head);
      return;
    }
    if (size > mostLegacyBytes) throw new RangeError("the block is too long");
    yield unpackBlock(await exactly(reader, size), new Uint8Array(), legacyBlockBytes);
  }
}

/** Unpacks a block (LZ4 Block Format Description): literals, then a match further back, repeatedly. */
function unpackBlock(packed: Uint8Array, window: Uint8Array, most: number): Uint8Array {
  const target = new Uint8Array(window.length + most);
  target.set(window);
  const cursor = { packed, at: 0 };
  let length = window.length;
  while (cursor.at < packed.length) {
    const token = packed[cursor.at++] ?? 0;
    const literals = takeLiterals(cursor, token >>> 4);
    if (length + literals.length > target.length) throw new RangeError("the block is too long");
    target.set(literals, length);
    length += literals.length;
    if (cursor.at >= packed.length) break;
    const distance = (packed[cursor.at] ?? 0) | ((packed[cursor.at + 1] ?? 0) << 8);
    cursor.at += 2;
    const matched = lengthOf(cursor, token & 15) + 4;
    if (distance === 0 || distance > length || length + matched > target.length) throw new RangeError("no such match");
    length = copyMatch(target, length, { distance, matched });
  }
  return target.subarray(window.length, length);
}

function takeLiterals(cursor: Cursor, start: number): Uint8Array {
  const length = lengthOf(cursor, start);
  if (cursor.at + length > cursor.packed.length) throw new RangeError("the bytes end");
  cursor.at += length;
  return cursor.packed.subarray(cursor.at - length, cursor.at);
}

interface Cursor {
  readonly packed: Uint8Array;
  at: number;
}

/** A length of 15 continues in further bytes while they are 255. */
function lengthOf(cursor: Cursor, start: number): number {
  let length = start;
  for (let byte = start === 15 ? 255 : 0; byte === 255;) {
    byte = cursor.packed[cursor.at++] ?? 0;
    length += byte;
  }
  return length;
}

/** Copies byte by byte if the match overlaps its output. */
function copyMatch(
  target: Uint8Array,
  at: number,
  { distance, matched }: { readonly distance: number; readonly matched: number },
): number {
  const end = at + matched;
  if (distance >= matched) target.copyWithin(at, at - distance, at - distance + matched);
  else for (let to = at; to < end; to += 1) target[to] = target[to - distance] ?? 0;
  return end;
}

async function exactly(reader: ByteReader, length: number): Promise<Uint8Array> {
  const bytes = await reader.take(length);
  if (bytes.length < length) throw new RangeError("the bytes end");
  return bytes;
}

function numberIn(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true);
}
