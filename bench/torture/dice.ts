import { seededRandom } from "@reader/testkit";

/** Choices that look random and are the same for the same seed. */
export interface Dice {
  /** An integer from 0 up to, not including, `limit`; 0 if `limit` is less than 1. */
  below(limit: number): number;
  /** An integer from `first` to `last`, both included. */
  between(first: number, last: number): number;
  /** True with this probability, from 0 to 1. */
  chance(probability: number): boolean;
  /** One of the items. Throws a `RangeError` if there are none. */
  pick<Item>(items: readonly Item[]): Item;
}

/** Creates dice whose seed is a text, such as `docx:42`. */
export function diceOf(seed: string): Dice {
  const random = seededRandom(hashOf(seed));
  const below = (limit: number): number => (limit < 1 ? 0 : random.below(Math.floor(limit)));
  return {
    below,
    between: (first, last) => first + below(last - first + 1),
    chance: (probability) => random.below(1_000_000) < probability * 1_000_000,
    pick: (items) => {
      const item = items[below(items.length)];
      if (items.length === 0) throw new RangeError("There is nothing to pick from.");
      return item as (typeof items)[number];
    },
  };
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
