import { errorData } from "../render/error-text.ts";
import { PartialFailure } from "./partial-failure.ts";
import type { ReadFailure } from "../result.ts";

/** Turns whatever was thrown into a failure. `input` is the request as it came, which may be anything. */
export function failureOf(error: unknown, input: unknown): ReadFailure {
  const path = pathOf(input);
  if (!(error instanceof PartialFailure)) return { ok: false, path, error: errorData(error), parts: [], notices: [] };
  const { parts, notices } = error;
  return { ok: false, path, error: errorData(error.cause), parts, notices };
}

function pathOf(input: unknown): string {
  if (typeof input === "string") return input;
  if (typeof input !== "object" || input === null) return "";
  const values = Object.values(pickPath(input)).filter((value) => typeof value === "string");
  return values[0] ?? "";
}

function pickPath(input: object): Record<string, unknown> {
  const names = new Set(["path", "file_path", "filePath", "filename", "file"]);
  return Object.fromEntries(Object.entries(input).filter(([name]) => names.has(name)));
}
