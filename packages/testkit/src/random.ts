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
