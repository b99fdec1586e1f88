/** True if a candidate still shows the fault. */
export type StillFails<Item> = (candidate: readonly Item[]) => Promise<boolean>;

/**
 * Delta debugging (Zeller, ddmin): removes as many items as possible while the fault stays. Returns the items that are
 * left when no chunk can be removed any more, or when `isOver` says so.
 */
export async function minimiseList<Item>(
  items: readonly Item[],
  stillFails: StillFails<Item>,
  isOver: () => boolean,
): Promise<readonly Item[]> {
  let left = items;
  let chunk = Math.ceil(left.length / 2);
  while (chunk >= 1 && left.length > 1 && !isOver()) {
    const shorter = await withoutOneChunk(left, chunk, { stillFails, isOver });
    if (shorter === undefined) chunk = chunk === 1 ? 0 : Math.ceil(chunk / 2);
    else left = shorter;
  }
  return left;
}

interface Search<Item> {
  readonly stillFails: StillFails<Item>;
  readonly isOver: () => boolean;
}

/** Removes every chunk of this length that can go; `undefined` if none can. */
async function withoutOneChunk<Item>(
  items: readonly Item[],
  chunk: number,
  { stillFails, isOver }: Search<Item>,
): Promise<readonly Item[] | undefined> {
  let left = items;
  for (let end = items.length; end > 0 && !isOver(); end -= chunk) {
    const candidate = [...left.slice(0, Math.max(0, end - chunk)), ...left.slice(end)];
    if (candidate.length < left.length && (await stillFails(candidate))) left = candidate;
  }
  return left.length < items.length ? left : undefined;
}

/** Minimises a file: first the parts of its container, then its lines, then its bytes. */
export async function minimiseFile(
  bytes: Uint8Array,
  stillFails: (bytes: Uint8Array) => Promise<boolean>,
  { splitters, isOver }: { readonly splitters: readonly Splitter[]; readonly isOver: () => boolean },
): Promise<Uint8Array> {
  let smallest = bytes;
  for (const split of splitters) {
    const parts = split(smallest);
    if (parts === undefined || parts.items.length < 2) continue;
    const { items, join } = parts;
    const rejoined = join(items);
    // Splitting and joining must not lose the fault by itself.
    if (!(await stillFails(rejoined))) continue;
    const left = await minimiseList(items, (candidate) => stillFails(join(candidate)), isOver);
    const joined = join(left);
    if (joined.length < smallest.length) smallest = joined;
  }
  return smallest;
}

/** Cuts a file into parts that can be left out; `undefined` if it is not of this kind. */
export type Splitter = (bytes: Uint8Array) => Parts | undefined;

/** Parts of a file, and how they become a file again. */
export interface Parts {
  readonly items: readonly unknown[];
  readonly join: (items: readonly unknown[]) => Uint8Array;
}
