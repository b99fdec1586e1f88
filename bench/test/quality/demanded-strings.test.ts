import { expect, test } from "vitest";
import { meetDemands } from "../../src/quality/score/demanded-strings.ts";

test.for([
  ["white space does not count", "Hello\n   World", "hello world", true],
  ["spaces between words may be lost", "HelloWorld", "Hello World", true],
  ["marks of Markdown do not count", "# **Hello** `World`", "Hello World", true],
  ["tags do not count", "Hello <b>World</b>", "Hello World", true],
  ["escapes do not count", String.raw`1\. a\_b`, "1. ab", true],
  ["words in another order do", "World Hello", "Hello World", false],
  ["what is not there is missed", "Hello", "Hello World", false],
  ["a string that is marks alone is never found", "** text **", "**", false],
] as const)("%s", ([, text, wanted, isFound]) => {
  const { found, missed } = meetDemands(text, { mustInclude: [wanted], mustNotInclude: [] });
  expect([found, missed]).toEqual(isFound ? [[wanted], []] : [[], [wanted]]);
});

test("forbidden strings are those that are there, with their spaces", () => {
  const demands = { mustInclude: [], mustNotInclude: ["Secret word", "else", "hello"] };
  expect(meetDemands("A secret  WORD, hel lo", demands).forbidden).toEqual(["Secret word"]);
});
