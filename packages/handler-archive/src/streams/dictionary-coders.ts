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

/** Initial and maximum code length in bits (compress(1), `INIT_BITS` and `BITS`). */
const leastBits = 9;
const mostBits = 16;

/** The code that clears the table, if the header enables it. */
const forget = 256;

const headerBytes = 3;

/** Size from which output is emitted. */
const pieceBytes = 64 * 1024;

/** Room for one more string in a nearly full chunk. */
const longestString = 1 << mostBits;

/** Unpacks files of `compress`: LZW with codes of 9 to 16 bits, in groups of eight. */
export const uncompress: Unpack = async function* (packed) {
  let decoder: Decoder | undefined;
  let waiting: Uint8Array = new Uint8Array();
  for await (const piece of packed) {
    waiting = joined([waiting, piece]);
    if (decoder === undefined && waiting.length >= headerBytes) {
      decoder = new Decoder(waiting[2] ?? 0);
      waiting = waiting.subarray(headerBytes);
    }
    if (decoder === undefined) continue;
    yield* decoder.decode(waiting);
    waiting = waiting.subarray(decoder.used);
  }
  if (decoder === undefined) throw new RangeError("the bytes end");
  yield* decoder.decode(waiting, { isLast: true });
};

/** The string table. Each string is an earlier string and one more byte. */
class Decoder {
  readonly #maxBits: number;
  readonly #canForget: boolean;
  readonly #prefix = new Uint16Array(1 << mostBits);
  readonly #last = new Uint8Array(1 << mostBits);
  readonly #out = new Uint8Array(pieceBytes + longestString);
  #length = 0;
  #bits = leastBits;
  /** The code of the next string. */
  #next: number;
  /** The previous code, negative at the start. */
  #before = -1;
  #firstByte = 0;
  /** Number of input bytes that the last call consumed. */
  used = 0;

  constructor(flags: number) {
    this.#maxBits = flags & 0x1f;
    this.#canForget = (flags & 0x80) !== 0;
    if (this.#maxBits < leastBits || this.#maxBits > mostBits) throw new RangeError("the codes have an unknown length");
    this.#next = this.#canForget ? forget + 1 : forget;
    for (let byte = 0; byte < forget; byte += 1) this.#last[byte] = byte;
  }

  /** Decodes whole groups of eight codes; with `isLast`, also an incomplete group. */
  *decode(bytes: Uint8Array, { isLast = false } = {}): Generator<Uint8Array> {
    this.used = 0;
    for (;;) {
      const group = bytes.subarray(this.used, this.used + this.#bits);
      if (group.length < this.#bits && !(isLast && group.length > 0)) break;
      this.used += group.length;
      this.#decodeGroup(group);
      if (this.#length >= pieceBytes) yield this.#taken();
    }
    if (this.#length > 0) yield this.#taken();
  }

  #taken(): Uint8Array {
    const piece = this.#out.slice(0, this.#length);
    this.#length = 0;
    return piece;
  }

  /** After a code that changes the code length, the rest of the group is padding. */
  #decodeGroup(group: Uint8Array): void {
    const bits = this.#bits;
    const count = Math.floor((group.length * 8) / bits);
    for (let at = 0; at < count && this.#grownTo(bits) === bits; at += 1) {
      const code = codeAt(group, at * bits, bits);
      if (code === forget && this.#canForget) {
        this.#next = forget;
        this.#bits = leastBits;
        return;
      }
      this.#take(code);
    }
    this.#bits = this.#grownTo(bits);
  }

  /** Returns the code length for the current table size. */
  #grownTo(bits: number): number {
    return this.#next >= 1 << bits && bits < this.#maxBits ? bits + 1 : bits;
  }

  #take(code: number): void {
    if (this.#before < 0 ? code >= forget : code > this.#next) throw new RangeError("there is no such code");
    // A code that is not in the table yet is the previous string plus its own first byte.
    const isUnmade = this.#before >= 0 && code === this.#next;
    this.#write(isUnmade ? this.#before : code, isUnmade);
    if (this.#before >= 0 && this.#next < 1 << this.#maxBits) {
      this.#prefix[this.#next] = this.#before;
      this.#last[this.#next] = this.#firstByte;
      this.#next += 1;
    }
    this.#before = code;
  }

  /** Writes a string from its end. */
  #write(code: number, isDoubled: boolean): void {
    const start = this.#length;
    let at = code;
    for (; at >= forget; at = this.#prefix[at] ?? 0) this.#put(this.#last[at] ?? 0);
    this.#put(at);
    this.#firstByte = at;
    this.#out.subarray(start, this.#length).reverse();
    if (isDoubled) this.#put(at);
  }

  #put(byte: number): void {
    if (this.#length >= this.#out.length) throw new RangeError("the string is too long");
    this.#out[this.#length++] = byte;
  }
}

/** Reads a code, least significant bits first. */
function codeAt(group: Uint8Array, bit: number, bits: number): number {
  const at = bit >>> 3;
  const word = (group[at] ?? 0) | ((group[at + 1] ?? 0) << 8) | ((group[at + 2] ?? 0) << 16);
  return (word >>> (bit & 7)) & ((1 << bits) - 1);
}
