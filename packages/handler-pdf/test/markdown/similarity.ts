/** Runs of letters and digits, in lowercase. */
export function words(text: string): readonly string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/**
 * Twice the longest common subsequence of words, divided by the number of words of both: 1 for the same words in order.
 */
export function orderSimilarity(text: string, reference: string): number {
  const one = words(text);
  const other = words(reference);
  return (2 * longestCommon(one, other)) / Math.max(1, one.length + other.length);
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

/** The words of each heading, sorted, because a number may precede or follow. */
export function headings(markdown: string): readonly string[] {
  const lines = markdown.split("\n").filter((line) => /^#{1,6} /u.test(line));
  return lines.map((line) => words(line).toSorted().join(" ")).filter((heading) => heading !== "");
}
