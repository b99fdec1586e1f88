import type { ReadErrorData, ReadFailure } from "@reader/core";

/** A failure of a tool itself, before anything was read. */
export function toolFailure(error: ReadErrorData, path = ""): ReadFailure {
  return { ok: false, path, error, parts: [], notices: [] };
}
