/** Indexes of two things that belong together. */
export type Pair = readonly [a: number, b: number];

/** The pairs in order of two sequences with the greatest sum of similarities. */
export interface Alignment {
  readonly sum: number;
  readonly pairs: readonly Pair[];
}

/** Aligns two sequences, given how alike an item of the one is to an item of the other. */
export function align(lengths: Pair, similarity: (a: number, b: number) => number): Alignment {
  const best = bestSums(lengths, similarity);
  const at = (i: number, j: number): number => best[i]?.[j] ?? 0;
  const pairs: Pair[] = [];
  let [i, j] = lengths;
  while (i > 0 && j > 0) {
    if (at(i, j) === at(i - 1, j)) i -= 1;
    else if (at(i, j) === at(i, j - 1)) j -= 1;
    else {
      i -= 1;
      j -= 1;
      pairs.unshift([i, j]);
    }
  }
  return { sum: at(...lengths), pairs };
}

/** At `[i][j]` the greatest sum of the first `i` and the first `j` items. */
function bestSums([lengthA, lengthB]: Pair, similarity: (a: number, b: number) => number): readonly Float64Array[] {
  let before = new Float64Array(lengthB + 1);
  const best = [before];
  for (let i = 1; i <= lengthA; i += 1) {
    const row = new Float64Array(lengthB + 1);
    for (let j = 1; j <= lengthB; j += 1) {
      const together = (before[j - 1] ?? 0) + similarity(i - 1, j - 1);
      row[j] = Math.max(before[j] ?? 0, row[j - 1] ?? 0, together);
    }
    best.push(row);
    before = row;
  }
  return best;
}
