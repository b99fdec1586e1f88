import { sha256 } from "../contract/ids.ts";

/** A share of filled slots above which the table grows. */
const maxFilled = 0.6;

/**
 * Maps strings to numbers by a hash of 96 bits, without keeping the strings: a million keys take 34 MB. The chance that any
 * two of 10^9 keys have the same hash is below 10^-10.
 */
export class KeyIndex {
  #hashes = new Uint32Array(3 * 1024);
  /** The value plus 1; 0 for a free slot. */
  #values = new Float64Array(1024);
  #count = 0;

  /** Number of keys. */
  get size(): number {
    return this.#count;
  }

  /** Adds a key, and returns true; false if it was there before. */
  add(key: string, value: number): boolean {
    if (this.#count >= this.#values.length * maxFilled) this.#grow();
    const hash = hashOf(key);
    const slot = this.#slotOf(hash);
    if (this.#values[slot] !== 0) return false;
    this.#put(slot, hash, value);
    this.#count += 1;
    return true;
  }

  /** Returns the value of a key. */
  get(key: string): number | undefined {
    const value = this.#values[this.#slotOf(hashOf(key))] ?? 0;
    return value === 0 ? undefined : value - 1;
  }

  #put(slot: number, [first, second, third]: Hash, value: number): void {
    this.#values[slot] = value + 1;
    this.#hashes.set([first, second, third], slot * 3);
  }

  /** The slot of a hash, or the free one where it would be. */
  #slotOf([first, second, third]: Hash): number {
    const mask = this.#values.length - 1;
    for (let slot = first & mask; ; slot = (slot + 1) & mask) {
      if (this.#values[slot] === 0) return slot;
      const at = slot * 3;
      const isSame = this.#hashes[at] === first && this.#hashes[at + 1] === second && this.#hashes[at + 2] === third;
      if (isSame) return slot;
    }
  }

  #grow(): void {
    const [hashes, values] = [this.#hashes, this.#values];
    this.#hashes = new Uint32Array(hashes.length * 2);
    this.#values = new Float64Array(values.length * 2);
    for (const [slot, value] of values.entries()) {
      if (value === 0) continue;
      const hash: Hash = [hashes[slot * 3] ?? 0, hashes[slot * 3 + 1] ?? 0, hashes[slot * 3 + 2] ?? 0];
      this.#put(this.#slotOf(hash), hash, value - 1);
    }
  }
}

type Hash = readonly [first: number, second: number, third: number];

function hashOf(key: string): Hash {
  const digits = sha256(key);
  return [part(digits, 0), part(digits, 1), part(digits, 2)];
}

function part(digits: string, at: number): number {
  return Number.parseInt(digits.slice(at * 8, at * 8 + 8), 16);
}
