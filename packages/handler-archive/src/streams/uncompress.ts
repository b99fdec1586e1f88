import { joined } from "../bytes/byte-reader.ts";
import type { Unpack } from "./transforms.ts";

/** Bits of the first codes, and the most that a code may have (compress(1), `INIT_BITS` and `BITS`). */
const leastBits = 9;
const mostBits = 16;

/** The code that forgets all strings, where the header says that there is one. */
const forget = 256;

const headerBytes = 3;

/** Bytes after which what came out is given. */
const pieceBytes = 64 * 1024;

/** A string of at most so many bytes is added to a piece that is nearly full. */
const longestString = 1 << mostBits;

/** What `compress` makes: LZW with codes that grow from 9 to 16 bits, in groups of eight. */
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

/** The strings that were seen, each as a byte behind an earlier one. */
class Decoder {
  readonly #maxBits: number;
  readonly #canForget: boolean;
  readonly #prefix = new Uint16Array(1 << mostBits);
  readonly #last = new Uint8Array(1 << mostBits);
  readonly #out = new Uint8Array(pieceBytes + longestString);
  #length = 0;
  #bits = leastBits;
  /** The code that the next string gets. */
  #next: number;
  /** The code before; below 0 at the start. */
  #before = -1;
  #firstByte = 0;
  /** Bytes of the input that were used up by the last call. */
  used = 0;

  constructor(flags: number) {
    this.#maxBits = flags & 0x1f;
    this.#canForget = (flags & 0x80) !== 0;
    if (this.#maxBits < leastBits || this.#maxBits > mostBits) throw new RangeError("the codes have an unknown length");
    this.#next = this.#canForget ? forget + 1 : forget;
    for (let byte = 0; byte < forget; byte += 1) this.#last[byte] = byte;
  }

  /** What comes of whole groups of eight codes; of the last bytes, of as many codes as there are. */
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

  /** What follows in a group behind a code that changes the length of codes means nothing. */
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

  /** How long the next code is, since there are so many strings. */
  #grownTo(bits: number): number {
    return this.#next >= 1 << bits && bits < this.#maxBits ? bits + 1 : bits;
  }

  #take(code: number): void {
    if (this.#before < 0 ? code >= forget : code > this.#next) throw new RangeError("there is no such code");
    // A code that is only being made stands for the string before with its own first byte behind it.
    const isUnmade = this.#before >= 0 && code === this.#next;
    this.#write(isUnmade ? this.#before : code, isUnmade);
    if (this.#before >= 0 && this.#next < 1 << this.#maxBits) {
      this.#prefix[this.#next] = this.#before;
      this.#last[this.#next] = this.#firstByte;
      this.#next += 1;
    }
    this.#before = code;
  }

  /** Strings are known from their end. */
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

/** The lowest bits of each byte come first. */
function codeAt(group: Uint8Array, bit: number, bits: number): number {
  const at = bit >>> 3;
  const word = (group[at] ?? 0) | ((group[at + 1] ?? 0) << 8) | ((group[at + 2] ?? 0) << 16);
  return (word >>> (bit & 7)) & ((1 << bits) - 1);
}
