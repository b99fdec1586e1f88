import { expect, test } from "vitest";
import type { Rule, TextLine } from "../../src/model/page-content.ts";
import { findTables } from "../../src/tables/find-tables.ts";
import { box, flat, gridOf, pageOf, rowsAt, slanted, upright, words } from "./pages.ts";

const sentence = "several words of a sentence that goes on and on";

function repeated(count: number, line: (index: number) => readonly TextLine[]): readonly TextLine[] {
  return Array.from({ length: count }, (_, index) => line(index)).flat();
}

/** Words in three columns of equal width, with a distance of rows. */
function spread(stepPt: number, cells: readonly (readonly string[])[]): readonly TextLine[] {
  return cells.flatMap((row, y) => row.map((text, x) => words([50 + 150 * x, 100 + stepPt * y], text)));
}

interface Case {
  readonly title: string;
  readonly lines: readonly TextLine[];
  readonly rules?: readonly Rule[];
}

/** The labels of a diagram. */
const labels = [
  ["Source", "12", "Target"],
  ["Reader", "15", "Writer"],
  ["Parser", "18", "Printer"],
];

const cases: readonly Case[] = [
  {
    title: "prose in two columns",
    lines: repeated(20, (index) => [words([50, 100 + 12 * index], sentence), words([320, 100 + 12 * index], sentence)]),
  },
  {
    title: "prose in two columns between the rules of header and footer",
    lines: repeated(20, (index) => [words([50, 100 + 12 * index], sentence), words([320, 100 + 12 * index], sentence)]),
    rules: [flat(90, 50, 560), flat(700, 50, 560)],
  },
  {
    title: "the columns of a newsletter with rules between them",
    lines: repeated(40, (index) =>
      [50, 230, 410].map((x) =>
        words([x, 100 + 12 * index], index % 9 === 0 ? "The words of a sentence that" : "go on in the next line of it"),
      ),
    ),
    rules: [flat(95, 40, 560), flat(590, 40, 560), upright(215, 95, 590), upright(395, 95, 590)],
  },
  {
    title: "sections whose numbers are in the margin, between the rules of header and footer",
    lines: [100, 190, 280].flatMap((y, index) => [
      words([200, y], `6.${index + 4}`, { isBold: true }),
      words([230, y], "The interface of the reader", { isBold: true }),
      ...[0, 1, 2].map((line) => words([230, y + 28 + 12 * line], `${sentence} ${"and on ".repeat(line)}`)),
    ]),
    rules: [flat(90, 80, 620), flat(376, 80, 220), flat(376, 230, 620), flat(380, 80, 620)],
  },
  {
    title: "short lines of words stretched to the width of their column",
    lines: [
      ...["1866:", "twenty", "shillings"].map((text, index) => words([[50, 110, 175][index] ?? 0, 100], text)),
      ...["One", "two", "four", "shillings"].map((text, index) => words([[50, 90, 130, 175][index] ?? 0, 114], text)),
      ...["1923:", "ninepence"].map((text, index) => words([[50, 175][index] ?? 0, 128], text)),
    ],
  },
  {
    title: "cards with titles in bold, whose paragraphs stand side by side",
    lines: ["Basic", "Standard", "Premium"].flatMap((title, column) => [
      words([50 + 180 * column, 100], title, { isBold: true }),
      ...["Costs little and does", "what most people", "need, every day."].map((text, index) =>
        words([50 + 180 * column, 114 + 14 * index], text),
      ),
    ]),
  },
  {
    title: "a list beside a text box",
    lines: [
      words([50, 100], "If the class shows"),
      words([50, 114], "one of the signs"),
      words([50, 128], "within a week"),
      words([50, 142], "Yes"),
      ...["Signs:", "＊ Fever", "＊ Cough", "＊ Rash"].map((text, index) => words([250, 100 + 14 * index], text)),
      ...["＊", "＊"].map((text, index) => words([220, 100 + 28 * index], text)),
    ],
  },
  {
    title: "two boxes of a drawing, which a line joins",
    lines: [words([56, 103], "First step of all"), words([196, 105], "Second step"), words([196, 117], "of all")],
    rules: [...box(50, 102, 145, 140), ...box(190, 100, 262, 142), flat(120, 142, 192)],
  },
  {
    title: "single signs below each other",
    lines: rowsAt(
      100,
      [50, 80, 120, 150],
      [
        ["吾", "輩", "は", "猫"],
        ["で", "あ", "る", "名"],
        ["前", "は", "ま", "だ"],
        ["無", "い", "何", "処"],
      ],
    ),
  },
  {
    title: "a list with bullets",
    lines: repeated(6, (index) => [
      words([50, 100 + 14 * index], "•"),
      words([70, 100 + 14 * index], "a point of some words"),
    ]),
  },
  {
    title: "a list between the rules of headings",
    lines: repeated(6, (index) => [
      words([50, 104 + 14 * index], "•"),
      words([70, 104 + 14 * index], `point ${String(index)}`),
    ]),
    rules: [flat(100, 45, 345), flat(190, 45, 345)],
  },
  {
    title: "points of a list by the tags, with what they cost",
    lines: repeated(4, (index) =>
      [50, 200].map((x) =>
        words([x, 100 + 14 * index], `${String(x)} of ${String(index)}`, {
          tag: { role: "LBody", element: index, listDepth: 1, item: index },
        }),
      ),
    ).concat(repeated(4, (index) => [words([350, 100 + 14 * index], "12")])),
  },
  {
    title: "a numbered list",
    lines: repeated(6, (index) => [
      words([50, 100 + 14 * index], `${String(index + 1)}.`),
      words([75, 100 + 14 * index], "a point of some words"),
    ]),
  },
  {
    title: "a table of contents with dots",
    lines: repeated(6, (index) => [
      words([50, 100 + 14 * index], `Chapter ${String(index)} ..............`),
      words([400, 100 + 14 * index], String(index * 7 + 3)),
    ]),
  },
  {
    title: "a table of contents without dots",
    lines: repeated(6, (index) => [
      words([50, 100 + 14 * index], "Chapter on a subject"),
      words([400, 100 + 14 * index], String(index * 7 + 3)),
    ]),
  },
  {
    title: "code with comments",
    lines: repeated(6, (index) => [
      words([50, 100 + 14 * index], "let total = 0;", { isMonospaced: true }),
      words([200, 100 + 14 * index], "// counts them", { isMonospaced: true }),
    ]),
  },
  {
    title: "equations with their numbers",
    lines: repeated(5, (index) => [
      words([50, 100 + 14 * index], "a", { font: "CMMI10" }),
      words([80, 100 + 14 * index], "= b + c", { font: "CMSY10" }),
      words([400, 100 + 14 * index], `(${String(index + 1)})`),
    ]),
  },
  {
    title: "a form of labels and answers",
    lines: rowsAt(
      100,
      [50, 200],
      [
        ["Name:", "Ada"],
        ["Town:", "London"],
        ["Born:", "1815"],
        ["Age:", "36"],
      ],
    ),
  },
  {
    title: "words in columns of one width, as in an index",
    lines: repeated(12, (index) => [50, 200, 350].map((x) => words([x, 100 + 14 * index], "entry"))),
  },
  {
    title: "a definition list",
    lines: repeated(6, (index) => [words([50, 100 + 14 * index], "term"), words([150, 100 + 14 * index], sentence)]),
  },
  {
    title: "a letter's head beside its text",
    lines: [
      ...repeated(3, (index) => [words([50, 100 + 12 * index], "Director"), words([200, 100 + 12 * index], "short")]),
      ...repeated(9, (index) => [words([50, 136 + 12 * index], "Somebody"), words([200, 136 + 12 * index], sentence)]),
    ],
  },
  {
    title: "a frame around a page of paragraphs",
    lines: repeated(40, (index) => [words([60, 60 + 14 * index], sentence)]),
    rules: gridOf([50, 550], [50, 700]),
  },
  {
    title: "boxes side by side with paragraphs in them",
    lines: repeated(35, (index) => [words([60, 60 + 14 * index], sentence), words([320, 60 + 14 * index], sentence)]),
    rules: gridOf([50, 300, 560], [50, 700]),
  },
  {
    title: "boxes and arrows",
    lines: [words([60, 105], "Start"), words([260, 205], "Work"), words([60, 305], "End"), words([360, 355], "Never")],
    rules: [
      ...box(50, 100, 150, 120),
      flat(110, 150, 300),
      upright(300, 110, 200),
      ...box(250, 200, 350, 220),
      flat(210, 100, 250),
      upright(100, 210, 300),
      ...box(50, 300, 150, 320),
      flat(310, 150, 400),
      upright(400, 310, 350),
      ...box(350, 350, 450, 370),
    ],
  },
  {
    title: "a chart with a grid behind it",
    lines: [
      ...repeated(5, (index) => [words([70, 95 + 50 * index], String(100 - index * 20))]),
      ...[1, 2, 3, 4].map((index) => words([40 + 60 * index, 310], `Q${String(index)}`)),
    ],
    rules: gridOf([90, 150, 210, 270, 330], [100, 150, 200, 250, 300]),
  },
  ...[
    { title: "labels of the axes of three charts side by side", texts: ["100", "80", "60", "40", "20", "0"] },
    {
      title: "labels of axes with thousands and negative numbers",
      texts: ["1,000", "500", "0", "-500", "-1,000", "-1,500"],
    },
    { title: "labels of axes with decimals", texts: ["1.5 %", "1.2 %", "0.9 %", "0.6 %", "0.3 %", "0.0 %"] },
    {
      title: "labels of the axes of charts in two rows",
      texts: ["40", "30", "20", "10", "0", "40", "30", "20", "10", "0"],
    },
  ].map(({ title, texts }) => ({
    title,
    lines: texts.flatMap((text, index) => [50, 220, 390].map((x) => words([x, 100 + 22 * index], text))),
  })),
  {
    title: "a menu of links with white between them",
    lines: spread(18, [
      ["Products", "About us", "Help"],
      ["Prices", "Careers", "Contact"],
      ["Downloads", "Press", "Privacy"],
      ["Release notes", "Partners", "Terms"],
    ]),
  },
  {
    title: "a list of names with white between them",
    lines: spread(20, [
      ["Anna Berg", "David Roth", "Greta Lang"],
      ["Boris Novak", "Elena Costa", "Hugo Martin"],
      ["Clara Lindt", "Frank Moore", "Irene Petit"],
      ["Dora Weiss", "Felix Arnold", "Ivan Horak"],
      ["Emil Sand", "Gina Lopez", "Jonas Beck"],
    ]),
  },
  {
    title: "words that are marked with a colour, one by one",
    lines: [
      words([50, 101], "marked"),
      words([82, 101], "words"),
      words([50, 114], "follow"),
      words([82, 114], "here"),
    ],
    rules: [101, 114].flatMap((y) => [...box(50, y - 1, 81, y + 12), ...box(81, y - 1, 108, y + 12)]),
  },
  {
    title: "the labels of a diagram with slanted lines between them",
    lines: rowsAt(100, [50, 200, 350], labels),
    rules: [slanted(90, 102, 190, 140), slanted(240, 102, 340, 140)],
  },
  {
    title: "a part of a diagram without lines, between its rules",
    lines: rowsAt(
      100,
      [50, 200, 350],
      [
        ...labels,
        ["Sheet", "21", "Reader"],
        ["Table", "24", "Parser"],
        ["Cell", "27", "Writer"],
        ["Row", "30", "Sheet"],
      ],
    ),
    rules: [flat(98, 45, 400), flat(198, 45, 400), slanted(90, 98, 190, 150), slanted(240, 98, 340, 150)],
  },
  {
    title: "two texts in a box with an arrow",
    lines: [words([56, 103], "First"), words([126, 123], "next")],
    rules: [...box(50, 100, 110, 140), flat(120, 50, 170)],
  },
  {
    title: "a ruled line of a page header, of which words are underlined",
    lines: [words([55, 104], "Manual"), words([160, 104], "A program"), words([260, 104], "a@example.com")],
    rules: [...gridOf([50, 150, 250, 350], [100, 120]), flat(114, 250, 345)],
  },
  {
    title: "code in a shaded box",
    lines: rowsAt(
      104,
      [50, 120],
      [
        ["--param", "one"],
        ["--param", "another"],
        ["--nonet", "third"],
      ],
    ).map(({ runs, ...line }) => ({
      ...line,
      runs: runs.map((run) => ({ ...run, style: { ...run.style, isMonospaced: true } })),
    })),
    rules: box(45, 100, 345, 150),
  },
  {
    title: "code with the numbers of its lines",
    lines: repeated(5, (index) => [
      words([50, 100 + 14 * index], String(index + 1)),
      words([70, 100 + 14 * index], `value${String(index)}`, { isMonospaced: true }),
      words([200, 100 + 14 * index], `:= ${String(index)} or none`, { isMonospaced: true }),
    ]),
  },
  {
    title: "the last chapters of a table of contents below a running header",
    lines: rowsAt(
      100,
      [50, 400],
      [
        ["Contents", "vii"],
        ["9 Installation", "25"],
        ["10 Plans", "26"],
        ["11 Thanks", "26"],
      ],
    ),
  },
  {
    title: "chapters with numbers between the rules of header and footer",
    lines: rowsAt(
      104,
      [50, 80, 400],
      [
        ["1", "Articles", "3"],
        ["2", "What is known", "31"],
        ["3", "Further reading", "49"],
      ],
    ),
    rules: [flat(100, 45, 420), flat(150, 45, 420)],
  },
  {
    title: "headings of sections with rules below them",
    lines: [
      words([50, 100], "4"),
      words([70, 100], "Example File"),
      ...repeated(2, (index) => [words([70, 116 + 12 * index], "One can look at a file")]),
      words([50, 150], "5"),
      words([70, 150], "Contact us"),
      words([70, 166], "The end"),
    ].map((line) =>
      line.box.y0 === 100 || line.box.y0 === 150
        ? { ...line, runs: line.runs.map((run) => ({ ...run, style: { ...run.style, sizePt: 14 } })) }
        : line,
    ),
    rules: [flat(112, 45, 345), flat(162, 45, 345)],
  },
  {
    title: "the data of an article beside its abstract",
    lines: [
      ...rowsAt(104, [50], [["Article info"], [""], ["Received in May"], ["Revised in June"], ["Accepted in July"]]),
      ...rowsAt(104, [50], [[""], [""], [""], [""], [""], [""], ["Solar cells"], ["Voltage"], ["Efficiency"]]),
      ...[
        "Abstract",
        "",
        "A cell with a junction of two layers was grown",
        "on a substrate of one kind by a usual technique",
        "and the properties of the structure were found",
        "by means of a microscope with good resolution",
        "so that the output of the cell could be taken",
        "under light of the sun and without any of this",
        "which improves the efficiency of it by a half.",
      ].flatMap((text, index) => (text === "" ? [] : [words([200, 104 + 14 * index], text)])),
    ],
    rules: [flat(100, 45, 440), flat(118, 45, 440), flat(240, 45, 440)],
  },
  {
    title: "a chart in a frame, with a scale whose numbers are centred at its lines",
    lines: [
      ...rowsAt(104, [97, 147, 197, 247, 297, 347], [["0", "1", "2", "3", "4", "5"]]),
      ...rowsAt(128, [50, 297], [["Tokyo", "Write"], ["Oslo", "Read"], ["Rome"], ["Lima"]]),
    ],
    rules: [
      flat(98, 45, 380),
      flat(190, 45, 380),
      ...[100, 150, 200, 250, 300, 350].map((x) => upright(x - 0.5, 116, 186)),
    ],
  },
  {
    title: "teasers beside a list whose bullets are closer than its lines",
    lines: repeated(5, (index) => [
      words(
        [50, 100 + 28 * index],
        ["Warning about a bill", "Polluters far off", "Rallies go on", "Prices rise", "Schools open"][index] ?? "",
      ),
      words(
        [180, 100 + 28 * index],
        ["Deported from abroad", "Talks fail again", "Ministers meet", "Rains expected", "Trains late"][index] ?? "",
      ),
      ...[0, 12].map((y) => words([330, 94 + 28 * index + y], "•")),
      words([370, 100 + 28 * index], ["Politics", "South", "Sports", "Districts", "Opinion"][index] ?? ""),
    ]),
  },
  { title: "nothing", lines: [], rules: gridOf([50, 100, 150], [50, 100, 150]) },
];

test.for(cases)("$title is not a table", ({ lines, rules = [] }) => {
  expect(findTables(pageOf(...lines), rules).map((table) => table.rows)).toEqual([]);
});

test("attributes with hyphens in a box of a diagram are no list in a cell", () => {
  const attributes = ["name", "geometry", "area", "owner"].flatMap((text, index) => [
    words([200, 118 + 12 * index], "-"),
    words([220, 118 + 12 * index], text),
  ]);
  const lines = [words([50, 104], "Place"), words([200, 104], "Island"), ...attributes];
  const found = findTables(pageOf(...lines), gridOf([45, 195, 340], [100, 114, 170]));
  expect(found.flatMap(({ rows }) => rows)).not.toContainEqual(["", "- name - geometry - area - owner"]);
});
