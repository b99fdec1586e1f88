import type { RightOutcome } from "./misbehaviour.ts";

/** Tries each, and tells of the first that worked. */
export function attempt(...deeds: readonly (() => unknown)[]): string {
  for (const deed of deeds) {
    try {
      deed();
      return `Allowed: ${String(deed)}`;
    } catch {
      continue;
    }
  }
  return "Refused.";
}

/** What a reader must make of a handler that tries the ways out: it tells that none is open. */
export const refused: RightOutcome = { endings: ["answered"], says: /Refused\./, hides: /Allowed/ };
