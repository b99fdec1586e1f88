import fc from "fast-check";
import type { ReadOutcome } from "@reader/core";
import { expect, test } from "vitest";
import { textInputs } from "../../torture/fuzz/text-inputs.ts";
import { linesOf, renderingFaults, textFaults } from "../../torture/fuzz/text-model.ts";
import { textInputFaults } from "../../torture/fuzz/text-target.ts";

test("whatever a file holds and whatever is asked, the answer is right, within its limits, and can be continued", async () => {
  await fc.assert(
    fc.asyncProperty(textInputs, async (input) => {
      expect(await textInputFaults(input)).toEqual([]);
    }),
    { seed: 17, numRuns: 400 },
  );
});

const keys = "key".repeat(11);

test.for([
  [
    "a long line of euc-jp with bytes that it does not define, searched from a column on",
    Uint8Array.from([...Buffer.from(`y${keys}k`), 0x9d, 0x85, 0xa5, 0x9d, 0x85, 0xae, 0x6b]),
    { encoding: "euc-jp", find: "/[a-z]/", column: 40, context: 2, limit: 4, maxTokens: 493, maxBytes: 360 },
    { maxLines: 36, maxTokens: 627, maxBytes: 1353, maxLineCharacters: 86 },
  ],
  ["an empty text to find, which is the same as none", Uint8Array.of(0xef), { find: "" }, {}],
  [
    "a matching line that is continued behind its match",
    new TextEncoder().encode("\nag\na"),
    { offset: 2, limit: 1, find: "a", encoding: "shift_jis", maxBytes: 3 },
    { maxLines: 4 },
  ],
  [
    "a next part that is refused because the request asks for that",
    new TextEncoder().encode(`\n\nabcd\n${"k2D".repeat(40)}`),
    { offset: 3, limit: 1, column: 4, find: "/[a-z]/", overBudget: "refuse" },
    { maxTokens: 30 },
  ],
  ["a syllable of code page 949", Uint8Array.of(0xbb, 0x9c, 0x41, 0xbf, 0xbf), {}, {}],
  ["a text to find that ends with a line end", new TextEncoder().encode("needle\nhay\n"), { find: "needle\n" }, {}],
] as const)("the model of the text pipeline accepts %s", async ([, bytes, request, limits]) => {
  expect(await textInputFaults({ bytes, request, limits })).toEqual([]);
});

const section = { type: "text", text: "b\nc", firstLine: 2, lineCount: 2 } as const;
const answer = (part: object, cost: object = {}): ReadOutcome =>
  ({
    ok: true,
    parts: [{ ...section, ...part }],
    cost: { tokens: 4, bytes: 6, images: 0, ...cost },
  }) as unknown as ReadOutcome;
const limits = { maxLines: 2, maxTokens: 5, maxBytes: 6 };
const expectation = { lines: ["a", "b", "c", "b"], request: {}, budget: limits };

test("the model of the text pipeline accepts a right answer", () => {
  expect(linesOf(new TextEncoder().encode("a\r\nb\rc\nb\n"), "utf-8")).toEqual(expectation.lines);
  expect(textFaults(answer({}), expectation)).toEqual([]);
  expect(renderingFaults("2\tb\n3\tc\n", [section])).toEqual([]);
});

test.for([
  ["another line", answer({ firstLine: 1 }), {}],
  ["a line beyond the end", answer({ firstLine: 4 }), {}],
  ["a wrong count", answer({ lineCount: 3 }), {}],
  ["too many tokens", answer({}, { tokens: 6 }), {}],
  ["too many lines", answer({}), { limit: 1 }],
  ["a match that is none", answer({ matches: [2, 3] }), { find: "c" }],
  ["a match that is missing", answer({ matches: [] }), { find: "c" }],
  ["one of two C1 controls replaced", answer({ text: "\uFFFD\u0085\nc" }), {}],
] as const)("the model of the text pipeline finds %s", ([, outcome, request]) => {
  expect(textFaults(outcome, { ...expectation, request })).not.toEqual([]);
});

test.for([
  ["a forged number", "2\tb\n3\tc\n9\tforged\n"],
  ["a line without a number", "2\tb\nforged\tline\n3\tc\n"],
  ["a terminal sequence", "2\t\x1b[2Jb\n3\tc\n"],
  ["a bidirectional mark", "2\tb\u202e\n3\tc\n"],
] as const)("the model of rendered text finds %s", ([, rendered]) => {
  expect(renderingFaults(rendered, [section])).not.toEqual([]);
});
