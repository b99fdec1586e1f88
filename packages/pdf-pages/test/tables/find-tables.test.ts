import { expect, test } from "vitest";
import type { Rule, TextLine } from "../../src/model/page-content.ts";
import { findTables } from "../../src/tables/find-tables.ts";
import { box, flat, gridOf, pageOf, rowsAt, upright, words } from "./pages.ts";

interface Case {
  readonly title: string;
  readonly lines: readonly TextLine[];
  readonly rules?: readonly Rule[];
  readonly rows: readonly (readonly string[])[];
  readonly headerRows?: number;
}

const people = [
  ["Name", "City", "Age"],
  ["Ada", "London", "36"],
  ["Alan", "Wilmslow", "41"],
  ["Grace", "Arlington", "85"],
];
const xs = [50, 150, 250];
const peopleLines = rowsAt(102, xs, people);
const tag = (row: number, cell: number): { tag: NonNullable<TextLine["tag"]> } => ({
  tag: { role: "TD", element: cell, listDepth: 0, cell: { table: 1, row, cell, isHeader: row === 2 } },
});

const cases: readonly Case[] = [
  {
    title: "a full grid",
    lines: peopleLines,
    rules: gridOf([45, 145, 245, 345], [100, 114, 128, 142, 156]),
    rows: people,
    headerRows: 1,
  },
  {
    title: "a grid without lines at its left and right",
    lines: peopleLines,
    rules: gridOf([45, 145, 245, 345], [100, 114, 128, 142, 156]).filter(
      (rule) => rule.orientation === "horizontal" || (rule.box.x0 > 45 && rule.box.x0 < 345),
    ),
    rows: people,
  },
  {
    title: "a grid that is drawn as one box for each cell, with white between them",
    lines: peopleLines,
    rules: [100, 114, 128, 142].flatMap((y) => [45, 145, 245].flatMap((x) => box(x, y, x + 98, y + 12))),
    rows: people,
  },
  {
    title: "lines around the columns and below the header only",
    lines: peopleLines,
    rules: gridOf([45, 145, 245, 345], [100, 114, 156]),
    rows: people,
  },
  {
    title: "backgrounds of every other row",
    lines: peopleLines,
    rules: [100, 128]
      .flatMap((y) => [45, 145, 245].flatMap((x) => box(x, y, x + 100, y + 14)))
      .concat(flat(156, 45, 345)),
    rows: people,
  },
  {
    title: "heads over several columns stand over each of them",
    lines: [
      words([60, 102], "Model"),
      words([195, 102], "Score"),
      ...rowsAt(116, xs, [
        ["", "dev", "test"],
        ["Small", "0.5", "0.4"],
        ["Large", "0.9", "0.8"],
      ]),
    ],
    rules: gridOf([45, 145, 245, 345], [100, 114, 128, 142, 156]).flatMap((rule) => {
      if (rule.box.y0 === 114 && rule.orientation === "horizontal") return [flat(114, 145, 345)];
      if (rule.box.x0 === 245 && rule.orientation === "vertical") return [upright(245, 114, 156)];
      return [rule];
    }),
    rows: [
      ["Model", "Score", "Score"],
      ["Model", "dev", "test"],
      ["Small", "0.5", "0.4"],
      ["Large", "0.9", "0.8"],
    ],
    headerRows: 2,
  },
  {
    title: "text beside several rows is repeated beside each of them",
    lines: rowsAt(102, xs, [
      ["Region", "Town", "Shops"],
      ["North", "Leeds", "3"],
      ["", "York", "4"],
      ["South", "Bath", "1"],
    ]),
    rules: gridOf([45, 145, 245, 345], [100, 114, 128, 142, 156]).map((rule) =>
      rule.box.y0 === 128 ? flat(128, 145, 345) : rule,
    ),
    rows: [
      ["Region", "Town", "Shops"],
      ["North", "Leeds", "3"],
      ["North", "York", "4"],
      ["South", "Bath", "1"],
    ],
  },
  {
    title: "labels that a hyphen divides, beside the further lines of other cells",
    lines: ["Code", "P-", "015", "P-", "016", "P-", "017"].flatMap((text, index) => {
      const y = 102 + 12 * index + 8 * Math.ceil(index / 2);
      const others = [["Remark", "Cost"], ["in the north of", "12.50"], ["the old harbour"]][
        index === 0 ? 0 : 2 - (index % 2)
      ];
      return [[xs[0], text] as const, [xs[1], others?.[0]] as const, [xs[2], others?.[1]] as const].flatMap(
        ([x, own]) => (own === undefined ? [] : [words([x ?? 0, y], own)]),
      );
    }),
    rows: [
      ["Code", "Remark", "Cost"],
      ...[15, 16, 17].map((code) => [`P-0${code}`, "in the north of the old harbour", "12.50"]),
    ],
  },
  {
    title: "cells of several lines in a grid, a divided word made whole",
    lines: [
      ...rowsAt(
        102,
        [50, 150],
        [
          ["Term", "Meaning"],
          ["Isola-", "Kept apart"],
          ["tion", "from others"],
          ["Pool", "Shared"],
        ],
      ),
    ],
    rules: gridOf([45, 145, 345], [100, 114, 142, 156]),
    rows: [
      ["Term", "Meaning"],
      ["Isolation", "Kept apart from others"],
      ["Pool", "Shared"],
    ],
  },
  {
    title: "words that the engine ran together over a line between cells",
    lines: [words([50, 102], "Fruit Count"), words([50, 116], "Apple 12"), words([50, 130], "Lemon 7")],
    rules: gridOf([45, 77, 130], [100, 114, 128, 142]),
    rows: [
      ["Fruit", "Count"],
      ["Apple", "12"],
      ["Lemon", "7"],
    ],
  },
  {
    title: "three rules, as in books",
    lines: peopleLines,
    rules: [flat(100, 45, 345), flat(114, 45, 345), flat(158, 45, 345)],
    rows: people,
  },
  {
    title: "a head above the first rule, and rules between rows",
    lines: peopleLines,
    rules: [flat(114, 45, 345), flat(128, 45, 345), flat(142, 45, 345), flat(156, 45, 345)],
    rows: people,
  },
  {
    title: "between rules, heads over several columns by the short rules below them",
    lines: [
      words([195, 102], "Score"),
      ...rowsAt(116, xs, [
        ["Model", "dev", "test"],
        ["Small", "0.5", "0.4"],
        ["Large", "0.9", "0.8"],
        ["Huge", "1.9", "1.8"],
      ]),
    ],
    rules: [flat(100, 45, 345), flat(114, 148, 345), flat(128, 45, 345), flat(172, 45, 345)],
    rows: [
      ["", "Score", "Score"],
      ["Model", "dev", "test"],
      ["Small", "0.5", "0.4"],
      ["Large", "0.9", "0.8"],
      ["Huge", "1.9", "1.8"],
    ],
    headerRows: 2,
  },
  {
    title: "no lines at all, numbers aligned at their right",
    lines: [
      words([50, 100], "Item"),
      words([300, 100], "2024", { isRight: true }),
      words([400, 100], "2023", { isRight: true }),
      ...[
        ["Revenue", "17,542", "9,001"],
        ["Cost of sales", "(3,120)", "(88)"],
        ["Profit", "14,422", "8,913"],
      ].flatMap(([label = "", one = "", two = ""], index) => [
        words([50, 114 + 14 * index], label),
        words([300, 114 + 14 * index], one, { isRight: true }),
        words([400, 114 + 14 * index], two, { isRight: true }),
      ]),
    ],
    rows: [
      ["Item", "2024", "2023"],
      ["Revenue", "17,542", "9,001"],
      ["Cost of sales", "(3,120)", "(88)"],
      ["Profit", "14,422", "8,913"],
    ],
    headerRows: 1,
  },
  {
    title: "without lines, a cell that goes on below and is set closer than rows are",
    lines: [
      ...rowsAt(100, [50, 150, 400], [["Part", "Use", "Price"]]),
      ...rowsAt(120, [50, 150, 400], [["Bolt", "holds the two halves of the", "12"]]),
      words([150, 131], "housing together"),
      ...rowsAt(151, [50, 150, 400], [["Nut", "keeps the bolt in its place", "3"]]),
      ...rowsAt(171, [50, 150, 400], [["Ring", "seals", "4"]]),
    ],
    rows: [
      ["Part", "Use", "Price"],
      ["Bolt", "holds the two halves of the housing together", "12"],
      ["Nut", "keeps the bolt in its place", "3"],
      ["Ring", "seals", "4"],
    ],
  },
  {
    title: "a first row of numbers is no header",
    lines: rowsAt(100, xs, [
      ["Ada", "1", "36"],
      ["Alan", "2", "41"],
      ["Grace", "3", "85"],
      ["Edsger", "9", "72"],
    ]),
    rows: [
      ["Ada", "1", "36"],
      ["Alan", "2", "41"],
      ["Grace", "3", "85"],
      ["Edsger", "9", "72"],
    ],
    headerRows: 0,
  },
  {
    title: "tags, where nothing is drawn and the cells do not align",
    lines: [
      words([50, 100], "Name", tag(2, 3)),
      words([190, 100], "Note", tag(2, 4)),
      words([50, 115], "Ada", tag(5, 6)),
      words([150, 115], "wrote the first", tag(5, 7)),
      words([150, 126], "program", tag(5, 7)),
      words([70, 140], "Alan", tag(8, 9)),
      words([160, 140], "broke codes", tag(8, 10)),
    ],
    rows: [
      ["Name", "Note"],
      ["Ada", "wrote the first program"],
      ["Alan", "broke codes"],
    ],
    headerRows: 1,
  },
  {
    title: "columns from right to left in the order of reading",
    lines: [
      ["مدينة", "عدد"],
      ["بغداد", "12"],
      ["القاهرة", "34"],
    ].flatMap(([city = "", count = ""], index) => [
      words([250, 102 + 14 * index], city, { direction: "rtl" }),
      words([150, 102 + 14 * index], count, { direction: index === 0 ? "rtl" : "ltr" }),
    ]),
    rules: gridOf([145, 245, 345], [100, 114, 128, 142]),
    rows: [
      ["مدينة", "عدد"],
      ["بغداد", "12"],
      ["القاهرة", "34"],
    ],
  },
  {
    title: "links in cells",
    lines: [
      ...rowsAt(
        102,
        [50, 150],
        [
          ["Name", "Home"],
          ["Ada", ""],
        ],
      ),
      words([150, 116], "page", { link: "https://example.org/" }),
    ],
    rules: gridOf([45, 145, 345], [100, 114, 128]),
    rows: [
      ["Name", "Home"],
      ["Ada", "[page](https://example.org/)"],
    ],
  },
  {
    title: "links in cells whose targets would begin another link or end early",
    lines: [
      ...rowsAt(
        102,
        [50, 150],
        [
          ["Name", "File"],
          ["Ada", ""],
          ["Bob", ""],
          ["Cy", ""],
        ],
      ),
      words([150, 116], "report [1]", { link: "a/b) [click](javascript:alert(1)" }),
      words([150, 130], "plan", { link: "my plans/plan `one`.pdf" }),
      words([150, 144], "www.example.org", { link: "https://www.example.org/" }),
    ],
    rules: gridOf([45, 145, 345], [100, 114, 128, 142, 156]),
    rows: [
      ["Name", "File"],
      ["Ada", String.raw`[report \[1\]](a/b%29%20[click]%28javascript:alert%281%29)`],
      ["Bob", "[plan](my%20plans/plan%20%60one%60.pdf)"],
      ["Cy", "www.example.org"],
    ],
  },
];

