import type { Death } from "./death.ts";
import type { Family } from "./family.ts";
import type { PooledChild } from "./pooled-child.ts";
import type { WaitingRequest } from "./shortage.ts";

/** Provides a document with a child, and learns what became of it. */
export interface ChildProvider {
  /** Requests a child. Returns a function that cancels the request. */
  acquire(wish: Omit<ChildRequest, "family" | "sinceMs">): () => void;
  /** Another document may now be able to use the child. */
  eased(): void;
  /** The document is done with the child, which may be damaged. */
  left(child: PooledChild, visit: Visit): void;
}

/** What a finished document reports about its child. */
export interface Visit {
  readonly rssBytes: number;
  /** False if the document ended with an error that may have damaged the child. */
  readonly isClean: boolean;
  /** True if the handler changed what all code of the child uses. */
  readonly isAltered: boolean;
}

/** A request for a child. */
export interface ChildRequest extends WaitingRequest {
  readonly family: Family;
  /** True if no other document may share the child. */
  readonly isAlone: boolean;
  grant(child: PooledChild): void;
  /** No process can be started. */
  refuse(death: Death): void;
}
