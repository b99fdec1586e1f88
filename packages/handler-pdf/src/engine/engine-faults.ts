import { ReadError } from "@reader/core/handler";
import { countEngineFailure, hasEngineHistory, isEngineBroken } from "./engine.ts";

/**
 * Takes note of an error of one page; throws it again where it is none of the page's: the engine itself broke, or a
 * package that draws is not installed.
 */
export function notePageFault(error: unknown): void {
  if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND") throw error;
  countEngineFailure(error);
  if (isEngineBroken(error)) throw error;
}

/** The error of a document on which the engine itself failed. */
export function engineFault(path: string, cause: unknown): ReadError {
  return new ReadError("corrupt", `${path} has something that the PDF engine cannot work through.`, {
    hint: "Read other pages of it with `pages`, or ask the user for another copy of the file.",
    cause,
  });
}

/**
 * What to throw where the engine itself broke; undefined for every other error. A document that is the engine's first
 * is at fault. Of a later one that is not known, and the engine's own error says so.
 */
export function breakage(path: string, error: unknown): Error | undefined {
  if (!isEngineBroken(error)) return undefined;
  countEngineFailure(error);
  return hasEngineHistory() ? error : engineFault(path, error);
}
