import type { Death } from "./death.ts";
import type { Family } from "./family.ts";
import type { PooledChild } from "./pooled-child.ts";
import type { WaitingWish } from "./shortage.ts";

/** A wish for a child. */
export interface Wish extends WaitingWish {
  readonly family: Family;
  /** Wants no other document beside it. */
  readonly isAlone: boolean;
  grant(child: PooledChild): void;
  /** No process can be started. */
  refuse(death: Death): void;
}
