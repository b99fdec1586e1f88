/** Something that has a place on a page, in points from the top left. */
export interface Placed<Item> {
  readonly item: Item;
  readonly left: number;
  readonly top: number;
  readonly height: number;
}

/** Returns items from top to bottom, and from left to right if they are side by side. */
export function inReadingOrder<Item>(placed: readonly Placed<Item>[]): readonly Item[] {
  const rows: Placed<Item>[][] = [];
  for (const each of placed.toSorted((one, other) => one.top - other.top)) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    if (row !== undefined && first !== undefined && isBeside(first, each)) row.push(each);
    else rows.push([each]);
  }
  return rows.flatMap((row) => row.toSorted((one, other) => one.left - other.left).map(({ item }) => item));
}

/** True if the tops of two items differ by at most half of the lower one's height. */
function isBeside(one: Placed<unknown>, other: Placed<unknown>): boolean {
  return Math.abs(one.top - other.top) <= Math.min(one.height, other.height) / 2;
}
