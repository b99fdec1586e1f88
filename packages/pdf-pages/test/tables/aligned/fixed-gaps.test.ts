import { expect, test } from "vitest";
import { findTables } from "../../../src/tables/find-tables.ts";
import { splitNarrowGaps } from "../../../src/tables/aligned/narrow-gaps.ts";
import { fragmentsOf } from "../../../src/tables/cells/fragment.ts";
import type { TextLine } from "../../../src/model/page-content.ts";
import { characterPt, pageOf, words } from "../pages.ts";
import { type Lines, merged, pageAndSigns } from "./merged-lines.ts";

const formats = ["#,##0", "0.00", "yyyy", "[h]", "@"];

/** A row whose last two cells, a number and a word, the engine merged, because only a space is between them. */
function row(index: number, number: string, word: string): Lines {
  const y = 100 + 14 * index;
  const start = 202 - characterPt * number.length;
  return [[words([50, y], formats[index] ?? "")], merged(y, [start, number], [204, word])];
}

const values = [
  ["1.5", "Basic"],
  ["10", "Spaces"],
  ["1", "Basic"],
  ["12", "Basic"],
  ["1", "Spaces"],
] as const;

test("numbers and the words right after them are different cells if the gap between them stays in place", () => {
  const [content, placed] = pageAndSigns(values.flatMap(([number, word], index) => row(index, number, word)));

  expect(findTables(content, [], () => placed).map(({ rows }) => rows)).toEqual([
    formats.map((format, index) => [format, ...(values[index] ?? [])]),
  ]);
});

const employees = [
  ["8389", "Dianne Pugh"],
  ["4390", "Ned Lanning"],
  ["8604", "Margo Hendrix"],
  ["8299", "Mia Arnold"],
  ["5243", "Rose Winters"],
] as const;

test("numbers of one width are apart from words that start below their head", () => {
  const head: Lines = [[words([160, 100], "EmpID")], [words([204, 100], "Name")], [words([300, 100], "Room")]];
  const body = employees.flatMap(([id, name], index): Lines => {
    const y = 114 + 14 * index;
    return [merged(y, [182, id], [204, name]), [words([300, y], `B${index}`)]];
  });
  const [content, placed] = pageAndSigns([...head, ...body]);

  expect(findTables(content, [], () => placed).map(({ rows }) => rows)).toEqual([
    [["EmpID", "Name", "Room"], ...employees.map(([id, name], index) => [id, name, `B${index}`])],
  ]);
});

test.for<readonly [string, readonly (readonly [string, string])[]]>([
  [
    "a unit after numbers of different width",
    [
      ["1.5", "kg"],
      ["10", "kg"],
      ["1", "kg"],
      ["12", "kg"],
      ["1", "kg"],
    ],
  ],
  [
    "words after numbers of one width",
    [
      ["15", "days"],
      ["10", "weeks"],
      ["11", "days"],
      ["12", "days"],
      ["14", "weeks"],
    ],
  ],
  ["only three such rows", values.slice(0, 3)],
  [
    "numbers of different width and their units",
    [
      ["12", "mm"],
      ["3", "km"],
      ["912", "Ohm"],
      ["5", "m"],
      ["45", "cm"],
    ],
  ],
  [
    "numbers and their shares",
    [
      ["12", "(3.1)"],
      ["3", "(0.8)"],
      ["912", "(100.0)"],
      ["5", "(1.2)"],
      ["45", "(11.9)"],
    ],
  ],
  [
    "thousands of numbers",
    [
      ["12", "345,50"],
      ["1", "200"],
      ["-7", "845"],
      ["100", "120"],
      ["45", "012,5"],
    ],
  ],
  [
    "a leader and what it leads to",
    [
      ["1.5", "..."],
      ["10", "....."],
      ["1", "..."],
      ["12", "...."],
      ["1", "......"],
    ],
  ],
  [
    "operators and their terms",
    [
      ["1.5", "-"],
      ["10", "+"],
      ["1", "-"],
      ["12", "×"],
      ["1", "="],
    ],
  ],
])("%s stay in one cell", ([, cells]) => {
  const [content, placed] = pageAndSigns(cells.flatMap(([number, word], index) => row(index, number, word)));
  const texts = splitNarrowGaps(fragmentsOf(content), () => placed).map(({ text }) => text);

  expect(texts.filter((text) => !formats.includes(text))).toEqual(cells.map((pair) => pair.join(" ")));
});

