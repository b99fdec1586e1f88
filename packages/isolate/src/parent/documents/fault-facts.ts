import { ReadError } from "@reader/core/handler";
import { deathError, type DeathFacts } from "../processes/death.ts";
import type { ErrorFacts } from "./revive-error.ts";
import type { Stay } from "./stay.ts";
import { stepTimeMs, type Task } from "./task.ts";

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
export function errorFacts({ source, limits, description }: Task, { server }: Pick<Stay, "server">): ErrorFacts {
  return { path: source.path, handler: description.name, limits, refusal: (call) => server.refusal(call) };
}
