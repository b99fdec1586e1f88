/** Only so much of a cell is compared. */
const maxCellCharacters = 300;

/** Cells less alike than this are different ones. */
const leastAlike = 0.5;

/** How alike the texts of two cells are: 1 − edit distance ÷ longer text, and 0 below one half. An empty cell is like none. */
export function cellSimilarity(a: string, b: string): number {
  if (a === "" || b === "") return 0;
  if (a === b) return 1;
  const [one, other] = [a.slice(0, maxCellCharacters), b.slice(0, maxCellCharacters)];
  const longer = Math.max(one.length, other.length);
  if (Math.min(one.length, other.length) < leastAlike * longer) return 0;
  const similarity = 1 - editDistance(one, other) / longer;
  return similarity < leastAlike ? 0 : similarity;
}

/** Levenshtein's distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, changed));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
