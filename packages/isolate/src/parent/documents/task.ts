import { type HandlerContext, type Source, ReadError } from "@reader/core/handler";
import type { OpenMessage, ParentMessage, Verb, ByteRequest } from "../../channel/messages.ts";
import { packError } from "../../channel/errors.ts";
import type { HandlerDescription } from "../../options/isolatable.ts";
import type { IsolateLimits } from "../../options/limits.ts";
import { isCount, isObject } from "../../channel/plain.ts";

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
  const { pages, select, view, password, boxes, tables, capabilities, budget } = task.context;
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
      canTranscribe: task.context.transcribe !== undefined,
      hasPolicy: task.context.areDenied !== undefined,
      ...(pages === undefined ? {} : { pages }),
      ...(select === undefined ? {} : { select }),
      ...(password === undefined ? {} : { password }),
      ...(boxes === undefined ? {} : { boxes }),
      ...(tables === undefined ? {} : { tables }),
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

/** Checks a request for bytes that a child sent. Returns `undefined` if it is invalid. */
export function checkByteRequest(value: unknown): ByteRequest | undefined {
  if (!isObject(value)) return undefined;
  const { want, length, start, end } = value;
  if (want === "bytes") return { want };
  if (want === "head" && isCount(length)) return { want, length };
  return want === "slice" && isCount(start) && isCount(end) ? { want, start, end } : undefined;
}

/** Reads bytes of a document. Rejects with `too-large` if they exceed `maxInputBytes`. */
export async function fetchBytes({ source, limits }: Task, request: ByteRequest): Promise<Uint8Array> {
  const length = lengthOf(request, source.size);
  if (length > limits.maxInputBytes) throw tooMuchAtOnce(source.path, length, limits.maxInputBytes);
  switch (request.want) {
    case "head":
      return source.head(request.length);
    case "bytes":
      return source.bytes();
    case "slice":
      return source.slice(request.start, request.end);
  }
}

/** Returns the error for a request of more than `maxInputBytes`. */
export function tooMuchAtOnce(path: string, actual: number, value: number): ReadError {
  return new ReadError("too-large", `${path} needs ${actual} bytes at once, and the limit is ${value}.`, {
    hint: "Read a part of it, or ask for a reader with a higher `maxInputBytes`.",
    details: { limit: { name: "maxInputBytes", value, actual } },
  });
}

function lengthOf(request: ByteRequest, size: number): number {
  if (request.want === "slice") return Math.min(request.end, size) - request.start;
  return request.want === "head" ? Math.min(request.length, size) : size;
}
