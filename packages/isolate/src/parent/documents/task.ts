import type { HandlerContext, Source } from "@reader/core/handler";
import type { OpenMessage, ParentMessage, Verb } from "../../channel/messages.ts";
import { packError } from "../../channel/errors.ts";
import type { HandlerDescription } from "../../options/isolatable.ts";
import type { IsolateLimits } from "../../options/limits.ts";

/** A document to read, with its handler and limits. */
export interface Task {
  readonly verb: Verb;
  readonly description: HandlerDescription;
  readonly source: Source;
  readonly context: HandlerContext;
  readonly limits: IsolateLimits;
  /** When the read began, in milliseconds since 1970. */
  readonly askedAt: number;
}

/** Returns the maximum time of a step, in milliseconds. */
export function stepTimeMs({ context, limits }: Task): number {
  return Math.min(context.budget.documentTimeMs, limits.timeMs);
}

/** Returns the message that opens a document. The child skips the first `skip` events. */
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

/** Returns the message that cancels a handler. */
export function cancelMessage(document: number, reason: unknown): ParentMessage {
  return { type: "cancel", document, reason: packError(reason) };
}
