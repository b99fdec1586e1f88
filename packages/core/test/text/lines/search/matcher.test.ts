import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ReadError } from "../../../../src/contract/errors.ts";
import { parseFind } from "../../../../src/request/check-request.ts";
import { createMatcher, createSearch } from "../../../../src/text/lines/search/matcher.ts";
import type { FindPattern } from "../../../../src/contract/request.ts";

function pattern(find: string): FindPattern {
  const { value } = parseFind(find);
  if (value === undefined) throw new Error(`${find} is no pattern`);
  return value;
}

test.for([
  ["needle", "a needle in hay", true],
  ["needle", "a Needle in hay", false],
  ["a.b", "a.b", true],
  ["a.b", "axb", false],
  ["$", "costs 5 $", true],
  ["日本", "東日本", true],
  ["/needle/", "a needle", true],
  ["/needle/i", "A NEEDLE", true],
  ["/straße/i", "STRASSE", false],
  ["/ä/i", "Ä", true],
  ["/^\\d+$/", "12345", true],
  ["/^\\d+$/", "12345x", false],
  ["/\\bfoo\\b/", "a foo b", true],
  ["/\\bfoo\\b/", "food", false],
  ["/colou?r|hue/", "a hue", true],
  ["/^$/", "", true],
  ["/^.$/", "\u{1f600}", true],
  ["/\\u00e9/", "caf\u00e9", true],
  ["/\\u{1f600}/", "\u{1f600}", true],
  ["/\\\\u00e9/", "\\u00e9", true],
  ["/\\p{Greek}/", "α", true],
  ["/a\\/b/", "a/b", true],
  ["/(?i)x/", "X", true],
] as const)("%s on %j: %s", async ([find, line, isMatch]) => {
  expect((await createMatcher(pattern(find))).matches(line)).toBe(isMatch);
});

test.for([
  ["needle", "a needle, a needle", 3, { start: 12, end: 18 }],
  ["needle", "hay", 0, undefined],
  ["/[e]+/", "\u{1f600}need", 0, { start: 3, end: 5 }],
  ["/^need/", "needneed", 4, undefined],
  ["/\\bx/", "ax x", 1, { start: 3, end: 4 }],
] as const)("%s in %j from %i is found where it stands", async ([find, text, from, found]) => {
  expect((await createMatcher(pattern(find))).locate(text, from)).toEqual(found);
});

test("the same matcher gives the same answer again and again", async () => {
  const matcher = await createMatcher(pattern("/o+/"));
  expect(Array.from({ length: 6 }, () => matcher.matches("foo"))).toEqual(Array.from({ length: 6 }, () => true));
});

test.for(["/(a+)+$/", "/(a|a)*b/", "/(.*)*x/", "/(a?){50}a{50}/"])(
  "%s, which would run for ever with backtracking, answers on a long line",
  async (find) => {
    const matcher = await createMatcher(pattern(find));
    expect(matcher.matches(`${"a".repeat(20_000)}!`)).toBeTypeOf("boolean");
  },
);

describe("a bad expression", () => {
  async function refusal(find: string): Promise<ReadError> {
    const error: unknown = await createMatcher(pattern(find)).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!ReadError.is(error)) throw new Error(`${find} was accepted`);
    return error;
  }

  test.for([
    ["/(/", "missing closing )"],
    ["/[z-a]/", "invalid character class range"],
    ["/x{1001}/", "invalid repeat count"],
    ["/((a{100}){100}){100}/", "invalid repeat count"],
    ["/\\p{Foo}/", "invalid character class range"],
    ["/a**/", "invalid nested repetition"],
  ] as const)("%s is refused with the reason", async ([find, reason]) => {
    const error = await refusal(find);
    expect(error.code).toBe("invalid-request");
    expect(error.message).toContain(reason);
    expect(error.hint).toContain("Correct the expression");
    expect(error.details?.issues).toMatchObject([{ field: "find" }]);
  });

  test.for([
    ["/a(?=b)/", "look-around"],
    ["/(?<!a)b/", "look-around"],
    ["/(a)\\1/", "back-references"],
    ["/(?<n>a)\\k<n>/", "back-references"],
    ["/a++/", "possessive"],
    ["/(?>a)/", "possessive"],
  ] as const)("%s is refused in words that say why", async ([find, name]) => {
    const error = await refusal(find);
    expect(error.message).toContain(name);
    expect(error.message).toContain("run forever");
  });

  test("its words are kept short and harmless", async () => {
    const { message } = await refusal(`/(${"\u202ex".repeat(5000)}/`);
    expect(message.length).toBeLessThan(1000);
    expect(message).not.toContain("\u202e");
  });
});

test("a search for a literal tells which blocks cannot hold it", async () => {
  const search = await createSearch(pattern("needle"), 2000);
  expect(search.excludes("hay\nhay")).toBe(true);
  expect(search.excludes("hay\na needle")).toBe(false);
});

test("an expression without anything special is a literal", async () => {
  const search = await createSearch(pattern("/needle/"), 2000);
  expect(search.excludes("hay")).toBe(true);
});

test.for(["/ne?d|x/", "/(need)/", "/(?i)needle/", "/\\u00e9/i"])("a search for %s excludes no block", async (find) => {
  expect((await createSearch(pattern(find), 2000)).excludes("hay")).toBe(false);
});

test.for(["/need.e/", "/needle/i", "/^nee[dt]+le$/", "/a (b )?needle/"])(
  "a search for %s excludes what lacks a part of it",
  async (find) => {
    const search = await createSearch(pattern(find), 2000);
    expect(search.excludes("hay\nhay")).toBe(true);
  },
);

test.for([
  ["/mass/i", "MA\u017fS"],
  ["/kelvin/i", "\u212aELVIN"],
] as const)("%s matches %s, which other letters count as the same", async ([find, line]) => {
  const search = await createSearch(pattern(find), 2000);
  expect([search.excludes(line), search.matches(line)]).toEqual([false, true]);
});

test("no search excludes a line that matches", async () => {
  const part = fc.constantFrom(
    "a",
    "b",
    "ab",
    "a?",
    "b*",
    "a+",
    "(a|b)",
    "(ab)?",
    "[ab]",
    "[^]a]",
    "a{0}",
    "b{1,2}",
    ".",
    "\\.",
    "^",
    "$",
    "|",
  );
  const line = fc.stringMatching(/^[abAB.]{0,8}$/);
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      fc.array(line),
      async (parts, isLoose, lines) => {
        const find = pattern(`/${parts.join("")}/${isLoose ? "i" : ""}`);
        const matcher = await createMatcher(find).catch(() => undefined);
        if (matcher === undefined) return;
        const { excludes } = await createSearch(find, 2000);
        for (const each of lines)
          if (matcher.matches(each)) expect([parts, each, excludes(each)]).toEqual([parts, each, false]);
      },
    ),
    { seed: 47, numRuns: 500 },
  );
});

test.for([
  ["nested repetitions", `/${"((a{100}){10})".repeat(30)}/`],
  ["many long repetitions", `/${String.raw`\pL{1000}`.repeat(5)}/`],
] as const)("%s that make an expression of too many steps are refused, with the reason", async ([, find]) => {
  const error: unknown = await createMatcher(pattern(find)).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "invalid-request" });
  expect(String(error)).toContain("expression too large");
});

test("a list of two thousand words is no expression of too many steps", async () => {
  const words = Array.from({ length: 2000 }, (_, index) => `word${index}`);
  expect((await createMatcher(pattern(`/^(?:${words.join("|")})$/`))).matches("word1999")).toBe(true);
});
