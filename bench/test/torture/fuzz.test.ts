import fc from "fast-check";
import { expect, test } from "vitest";
import { textInputs } from "../../torture/fuzz/text-inputs.ts";
import { textInputFaults } from "../../torture/fuzz/text-target.ts";

test(
  "whatever a file holds and whatever is asked, the answer is right, within its limits, and can be continued",
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(textInputs, async (input) => {
        expect(await textInputFaults(input)).toEqual([]);
      }),
      { seed: 17, numRuns: 400 },
    );
  },
);
