import { expect, test } from "vitest";
import {
  continuesAfterCluster,
  continuesSyllable,
  endsInSyllable,
  withoutDoubledMarks,
} from "../../src/model/clean-text.ts";

test.for([
  ["a vowel of Hindi", "शिक्षाा", "शिक्षा"],
  ["several marks of Burmese", "ပိုင်းခြားား ရှိှိ", "ပိုင်းခြား ရှိ"],
  ["no letter of English, and no mark that may stand twice", "book a\u0301\u0301", "book a\u0301\u0301"],
] as const)("returns once what the engine gives twice: %s", ([, text, expected]) => {
  expect(withoutDoubledMarks(text)).toBe(expected);
});

test("knows what continues the syllable before it", () => {
  expect(["ाम", "का", "a", "\u0301"].map(continuesSyllable)).toEqual([true, false, false, false]);
  expect(["कि", "က", "a", "中"].map(endsInSyllable)).toEqual([true, true, false, false]);
});

test("knows the clusters of several glyphs, after which a word continues at some distance", () => {
  expect(continuesAfterCluster("കേ", "രളത്തി")).toBe(true);
  expect(continuesAfterCluster("പ്ര", "ധാന")).toBe(true);
  expect(continuesAfterCluster("மை", "யான")).toBe(true);
  expect(continuesAfterCluster("ទៅ", "វិញ")).toBe(true);
  expect(continuesAfterCluster("ប្រ", "ព្រឹត្ដ")).toBe(true);
  expect(continuesAfterCluster("កា", "ក")).toBe(false);
  expect(continuesAfterCluster("കേരളത്തി", "രള")).toBe(false);
  expect(continuesAfterCluster("മല", "രള")).toBe(false);
  expect(continuesAfterCluster("കേ", "12")).toBe(false);
  expect(continuesAfterCluster("កា ", "ក")).toBe(false);
});
