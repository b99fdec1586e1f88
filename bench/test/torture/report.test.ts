import { expect, test } from "vitest";
import { isPassed, tortureTable } from "../../torture/report.ts";
import { createCounter } from "../../torture/tally.ts";

test("a part that had no time to read anything is said and is not passed", () => {
  const tally = createCounter("mutants").tally();
  expect(tortureTable([tally])).toContain("| mutants | 0 | not run: not enough time |");
  expect(isPassed([tally])).toBe(false);
});

test("a part that cannot run on this machine is said, and the others may pass", () => {
  const counter = createCounter("racer");
  counter.leaveOut("there is no compiler");
  expect(tortureTable([counter.tally()])).toContain("| racer | 0 | not run: there is no compiler |");
  expect(isPassed([counter.tally()])).toBe(true);
});

test("a part with inputs passes until one of them has a fault", () => {
  const counter = createCounter("mutants");
  counter.count("complete", 1, []);
  expect(isPassed([counter.tally()])).toBe(true);
  counter.count("handler-failed", 1, [{ kind: "handler-failed", signature: "x", message: "x" }]);
  expect(isPassed([counter.tally()])).toBe(false);
});
