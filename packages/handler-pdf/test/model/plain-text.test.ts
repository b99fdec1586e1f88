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

test("letters of ASCII are told from what stands before and behind them", () => {
  const letters = Array.from("@AZ[`az{09", (sign) => isPlainLetter(sign.charCodeAt(0)));
  expect(letters).toEqual([false, true, true, false, false, true, true, false, false, false]);
});

describe("whatever a text is made of", () => {
  test.for([...texts, "\u00E9t\u00E9", "\u00C9t\u00E9", "(a)", "Aa", "{", "`"])(
    "%j begins with a small letter or not",
    (text) => {
      expect(beginsSmall(text)).toBe(/^\p{Ll}/u.test(text));
    },
  );

  test.for(texts)("%j has something that is seen or not", (text) => {
    expect(hasInk(text)).toBe(text.trim() !== "");
  });

  test.for(texts)("%j is as long as it is when trimmed", (text) => {
    expect(trimmedLength(text)).toBe(text.trim().length);
  });

  test.for(texts)("%j has single spaces for all its white space", (text) => {
    expect(singleSpaced(text)).toBe(text.replaceAll(/\s+/gu, " ").trim());
  });

  it("is trimmed where nothing but spaces is left", () => {
    expect(trimmedLength(" ".repeat(1000))).toBe(0);
  });
});
