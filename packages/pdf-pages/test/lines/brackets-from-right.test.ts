import { describe, expect, it } from "vitest";
import { bracketsFromRight } from "../../src/lines/right-to-left.ts";
import { line } from "../layout/pages.ts";

function read(...texts: readonly string[]): string {
  const runs = texts.flatMap((text, index) => line(text, { x: 500 - 50 * index, y: 0 }).runs);
  return bracketsFromRight(runs)
    .map(({ text }) => text)
    .join("");
}

describe("brackets in a right-to-left line", () => {
  it.for([
    [["חברה )סעיף 1 של ההכרזה( ועוד"], "חברה (סעיף 1 של ההכרזה) ועוד"],
    [["شكل )", "class", "( وتعليمات"], "شكل (class) وتعليمات"],
    [["בשנת )", "1948", "( קמה"], "בשנת (1948) קמה"],
    [["سطر )يتبع"], "سطر (يتبع"],
  ] as const)("are swapped if they are stored as displayed: %s", ([texts, text]) => {
    expect(read(...texts)).toBe(text);
  });

  it.for([
    [["חברה (סעיף 1 של ההכרזה) ועוד"]],
    [["אמר) ואז (הלך"]],
    [["א) ראשון"]],
    [["רמה ", "f(x)", " כאן"]],
  ] as const)("stay if one of them is right or none is conclusive: %s", ([texts]) => {
    expect(read(...texts)).toBe(texts.join(""));
  });

  it("enclose left-to-right words of which one bracket was painted with the words", () => {
    expect(read("بەستە", " Package)", "( ـە")).toBe("بەستە (Package) ـە");
  });

  it("leave the backslash of a command before it", () => {
    expect(read("دستور", " par", "\\ است")).toBe("دستور \\par است");
  });
});
