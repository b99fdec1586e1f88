/** Returns pseudo-random bytes, which are the same for the same seed. */
export function randomBytes(seed: number, length: number): Uint8Array {
  const random = seededRandom(seed);
  return Uint8Array.from({ length }, () => random.below(256));
}

/** Returns up to `count` evenly spaced prefixes of a file, starting with the empty one. The whole file is not one. */
export function truncations(bytes: Uint8Array, count = 8): readonly Uint8Array[] {
  const lengths = Array.from({ length: count }, (_, index) => Math.floor((bytes.length * index) / count));
  return [...new Set(lengths)].filter((length) => length < bytes.length).map((length) => bytes.slice(0, length));
}

/** Options of `bitFlips`. */
export interface BitFlipOptions {
  readonly seed: number;
  /** Number of damaged copies. Default: 8. */
  readonly count?: number;
  /** Number of bits flipped in each copy. Default: 1. */
  readonly flips?: number;
}

/** Returns copies of a file with flipped bits, whose positions depend only on the seed. An empty file has no copies. */
export function bitFlips(bytes: Uint8Array, { seed, count = 8, flips = 1 }: BitFlipOptions): readonly Uint8Array[] {
  if (bytes.length === 0) return [];
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const copy = bytes.slice();
    for (let flip = 0; flip < flips; flip += 1) {
      const at = random.below(copy.length);
      copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
    }
    return copy;
  });
}

/** Returns one line of ASCII text of this length, without a line break. */
export function hugeLine(length: number): Uint8Array {
  return new Uint8Array(length).fill(0x78);
}

/** Returns nested JSON lists: valid JSON that overflows the stack of a recursive parser. */
export function deepJson(depth: number): Uint8Array {
  return encode("[".repeat(depth) + "]".repeat(depth));
}

/** Returns nested XML elements. */
export function deepXml(depth: number): Uint8Array {
  return encode("<a>".repeat(depth) + "</a>".repeat(depth));
}

/** Encodes text as UTF-16 with a byte order mark. */
export function utf16(text: string, order: "little-endian" | "big-endian" = "little-endian"): Uint8Array {
  const marked = `\uFEFF${text}`;
  const bytes = new Uint8Array(marked.length * 2);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < marked.length; index += 1) {
    view.setUint16(index * 2, marked.charCodeAt(index), order === "little-endian");
  }
  return bytes;
}

/** Encodes text as UTF-8, without a byte order mark. */
export function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** A pseudo-random number generator. */
export interface Random {
  /** Returns an integer from 0 to `limit`, exclusive. `limit` is at most 2³². */
  below(limit: number): number;
}

/**
 * Creates a generator whose numbers are the same for the same seed. Mulberry32 (Tommy Ettinger, public domain): 32 bits
 * of state, good enough to damage files.
 */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return {
    below(limit) {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
    },
  };
}
