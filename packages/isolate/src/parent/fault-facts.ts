import type { DeathFacts } from "./death.ts";
import type { ErrorFacts } from "./revive-error.ts";
import type { Stay } from "./stay.ts";
import { stepTimeMs, type Task } from "./task.ts";

/** What the words about a process that died need of its document. */
export function deathFacts(task: Task): DeathFacts {
  const { source, limits } = task;
  return { path: source.path, timeMs: stepTimeMs(task), limits };
}

/** What the words about an error of a handler need of its document. */
export function errorFacts({ source, limits, description }: Task, { server }: Pick<Stay, "server">): ErrorFacts {
  return { path: source.path, handler: description.name, limits, refusal: (call) => server.refusal(call) };
}
