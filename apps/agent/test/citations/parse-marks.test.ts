import { expect, test } from "vitest";
import { type CitedPlace, parseMarks } from "../../src/citations/citation.ts";
import { instructions } from "../../src/conversation/converse.ts";

const nothingKnown = (): boolean => false;

function marksOf(answer: string, known: readonly string[] = []): readonly (readonly [string, CitedPlace])[] {
  return parseMarks(answer, (path) => known.includes(path)).map(({ path, place }) => [path, place]);
}

function lines(first: number, last = first): CitedPlace {
  return { kind: "lines", first, last };
}

function units(unit: "page" | "slide" | "cell" | "sheet" | "section", first: number, last = first): CitedPlace {
  return { kind: "units", unit, first, last };
}

test.for<[written: string, path: string, place: CitedPlace]>([
  ["[app.log:812]", "app.log", lines(812)],
  ["[logs/app.log:812-830]", "logs/app.log", lines(812, 830)],
  ["[app.log:812–830]", "app.log", lines(812, 830)],
  ["[app.log:-5]", "app.log", lines(-5)],
  ["[app.log, lines 3-9]", "app.log", lines(3, 9)],
  ["[app.log:L12]", "app.log", lines(12)],
  ["[report.pdf p. 3]", "report.pdf", units("page", 3)],
  ["[report.pdf p.3]", "report.pdf", units("page", 3)],
  ["[report.pdf, pages 3-5]", "report.pdf", units("page", 3, 5)],
  ["[annual report 2026.pdf pp. 3-5]", "annual report 2026.pdf", units("page", 3, 5)],
  ["[talk.pptx slide 4]", "talk.pptx", units("slide", 4)],
  ["[analysis.ipynb Cell 7]", "analysis.ipynb", units("cell", 7)],
  ["[book.xlsx sheet 2]", "book.xlsx", units("sheet", 2)],
  ["[page.html section 2]", "page.html", units("section", 2)],
  ["[book.xlsx Sheet1!B4]", "book.xlsx", { kind: "cells", sheet: "Sheet1", range: "B4" }],
  ["[book.xlsx Sheet1!$B$4:$D$7]", "book.xlsx", { kind: "cells", sheet: "Sheet1", range: "B4:D7" }],
  ["[book.xlsx 'Q3 sales'!b4]", "book.xlsx", { kind: "cells", sheet: "Q3 sales", range: "B4" }],
  ["[book.xlsx 'It''s'!B4]", "book.xlsx", { kind: "cells", sheet: "It's", range: "B4" }],
  ["[backup.zip > docs/a.md]", "backup.zip", { kind: "entry", name: "docs/a.md" }],
  ["[photo.png]", "photo.png", { kind: "file" }],
])("%s is a citation", ([written, path, place]) => {
  expect(marksOf(`It is so ${written}.`)).toEqual([[path, place]]);
});

test.for([
  "[1]",
  "[x]",
  "[0:3]",
  "[see the report]",
  "[report.pdf p. 3](https://example.org)",
  "- [x] app done",
  "[2:1]",
  "[3.5:1]",
  "[prose; that names report.pdf p. 3]",
  "```python\nrows[data.csv:3]\nfile[app.log:3]\n```",
  "```\n[app.log:3] in a block that never ends",
  `[${"a".repeat(400)}.pdf p. 3]`,
])("%s is none", (written) => {
  expect(marksOf(written)).toEqual([]);
});

test("several citations share one pair of brackets, and a file named once goes on", () => {
  expect(marksOf("[app.log:8; report.pdf p. 3] and [app.log:812, 815-820] and [report.pdf p. 3, 5]")).toEqual([
    ["app.log", lines(8)],
    ["report.pdf", units("page", 3)],
    ["app.log", lines(812)],
    ["app.log", lines(815, 820)],
    ["report.pdf", units("page", 5)],
  ]);
});

test("a file that was read is recognised whatever it is called", () => {
  expect(marksOf("[Makefile:3] [a, b.txt:1] [Notes of Anna]", ["Makefile", "a, b.txt", "Notes of Anna"])).toEqual([
    ["Makefile", lines(3)],
    ["a, b.txt", lines(1)],
    ["Notes of Anna", { kind: "file" }],
  ]);
});

test("what is named twice is one citation", () => {
  expect(marksOf("[app.log:8] … [app.log:8]")).toHaveLength(1);
});

test("every example that the model is shown is understood", () => {
  const examples = instructions.match(/\[[^\]]+\]/g) ?? [];
  expect(examples.length).toBeGreaterThan(7);
  expect(parseMarks(instructions, nothingKnown)).toHaveLength(examples.length);
});

test("an answer made to be slow is parsed all the same", () => {
  const answer = `${"[".repeat(50_000)}${"[a:".repeat(20_000)}${"[a p. 1, ".repeat(20_000)}`;
  expect(marksOf(answer)).toEqual([]);
});
