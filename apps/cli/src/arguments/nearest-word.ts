/** Returns the closest word, or `undefined` if none is close. An edit and a swap of neighbours cost one each. */
export function nearestWord(typed: string, words: readonly string[]): string | undefined {
  const wanted = typed.toLowerCase();
  const prefixed = words.filter((word) => word.startsWith(wanted));
  if (prefixed.length === 1) return prefixed[0];
  const ranked = words
    .map((word) => ({ word, distance: editDistance(wanted, word) }))
    .filter(({ word, distance }) => distance <= Math.max(1, Math.floor(word.length / 3)))
    .toSorted((left, right) => left.distance - right.distance);
  return ranked[0]?.word;
}

/** The number of insertions, deletions, replacements and swaps of characters between two short words. */
function editDistance(left: string, right: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let at = 0; at < left.length; at += 1) {
    const next = [at + 1];
    for (let other = 0; other < right.length; other += 1) {
      const isSame = left[at] === right[other];
      const isSwapped = left[at] === right[other - 1] && left[at - 1] === right[other];
      const edits = [
        cell(next, other) + 1,
        cell(row, other + 1) + 1,
        cell(row, other) + (isSame ? 0 : 1),
        ...(isSwapped ? [cell(before, other - 1) + 1] : []),
      ];
      next.push(Math.min(...edits));
    }
    [before, row] = [row, next];
  }
  return cell(row, right.length);
}

function cell(row: readonly number[], at: number): number {
  return row[at] ?? Number.POSITIVE_INFINITY;
}
