import { describe, expect, test } from "vitest";
import type { TextLine } from "../../../src/model/page-content.ts";
import { findTables } from "../../../src/tables/find-tables.ts";
import { flat, pageOf, rowsAt, styled, words } from "../pages.ts";

type Rows = readonly (readonly string[])[];

const xs = [50, 150, 250, 300];
const tools = [
  ["Tool", "Use", "Page"],
  ["saw", "cuts wood", "12"],
  ["axe", "splits logs", "14"],
];
const pins = [
  ["Tool", "Use", "Page"],
  ["pin", "holds cloth", "22"],
  ["peg", "holds rope", "24"],
];

function tablesBetween(lines: readonly TextLine[], ys: readonly number[]): readonly Rows[] {
  const rules = ys.map((y) => flat(y, 45, 345));
  return findTables(pageOf(...lines), rules).map(({ rows }) => rows);
}

describe("between the rules of two tables of one width", () => {
  /** Two tables with three rules each, and lines between them. */
  function tablesAround(between: readonly TextLine[], below: Rows = pins): readonly Rows[] {
    const lines = [...rowsAt(102, xs, tools), ...between, ...rowsAt(202, xs, below)];
    return tablesBetween(lines, [100, 114, 144, 200, 214, 244]);
  }
  const command = [words([50, 170], "make tools"), words([150, 170], "all")];
  const title = [words([50, 170], "Second hall")];

  test("code is no row", () => {
    expect(tablesAround(styled(command, { isMonospaced: true }))).toEqual([tools, pins]);
    expect(tablesAround(command)).toEqual([[...tools, ["make tools", "all", ""], ...pins]]);
  });

  test("a title is no row if the same heads follow", () => {
    const others = [["Tools", "Uses", "Pages"], ...pins.slice(1)];
    expect(tablesAround(title)).toEqual([tools, pins]);
    expect(tablesAround(title, others)).toEqual([[...tools, ["Second hall", "", ""], ...others]]);
  });

  test("a title is a row if only two heads repeat", () => {
    const narrow = (rows: Rows): Rows => rows.map((row) => row.slice(1));
    const lines = [...rowsAt(102, [50, 150], narrow(tools)), ...title, ...rowsAt(202, [50, 150], narrow(pins))];
    expect(tablesBetween(lines, [100, 114, 144, 200, 214, 244])).toHaveLength(1);
  });

  test.for(["Table 2: Pins", "some prose of more than nine words that goes on for long"])(
    "text that begins left of the rules divides the tables: %s",
    (text) => {
      expect(tablesAround([words([20, 170], text)])).toEqual([tools, pins]);
      expect(tablesAround([words([20, 170], "A few words")])).toHaveLength(1);
    },
  );

  test("a long text in the last column that ends right of the rules is in its row", () => {
    const long = "with words enough for a line of prose and more";
    const lines = [...rowsAt(102, xs, tools), words([250, 144], long), ...rowsAt(144, xs, [["pin", "holds cloth"]])];
    expect(tablesBetween([...lines, ...rowsAt(158, xs, [["peg", "holds rope", "24"]])], [100, 114, 172])).toEqual([
      [...tools, ["pin", "holds cloth", long], ["peg", "holds rope", "24"]],
    ]);
  });

  test("a caption below other lines is no row", () => {
    const source = [words([50, 160], "Source:"), words([150, 160], "the town hall")];
    expect(tablesAround([...source, words([50, 180], "Table 2: Small tools")])).toEqual([tools, pins]);
    expect(tablesAround([...source, words([50, 180], "Small tools")])).toHaveLength(1);
  });
});

test("monospaced rows below heads in another type are no code", () => {
  const lines = [
    ...rowsAt(102, xs, tools.slice(0, 1)),
    ...styled(rowsAt(116, xs, tools.slice(1)), { isMonospaced: true }),
  ];
  expect(tablesBetween(lines, [100, 114, 144])).toEqual([tools]);
});

