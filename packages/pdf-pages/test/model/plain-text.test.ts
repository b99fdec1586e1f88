import { describe, expect, it, test } from "vitest";
import {
  beginsSmall,
  hasInk,
  isPlain,
  isPlainLetter,
  singleSpaced,
  trimmedLength,
} from "../../src/model/plain-text.ts";

const texts = [
  "",
  " ",
  "   ",
  "word",
  "two words",
  " at its ends ",
  "two  spaces",
  "a tab\there",
  "a line\nbreak",
  "\u00A0hard spaces\u00A0",
  "\u2003wide\u3000",
  "na\u00EFve",
  "\u00E9",
  "~ and !",
  "\u007F",
] as const;

describe("a text is plain", () => {
  test.for([
    ["", true],
    ["Plain words, 1 of 2!", true],
    [" one at each end ", true],
    ["two  spaces", false],
    ["a tab\there", false],
    ["caf\u00E9", false],
    ["\u00A0", false],
  ] as const)("%j: %s", ([text, expected]) => {
    expect(isPlain(text)).toBe(expected);
  });
});

test("ASCII letters are distinguished from neighbouring characters", () => {
  const letters = Array.from("@AZ[`az{09", (sign) => isPlainLetter(sign.charCodeAt(0)));
  expect(letters).toEqual([false, true, true, false, false, true, true, false, false, false]);
});

describe("for any text", () => {
  test.for([...texts, "\u00E9t\u00E9", "\u00C9t\u00E9", "(a)", "Aa", "{", "`"])(
    "%j starts with a lowercase letter or not",
    (text) => {
      expect(beginsSmall(text)).toBe(/^\p{Ll}/u.test(text));
    },
  );

  test.for(texts)("%j has visible characters or not", (text) => {
    expect(hasInk(text)).toBe(text.trim() !== "");
  });

  test.for(texts)("%j has the length of the trimmed text", (text) => {
    expect(trimmedLength(text)).toBe(text.trim().length);
  });

  test.for(texts)("%j has single spaces for all whitespace", (text) => {
    expect(singleSpaced(text)).toBe(text.replaceAll(/\s+/gu, " ").trim());
  });

  it("is trimmed if only spaces are removed", () => {
    expect(trimmedLength(" ".repeat(1000))).toBe(0);
  });
});