test.for(cases)("finds $title", ({ lines, rules = [], rows, headerRows }) => {
  const tables = findTables(pageOf(...lines), rules);

  expect(tables.map((table) => table.rows)).toEqual([rows]);
  if (headerRows !== undefined) expect(tables[0]?.headerRows).toBe(headerRows);
  expect(tables[0]?.lines).toEqual(new Set(lines));
});

test("keeps tables separate, from the top, without the text around them", () => {
  const before = words([50, 60], "Two tables follow, and this sentence belongs to neither of them.");
  const between = words([45, 170], "Between the two there is a sentence of as many words as would fill its line.");
  const rules = [100, 300].flatMap((y) => gridOf([45, 145, 245, 345], [y, y + 14, y + 28, y + 42, y + 56]));

  const tables = findTables(pageOf(before, ...rowsAt(302, xs, people), between, ...peopleLines), rules);

  expect(tables.map((table) => table.box.y0)).toEqual([102, 302]);
  expect(tables.every((table) => !table.lines.has(before) && !table.lines.has(between))).toBe(true);
});

test("omits a title in a separate row from the grid below it", () => {
  const title = words([120, 88], "People and their towns");
  const rules = [...gridOf([45, 145, 245, 345], [100, 114, 128, 142, 156]), ...box(45, 86, 345, 100)];

  const [table] = findTables(pageOf(title, ...peopleLines), rules);

  expect(table?.rows).toEqual(people);
  expect(table?.lines.has(title)).toBe(false);
});

