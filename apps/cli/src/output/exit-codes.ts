import type { InfoOutcome, ReadOutcome } from "@reader/core";

/** What the program ends with. */
export const exitCodes = {
  /** Everything was read. */
  read: 0,
  /** Something could not be read. */
  fault: 1,
  /** The program was called wrongly. */
  usage: 2,
  /** 128 and the number of SIGINT, as shells have it. */
  interrupted: 130,
} as const;

/** The exit code of one outcome: a request that no file could answer is a matter of usage. */
export function codeFor(outcome: ReadOutcome | InfoOutcome): number {
  if (outcome.ok) return exitCodes.read;
  const { code, details } = outcome.error;
  if (code === "aborted") return exitCodes.interrupted;
  return code === "invalid-request" && details?.issues !== undefined ? exitCodes.usage : exitCodes.fault;
}