test("the pages of an index that start alike are no columns", () => {
  const lines = values.flatMap((_, index): Lines => {
    const y = 100 + 14 * index;
    const first = `${9 * 10 ** index},`;
    return [
      [words([50, y], formats[index] ?? "")],
      merged(y, [200 - characterPt * first.length, first], [203, `${10 ** (6 - index)}`]),
    ];
  });
  const [content, placed] = pageAndSigns(lines);
  const texts = splitNarrowGaps(fragmentsOf(content), () => placed).map(({ text }) => text);

  expect(texts).toContain("9, 1000000");
});

test("thousands are not cut off where a smaller number of the column starts", () => {
  const amounts = [
    ["45", "012"],
    ["7", "800"],
    ["12", "345"],
    ["1", "200"],
  ] as const;
  const lines = amounts.flatMap(([thousands, rest], index): Lines => {
    const y = 100 + 14 * index;
    return [
      [words([50, y], formats[index] ?? "")],
      merged(y, [202 - characterPt * thousands.length, thousands], [204, rest]),
    ];
  });
  const small: Lines = [
    [words([50, 156], "small")],
    [words([204, 156], "567")],
    [words([50, 170], "tiny")],
    [words([204, 170], "042")],
  ];
  const [content, placed] = pageAndSigns([...lines, ...small]);

  expect(splitNarrowGaps(fragmentsOf(content), () => placed).map(({ text }) => text)).toContain("45 012");
});

test("columns of numbers are apart although both end at the right", () => {
  const pairs = [
    ["1.5", "12,000.5"],
    ["10.25", "7.5"],
    ["1.5", "40.75"],
    ["102.5", "3,000.25"],
  ] as const;
  const lines = pairs.flatMap(([left, right], index): Lines => {
    const y = 100 + 14 * index;
    const start = 250 - characterPt * right.length;
    return [[words([50, y], formats[index] ?? "")], merged(y, [206 - characterPt * left.length, left], [start, right])];
  });
  const [content, placed] = pageAndSigns(lines);
  const texts = splitNarrowGaps(fragmentsOf(content), () => placed).map(({ text }) => text);

  expect(texts).toEqual(expect.arrayContaining(pairs.flat()));
});

test("code and lines of prose are not split", () => {
  const prose = values.map(([number, word], index): Lines => {
    const y = 100 + 14 * index;
    const rest = "of all that anyone has ever seen there in a day";
    return [[words([50, y], "a")], merged(y, [202 - characterPt * number.length, number], [204, `${word} ${rest}`])];
  });
  const [content, placed] = pageAndSigns(prose.flat());
  const texts = splitNarrowGaps(fragmentsOf(content), () => placed).map(({ text }) => text);

  expect(texts).not.toContain("1.5");
});

test("columns with numbers at the right and errors in the middle are aligned", () => {
  const cells = ["11", "10", "1", "43"].map((text) => [text, true] as const);
  const errors = ["#VALUE!", "#NUM!", "#NUM!", "#VALUE!"].map((text) => [text, false] as const);
  const lines = [...cells, ...errors].flatMap(([text, isRight], index): readonly TextLine[] => {
    const y = 114 + 14 * index;
    const place = (x: number): TextLine =>
      isRight ? words([x, y], text, { isRight }) : words([x - 50 - (characterPt * text.length) / 2, y], text);
    return [place(150), place(280), words([290, y], "a comment")];
  });
  const head = [words([50, 100], "Formula"), words([180, 100], "Expected"), words([290, 100], "Comment")];

  expect(findTables(pageOf(...head, ...lines), []).map(({ rows }) => rows)).toEqual([
    [["Formula", "Expected", "Comment"], ...[...cells, ...errors].map(([text]) => [text, text, "a comment"])],
  ]);
});
