import type { Unknown } from "../../channel/plain.ts";
import type { Death } from "./death.ts";

/** The death of a child for one of its documents. */
export interface Loss {
  readonly death: Death;
  /** Whether the handler was at work for this document. */
  readonly isSuspect: boolean;
  /** Whether it was at work for no other. */
  readonly isSure: boolean;
}

/** A message of a child of which nothing but its number is known. */
export interface Arrival {
  readonly message: Unknown;
  readonly tail: Uint8Array;
  /** Bytes of its frame. */
  readonly bytes: number;
}

/** A document that is with a child. */
export interface Passenger {
  /** Whether its handler works at this moment, and does not wait for a consumer or for another handler. */
  isComputing(): boolean;
  /** Whether somebody waits for what comes next, or did so a moment ago. */
  isAwaited(): boolean;
  /** Whether its handler waits for a document inside its own. */
  isNesting(): boolean;
  receive(arrival: Arrival): void;
  /** The child is dead. */
  lost(loss: Loss): void;
}
