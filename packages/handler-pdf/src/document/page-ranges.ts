/** Ascending numbers in few words: `1-3, 7`. */
export function range(numbers: readonly number[]): string {
  const parts: string[] = [];
  let first: number | undefined;
  for (const [index, number] of numbers.entries()) {
    first ??= number;
    if (numbers[index + 1] === number + 1) continue;
    parts.push(first === number ? String(number) : `${first}-${number}`);
    first = undefined;
  }
  return parts.join(", ");
}
