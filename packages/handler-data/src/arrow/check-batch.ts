/** What is checked of a batch of flechette: its length, and the lists in it. */
interface BatchShape {
  readonly length: number;
  readonly type: { readonly typeId: number; readonly stride?: number };
  readonly offsets?: ArrayLike<number | bigint>;
  readonly sizes?: ArrayLike<number | bigint>;
  readonly children?: readonly BatchShape[];
}

/** Types whose offsets point into a child: list, map and large list; with sizes: list views. */
const listTypes: ReadonlySet<number> = new Set([12, 17, 21]);
const viewTypes: ReadonlySet<number> = new Set([25, 26]);
const fixedListType = 16;

/**
 * Throws a `RangeError` if a list refers to more items than its child has. The engine would make them: a list of two
 * thousand million items is a few bytes.
 */
export function checkLists(batch: BatchShape): void {
  const { children = [], type } = batch;
  const [items] = children;
  if (items !== undefined && !fits(batch, type, items.length)) throw new RangeError("a list is longer than its items");
  for (const child of children) checkLists(child);
}

function fits(batch: BatchShape, { typeId, stride = 0 }: BatchShape["type"], items: number): boolean {
  const { offsets, sizes, length } = batch;
  if (typeId === fixedListType) return length * stride <= items;
  if (offsets === undefined) return true;
  if (listTypes.has(typeId)) return areAscending(offsets, length, items);
  return !viewTypes.has(typeId) || sizes === undefined || areWithin(offsets, sizes, { length, items });
}

interface ViewSize {
  readonly length: number;
  readonly items: number;
}

function areWithin(
  offsets: ArrayLike<number | bigint>,
  sizes: ArrayLike<number | bigint>,
  { length, items }: ViewSize,
): boolean {
  for (let at = 0; at < length; at += 1) {
    const start = Number(offsets[at] ?? 0);
    const size = Number(sizes[at] ?? 0);
    if (start < 0 || size < 0 || start + size > items) return false;
  }
  return true;
}

function areAscending(offsets: ArrayLike<number | bigint>, length: number, items: number): boolean {
  let last = 0;
  for (let at = 0; at <= length && at < offsets.length; at += 1) {
    const offset = Number(offsets[at]);
    if (offset < last) return false;
    last = offset;
  }
  return last <= items;
}
