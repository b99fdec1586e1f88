import type { ReadErrorCode } from "@reader/core";
import { type HandlerEvent, ReadError } from "@reader/core/handler";
import { checkError } from "../../channel/errors.ts";
import { unpackEvent } from "../../channel/handler-output.ts";
import type { PackedError } from "../../channel/messages.ts";
import { deathError, type DeathFacts, type Death } from "../processes/death.ts";
import type { Visit } from "../processes/child-provider.ts";
import type { Arrival, Loss } from "../processes/hosted-document.ts";
import { type Amount, isFull, type Lease } from "./lease.ts";
import { type ErrorFacts, outputLimit, reviveError } from "./revive-error.ts";
import { stepTimeMs, type Task } from "./task.ts";

/** The state of the document that receives an event. */
export interface EventContext {
  readonly task: Task;
  readonly lease: Lease;
  /** Events and bytes received from all children that read the document. */
  readonly received: Amount;
}

/** A valid event, or the error that ends the document and its child. */
export type TakenEvent = { readonly event: HandlerEvent } | { readonly error: unknown };

/** Unpacks an event, counts it and checks the limits. */
export function takeEvent({ message, tail, bytes }: Arrival, { task, lease, received }: EventContext): TakenEvent {
  if (isFull(lease)) return { error: protocolError(task, "more events than it was asked for") };
  const event = task.verb === "read" ? unpackEvent(message["event"], tail) : undefined;
  if (event === undefined) return { error: reviveError({ kind: "malformed" }, errorFacts(task, lease)) };
  for (const amount of [received, lease.received]) {
    amount.events += 1;
    amount.bytes += bytes;
  }
  // The child checks the same limits, but is not trusted.
  const error = outputFault(task, { event: bytes, all: received.bytes });
  return error === undefined ? { event } : { error };
}

/** Bytes received for a document. */
interface OutputBytes {
  /** In one event. */
  readonly event: number;
  /** In all of its events. */
  readonly all: number;
}

/** Returns an error if an event or all events exceed their limit. */
function outputFault({ limits, source }: Task, { event, all }: OutputBytes): ReadError | undefined {
  const facts = { path: source.path, limits };
  if (event > limits.maxEventBytes) return outputLimit("maxEventBytes", event, facts);
  return all > limits.maxOutputBytes ? outputLimit("maxOutputBytes", all, facts) : undefined;
}

/** The state of a document when it ended. */
interface DocumentEnding {
  readonly task: Task;
  readonly lease: Lease;
  /** True if the handler had been cancelled. */
  readonly wasStopping: boolean;
}

/** How a document ended. */
interface TakenEnd {
  /** Absent if it ended without an error. */
  readonly error: { readonly value: unknown } | undefined;
  readonly visit: Visit;
  /** True if an earlier document of the child may have caused the failure. */
  readonly mayBeInherited: boolean;
}

/** Reads the message that ends a document. */
export function takeEnd({ message }: Arrival, { task, lease, wasStopping }: DocumentEnding): TakenEnd {
  const packed = message["error"] === undefined ? undefined : checkError(message["error"]);
  return {
    error: packed === undefined ? undefined : { value: reviveError(packed, errorFacts(task, lease)) },
    visit: {
      rssBytes: Number(message["rssBytes"]),
      isClean: isClean(packed, wasStopping),
      isAltered: message["isAltered"] === true,
    },
    mayBeInherited: !wasStopping && packed?.kind === "other" && lease.document > 1,
  };
}

/** Errors caused by the request, before the handler parsed anything that may be broken. */
const harmless: ReadonlySet<ReadErrorCode> = new Set<ReadErrorCode>(["encrypted", "out-of-range", "invalid-request"]);

/** Errors with which a handler may answer an abort. */
const answersToAbort: ReadonlySet<string> = new Set(["aborted", "timed-out"]);

/** True if a process can be reused after a document that ended with this error. */
export function isClean(error: PackedError | undefined, wasCancelled: boolean): boolean {
  if (error === undefined || error.kind === "relayed") return true;
  if (error.kind === "read-error") return harmless.has(error.code) || (wasCancelled && answersToAbort.has(error.code));
  return wasCancelled && error.kind === "other" && error.name === "AbortError";
}

/** The facts for the error message about a dead process. */
export function deathFacts(task: Task): DeathFacts {
  const { source, limits } = task;
  return { path: source.path, timeMs: stepTimeMs(task), limits };
}

/** Returns the error for a child that violated the protocol. */
export function protocolError(task: Task, fault: string): ReadError {
  return deathError({ kind: "protocol", fault }, deathFacts(task));
}

/** Returns the error for a consumer that stopped, for this reason. */
export function stopError(reason: unknown): ReadError {
  return ReadError.is(reason) ? reason : new ReadError("aborted", "The read was aborted by its caller.");
}

/** The facts for the message about a handler's error. */
function errorFacts({ source, limits, description }: Task, { server }: Pick<Lease, "server">): ErrorFacts {
  return { path: source.path, handler: description.name, limits, refusal: (call) => server.refusal(call) };
}

/** Maximum number of moves when a document's child is needed elsewhere. */
const maxMoves = 20;

/** Decides whether a document may start again in another child. */
export class Retries {
  /** Deaths of children that the document may have caused, and moves for other reasons. */
  #deaths = 0;
  #moves = 0;

  /** True if the document may have killed its child, so that no other document should share its next one. */
  get isSuspect(): boolean {
    return this.#deaths > 0;
  }

  /** Uses one retry after the loss of a child. Returns false if no retry is left. */
  afterLoss(blame: Blame): boolean {
    const isGuilty = blame === "guilty" || (blame === "suspect" && this.#deaths > 0);
    if (isGuilty || this.#moves >= maxMoves) return false;
    this.#moves += 1;
    if (blame === "suspect") this.#deaths += 1;
    return true;
  }

  /** Uses the one retry of a handler that may have failed because of an earlier document. */
  afterFailure(): boolean {
    if (this.#deaths > 0) return false;
    this.#deaths += 1;
    return true;
  }
}

/**
 * The part of a document in the death of its child. A `suspect` document is tried once more, alone; then it is
 * `guilty`.
 */
type Blame = "innocent" | "suspect" | "guilty";

/** Decides whether a document caused the death of its child. */
export function assignBlame({ death, isSuspect, isSure }: Loss, lease: Lease | undefined): Blame {
  if (death.kind === "spawn") return "guilty";
  if (death.kind === "ended" || !isSuspect) return "innocent";
  return isSure && !(lease !== undefined && couldBeInherited(death, lease)) ? "guilty" : "suspect";
}

/** True if an earlier document may have killed the child: there was one, and this one gave no event yet. */
function couldBeInherited({ kind }: Death, { document, received }: Lease): boolean {
  return document > 1 && (kind === "memory" || ((kind === "exit" || kind === "signal") && received.events === 0));
}