test("ends above a heading in larger type, and starts again below it", () => {
  const steps = rowsAt(
    60,
    [50, 70],
    [
      ["3.", "Set the address"],
      ["4.", "Close the cover"],
    ],
  );
  const words16 = words([50, 92], "Error codes");
  const heading = { ...words16, runs: words16.runs.map((run) => ({ ...run, style: { ...run.style, sizePt: 14 } })) };

  const tables = findTables(pageOf(...steps, heading, ...peopleLines), []);

  expect(tables.map((table) => table.rows)).toEqual([people]);
});

test.for([
  ["above it", 80],
  ["amid its rows", 128],
] as const)("has no heading that is %s with its number apart", ([, y]) => {
  const heading = [words([50, y], "2.1"), words([80, y], "People")].map((line) => ({
    ...line,
    runs: line.runs.map((run) => ({ ...run, style: { ...run.style, sizePt: 14 } })),
  }));
  const above = rowsAt(100, xs, people.slice(0, 2));
  const below = rowsAt(144, xs, people);

  const tables = findTables(pageOf(...(y < 100 ? [] : above), ...heading, ...below), []);

  expect(tables.at(-1)?.rows).toEqual(people);
  expect(tables.every(({ lines }) => heading.every((line) => !lines.has(line)))).toBe(true);
});

