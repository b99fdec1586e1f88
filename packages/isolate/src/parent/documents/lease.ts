import { windowBytes, windowEvents } from "../../channel/window.ts";
import type { CallServer } from "./call-server.ts";
import type { PooledChild } from "../processes/pooled-child.ts";

/** A number of events and the bytes of their frames. */
export interface Amount {
  events: number;
  bytes: number;
}

/** A document's use of one child. */
export interface Lease {
  readonly child: PooledChild;
  /** The number of the document in the child. */
  readonly document: number;
  readonly server: CallServer;
  readonly received: Amount;
  readonly taken: Amount;
  /** The part of `taken` that was sent to the child. */
  readonly credit: Amount;
  /** Number of nested events that the handler waits for. */
  openPulls: number;
  /** Number of images whose text is being recognised. */
  openImages: number;
  isOpen: boolean;
}

/** Creates a lease. */
export function createLease(child: PooledChild, document: number, server: CallServer): Lease {
  const none = (): Amount => ({ events: 0, bytes: 0 });
  const open = { openPulls: 0, openImages: 0, isOpen: true };
  return { child, document, server, received: none(), taken: none(), credit: none(), ...open };
}

/** True if the child has used up its send window. The child computes the same. */
export function isFull({ received, credit }: Lease): boolean {
  return received.events - credit.events >= windowEvents || received.bytes - credit.bytes >= windowBytes;
}

/**
 * Records that the consumer took an event. Grants the child new credit once half of the window is free, or at once if
 * the child is blocked.
 */
export function takeFrom(lease: Lease, bytes: number, isLast: boolean): void {
  const { taken, credit } = lease;
  taken.events += 1;
  taken.bytes += bytes;
  const isHalf = taken.events - credit.events >= windowEvents / 2 || taken.bytes - credit.bytes >= windowBytes / 2;
  if (!lease.isOpen || !(isHalf || (isLast && isFull(lease)))) return;
  Object.assign(credit, taken);
  lease.child.link.main.send({ type: "credit", document: lease.document, ...taken });
}

/** Ends the lease. */
export function endLease(lease: Lease): void {
  lease.isOpen = false;
  lease.server.end();
  lease.child.documents.delete(lease.document);
}
