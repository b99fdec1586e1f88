import { words } from "./words.ts";

/**
 * Twice the longest common subsequence of words by the words of both: 1 for the same words in the same order. Words
 * that are missing, that are too many and that stand elsewhere all cost.
 */
export function orderSimilarity(text: string, reference: string): number {
  const [one, other] = [words(text), words(reference)];
  if (one.length + other.length === 0) return 1;
  return (2 * longestCommon(one, other)) / (one.length + other.length);
}

function longestCommon(one: readonly string[], other: readonly string[]): number {
  let before = new Int32Array(other.length + 1);
  let row = new Int32Array(other.length + 1);
  for (const word of one) {
    for (const [index, next] of other.entries()) {
      row[index + 1] = word === next ? (before[index] ?? 0) + 1 : Math.max(before[index + 1] ?? 0, row[index] ?? 0);
    }
    [before, row] = [row, before];
  }
  return before[other.length] ?? 0;
}