describe("a line with several texts above the first rule", () => {
  /** The table below a line that is below other text. */
  function tableBelow(line: readonly TextLine[], above = [words([50, 20], "Before")]): Rows | undefined {
    return tablesBetween([...above, ...line, ...rowsAt(102, xs, tools)], [98, 114, 144])[0];
  }
  const heads = ["Old", "tools in", "use"];
  const line = rowsAt(84, xs, [heads]);

  test("has heads, unless it is in larger type or code", () => {
    expect(tableBelow(line)).toEqual([heads, ...tools]);
    expect(tableBelow(styled(line, { sizePt: 14 }))).toEqual(tools);
    expect(tableBelow(styled(line, { isMonospaced: true }))).toEqual(tools);
  });

  test("is the running header at the top of a page, at both ends of the rule", () => {
    const header = [words([50, 84], "Chapter 2"), words([340, 84], "Tools", { isRight: true })];
    expect(tableBelow(header, [])).toEqual(tools);
    expect(tableBelow(header)).toEqual([["Chapter 2", "", "Tools"], ...tools]);
  });
});

describe("the title of a first group of rows between rules", () => {
  const groups = [
    ["Fruit", "", "", ""],
    ["apple", "red", "12", "1"],
    ["lemon", "yellow", "14", "3"],
    ["Roots", "", "", ""],
    ["beet", "red", "7", "2"],
    ["turnip", "white", "9", "1"],
  ];

  test("is a row if another group has one like it", () => {
    expect(tablesBetween(rowsAt(102, xs, groups), [100, 186])).toEqual([groups]);
  });

  test.for([
    ["is longer", ["All of the fruit", "All of the roots"], 50],
    ["is repeated", ["Fruit", "Fruit"], 50],
    ["is further to the left", ["Fruit", "Roots"], 58],
  ] as const)("is above the table if it %s", ([, [title, other], x]) => {
    const lines = [
      words([50, 102], title),
      ...rowsAt(116, xs, groups.slice(1, 3)),
      words([x, 144], other),
      ...rowsAt(158, xs, groups.slice(4)),
    ];
    const rest = groups.slice(1).with(2, [other, "", "", ""]);
    expect(tablesBetween(lines, [100, 186])).toEqual([rest]);
  });

  test("is above the table if there is no other one, or if that is in another type", () => {
    const single = groups.filter(([label]) => label !== "Roots");
    expect(tablesBetween(rowsAt(102, xs, single), [100, 172])).toEqual([single.slice(1)]);
    const lines = rowsAt(102, xs, groups);
    const bold = [...styled(lines.slice(0, 1), { isBold: true }), ...lines.slice(1)];
    expect(tablesBetween(bold, [100, 186])).toEqual([groups.slice(1)]);
    expect(tablesBetween(styled(lines, { isMonospaced: true }), [100, 186])).toEqual([groups.slice(1)]);
  });
});

describe("bold heads below rows that are not bold", () => {
  const heads = (y: number, rows: Rows): readonly TextLine[] => [
    ...styled(rowsAt(y, xs, rows.slice(0, 1)), { isBold: true }),
    ...rowsAt(y + 18, xs, rows.slice(1)),
  ];
  const others = [["Sewing", "Use", "Page"], ...pins.slice(1)];
  const lines = [...heads(102, tools), ...heads(160, others)];

  test("are those of another table, with a rule above and below them", () => {
    expect(tablesBetween(lines, [100, 116, 158, 174, 210])).toEqual([tools, others]);
  });

  test("are those of another table, with a rule only below them", () => {
    expect(tablesBetween(lines, [116, 174, 210])).toEqual([tools, others]);
  });

  test("are a row if the first heads are not bold", () => {
    const plain = [...rowsAt(102, xs, tools.slice(0, 1)), ...lines.slice(tools[0]?.length ?? 0)];
    expect(tablesBetween(plain, [100, 116, 158, 174, 210])).toHaveLength(1);
  });
});
