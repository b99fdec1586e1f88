import { type ByteReader, streamReader } from "../bytes/byte-reader.ts";
import type { Unpack } from "./library-formats.ts";

/** Maximum size of a compressed block and its tables: 900 KB in codes of 20 bits. */
const mostPackedBlockBytes = 2_400_000;

/** The digits of pi and of its square root, which mark a block and the end of a stream. */
const blockMark = [0x314159, 0x265359];
const endMark = [0x177245, 0x385090];

/** Unpacks all bzip2 streams of a file. Ignores trailing data that is not a stream. */
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

/** Undoes the run-length coding: after four equal bytes comes the number of further repetitions. */
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

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value < 0 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});

/** Updates the bzip2 checksum. It starts as 0xffffffff and is inverted at the end. */
function sumOf(bytes: Uint8Array, sum: number): number {
  let value = sum;
  for (const byte of bytes) value = (value << 8) ^ (table[((value >>> 24) ^ byte) & 0xff] ?? 0);
  return value >>> 0;
}

/** A decoded block: a linked list in `entries`, whose lower bytes are the text. */
interface SortedBlock {
  /** The byte in the lower bits, and above it the index of the next entry. */
  readonly entries: Uint32Array;
  readonly first: number;
}

/** Number of symbols in a group with the same table. */
const groupSymbols = 50;

/** Decodes a block after its checksum. Throws a `RangeError` if it is damaged. */
function readBlock(bits: BitReader, blockBytes: number): SortedBlock {
  if (bits.read(1) === 1) throw new RangeError("blocks of bzip2 0.9.0 are not read");
  const origin = bits.read(24);
  const alphabet = readAlphabet(bits);
  const symbolCount = alphabet.length + 2;
  const tableCount = bits.read(3);
  const selectors = readSelectors(bits, tableCount);
  const tables = Array.from({ length: tableCount }, () => readHuffmanTable(bits, symbolCount));
  const coded = { bits, selectors, tables, alphabet };
  const entries = readEntries(coded, new Uint32Array(blockBytes));
  if (origin >= entries.length) throw new RangeError("the block does not start in itself");
  return { entries: linked(entries), first: (entries[origin] ?? 0) >>> 8 };
}

/** Reads which bytes occur, in order: a map of 16 times 16 bits. */
function readAlphabet(bits: BitReader): Uint8Array {
  const used = bits.read(16);
  const bytes: number[] = [];
  for (let high = 0; high < 16; high += 1) {
    if (((used >>> (15 - high)) & 1) === 0) continue;
    const row = bits.read(16);
    for (let low = 0; low < 16; low += 1) if (((row >>> (15 - low)) & 1) === 1) bytes.push(high * 16 + low);
  }
  if (bytes.length === 0) throw new RangeError("the block has no bytes");
  return Uint8Array.from(bytes);
}

function readSelectors(bits: BitReader, tableCount: number): Uint8Array {
  if (tableCount < 2 || tableCount > 6) throw new RangeError("there are too few or many tables");
  const order = Array.from({ length: tableCount }, (_, index) => index);
  return Uint8Array.from({ length: bits.read(15) }, () => {
    let at = 0;
    while (bits.read(1) === 1) at += 1;
    if (at >= tableCount) throw new RangeError("there is no such table");
    const [table = 0] = order.splice(at, 1);
    order.unshift(table);
    return table;
  });
}

interface Coded {
  readonly bits: BitReader;
  readonly selectors: Uint8Array;
  readonly tables: readonly HuffmanTable[];
  readonly alphabet: Uint8Array;
}

/** Undoes the Huffman codes, the zero runs and the move-to-front coding. */
function readEntries({ bits, selectors, tables, alphabet }: Coded, target: Uint32Array): Uint32Array {
  const order = Uint8Array.from(alphabet);
  const end = alphabet.length + 1;
  let [length, run, runBit, group, left] = [0, 0, 1, 0, 0];
  let table = tables[0];
  for (;;) {
    if (left === 0) {
      table = tables[selectors[group++] ?? tables.length];
      left = groupSymbols;
    }
    if (table === undefined) throw new RangeError("the groups end before the block");
    left -= 1;
    const symbol = readSymbol(bits, table);
    if (symbol <= 1) {
      run += runBit << symbol;
      runBit *= 2;
      if (run > target.length) throw new RangeError("the block is too long");
      continue;
    }
    length = fillRun(target, length, { run, byte: order[0] ?? 0 });
    [run, runBit] = [0, 1];
    if (symbol === end) return target.subarray(0, length);
    if (length >= target.length) throw new RangeError("the block is too long");
    target[length++] = movedToFront(order, symbol - 1);
  }
}

function fillRun(
  target: Uint32Array,
  at: number,
  { run, byte }: { readonly run: number; readonly byte: number },
): number {
  if (at + run > target.length) throw new RangeError("the block is too long");
  target.fill(byte, at, at + run);
  return at + run;
}