test("keeps the last line of its last cell, without the text below the first column", () => {
  const codes = [
    ["Code", "Meaning", "Count"],
    ["E01", "The motor is stuck", "12"],
    ["E02", "Too little voltage", "7"],
    ["E03", "The address is in", "31"],
  ];
  const lines = rowsAt(100, [50, 150, 350], codes);
  const tail = words([150, 154], "use by another one");
  const after = words([50, 175], "Notes follow here");

  const [table] = findTables(pageOf(...lines, tail, after), []);

  expect(table?.rows.at(-1)).toEqual(["E03", "The address is in use by another one", "31"]);
  expect(table?.lines.has(after)).toBe(false);
});

test.for([
  ["2023 (£)", "2024 (£)"],
  ["2022/23", "2023/24"],
  ["31.12.2023", "31.12.2024"],
])("recognises %j as heads of number columns", ([before = "", now = ""]) => {
  const rows = [
    ["Item", before, now],
    ["Repairs", "1,204", "1,310"],
    ["Staff", "880", "902"],
    ["Insurance", "94", "121"],
  ];

  const [table] = findTables(pageOf(...rowsAt(100, [50, 150, 250], rows)), []);

  expect(table?.headerRows).toBe(1);
});

test("omits lines with hidden text", () => {
  const hidden = words([250, 116], "36", { hidden: "invisible" });
  const lines = peopleLines.map((line) => (line.runs[0]?.text === "36" ? hidden : line));

  const [table] = findTables(pageOf(...lines), gridOf([45, 145, 245, 345], [100, 114, 128, 142, 156]));

  expect(table?.rows[1]).toEqual(["Ada", "London", ""]);
  expect(table?.lines.has(hidden)).toBe(false);
});

