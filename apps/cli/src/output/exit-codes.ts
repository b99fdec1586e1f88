import type { InfoOutcome, ReadErrorData, ReadOutcome } from "@reader/core";

/** The exit codes of the program. `reader find` uses those of grep: `findExitCodes`. */
export const exitCodes = {
  /** Everything was read. */
  read: 0,
  /** Something could not be read. */
  fault: 1,
  /** The program was called wrongly. */
  usage: 2,
  /** A run of `reader batch` stopped before its end. */
  stopped: 3,
  /** 128 plus the number of SIGINT, as in shells. */
  interrupted: 130,
} as const;

/** The exit codes of `reader find`. */
export const findExitCodes = {
  /** At least one match. */
  found: 0,
  /** No match. */
  notFound: 1,
  /** The search could not be made, or the program was called wrongly. */
  failed: 2,
} as const;

/** The exit code of one outcome. A request that is invalid for every file counts as wrong use. */
export function codeFor(outcome: ReadOutcome | InfoOutcome): number {
  return outcome.ok ? exitCodes.read : codeForError(outcome.error);
}

/** The exit code of an error. */
export function codeForError({ code, details }: ReadErrorData): number {
  if (code === "aborted") return exitCodes.interrupted;
  return code === "invalid-request" && details?.issues !== undefined ? exitCodes.usage : exitCodes.fault;
}
