import type { ReadFailure } from "@reader/core";

/**
 * A failure that names, and suggests a request for, the path as it was typed and not where that was found. Standard
 * input keeps the name that answers have for it.
 */
export function failureWithPath(asked: ReadFailure, path: string): ReadFailure {
  const { error } = asked;
  const failure = path === "-" ? asked : { ...asked, path };
  const request = error.details?.request;
  if (request === undefined) return failure;
  return { ...failure, error: { ...error, details: { ...error.details, request: { ...request, path } } } };
}
