import { expect, test } from "vitest";
import { createHeadingLevels } from "../../../src/layout/headings/heading-levels.ts";
import type { LeveledHeading } from "../../../src/layout/headings/open-heading.ts";
import { createDocumentTitle } from "../../../src/layout/headings/title-search.ts";

/** A heading, a paragraph of text, a short one, or a short line such as an author. */
type Placed = readonly [text: string, sizePt: number, look?: Partial<LeveledHeading>] | "text" | "note" | "line";

const lengths = { text: 500, note: 150, line: 20 };

const rank = 3;
const bold = { isBold: true };
const italic = { isItalic: true };

function levelsOf(placed: readonly Placed[], firstPage = 1): readonly number[] {
  const levels = createHeadingLevels(() => firstPage);
  return placed.flatMap((one) => {
    if (typeof one === "string") {
      levels.noteParagraph({ isText: one !== "line", length: lengths[one], page: firstPage });
      return [];
    }
    const [text, sizePt, look = {}] = one;
    return [
      levels.place(
        { text, sizePt, ownPt: sizePt, isBold: false, isItalic: false, page: firstPage, isAboveText: false, ...look },
        rank,
      ),
    ];
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

test("text below a subsection is that of its section, whose other subsections may be on the next page", () => {
  const next: Placed = ["Later", 12, { page: 2 }];
  expect(levelsOf([["Title", 24], ["Section", 14], ["Part", 12], "text", next])).toEqual([1, 2, 3, 3]);
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

test("numbers of several kinds nest, and count on after their sections", () => {
  const placed: readonly Placed[] = [
    ["Title", 14],
    "text",
    ["I. Methods", 10, bold],
    "text",
    ["A. Samples", 10, bold],
    "text",
    ["1. Rocks", 10, italic],
    ["2. Soils", 10, italic],
    ["B. Tools", 10, bold],
    ["1. Drills", 10, italic],
    ["II. Results", 10, bold],
    ["A. Rocks", 10, bold],
  ];
  expect(levelsOf(placed)).toEqual([1, 2, 3, 4, 4, 3, 4, 2, 3]);
});

test("an appendix with a letter in the type of the sections has their level", () => {
  const placed: readonly Placed[] = [["Title", 14], "text", ["1. Aims", 10, bold], "text", ["A. Proofs", 10, bold]];
  expect(levelsOf(placed)).toEqual([1, 2, 2]);
});

test("sections of an appendix are below it, whatever its title", () => {
  for (const appendix of ["A Proofs", "A. Proofs", "Appendix A", "APPENDIX A: PROOFS"])
    expect(levelsOf([["Title", 14], "text", ["1 Aims", 12], "text", [appendix, 12], ["A.1 First", 12]])).toEqual([
      1, 2, 2, 3,
    ]);
});

test("a running header with the number of a page does not stop the count of the sections", () => {
  const sections: readonly Placed[] = [
    ["1 Aims", 12],
    "text",
    ["2 Means", 12],
    "text",
    ["2 A. Author", 16],
    ["3 Ends", 12],
  ];
  expect(levelsOf([["Title", 20], "text", ...sections]).at(-1)).toBe(2);
});

test("a letter after a Roman number that is also one counts on in its own series", () => {
  const letters: readonly Placed[] = ["H. Eight", "I. Nine", "J. Ten"].map((text) => [text, 10, bold]);
  expect(levelsOf([["Title", 14], "text", ["I. First", 12, bold], "text", ...letters])).toEqual([1, 2, 3, 3, 3]);
});

test("the title of a paper is above sections in its type, if authors follow it", () => {
  const sections: readonly Placed[] = [
    ["Abstract", 14, { ...bold, isAboveText: true }],
    "text",
    ["Methods", 14, { ...bold, isAboveText: true }],
    "text",
    ["Samples", 11, bold],
  ];
  expect(levelsOf([["A paper in several parts", 14, bold], "line", ...sections])).toEqual([1, 2, 2, 3]);
  expect(levelsOf([["Preface", 14, bold], "text", ...sections])).toEqual([1, 1, 1, 2]);
});

test("the first section of a document without a title is no title", () => {
  const sections: readonly Placed[] = [["Method", 14, { isAboveText: true }], "text", ["Storage", 14]];
  expect(levelsOf([["Contact", 14], "line", ...sections])).toEqual([1, 1, 1]);
  expect(levelsOf([["A list of ingredients", 14], "text", ...sections])).toEqual([1, 1, 1]);
});

test("a Roman number does not count on after a letter that is also one", () => {
  const letters = ["A. a", "B. b", "C. c", "D. d", "E. e", "F. f", "G. g", "H. h", "I. i"].map((text): Placed => [
    text,
    12,
  ]);
  expect(levelsOf([["Title", 14], "text", ["I. One", 12], "text", ...letters, ["II. Two", 12]]).at(-1)).toBe(2);
});

test("letters may be above Roman numbers", () => {
  const placed: readonly Placed[] = [
    ["A. One", 12],
    ["I. One", 12],
    ["1. One", 12],
    ["II. Two", 12],
    ["B. Two", 12],
  ];
  expect(levelsOf([["Title", 14], "text", ...placed])).toEqual([1, 2, 3, 4, 3, 2]);
});

test("entries in one type with short lines below them have one level", () => {
  const entries: readonly Placed[] = ["Anna", "Boris", "Clara"].flatMap((name): readonly Placed[] => [
    [name, 14],
    "line",
  ]);
  expect(levelsOf(entries)).toEqual([1, 1, 1]);
});

test("chapters are below the title of a title page, even in larger type", () => {
  expect(
    levelsOf([["Thesis", 17], "line", ["Contents", 24, { page: 2 }], "text", ["1 Aims", 24, { page: 3 }]]),
  ).toEqual([1, 2, 2]);
  expect(levelsOf([["Notes", 17], "text", ["Contents", 24, { page: 2 }]])).toEqual([1, 1]);
});

test("the title is the largest heading of a title page", () => {
  const cover: readonly Placed[] = [["Master of Arts", 14], "line", ["The title", 20], "line"];
  expect(levelsOf([...cover, ["Contents", 24, { page: 2 }], "text", ["1 Aims", 24, { page: 3 }]])).toEqual([
    1, 1, 2, 2,
  ]);
});

test("chapters in the type of the title are below it after a title page, which may have a few words", () => {
  const cover: readonly Placed[] = [["Manual", 20], "line"];
  const chapters: readonly Placed[] = [
    ["Contents", 20, { page: 2 }],
    ["About", 20, { page: 3 }],
  ];
  expect(levelsOf([...cover, ...chapters])).toEqual([1, 2, 2]);
  expect(levelsOf([...cover, "note", ...chapters])).toEqual([1, 2, 2]);
  expect(levelsOf([...cover, "text", ...chapters])).toEqual([1, 1, 1]);
});

test("abstracts and contents have no sections, even in stronger type", () => {
  const sections: readonly Placed[] = [["Introduction", 12], "text", ["Methods", 12]];
  expect(levelsOf([["Title", 20], "line", ["Abstract", 14], "text", ...sections])).toEqual([1, 2, 2, 2]);
  expect(levelsOf([["Title", 20], "line", ["Overview", 14], "text", ...sections])).toEqual([1, 2, 3, 3]);
});

test("the first numbered section is below a title in its type that text follows", () => {
  const sections: readonly Placed[] = [["1. Introduction", 12, bold], "text", ["2. Methods", 12, bold]];
  expect(levelsOf([["Spectra of many metals", 12, bold], "text", ...sections])).toEqual([1, 2, 2]);
  expect(levelsOf([["Preface", 12, bold], "text", ...sections])).toEqual([1, 1, 1]);
});

test("sections with numbers in an appendix are below it", () => {
  const numbered: readonly Placed[] = [["0. Preamble", 14], "text", ["1. Definitions", 14]];
  const before: readonly Placed[] = [["Handbook", 24], "line", ["Chapter 1. Server", 24, { page: 2 }], "text"];
  expect(levelsOf([...before, ["Appendix A. Licence", 24, { page: 3 }], ...numbered])).toEqual([1, 2, 2, 3, 3]);
});

test("a section belongs to the numbered one above it, not to an item in weaker type with the same number", () => {
  expect(
    levelsOf([
      ["Title", 24],
      "line",
      ["3.The schema", 20],
      ["3.1. Changes", 16],
      "text",
      ["3. Rename", 10, bold],
      ["3.2. More changes", 16],
    ]),
  ).toEqual([1, 2, 3, 4, 3]);
});

test("Chinese numbers, and numbers in brackets, count on in their own series", () => {
  const kai = { isBold: true };
  expect(
    levelsOf([
      ["论文的格式规定", 18],
      "line",
      ["一、一般格式", 14, kai],
      ["（一）题目", 12, kai],
      "text",
      ["1. 绪论", 12],
      "text",
      ["(1) 图", 12],
      "text",
      ["(2) 表", 12],
      ["2. 结论", 12],
      ["（二）摘要", 12, kai],
      ["二、印刷格式", 14, kai],
    ]),
  ).toEqual([1, 2, 3, 4, 5, 5, 4, 3, 2]);
});

test("chapters of a part that has its own page are below it, and numbers count on after a note", () => {
  const part: readonly Placed[] = [
    ["Guide", 27],
    ["Contents", 22, { page: 2 }],
    "text",
    ["Introduction", 27, { page: 3 }],
    ["Chapter 1. Basics", 22, { page: 4 }],
    "text",
    ["1.1. Modules", 18, { page: 4 }],
    "text",
    ["Note", 16, { page: 4 }],
    "text",
    ["1.1.1. Names", 14, { page: 5 }],
  ];
  expect(levelsOf(part)).toEqual([1, 2, 2, 3, 4, 5, 5]);
});

test("a subtitle above the authors has no sections", () => {
  const title: readonly Placed[] = [
    ["Title", 20],
    ["Subtitle", 16],
  ];
  expect(levelsOf([...title, "line", ["Abstract", 12], "text"])).toEqual([1, 2, 2]);
  expect(levelsOf([...title, ["Abstract", 12], "text"])).toEqual([1, 2, 3]);
});

test("the types of numbered headings are known", () => {
  const levels = createHeadingLevels(() => 1);
  const type = { sizePt: 8.9, isBold: true, isItalic: false };
  const heading = { text: "1 Aims", ...type, sizePt: 10, ownPt: 8.9, page: 1, isAboveText: false };
  levels.place({ ...heading, text: "Aims" }, rank);
  expect(levels.hasType(type)).toBe(false);
  levels.place(heading, rank);
  expect(levels.hasType(type)).toBe(true);
  expect(levels.hasType({ ...type, sizePt: 10 })).toBe(false);
  expect(levels.hasType({ ...type, isItalic: true })).toBe(false);
});

test("headings nest below those of bookmarks", () => {
  const levels = createHeadingLevels(() => 1);
  const heading = { text: "Guide", sizePt: 14, ownPt: 14, isBold: false, isItalic: false, page: 1, isAboveText: false };
  levels.note(heading, 2);
  expect(levels.place({ ...heading, text: "Parts", sizePt: 12 }, rank)).toBe(3);
});

test("bookmarked headings smaller than a title before them are below it", () => {
  const title = createDocumentTitle();
  title.note(24, 1);
  expect(title.isAbove(18)).toBe(true);
  expect(title.isAbove(24)).toBe(false);
});

test("a heading of another level, or one after a bookmark, is no title", () => {
  const title = createDocumentTitle();
  title.note(20, 2);
  expect(title.isAbove(14)).toBe(false);
  title.note(30, 1);
  expect(title.isAbove(14)).toBe(false);
});

test("a number within a known section states the level, whatever a tag says", () => {
  const levels = createHeadingLevels(() => 1);
  const look = { sizePt: 12, ownPt: 12, isBold: true, isItalic: false, page: 1, isAboveText: false };
  const note = (text: string, level: number): number => levels.note({ ...look, text }, level);
  expect([note("7 Sets", 1), note("7.1 Terms", 2), note("7.1.1 Codes", 5), note("7.1.2 Names", 3)]).toEqual([
    1, 2, 3, 3,
  ]);
  expect([note("9.2.1 Other", 5), note("Remarks", 4)]).toEqual([5, 4]);
});
