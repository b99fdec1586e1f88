import type { InfoOutcome, ReadErrorData, ReadOutcome } from "@reader/core";

/** The exit codes of the program. */
export const exitCodes = {
  /** Everything was read. */
  read: 0,
  /** Something could not be read. */
  fault: 1,
  /** The program was called wrongly. */
  usage: 2,
  /** 128 plus the number of SIGINT, as in shells. */
  interrupted: 130,
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
