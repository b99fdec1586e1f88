import { windowBytes, windowEvents } from "../../channel/messages.ts";
import type { CallServer } from "./call-server.ts";
import type { PooledChild } from "../processes/pooled-child.ts";

/** How many events, and the bytes of their frames. */
export interface Amount {
  events: number;
  bytes: number;
}

/** The time that a document spends with one child. */
export interface Stay {
  readonly child: PooledChild;
  /** Its number there. */
  readonly document: number;
  readonly server: CallServer;
  readonly received: Amount;
  readonly taken: Amount;
  /** What the child was told of `taken`. */
  readonly credit: Amount;
  /** Events of nested files that the handler waits for. */
  openPulls: number;
  /** Pictures of which somebody else recognises the text. */
  openPictures: number;
  isOpen: boolean;
}

/** A stay that begins. */
export function createStay(child: PooledChild, document: number, server: CallServer): Stay {
  const none = (): Amount => ({ events: 0, bytes: 0 });
  const open = { openPulls: 0, openPictures: 0, isOpen: true };
  return { child, document, server, received: none(), taken: none(), credit: none(), ...open };
}

/** Whether the child has sent all that it may for now. The same sum is done there. */
export function isFull({ received, credit }: Stay): boolean {
  return received.events - credit.events >= windowEvents || received.bytes - credit.bytes >= windowBytes;
}

/** The consumer took an event. The child is told when half of the window is free, or when it waits for that. */
export function takeFrom(stay: Stay, bytes: number, isLast: boolean): void {
  const { taken, credit } = stay;
  taken.events += 1;
  taken.bytes += bytes;
  const isHalf = taken.events - credit.events >= windowEvents / 2 || taken.bytes - credit.bytes >= windowBytes / 2;
  if (!stay.isOpen || !(isHalf || (isLast && isFull(stay)))) return;
  Object.assign(credit, taken);
  stay.child.link.main.send({ type: "credit", document: stay.document, ...taken });
}

/** The document leaves the child. */
export function endStay(stay: Stay): void {
  stay.isOpen = false;
  stay.server.end();
  stay.child.passengers.delete(stay.document);
}
