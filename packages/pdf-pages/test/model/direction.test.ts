import { describe, expect, it } from "vitest";
import type { TextRun } from "../../src/model/page-content.ts";
import { isMostlyRightToLeft, orderRuns, signFirst } from "../../src/model/direction.ts";
import { line } from "../layout/pages.ts";

function runs(...placed: readonly (readonly [text: string, x: number])[]): readonly TextRun[] {
  return placed.flatMap(([text, x]) => line(text, { x, y: 0 }).runs);
}

function read(placed: readonly TextRun[], isRightToLeft: boolean): string {
  return orderRuns(placed, isRightToLeft)
    .map((run) => run.text)
    .join("");
}

describe("the order of runs", () => {
  it("is right-to-left in a Hebrew line, and left-to-right for English in it", () => {
    const painted = runs(["שלום ", 200], [" עולם", 100], ["big ", 150], ["dog", 175]);
    expect(read(painted, true)).toBe("שלום big dog עולם");
  });

  it("keeps a number where it is read", () => {
    expect(read(runs(["שנת ", 200], ["2024", 170], [".", 160]), true)).toBe("שנת 2024.");
  });

  it("has the years of a range in right-to-left order", () => {
    expect(read(runs(["בשנים ", 200], ["2019", 170], ["–", 160], ["2024", 140]), true)).toBe("בשנים 2019–2024");
    expect(read(runs(["سنة ", 200], ["٢٠١٩", 170], ["–", 160], ["٢٠٢٤", 140]), true)).toBe("سنة ٢٠١٩–٢٠٢٤");
  });

  it("keeps the displayed order of numbers that are not a range", () => {
    expect(read(runs(["בשנים ", 200], ["2024", 170], ["–", 160], ["2019", 140]), true)).toBe("בשנים 2019–2024");
    expect(read(runs(["טלפון ", 200], ["555", 170], ["-", 160], ["03", 140]), true)).toBe("טלפון 03-555");
  });

  it("is left-to-right in an English line, with Hebrew in it reversed", () => {
    expect(read(runs(["say ", 100], [" now", 200], ["שלום ", 170], ["עולם", 140]), false)).toBe("say שלום עולם now");
  });

  it("sorts runs painted out of order", () => {
    expect(read(runs(["b", 110], ["a", 100]), false)).toBe("ab");
  });

  it("sorts runs without a width, too, and keeps them after the ligature that they belong to", () => {
    const withoutWidth = (text: string, x: number): TextRun[] => [...line(text, { x, y: 0, widthPt: 0 }).runs];
    const places = [withoutWidth("c", 30), withoutWidth("a", 10), withoutWidth("b", 20)];
    expect(read(places.flat(), false)).toBe("abc");
    expect(read([...runs(["f", 20]), ...withoutWidth("i", 25), ...runs(["nd", 24])], false)).toBe("find");
  });
});

it("treats a line as right-to-left if most of its words are, however long an address in it is", () => {
  expect([
    isMostlyRightToLeft("\u05E9\u05DC\u05D5\u05DD https://example.org/report \u05E9\u05DC"),
    isMostlyRightToLeft("World Water Report \u05E9\u05DC"),
    isMostlyRightToLeft("World Water Report \u05E9\u05DC", "from-right"),
  ]).toEqual([true, false, true]);
});

it("treats a line as right-to-left if half of its words and most of its letters are", () => {
  expect([
    isMostlyRightToLeft("שלום abc"),
    isMostlyRightToLeft("abc שלום defg"),
    isMostlyRightToLeft("abcdef של"),
  ]).toEqual([true, false, false]);
});

it.for([
  [["5%", "+"], "+5%"],
  [["3.5%", "-"], "-3.5%"],
  [["٣٫٥٪", "-"], "-٣٫٥٪"],
  [["C", "+"], "C+"],
  [["+", "5%"], "+5%"],
] as const)("puts the sign of a number in a right-to-left cell before it: %s", ([[one, other], text]) => {
  const read = signFirst(runs([one, 100], [other, 120]));
  expect(read.map((run) => run.text).join("")).toBe(text);
});
