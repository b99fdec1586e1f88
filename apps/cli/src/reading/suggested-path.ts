import type { ReadFailure } from "@reader/core";

/** A failure that suggests a request for the path as it was typed, and is told of that path. */
export function failureWithPath(failure: ReadFailure, path: string): ReadFailure {
  const { error } = failure;
  const request = error.details?.request;
  if (request === undefined) return failure;
  return { ...failure, error: { ...error, details: { ...error.details, request: { ...request, path } } } };
}
