import { streamReader } from "../../bytes/stream-reader.ts";
import { BitReader } from "../bit-reader.ts";
import type { Unpack } from "../transforms.ts";
import { sumOf } from "./checksum.ts";
import { readBlock, type SortedBlock } from "./read-block.ts";

/** A block of 900 KB in codes of 20 bits, and its tables. */
const mostPackedBlockBytes = 2_400_000;

/** The decimals of pi, and of its square root: what starts a block, and what ends a stream. */
const blockMark = [0x314159, 0x265359];
const endMark = [0x177245, 0x385090];

/** bzip2, all streams of the file. What stands behind the last and is no stream is left out. */
export const unbzip2: Unpack = async function* (packed) {
  const reader = streamReader(packed);
  try {
    const bits = new BitReader(reader);
    for (let stream = 0; ; stream += 1) {
      await bits.fill(mostPackedBlockBytes);
      const level = levelOf(bits, stream === 0);
      if (level === undefined) return;
      yield* blocksOf(bits, level * 100_000);
      bits.align();
    }
  } finally {
    await reader.close();
  }
};

function levelOf(bits: BitReader, isFirst: boolean): number | undefined {
  if (bits.isAtEnd && !isFirst) return undefined;
  try {
    const level = bits.read(24) === 0x425a68 ? bits.read(8) - 0x30 : 0;
    if (level >= 1 && level <= 9) return level;
  } catch (error) {
    if (isFirst) throw error;
  }
  if (isFirst) throw new RangeError("there is no stream");
  return undefined;
}

async function* blocksOf(bits: BitReader, blockBytes: number): AsyncGenerator<Uint8Array> {
  let total = 0;
  for (;;) {
    await bits.fill(mostPackedBlockBytes);
    const mark = [bits.read(24), bits.read(24)];
    const wanted = ((bits.read(16) << 16) | bits.read(16)) >>> 0;
    if (mark[0] === endMark[0] && mark[1] === endMark[1]) {
      if (total !== wanted) throw new RangeError("the sum of the stream is wrong");
      return;
    }
    if (mark[0] !== blockMark[0] || mark[1] !== blockMark[1]) throw new RangeError("there is no block");
    let sum = 0xffffffff;
    for (const piece of runsOf(readBlock(bits, blockBytes))) {
      sum = sumOf(piece, sum);
      yield piece;
    }
    sum = ~sum >>> 0;
    if (sum !== wanted) throw new RangeError("the sum of a block is wrong");
    total = (((total << 1) | (total >>> 31)) ^ sum) >>> 0;
  }
}

const pieceBytes = 256 * 1024;

/** Four equal bytes are followed by the number of those that were left out. */
function* runsOf({ entries, first }: SortedBlock): Generator<Uint8Array> {
  let piece = new Uint8Array(pieceBytes);
  let [length, equal, last, entry] = [0, 0, -1, first];
  for (let left = entries.length; left > 0; left -= 1) {
    const value = entries[entry] ?? 0;
    entry = value >>> 8;
    const byte = value & 0xff;
    if (length + 255 > piece.length) {
      yield piece.subarray(0, length);
      piece = new Uint8Array(pieceBytes);
      length = 0;
    }
    if (equal === 4) {
      piece.fill(last, length, length + byte);
      length += byte;
      equal = 0;
      last = -1;
      continue;
    }
    piece[length++] = byte;
    equal = byte === last ? equal + 1 : 1;
    last = byte;
  }
  yield piece.subarray(0, length);
}
