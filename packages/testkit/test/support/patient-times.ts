// Gives readers in tests more time, so that no outcome depends on how fast the machine is.
// @boundaries-ignore one module of the core, because every test file loads this one
import { type Budget, defaultBudget } from "../../../core/src/contract/budget.ts";
// Copies the published limits before they change.
import "./published-budget.ts";

const tenMinutesMs = 600_000;

const patient: Partial<Budget> = {
  textTimeMs: tenMinutesMs,
  documentTimeMs: tenMinutesMs,
  recogniseTimeMs: tenMinutesMs,
  convertTimeMs: tenMinutesMs,
  outlineTimeMs: tenMinutesMs,
};

// A test of a time limit gives the reader its own, and one of published numbers takes `publishedBudget`.
Object.assign(defaultBudget, patient);
