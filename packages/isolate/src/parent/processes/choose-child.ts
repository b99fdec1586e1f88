import type { PooledChild } from "./pooled-child.ts";
import type { Wish } from "./wish.ts";

/** Documents that one child may have at a time; nearly all of them are suspended. */
const maxPassengers = 16;

/** The child for a wish among those that there are, each of which is given so many documents in its life. */
export function bestChild(children: Iterable<PooledChild>, wish: Wish, maxDocuments: number): PooledChild | undefined {
  return [...children]
    .filter((child) => child.family === wish.family && child.served < maxDocuments && canBoard(child, wish))
    .toSorted((one, other) => preference(other) - preference(one))[0];
}

/** The child that will be missed least: one without documents, else one whose documents nobody waits for. */
export function leastMissed(children: Iterable<PooledChild>, { family, isAlone }: Wish): PooledChild | undefined {
  return [...children]
    .filter((child) => (isAlone || child.family !== family || child.isRetiring) && !child.isAwaited())
    .toSorted((one, other) => preference(one) - preference(other))[0];
}

/**
 * No document goes where another one waits for a document inside it, for that may be this one: if it damages its
 * child, the other would move, read it again there, and lose that child, too, and so on.
 */
function canBoard(child: PooledChild, { isAlone }: Wish): boolean {
  const hasRoom = isAlone ? child.served === 0 : child.passengers.size < maxPassengers && !child.isNesting();
  return hasRoom && !child.isRetiring && !child.isDead && !child.isComputing();
}

/** The more is lost with it, the more a child is worth: documents first, then how lately it was used. */
function preference(child: PooledChild): number {
  return child.passengers.size * 1e9 + child.lastUsed;
}
