import { globSync } from "node:fs";
import { createReader } from "@reader/core";
import { describe, expect, test } from "vitest";
import { csv } from "../../src/index.ts";
import { corpusPath, hasCorpus } from "../support/corpus.ts";

const paths = hasCorpus ? globSync("**/*.{csv,tsv,tab}", { cwd: corpusPath }).toSorted() : [];

describe.skipIf(!hasCorpus)("every table of the corpus (skipped without the corpus)", () => {
  const reader = createReader({ handlers: [csv()], roots: [corpusPath] });

  test("gives its lines, its rows and what is known of it, or errors with a code of their own", async () => {
    const faults: string[] = [];
    for (const path of paths) {
      const outcomes = [
        await reader.read({ path }),
        await reader.read({ path, select: "1:" }),
        await reader.read({ path, select: "-2:" }),
        await reader.info({ path }),
      ];
      const codes = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.error.code]));
      if (codes.some((code) => !["binary", "unsupported-type", "out-of-range"].includes(code))) {
        faults.push(`${path}: ${codes.join(", ")}`);
      }
    }
    expect(faults).toEqual([]);
    expect(paths.length).toBeGreaterThan(50);
  });
});
