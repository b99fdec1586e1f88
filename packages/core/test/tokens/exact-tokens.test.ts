import { expect, test } from "vitest";
import { loadExactTokenCounter } from "../../src/tokens/exact-tokens.ts";

test("the counter of the package is used, and control tokens in a text are only text", async () => {
  const calls: unknown[][] = [];
  const load = () =>
    Promise.resolve({
      countTokens: (...given: unknown[]) => {
        calls.push(given);
        return 42;
      },
    });
  const count = await loadExactTokenCounter(load);
  expect(count("say <|endoftext|>")).toBe(42);
  expect(calls).toEqual([["say <|endoftext|>", { disallowedSpecial: new Set() }]]);
});

test("where the package is missing, the error says what to install", async () => {
  const missing = new Error("Cannot find package");
  const load = () => Promise.reject(missing);
  await expect(loadExactTokenCounter(load)).rejects.toMatchObject({
    message: expect.stringContaining("Install gpt-tokenizer@4"),
    cause: missing,
  });
});

test.for([undefined, {}, { countTokens: 5 }, "module"])("a module such as %j is refused", async (module) => {
  await expect(loadExactTokenCounter(() => Promise.resolve(module))).rejects.toThrow(/no function countTokens/);
});
