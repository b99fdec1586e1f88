// Runs before every test file (`vitest.config.ts`), so that no outcome depends on how fast the machine is.
import { defaultBudget, type Budget } from "@reader/core";

/** The limits of a reader as they are published. Only for tests of those numbers. */
export const publishedBudget: Budget = { ...defaultBudget };

const tenMinutesMs = 600_000;

const patient: Partial<Budget> = {
  textTimeMs: tenMinutesMs,
  documentTimeMs: tenMinutesMs,
  recogniseTimeMs: tenMinutesMs,
  outlineTimeMs: tenMinutesMs,
};

// A test of a time limit gives the reader its own, and one of published numbers takes `publishedBudget`.
Object.assign(defaultBudget, patient);
