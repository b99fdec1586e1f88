import { expect, test } from "vitest";
import { createHeadingLevels, type LeveledHeading } from "../../../src/layout/headings/heading-levels.ts";

/** A heading, or a paragraph of text. */
type Placed = readonly [text: string, sizePt: number, look?: Partial<LeveledHeading>] | "text";

const rank = 3;

function levelsOf(placed: readonly Placed[], firstPage = 1): readonly number[] {
  const levels = createHeadingLevels(() => firstPage);
  return placed.flatMap((one) => {
    if (one === "text") {
      levels.noteText();
      return [];
    }
    const [text, sizePt, look = {}] = one;
    return [levels.place({ text, sizePt, isBold: false, isItalic: false, page: firstPage, ...look }, rank)];
  });
}

test("the first heading of a document has level 1, and that of a range of pages the rank of its size", () => {
  expect(levelsOf([["Preface", 14]])).toEqual([1]);
  expect(levelsOf([["Preface", 14]], 7)).toEqual([3]);
});

test("a heading is one level below the last one in larger, then bolder, then upright type", () => {
  expect(
    levelsOf([
      ["Title", 24],
      "text",
      ["Methods", 14],
      "text",
      ["Parts", 10, { isBold: true }],
      "text",
      ["Numbers", 10],
      "text",
      ["Notes", 10, { isItalic: true }],
      "text",
      ["Results", 14.3],
    ]),
  ).toEqual([1, 2, 3, 4, 5, 2]);
});

test("subtitles and authors of a title page have no sections", () => {
  expect(
    levelsOf([
      ["Title", 24],
      ["A. Author", 18],
      ["Contents", 16, { page: 2 }],
    ]),
  ).toEqual([1, 2, 2]);
  expect(levelsOf([["Title", 24], ["Chapter", 18], "text", ["Section", 16, { page: 2 }]])).toEqual([1, 2, 3]);
});

test("the first numbered section is below the title or a numbered part, whatever stands between", () => {
  expect(levelsOf([["Title", 24], ["Abstract", 18], "text", ["1 Aims", 14], ["1.1 Scope", 14]])).toEqual([1, 2, 2, 3]);
  expect(levelsOf([["Title", 24], ["Part I", 18], "text", ["1 Aims", 14]])).toEqual([1, 2, 3]);
  expect(levelsOf([["標題", 24], ["摘要", 18], "text", ["第一章 緒論", 14], ["1.1 背景", 12]])).toEqual([1, 2, 2, 3]);
});

test("a number belongs to the heading that is open, not to an item with the same number", () => {
  const sections: readonly Placed[] = [["2 Guide", 18], "text", ["2. Put the files there", 10], ["2.1 Parts", 14]];
  expect(levelsOf([["Title", 24], ...sections])).toEqual([1, 2, 3, 3]);
});

test("the number of a version or product is not that of a chapter", () => {
  expect(
    levelsOf([
      ["Version 2 manual", 24],
      "text",
      ["Abstract", 18],
      "text",
      ["1 Setup", 16],
      "text",
      ["2 Usage", 16],
      "text",
      ["2.1 Start", 13],
      ["2.2 Stop", 13],
    ]),
  ).toEqual([1, 2, 2, 2, 3, 3]);
  const chapter: readonly Placed[] = [["Title", 24], "text", ["2 Usage", 16], ["Windows 2 hosts", 14], "text"];
  expect(levelsOf([...chapter, ["2.1 Start", 13]])).toEqual([1, 2, 3, 3]);
  expect(levelsOf([["Title", 24], "text", ["Chapter 2 Usage", 16], "text", ["2.1 Start", 16]])).toEqual([1, 2, 3]);
});

test("a number has at least the level of its depth", () => {
  expect(
    levelsOf([
      ["List of tables", 14],
      ["1.1 Usage", 14],
      ["1.1.1 Names", 14],
    ]),
  ).toEqual([1, 2, 3]);
});

test("headings nest below those of bookmarks", () => {
  const levels = createHeadingLevels(() => 1);
  const heading = { text: "Guide", sizePt: 14, isBold: false, isItalic: false, page: 1 };
  levels.note(heading, 2);
  expect(levels.place({ ...heading, text: "Parts", sizePt: 12 }, rank)).toBe(3);
});
