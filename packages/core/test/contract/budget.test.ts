import { expect, test } from "vitest";
import { defaultBudget, readerBudget, type Budget } from "../../src/contract/budget.ts";
import { createReader } from "../../src/reader.ts";

test.for<readonly [Record<string, unknown>, string]>([
  [{ maxTokens: Number.NaN }, "`budget.maxTokens` is NaN, and must be a number from 1."],
  [{ maxTokens: 0 }, "`budget.maxTokens` is 0, and must be a number from 1."],
  [{ maxBytes: -5 }, "`budget.maxBytes` is -5, and must be a number from 1."],
  [{ maxLines: 0 }, "`budget.maxLines` is 0, and must be a number from 1."],
  [{ defaultLines: 0.5 }, "`budget.defaultLines` is 0.5, and must be a number from 1."],
  [{ maxLineCharacters: "2000" }, "`budget.maxLineCharacters` is string, and must be a number from 1."],
  [{ textTimeMs: -1 }, "`budget.textTimeMs` is -1, and must be a number from 0."],
  [{ maxEntries: null }, "`budget.maxEntries` is object, and must be a number from 0."],
])("%j is a programmer's fault: %s", ([budget, message]) => {
  expect(() => createReader({ budget: budget as Partial<Budget> })).toThrow(new TypeError(message));
});

test("what is not said keeps its default, and images may be none", () => {
  const given = {
    maxTokens: undefined,
    maxImages: 0,
    maxBytes: Number.POSITIVE_INFINITY,
  } as unknown as Partial<Budget>;
  expect(readerBudget(given)).toEqual({ ...defaultBudget, maxImages: 0, maxBytes: Number.POSITIVE_INFINITY });
  expect(readerBudget()).toEqual(defaultBudget);
});
