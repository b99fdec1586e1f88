import type { ByteReader } from "../bytes/byte-reader.ts";

/** Reads bits, the highest of each byte first, out of a buffer that is filled between times. */
export class BitReader {
  readonly #reader: ByteReader;
  #bytes: Uint8Array = new Uint8Array();
  #at = 0;
  #bits = 0;
  #count = 0;
  #isOver = false;

  constructor(reader: ByteReader) {
    this.#reader = reader;
  }

  /** Makes so many bytes ready, as far as there are so many. */
  async fill(length: number): Promise<void> {
    const left = this.#bytes.length - this.#at;
    if (this.#isOver || left >= length) return;
    const more = await this.#reader.take(length - left + pieceBytes);
    this.#isOver = more.length === 0;
    const joined = new Uint8Array(left + more.length);
    joined.set(this.#bytes.subarray(this.#at));
    joined.set(more, left);
    this.#bytes = joined;
    this.#at = 0;
  }

  /** Whether no whole byte is left. */
  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length && this.#count < 8;
  }

  /** Up to 24 bits as a number; throws a `RangeError` where there are no more. */
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

  /** Leaves out what is left of the byte at hand. */
  align(): void {
    this.#count -= this.#count % 8;
    this.#bits = (this.#bits >>> 0) & ((1 << this.#count) - 1);
  }
}

const pieceBytes = 256 * 1024;