test("keeps columns apart that no row fills both of, if each has a head", () => {
  const rows = [
    ["Date", "Money out", "Money in", "Balance"],
    ...Array.from({ length: 24 }, (_, index) => [
      `${index + 1} May`,
      index % 2 === 0 ? `${index + 10}.50` : "",
      index % 2 === 0 ? "" : `${index + 70}.00`,
      `${index + 500}.00`,
    ]),
  ];

  const [table] = findTables(pageOf(...rowsAt(100, [50, 150, 250, 350], rows)), []);

  expect(table?.rows).toEqual(rows);
});

test("joins the parts separated by shaded rows", () => {
  const body = Array.from({ length: 8 }, (_, index) => [`Item ${"abcdefgh"[index]}`, `${index + 10}`, `${index + 30}`]);
  const rows = [["Item", "Old", "New"], ...body];
  const boxed = gridOf([45, 345], [128, 142]);

  const tables = findTables(pageOf(...rowsAt(102, xs, rows)), [flat(100, 45, 345), flat(114, 45, 345), ...boxed]);

  expect(tables.map((table) => table.rows)).toEqual([rows]);
});

test("does not take amounts above a rule for a head of several lines", () => {
  const items = [
    ["Milk", "1.65"],
    ["Bread", "1.20"],
    ["Coffee", "4.50"],
  ];
  const total = words([50, 150], "TOTAL");
  const sum = words([250, 150], "7.35");
  const rules = [flat(98, 45, 345), flat(146, 45, 345), flat(164, 45, 345)];

  const [table] = findTables(pageOf(...rowsAt(102, [50, 250], items), total, sum), rules);

  expect(table?.rows).toEqual([...items, ["TOTAL", "7.35"]]);
});

test("has no head if all rows differ only in numbers", () => {
  const rows = [
    ["Row 1 Col 1", "Row 1 Col 2"],
    ["Row 2 Col 1", "Row 2 Col 2"],
  ];

  const [table] = findTables(pageOf(...rowsAt(102, [50, 150], rows)), gridOf([45, 145, 245], [100, 114, 128]));

  expect(table?.headerRows).toBe(0);
});

test("does not take an address above the rule of bold heads for the first row", () => {
  const heads = ["Part", "Price", "Sum"].map((text, column) => words([xs[column] ?? 0, 102], text, { isBold: true }));
  const items = [
    ["Bolt", "1.20", "2.40"],
    ["Nut", "0.30", "0.90"],
  ];
  const address = [words([50, 84], "5 Mill Lane"), words([250, 84], "Dock Road")];
  const rules = [100, 114, 128, 142].map((y) => flat(y, 45, 345));

  const tables = findTables(pageOf(...address, ...heads, ...rowsAt(116, xs, items)), rules);

  expect(tables.map((table) => table.rows)).toEqual([[["Part", "Price", "Sum"], ...items]]);
});

test("repeats a spanning head in each column in an aligned table", () => {
  const amounts = [
    ["Revenue", "12,345", "11,020", "9,876"],
    ["Cost of sales", "7,001", "6,540", "6,002"],
    ["Gross profit", "5,344", "4,480", "3,874"],
  ];
  const places = [50, 200, 280, 360];
  const years = ["", "2025", "2024", "2023"].flatMap((text, column) =>
    text === "" ? [] : [words([places[column] ?? 0, 86], text, { isBold: true })],
  );
  const over = words([240, 72], "Year ended 31 May", { isBold: true });

  const [table] = findTables(pageOf(over, ...years, ...rowsAt(100, places, amounts)), []);

  const head = ["", ...Array.from({ length: 3 }, () => "Year ended 31 May")];
  expect(table?.rows).toEqual([head, ["", "2025", "2024", "2023"], ...amounts]);
  expect(table?.headerRows).toBe(2);
});

