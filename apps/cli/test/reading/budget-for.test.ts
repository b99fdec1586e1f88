import { defaultBudget } from "@reader/core";
import { describe, expect, test } from "vitest";
import { parseArguments } from "../../src/arguments/parse-arguments.ts";
import { budgetFor } from "../../src/reading/setup.ts";

async function budget(...argv: string[]): Promise<ReturnType<typeof budgetFor>> {
  return budgetFor((await parseArguments(["x", ...argv])).options);
}

test("without options the limits of an answer are the reader's own", async () => {
  const { maxLines, maxTokens, maxBytes, maxLineCharacters } = defaultBudget;
  expect(await budget()).toMatchObject({ maxLines, maxTokens, maxBytes, maxLineCharacters });
});

test("text has ten minutes, because a scan that was given up is lost; documents keep their limit", async () => {
  expect(await budget()).toMatchObject({ textTimeMs: 600_000 });
  expect(await budget()).not.toHaveProperty("documentTimeMs");
  expect(await budget("--timeout", "1.5")).toMatchObject({
    textTimeMs: 1500,
    documentTimeMs: 1500,
    convertTimeMs: 1500,
  });
});

describe("a lowered limit", () => {
  test.for([
    [["--limit", "10"], { maxLines: 10 }],
    [["--max-tokens", "100"], { maxTokens: 100 }],
    [["--max-bytes", "1000"], { maxBytes: 1000 }],
    [["--max-line", "80"], { maxLineCharacters: 80 }],
  ] as const)("%j changes nothing else", async ([argv, changed]) => {
    const { maxLines, maxTokens, maxBytes, maxLineCharacters } = defaultBudget;
    expect(await budget(...argv)).toMatchObject({ maxLines, maxTokens, maxBytes, maxLineCharacters, ...changed });
  });
});

describe("a raised limit is the one that is met", () => {
  const endless = Number.MAX_SAFE_INTEGER;

  test.for([
    [["--limit", "5000"], { maxLines: 5000, maxTokens: endless, maxBytes: 40_000_000, maxLineCharacters: 2000 }],
    [["--max-tokens", "50000"], { maxLines: endless, maxTokens: 50_000, maxBytes: 3_200_000 }],
    [["--max-tokens", "50000"], { maxLineCharacters: 3_200_000 }],
    [["--max-bytes", "100000000"], { maxLines: endless, maxTokens: endless, maxBytes: 100_000_000 }],
    [["--max-bytes", "100000000"], { maxLineCharacters: 100_000_000 }],
    [["--max-tokens", "9000000000"], { maxBytes: 268_435_456, maxLineCharacters: 268_435_456 }],
    [["--limit", "2000000000"], { maxBytes: 268_435_456 }],
  ] as const)("%j lifts what nobody set", async ([argv, lifted]) => {
    expect(await budget(...argv)).toMatchObject(lifted);
  });

  test.for([
    [["--limit", "5000", "--max-tokens", "100"], { maxLines: 5000, maxTokens: 100 }],
    [["--max-bytes", "100000000", "--limit", "3"], { maxLines: 3, maxBytes: 100_000_000 }],
    [["--max-bytes", "100000000", "--max-line", "80"], { maxLineCharacters: 80 }],
    [["--max-tokens", "50000", "--max-bytes", "1000"], { maxBytes: 1000, maxLineCharacters: 1000 }],
  ] as const)("%j leaves what somebody set", async ([argv, kept]) => {
    expect(await budget(...argv)).toMatchObject(kept);
  });

  test("a limit at its default is not raised", async () => {
    expect(await budget("--limit", "2000")).toMatchObject({ maxTokens: defaultBudget.maxTokens });
  });
});
