import { describe, expect, it } from "vitest";
import type { TextRun } from "../../src/page-content.ts";
import { isMostlyRightToLeft, orderRuns } from "../../src/text/direction.ts";
import { line } from "./pages.ts";

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
