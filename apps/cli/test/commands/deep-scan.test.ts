import { expect, test } from "vitest";
import { parseArguments } from "../../src/arguments/parse-arguments.ts";
import { isDeepScan } from "../../src/commands/read.ts";

test.for([
  ["--offset 29200000", true],
  ["--offset 1000000 --limit 200 --json", true],
  ["--lines 5000000-5000100,5000200-", true],
  ["--offset 999999", false],
  ["--offset -5000000", false],
  ["--lines 1-5000000", false],
  ["--offset 29200000 --find x", false],
  ["--offset 29200000 --limit 2001", false],
  ["--offset 29200000 --max-tokens 1000000", false],
  ["--offset 29200000 --no-isolate", false],
  ["", false],
] as const)("whether memory is to be saved for `reader a.log %s`: %s", async ([options, isDeep]) => {
  const line = await parseArguments(["a.log", ...options.split(" ").filter((word) => word !== "")]);
  expect(isDeepScan(line.options)).toBe(isDeep);
});
