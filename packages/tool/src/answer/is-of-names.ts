import type { ReadOutcome } from "@reader/core";

/** Whether what was read has entries, as a folder or an archive has, so that its lines are names. */
export function isOfNames(outcome: ReadOutcome): boolean {
  return outcome.ok && outcome.extents.some(({ unit }) => unit === "entry");
}
