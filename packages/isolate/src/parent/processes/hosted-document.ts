import type { Unknown } from "../../channel/plain.ts";
import type { Death } from "./death.ts";

/** What the death of a child means for one of its documents. */
export interface Loss {
  readonly death: Death;
  /** True if the handler was working on this document. */
  readonly isSuspect: boolean;
  /** True if it was working on no other document. */
  readonly isSure: boolean;
}

/** A message from a child. Only its document number has been checked. */
export interface Arrival {
  readonly message: Unknown;
  readonly tail: Uint8Array;
  /** Size of its frame, in bytes. */
  readonly bytes: number;
}

/** A document in a child. */
export interface HostedDocument {
  /** True if its handler is computing, and not waiting for a consumer or a nested file. */
  isComputing(): boolean;
  /** True if a consumer is waiting, or was a moment ago. */
  isAwaited(): boolean;
  /** True if its handler waits for a nested file. */
  isNesting(): boolean;
  receive(arrival: Arrival): void;
  /** The child is dead. */
  lost(loss: Loss): void;
}
