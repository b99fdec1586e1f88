import { defaultBudget, type Budget } from "@reader/core";

/** The limits of a reader as they are published. Only for tests of those numbers. */
export const publishedBudget: Budget = { ...defaultBudget };
