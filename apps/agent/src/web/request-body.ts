import type { Json } from "@reader/core";
import { modelNames } from "./models.ts";
import type { LookRequest } from "./wire/look.ts";
import type { PayloadRequest } from "./wire/payload.ts";
import type { SeenRequest } from "./wire/seen.ts";
import type { ModelName } from "./wire/start.ts";

/** What a page sent, if it is an object. */
export type Body = Readonly<Record<string, unknown>>;

/** A body as an object; undefined for anything else. */
export function bodyOf(value: unknown): Body | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

/** A field that is text. */
export function textOf(body: Body, field: string): string | undefined {
  const value = body[field];
  return typeof value === "string" ? value : undefined;
}

/** A read; its request may be whatever a model might send, and the reader says what is wrong with it. */
export function seenRequest(body: Body): SeenRequest {
  const model = modelNames.find((name) => name === body["model"]) satisfies ModelName | undefined;
  // It came as JSON.
  return { request: (body["request"] ?? null) as Json, model: model ?? "anthropic" };
}

/** A read, and the provider whose message is asked for. */
export function payloadRequest(body: Body): PayloadRequest {
  return { ...seenRequest(body), provider: textOf(body, "provider") ?? "" };
}

/** A look; undefined without a path. What is no number is not there. */
export function lookRequest(body: Body): LookRequest | undefined {
  const path = textOf(body, "path");
  if (path === undefined) return undefined;
  const place = bodyOf(body["place"]);
  const unit = place === undefined ? undefined : textOf(place, "unit");
  const index = place === undefined ? undefined : wholeOf(place, "index");
  return {
    path,
    ...present("mediaType", textOf(body, "mediaType")),
    ...present("select", textOf(body, "select")),
    ...present("password", textOf(body, "password")),
    ...present("line", wholeOf(body, "line")),
    ...present("from", offsetOf(body, "from")),
    ...(unit === undefined || index === undefined ? {} : { place: { unit, index } }),
  };
}

function present<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Each in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [Each in Name]: Value });
}

function wholeOf(body: Body, field: string): number | undefined {
  const value = offsetOf(body, field);
  return value !== undefined && value > 0 ? value : undefined;
}

function offsetOf(body: Body, field: string): number | undefined {
  const value = body[field];
  return typeof value === "number" && Number.isSafeInteger(value) && value !== 0 ? value : undefined;
}
