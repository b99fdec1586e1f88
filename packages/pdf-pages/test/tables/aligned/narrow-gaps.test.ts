import { expect, test } from "vitest";
import type { TextLine } from "../../../src/model/page-content.ts";
import { findTables } from "../../../src/tables/find-tables.ts";
import { splitNarrowGaps } from "../../../src/tables/aligned/narrow-gaps.ts";
import { fragmentsOf } from "../../../src/tables/cells/fragment.ts";
import { characterPt, flat, pageOf, words } from "../pages.ts";
import { type Lines, merged, pageAndSigns } from "./merged-lines.ts";

function found(lines: Lines): ReturnType<typeof findTables> {
  const rules = [100, 116, 130, 144, 158].map((y) => flat(y, 45, 400));
  const [content, placed] = pageAndSigns(lines);
  return findTables(content, rules, () => placed);
}

const row = (y: number, [name, count, state]: readonly [string, string, string]): readonly (readonly [TextLine])[] => [
  [words([50, y], name)],
  [words([200, y], count, { isRight: true })],
  [words([207, y], state)],
];

test("heads of narrow columns are split where the cells below start", () => {
  const lines = [
    [words([50, 104], "Account")] as const,
    merged(104, [185, "ARR"], [207, "State"]),
    ...row(118, ["Globex", "120,400", "active"]),
    ...row(132, ["Initech", "98,000", "at risk"]),
    ...row(146, ["Umbrella", "71,250", "active"]),
  ];

  expect(found(lines).map(({ rows }) => rows)).toEqual([
    [
      ["Account", "ARR", "State"],
      ["Globex", "120,400", "active"],
      ["Initech", "98,000", "at risk"],
      ["Umbrella", "71,250", "active"],
    ],
  ]);
});

test("amounts and the text right after them are different cells", () => {
  const lines = [
    [words([50, 104], "Account")] as const,
    merged(104, [185, "ARR"], [207, "State"]),
    ...(["120,400", "998,000", "771,250"] as const).flatMap((count, index) => [
      [words([50, 118 + 14 * index], `Company ${index}`)] as const,
      merged(118 + 14 * index, [165, count], [207, "active"]),
    ]),
  ];

  expect(found(lines).map(({ rows }) => rows)).toEqual([
    [
      ["Account", "ARR", "State"],
      ["Company 0", "120,400", "active"],
      ["Company 1", "998,000", "active"],
      ["Company 2", "771,250", "active"],
    ],
  ]);
});

test("a head over two columns stays whole, although it has several words", () => {
  const lines = [
    [words([50, 104], "Account")] as const,
    merged(104, [178, "All"], [196, "the"], [214, "rest"]),
    ...row(118, ["Globex", "120,400", "active"]),
    ...row(132, ["Initech", "98,000", "at risk"]),
    ...row(146, ["Umbrella", "71,250", "active"]),
  ];

  const [content, placed] = pageAndSigns(lines);

  expect(splitNarrowGaps(fragmentsOf(content), () => placed).map(({ text }) => text)).toContain("All the rest");
});

test("characters are not read if no cells are too close", () => {
  const lines = [
    ["Globex", "120,400", "active"],
    ["Initech", "98,000", "idle"],
    ["Umbrella", "71,250", "idle"],
  ] as const;
  const content = pageOf(...lines.flatMap((cells, index) => row(104 + 14 * index, cells).flat()));
  const readLines = (): never => {
    throw new Error("not to be read");
  };

  expect(findTables(content, [], readLines)).toBeDefined();
});

test("columns of words are split where other rows start, whatever their ends are", () => {
  const trades = ["Allegiant Air", "Bell Bakery", "Cedar Rock Inn", "Davinci Cafe"];
  const owners = ["Allegiant Limited", "Belle Foods Group", "Cedar Rock Partners", "Stillwater Foods"];
  const lines = trades.flatMap((trade, index) => {
    const y = 118 + 14 * index;
    const owner = owners[index] ?? "";
    if (index % 2 === 0)
      return [[words([50, y], String(648_765 + index))] as const, merged(y, [100, trade], [175, owner])];
    return [[words([50, y], String(648_765 + index))], [words([100, y], trade)], [words([175, y], owner)]] as const;
  });
  const [content, placed] = pageAndSigns(lines);

  const texts = splitNarrowGaps(fragmentsOf(content), () => placed).map(({ text }) => text);

  expect(texts).toEqual(expect.arrayContaining([...trades, ...owners]));
});