function movedToFront(order: Uint8Array, at: number): number {
  const byte = order[at] ?? 0;
  order.copyWithin(1, 0, at);
  order[0] = byte;
  return byte;
}

/** Undoes the Burrows-Wheeler transform: each entry gets the index of its successor in the text. */
function linked(entries: Uint32Array): Uint32Array {
  const starts = new Uint32Array(256);
  for (const entry of entries) starts[entry & 0xff] = (starts[entry & 0xff] ?? 0) + 1;
  let sum = 0;
  for (let byte = 0; byte < 256; byte += 1) {
    const count = starts[byte] ?? 0;
    starts[byte] = sum;
    sum += count;
  }
  for (let index = 0; index < entries.length; index += 1) {
    const byte = (entries[index] ?? 0) & 0xff;
    const place = starts[byte] ?? 0;
    starts[byte] = place + 1;
    entries[place] = ((entries[place] ?? 0) & 0xff) | (index << 8);
  }
  return entries;
}

/** A canonical Huffman table, defined by the code lengths. */
interface HuffmanTable {
  readonly leastLength: number;
  /** The last code of each length, or -1. */
  readonly limits: Int32Array;
  /** Subtracted from a code of each length to get the index of its symbol. */
  readonly bases: Int32Array;
  readonly symbols: Uint16Array;
}

/** Maximum code length in bits. */
const mostLength = 20;

/** Reads the delta-coded code lengths and builds the table. */
function readHuffmanTable(bits: BitReader, symbolCount: number): HuffmanTable {
  const lengths = new Uint8Array(symbolCount);
  let length = bits.read(5);
  for (let symbol = 0; symbol < symbolCount; symbol += 1) {
    while (bits.read(1) === 1) length += bits.read(1) === 1 ? -1 : 1;
    if (length < 1 || length > mostLength) throw new RangeError("a code is too long");
    lengths[symbol] = length;
  }
  return tableOf(lengths);
}

function tableOf(lengths: Uint8Array): HuffmanTable {
  const symbols = new Uint16Array(lengths.length);
  const limits = new Int32Array(mostLength + 2).fill(-1);
  const bases = new Int32Array(mostLength + 2);
  let placed = 0;
  let code = 0;
  for (let length = 1; length <= mostLength; length += 1) {
    bases[length] = code - placed;
    for (const [symbol, own] of lengths.entries()) {
      if (own !== length) continue;
      symbols[placed] = symbol;
      placed += 1;
      code += 1;
    }
    limits[length] = code - 1;
    code *= 2;
  }
  return { leastLength: Math.min(...lengths), limits, bases, symbols };
}

/** Reads the next symbol. */
function readSymbol(bits: BitReader, { leastLength, limits, bases, symbols }: HuffmanTable): number {
  let length = leastLength;
  let code = bits.read(length);
  while (code > (limits[length] ?? 0)) {
    length += 1;
    if (length > mostLength) throw new RangeError("there is no such code");
    code = (code << 1) | bits.read(1);
  }
  return symbols[code - (bases[length] ?? 0)] ?? 0;
}

/** Reads bits, most significant first, from a buffer that is refilled in between. */
class BitReader {
  readonly #reader: ByteReader;
  #bytes: Uint8Array = new Uint8Array();
  #at = 0;
  #bits = 0;
  #count = 0;
  #isOver = false;

  constructor(reader: ByteReader) {
    this.#reader = reader;
  }

  /** Buffers at least this many bytes, if available. */
  async fill(length: number): Promise<void> {
    const left = this.#bytes.length - this.#at;
    if (this.#isOver || left >= length) return;
    const more = await this.#reader.take(length - left + lookAheadBytes);
    this.#isOver = more.length === 0;
    const joined = new Uint8Array(left + more.length);
    joined.set(this.#bytes.subarray(this.#at));
    joined.set(more, left);
    this.#bytes = joined;
    this.#at = 0;
  }

  /** True if no whole byte is left. */
  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length && this.#count < 8;
  }

  /** Reads up to 24 bits. Throws a `RangeError` at the end. */
  read(count: number): number {
    while (this.#count < count) {
      if (this.#at >= this.#bytes.length) throw new RangeError("the bytes end");
      this.#bits = ((this.#bits << 8) | (this.#bytes[this.#at++] ?? 0)) >>> 0;
      this.#count += 8;
    }
    this.#count -= count;
    const value = (this.#bits >>> this.#count) & ((1 << count) - 1);
    this.#bits &= (1 << this.#count) - 1;
    return value;
  }

  /** Skips the rest of the current byte. */
  align(): void {
    this.#count -= this.#count % 8;
    this.#bits = (this.#bits >>> 0) & ((1 << this.#count) - 1);
  }
}

const lookAheadBytes = 256 * 1024;
