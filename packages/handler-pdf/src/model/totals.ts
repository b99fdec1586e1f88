/** Adds lengths up by key. */
export interface Totals<Key> {
  readonly add: (key: Key, length: number) => void;
  /** The sums, by key in the order in which they came. */
  readonly all: () => ReadonlyMap<Key, number>;
}

/** Empty totals. The same key mostly comes many times in a row, for which nothing is looked up. */
export function createTotals<Key>(): Totals<Key> {
  const totals = new Map<Key, number>();
  let last: Key | undefined;
  let sum = 0;
  const store = (): void => {
    if (last !== undefined) totals.set(last, (totals.get(last) ?? 0) + sum);
    sum = 0;
  };
  return {
    add(key, length) {
      if (key !== last) {
        store();
        last = key;
      }
      sum += length;
    },
    all() {
      store();
      return totals;
    },
  };
}

/** The key with the largest total, the first of them where several have it. */
export function mostUsed<Key>(totals: ReadonlyMap<Key, number>): Key | undefined {
  let best: Key | undefined;
  let longest = -1;
  for (const [key, length] of totals) {
    if (length > longest) [best, longest] = [key, length];
  }
  return best;
}