test("two numbers in larger type are split if they lie in two columns of the rows around them", () => {
  const columns = [50, 136, 175, 215] as const;
  const values = [
    ["Robbery", "16", "25", "-36.0"],
    ["Assault", "29", "26", "11.5"],
    ["Burglary", "20", "29", "-31.0"],
    ["Larceny", "201", "201", "0.0"],
  ];
  const lines = values.flatMap((cells, index) =>
    cells.map((text, at): readonly [TextLine] => [words([columns[at] ?? 0, 100 + 14 * index], text)]),
  );
  const total = merged(156, [176, "297"], [194, "-7.74"]);
  const [content, placed] = pageAndSigns([...lines, [words([50, 156], "TOTAL")], [words([136, 156], "274")], total]);
  const fragments = splitNarrowGaps(fragmentsOf(content), () => placed);
  expect(fragments.filter(({ box }) => box.y0 === 156).map(({ text }) => text)).toEqual([
    "TOTAL",
    "274",
    "297",
    "-7.74",
  ]);
});

test("a number with spaces in one column stays whole", () => {
  const values = ["1 234", "25 100", "7 310", "18 005"];
  const lines = values.flatMap((value, index): Lines => [
    [words([50, 100 + 14 * index], "Row")],
    merged(
      100 + 14 * index,
      [158 - characterPt * value.indexOf(" "), value.split(" ")[0] ?? ""],
      [160, value.split(" ")[1] ?? ""],
    ),
    [words([250, 100 + 14 * index], "12")],
  ]);
  const [content, placed] = pageAndSigns(lines);
  const texts = splitNarrowGaps(fragmentsOf(content), () => placed).map(({ text }) => text);
  expect(values.every((value) => texts.includes(value))).toBe(true);
});

test.for([
  { title: "with a space between its thousands stays whole", end: 180, places: [152, 165], shown: ["Summa", "12 345"] },
  { title: "at the right of each of two columns is two", end: 173, places: [145, 158], shown: ["Summa", "12", "345"] },
] as const)("a number $title, although it lies in two columns of the rows around it", ({ end, places, shown }) => {
  const values = [
    ["Revenue", "2", "845"],
    ["Costs", "3", "912"],
    ["Wages", "14", "318"],
    ["Rent", "5", "107"],
  ];
  const lines = values.flatMap(([label = "", note = "", amount = ""], index): Lines => [
    [words([50, 100 + 14 * index], label)],
    [words([145 + 2 * characterPt, 100 + 14 * index], note, { isRight: true })],
    [words([end, 100 + 14 * index], amount, { isRight: true })],
  ]);
  const [first, second] = places;
  const total = merged(156, [first, "12"], [second, "345"]);
  const [content, placed] = pageAndSigns([...lines, [words([50, 156], "Summa")], total]);
  const fragments = splitNarrowGaps(fragmentsOf(content), () => placed);
  expect(fragments.filter(({ box }) => box.y0 === 156).map(({ text }) => text)).toEqual(shown);
});

test("a long monospaced line has no gap as wide as a column", () => {
  const text = "if  (this.list[i].title.fill) i.fill(this.list[i].title.fill)";
  const [line, placed] = merged(100, [50, text]);
  const wide = { ...line.box, x1: line.box.x0 + 6 * text.length };
  const runs = line.runs.map((run) => ({ ...run, text, box: wide, style: { ...run.style, isMonospaced: true } }));
  const signs = [...text].flatMap((sign, at) => (sign === " " ? [] : [{ sign, x0: 50 + 6 * at, x1: 55 + 6 * at }]));
  const content = pageOf({ ...line, runs, box: wide });
  const fragments = splitNarrowGaps(fragmentsOf(content), () => [{ ...placed, signs }]);
  expect(fragments).toHaveLength(1);
});

test("a single text with a gap as wide as a column is split there", () => {
  const [line, placed] = merged(100, [50, "Monetary"], [200, "$ 85,839"]);
  const runs = line.runs.map((run) => ({ ...run, text: "Monetary            $ 85,839" }));
  const content = pageOf({ ...line, runs }, words([300, 100], "65,844"));
  expect(splitNarrowGaps(fragmentsOf(content), () => [placed]).map(({ text }) => text)).toEqual([
    "Monetary",
    "$ 85,839",
    "65,844",
  ]);
});

test("the work for numbers among rows grows no faster than the cells of these", () => {
  const readsOf = (cells: number): number => {
    let reads = 0;
    const rows = Array.from({ length: 6 }, (_, row) =>
      Array.from({ length: cells }, (__, column) => words([12 * column, 100 + 14 * row], "7")),
    );
    const fragments = fragmentsOf(pageOf(...rows.flat(), words([10, 184], "11 22 33"))).map((fragment) => ({
      ...fragment,
      get box() {
        reads += 1;
        return fragment.box;
      },
    }));
    splitNarrowGaps(fragments, () => []);
    return reads;
  };
  expect(readsOf(800)).toBeLessThanOrEqual(4 * readsOf(200) + 1000);
});
