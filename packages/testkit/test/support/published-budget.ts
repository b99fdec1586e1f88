// @boundaries-ignore one module of the core, because every test file loads this one
import { type Budget, defaultBudget } from "../../../core/src/contract/budget.ts";

/** The limits of a reader as they are published. Only for tests of those numbers. */
export const publishedBudget: Budget = { ...defaultBudget };
