import type { Death } from "./death.ts";
import type { Family } from "./family.ts";
import type { PooledChild } from "./pooled-child.ts";
import type { WaitingWish } from "./shortage.ts";

/** Where a document gets a child, and where it says what became of it. */
export interface Depot {
  /** Grants a child; gives the way to take the wish back. */
  acquire(wish: Omit<Wish, "family" | "sinceMs">): () => void;
  /** It may be that another document can have the child. */
  eased(): void;
  /** The document is done with the child, which may be damaged. */
  left(child: PooledChild, visit: Visit): void;
}

/** What a document was for its child. */
export interface Visit {
  readonly rssBytes: number;
  readonly isClean: boolean;
}

/** A wish for a child. */
export interface Wish extends WaitingWish {
  readonly family: Family;
  /** Wants no other document beside it. */
  readonly isAlone: boolean;
  grant(child: PooledChild): void;
  /** No process can be started. */
  refuse(death: Death): void;
}
