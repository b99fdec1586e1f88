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
  it("goes from the right in a line of Hebrew, and keeps English in it from the left", () => {
    const painted = runs(["שלום ", 200], [" עולם", 100], ["big ", 150], ["dog", 175]);
    expect(read(painted, true)).toBe("שלום big dog עולם");
  });

  it("keeps a number where it is read", () => {
    expect(read(runs(["שנת ", 200], ["2024", 170], [".", 160]), true)).toBe("שנת 2024.");
  });

  it("reads years from one to another as they follow each other from the right", () => {
    expect(read(runs(["בשנים ", 200], ["2019", 170], ["–", 160], ["2024", 140]), true)).toBe("בשנים 2019–2024");
    expect(read(runs(["سنة ", 200], ["٢٠١٩", 170], ["–", 160], ["٢٠٢٤", 140]), true)).toBe("سنة ٢٠١٩–٢٠٢٤");
  });

  it("leaves numbers as they are seen where they are no range", () => {
    expect(read(runs(["בשנים ", 200], ["2024", 170], ["–", 160], ["2019", 140]), true)).toBe("בשנים 2019–2024");
    expect(read(runs(["טלפון ", 200], ["555", 170], ["-", 160], ["03", 140]), true)).toBe("טלפון 03-555");
  });

  it("goes from the left in a line of English, and turns the Hebrew in it", () => {
    expect(read(runs(["say ", 100], [" now", 200], ["שלום ", 170], ["עולם", 140]), false)).toBe("say שלום עולם now");
  });

  it("sorts what was painted out of order", () => {
    expect(read(runs(["b", 110], ["a", 100]), false)).toBe("ab");
  });
});

it("takes a line for one from the right when most of its words are, however long an address in it is", () => {
  expect([
    isMostlyRightToLeft("\u05E9\u05DC\u05D5\u05DD https://example.org/report \u05E9\u05DC"),
    isMostlyRightToLeft("World Water Report \u05E9\u05DC"),
    isMostlyRightToLeft("World Water Report \u05E9\u05DC", "from-right"),
  ]).toEqual([true, false, true]);
});

it("takes a line for one from the right when half of its words and most of its letters are", () => {
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
] as const)("puts the sign of a number in a cell that runs from the right before it: %s", ([[one, other], text]) => {
  const read = signFirst(runs([one, 100], [other, 120]));
  expect(read.map((run) => run.text).join("")).toBe(text);
});
