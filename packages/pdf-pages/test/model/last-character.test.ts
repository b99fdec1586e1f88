import { expect, test } from "vitest";
import { endsWithCharacter } from "../../src/model/plain-text.ts";

test.for([
  ["It is done.", true],
  ["“Is it done?”", true],
  ['He said: "No!"', true],
  ["(as in chapter 3.)]", true],
  ["It is not", false],
  ["It is not yet (done)", false],
  ["“”", false],
  ["", false],
] as const)("%s ends a sentence: %s", ([text, expected]) => {
  expect(endsWithCharacter(text, ".!?")).toBe(expected);
});
