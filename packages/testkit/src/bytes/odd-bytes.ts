/** Bytes that look random and come out the same for the same seed. */
export function randomBytes(seed: number, length: number): Uint8Array {
  const random = seededRandom(seed);
  return Uint8Array.from({ length }, () => random.below(256));
}

/** The starts of a file, from the empty one on, evenly spread; at most `count` of them and never the whole. */
export function truncations(bytes: Uint8Array, count = 8): readonly Uint8Array[] {
  const lengths = Array.from({ length: count }, (_, index) => Math.floor((bytes.length * index) / count));
  return [...new Set(lengths)].filter((length) => length < bytes.length).map((length) => bytes.slice(0, length));
}

/** How a file is damaged. */
export interface BitFlipOptions {
  readonly seed: number;
  /** Damaged copies; 8 where not given. */
  readonly count?: number;
  /** Bits that are turned over in each copy; 1 where not given. */
  readonly flips?: number;
}

/** Copies of a file with bits turned over at places that depend on the seed alone; none of an empty file. */
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

/** One line of ASCII text of so many bytes, without a newline. */
export function hugeLine(length: number): Uint8Array {
  return new Uint8Array(length).fill(0x78);
}

/** Lists within lists, so many levels deep: valid JSON that overflows the stack of a recursive reader. */
export function deepJson(depth: number): Uint8Array {
  return encode("[".repeat(depth) + "]".repeat(depth));
}

/** Elements within elements, so many levels deep. */
export function deepXml(depth: number): Uint8Array {
  return encode("<a>".repeat(depth) + "</a>".repeat(depth));
}

/** Text in UTF-16 with a byte order mark. */
export function utf16(text: string, order: "little-endian" | "big-endian" = "little-endian"): Uint8Array {
  const marked = `\uFEFF${text}`;
  const bytes = new Uint8Array(marked.length * 2);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < marked.length; index += 1) {
    view.setUint16(index * 2, marked.charCodeAt(index), order === "little-endian");
  }
  return bytes;
}

/** Text in UTF-8, without a byte order mark. */
export function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** A source of numbers that look random and come out the same for the same seed. */
export interface Random {
  /** An integer from 0 up to, not including, `limit`, which is at most 2³². */
  below(limit: number): number;
}

/** Mulberry32 (Tommy Ettinger, public domain): 32 bits of state, good enough to damage files with. */
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