test("does not take words beside the first column, or in other type, for a spanning head", () => {
  const rows = [
    ["Year", "Sold", "Sent"],
    ["North", "12", "11"],
    ["South", "17", "16"],
  ];
  const bold = words([150, 88], "Parts by year", { isBold: true });

  const [above] = findTables(pageOf(words([50, 88], "Parts by year"), ...rowsAt(102, xs, rows)), []);
  const [bolder] = findTables(pageOf(bold, ...rowsAt(102, xs, rows)), []);

  expect(above?.rows).toEqual(rows);
  expect(bolder?.rows).toEqual(rows);
});

test("omits list items right above and below a table", () => {
  const point = (y: number, mark: string, text: string): readonly TextLine[] => [
    words([40, y], mark),
    words([55, y], text),
  ];
  const above = [...point(74, "1.", "Collect the parts"), ...point(88, "2.", "Report")];
  const below = [...point(158, "•", "Points of note"), ...point(172, "•", "Others")];
  const content = pageOf(...above, ...rowsAt(102, [50, 200, 300], people), ...below);

  expect(findTables(content, []).map((table) => table.rows)).toEqual([people]);
});

test("finds a grid whose cells have several lines that fill them", () => {
  const cells = [
    [50, ["1", "9"]],
    [62, ["Android on a phone with", "a large screen"]],
    [182, ["Processor of 64 bits", "with acceleration"]],
  ] as const;
  const lines = [0, 1, 2].flatMap((row) =>
    cells.flatMap(([x, texts]) => texts.map((text, index) => words([x, 102 + 26 * row + 11 * index], text))),
  );

  const [table] = findTables(pageOf(...lines), gridOf([48, 58, 180, 286], [100, 126, 152, 178]));

  expect(table?.rows).toEqual(Array.from({ length: 3 }, () => cells.map(([, texts]) => texts.join(" "))));
});

test("finds a grid with a list in one of its cells", () => {
  const lines = [
    ...rowsAt(102, xs, [["Menu", "Image", "Items"]]),
    words([50, 118], "Pop-up"),
    ...["Add points", "Remove points", "Return", "Close"].flatMap((text, index) => [
      words([250, 118 + 12 * index], "●"),
      words([270, 118 + 12 * index], text),
    ]),
  ];

  const [table] = findTables(pageOf(...lines), gridOf([45, 145, 245, 400], [100, 114, 170]));

  expect(table?.rows).toEqual([
    ["Menu", "Image", "Items"],
    ["Pop-up", "", "● Add points ● Remove points ● Return ● Close"],
  ]);
});

test("includes bold heads above shaded rows", () => {
  const [, ...body] = people;
  const heads = ["Name", "City", "Age"].map((text, column) => words([xs[column] ?? 0, 86], text, { isBold: true }));
  const coloured = [100, 128].flatMap((y) => [45, 145, 245].flatMap((x) => box(x, y, x + 100, y + 14)));

  const [table] = findTables(pageOf(...heads, ...rowsAt(102, xs, body)), coloured);

  expect(table?.rows).toEqual(people);
  expect(table?.headerRows).toBe(1);
});

test("keeps long numbers in a cell of several lines in one row", () => {
  const fragments = [
    ...["Code", "Text", "Numbers"].map((text, column) => words([xs[column] ?? 0, 86], text, { isBold: true })),
    ...[100, 128, 156].flatMap((y, index) => [
      words([50, y + 6], `A-${index}`),
      words([150, y], "some words of a"),
      words([150, y + 11], "long cell"),
      words([250, y], "1002003004 1002003005"),
      words([250, y + 11], "1002003006 1002003007"),
    ]),
  ];

  const [table] = findTables(pageOf(...fragments), []);

  expect(table?.rows[1]).toEqual(["A-0", "some words of a long cell", "1002003004 1002003005 1002003006 1002003007"]);
  expect(table?.rows).toHaveLength(4);
});
