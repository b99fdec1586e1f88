import type { HandlerEvent } from "@reader/core/handler";
import { unpackEvent } from "../../channel/unpack-event.ts";
import { errorFacts, protocolError } from "./fault-facts.ts";
import { outputFault } from "./output-fault.ts";
import type { Arrival } from "../processes/passenger.ts";
import { reviveError } from "./revive-error.ts";
import { isFull, type Amount, type Stay } from "./stay.ts";
import type { Task } from "./task.ts";

/** Where an event arrives. */
export interface Reception {
  readonly task: Task;
  readonly stay: Stay;
  /** What came of the document from all of its children. */
  readonly received: Amount;
}

/** An event, or why the document ends and its child with it. */
export type TakenEvent = { readonly event: HandlerEvent } | { readonly error: unknown };

/** Unpacks an event, counts it, and holds it to the limits. */
export function takeEvent({ message, tail, bytes }: Arrival, { task, stay, received }: Reception): TakenEvent {
  if (isFull(stay)) return { error: protocolError(task, "more than it was asked for") };
  const event = task.verb === "read" ? unpackEvent(message["event"], tail) : undefined;
  if (event === undefined) return { error: reviveError({ kind: "malformed" }, errorFacts(task, stay)) };
  for (const amount of [received, stay.received]) {
    amount.events += 1;
    amount.bytes += bytes;
  }
  // The child holds itself to the same limits, and is not believed.
  const error = outputFault(task, { event: bytes, all: received.bytes });
  return error === undefined ? { event } : { error };
}
