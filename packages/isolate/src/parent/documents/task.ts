import type { HandlerContext, Source } from "@reader/core/handler";
import type { OpenMessage, ParentMessage, Verb } from "../../channel/messages.ts";
import { packError } from "../../channel/errors.ts";
import type { HandlerDescription } from "../../options/isolatable.ts";
import type { IsolateLimits } from "../../options/limits.ts";

/** What a document is read with. */
export interface Task {
  readonly verb: Verb;
  readonly description: HandlerDescription;
  readonly source: Source;
  readonly context: HandlerContext;
  readonly limits: IsolateLimits;
  /** When it began, in milliseconds since 1970. */
  readonly askedAt: number;
}

/** How long a step of a document may take. */
export function stepTimeMs({ context, limits }: Task): number {
  return Math.min(context.budget.documentTimeMs, limits.timeMs);
}

/** The message that opens a document in a child which then leaves out the first `skip` events. */
export function openMessage(task: Task, document: number, skip: number): OpenMessage {
  const { verb, description, source, limits, askedAt } = task;
  const { path, name, size, sniff, identity } = source;
  const { pages, select, view, password, capabilities, budget } = task.context;
  const { origin } = description;
  return {
    type: "open",
    document,
    verb,
    factory: { export: origin.export, ...(origin.options === undefined ? {} : { options: origin.options }) },
    source: { path, name, size, sniff, ...(identity === undefined ? {} : { identity }) },
    context: {
      view,
      capabilities,
      budget: { ...budget, maxInputBytes: Math.min(budget.maxInputBytes, limits.maxInputBytes) },
      canRecognise: task.context.recognise !== undefined,
      hasPolicy: task.context.areDenied !== undefined,
      ...(pages === undefined ? {} : { pages }),
      ...(select === undefined ? {} : { select }),
      ...(password === undefined ? {} : { password }),
    },
    askedAt,
    killAfterMs: stepTimeMs(task) + limits.hardKillAfterMs,
    skip,
  };
}

/** The message that tells a handler to stop, and why. */
export function cancelMessage(document: number, reason: unknown): ParentMessage {
  return { type: "cancel", document, reason: packError(reason) };
}
