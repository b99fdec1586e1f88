import { joined } from "../bytes/byte-reader.ts";
import type { Unpack } from "./library-formats.ts";

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
