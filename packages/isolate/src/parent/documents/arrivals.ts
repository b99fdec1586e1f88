import { type HandlerEvent, ReadError, type ReadErrorCode } from "@reader/core/handler";
import { checkError } from "../../channel/errors.ts";
import { unpackEvent } from "../../channel/handler-output.ts";
import type { PackedError } from "../../channel/messages.ts";
import { deathError, type DeathFacts } from "../processes/death.ts";
import type { Visit } from "../processes/depot.ts";
import type { Arrival } from "../processes/passenger.ts";
import { type Amount, isFull, type Stay } from "./lease.ts";
import { type ErrorFacts, outputLimit, reviveError } from "./revive-error.ts";
import { stepTimeMs, type Task } from "./task.ts";

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

/** Bytes that a child has sent of a document. */
interface OutputBytes {
  /** In one event. */
  readonly event: number;
  /** In all of its events. */
  readonly all: number;
}

/** The error for more than a document may give; none within the limits. */
function outputFault({ limits, source }: Task, { event, all }: OutputBytes): ReadError | undefined {
  const facts = { path: source.path, limits };
  if (event > limits.maxEventBytes) return outputLimit("maxEventBytes", event, facts);
  return all > limits.maxOutputBytes ? outputLimit("maxOutputBytes", all, facts) : undefined;
}

/** Where a document ended. */
interface DocumentEnding {
  readonly task: Task;
  readonly stay: Stay;
  /** Whether its handler had been told to stop. */
  readonly wasLeaving: boolean;
}

/** How a document ended. */
interface TakenEnd {
  /** Absent where it ended well. */
  readonly error: { readonly value: unknown } | undefined;
  readonly visit: Visit;
  /** Whether the fault may be that of a document which the child had before. */
  readonly mayBeInherited: boolean;
}

/** What the message of an end says of the document and of its child. */
export function takeEnd({ message }: Arrival, { task, stay, wasLeaving }: DocumentEnding): TakenEnd {
  const packed = message["error"] === undefined ? undefined : checkError(message["error"]);
  return {
    error: packed === undefined ? undefined : { value: reviveError(packed, errorFacts(task, stay)) },
    visit: { rssBytes: Number(message["rssBytes"]), isClean: isClean(packed, wasLeaving) },
    mayBeInherited: !wasLeaving && packed?.kind === "other" && stay.document > 1,
  };
}

/** Errors that are the request's fault: the handler found out before or without parsing what may be broken. */
const harmless: ReadonlySet<ReadErrorCode> = new Set<ReadErrorCode>(["encrypted", "out-of-range", "invalid-request"]);

/** Errors that a handler may well answer an abort with. */
const answersToAbort: ReadonlySet<string> = new Set(["aborted", "timed-out"]);

/** Whether a process is as good as before after a document that ended so. */
export function isClean(error: PackedError | undefined, wasCancelled: boolean): boolean {
  if (error === undefined || error.kind === "relayed") return true;
  if (error.kind === "read-error") return harmless.has(error.code) || (wasCancelled && answersToAbort.has(error.code));
  return wasCancelled && error.kind === "other" && error.name === "AbortError";
}

/** What the words about a process that died need of its document. */
export function deathFacts(task: Task): DeathFacts {
  const { source, limits } = task;
  return { path: source.path, timeMs: stepTimeMs(task), limits };
}

/** The error for a child that broke the rules. */
export function protocolError(task: Task, fault: string): ReadError {
  return deathError({ kind: "protocol", fault }, deathFacts(task));
}

/** The error for a consumer who wants no more, for this reason. */
export function stopError(reason: unknown): ReadError {
  return ReadError.is(reason) ? reason : new ReadError("aborted", "The read was aborted by its caller.");
}

/** What the words about an error of a handler need of its document. */
function errorFacts({ source, limits, description }: Task, { server }: Pick<Stay, "server">): ErrorFacts {
  return { path: source.path, handler: description.name, limits, refusal: (call) => server.refusal(call) };
}
