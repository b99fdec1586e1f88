import type { ReadErrorCode } from "@reader/core/handler";
import type { PackedError } from "../../channel/messages.ts";

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
