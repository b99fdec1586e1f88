import { describe, expect, test } from "vitest";
import type { Handler } from "@reader/core";
import { handlerChecks } from "./checks/all.ts";
import { type ImportBudget, importViolations } from "./checks/imports.ts";
import { listFixtures } from "./run/fixtures.ts";
import { compareGolden, isGoldenUpdate, renderGolden } from "./run/golden.ts";

/** Options of a suite. */
export interface TestHandlerOptions {
  /** The compiled file that the package's `exports` name, to check what importing it loads. Not checked without. */
  readonly entry?: URL | string;
  /** Files of the package's own that importing the entry may load; 8 where not given. */
  readonly maxModules?: number;
  /** Milliseconds a handler has for its next event, and again to answer to the abort signal; 60 000 where not given. */
  readonly graceMs?: number;
}

/** Only a handler that hangs needs it, so it can be long enough for any machine. */
const defaultGraceMs = 60_000;

/** Time for a whole check, which runs a handler some hundred times: more than any machine needs. */
const checkTimeoutMs = 600_000;

/**
 * Registers the conformance suite of a handler with vitest: the rules of the contract on sound, damaged and foreign
 * input, and one golden test for each folder in `fixtures` (`input.*`, `request.json`, `expected.txt`). With
 * `UPDATE_GOLDENS=1` in the environment the goldens are written. Throws where the folder is missing.
 */
export function testHandler(handler: Handler, fixtures: URL | string, options: TestHandlerOptions = {}): void {
  const cases = listFixtures(fixtures);
  const isUpdate = isGoldenUpdate(process.env);
  const subject = { handler, fixtures: cases, graceMs: options.graceMs ?? defaultGraceMs };
  describe(`the handler ${handler.name}`, () => {
    test("has at least one fixture", () => {
      expect(cases.map(({ name }) => name)).not.toEqual([]);
    });
    test.for(handlerChecks.map((check) => [check.title, check] as const))(
      "%s",
      { timeout: checkTimeoutMs },
      async ([, check]) => {
        expectNone(await check.violations(subject));
      },
    );
    test.for(budgetsOf(options))("loads no engine when it is imported", { timeout: checkTimeoutMs }, async (budget) => {
      expectNone(await importViolations(budget));
    });
    test.for(cases.map((fixture) => [fixture.name, fixture] as const))(
      "reads the fixture %s as expected",
      async ([, fixture]) => {
        const { actual, expected } = await compareGolden(handler, fixture, { render: renderGolden, isUpdate });
        expect(actual).toBe(expected);
      },
    );
  });
}

/** Skipped if no entry file is given. */
function budgetsOf({ entry, maxModules }: TestHandlerOptions): readonly ImportBudget[] {
  if (entry === undefined) return [];
  return [{ entry, ...(maxModules === undefined ? {} : { maxModules }) }];
}

/** An error whose message is the sentences: a difference of lists would hide most of them. */
function expectNone(violations: readonly string[]): void {
  if (violations.length > 0) throw new Error(violations.join("\n"));
}
