import { normaliseRequest } from "../request/normalise-request.ts";
import { errorData } from "../render/error-text.ts";
import { PartialFailure } from "./partial-failure.ts";
import type { ReadFailure } from "../contract/result.ts";

/** Turns whatever was thrown into a failure. `input` is the request as it came, which may be anything. */
export function failureOf(error: unknown, input: unknown): ReadFailure {
  const path = pathOf(input);
  if (!(error instanceof PartialFailure)) return { ok: false, path, error: errorData(error), parts: [], notices: [] };
  const { parts, notices } = error;
  return { ok: false, path, error: errorData(error.cause), parts, notices };
}

/** The path as far as the request names one, for a caller who reads several files. */
function pathOf(input: unknown): string {
  const { path } = normaliseRequest(input).fields;
  return typeof path === "string" ? path : "";
}
