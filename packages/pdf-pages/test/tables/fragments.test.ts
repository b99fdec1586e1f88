import { expect, test } from "vitest";
import { headerCount } from "../../src/tables/cells/cell-kinds.ts";
import { isNumeric } from "../../src/tables/cells/cell-kinds.ts";
import { fragmentsOf } from "../../src/tables/cells/fragment.ts";
import { ruleLines, rulesAmong } from "../../src/tables/ruled/rule-lines.ts";
import { splitFragment } from "../../src/tables/ruled/ruled-table.ts";
import { cellText } from "../../src/tables/cells/visual-rows.ts";
import { flat, pageOf, words } from "./pages.ts";

const [sample] = fragmentsOf(pageOf(words([100, 50], "alpha beta gamma")));

test.for([
  ["no edge", [], ["alpha beta gamma"]],
  ["an edge between words", [127], ["alpha", "beta gamma"]],
  ["two edges", [127, 152], ["alpha", "beta", "gamma"]],
  ["an edge at its side", [101, 179], ["alpha beta gamma"]],
  ["an edge through a word, which stays whole", [135], ["alpha", "beta gamma"]],
] as const)("a fragment with %s is split between words", ([, edges, texts]) => {
  expect(sample === undefined ? [] : splitFragment(sample, edges).map((fragment) => fragment.text)).toEqual(texts);
});

test("runs set apart are separate fragments, those of one sentence are not", () => {
  const line = words([50, 100], "one");
  const style = line.runs[0]?.style ?? { font: "", sizePt: 10, isBold: false, isItalic: false, isMonospaced: false };
  const run = (text: string, x0: number, isBold = false) => ({
    text,
    box: { x0, y0: 100, x1: x0 + 5 * text.length, y1: 110 },
    style: { ...style, font: isBold ? "Bold" : style.font, isBold },
  });
  const runs = [run("Label", 50, true), run(" says", 75), run("12", 110), run("13", 122.5), run("14", 134.5, true)];
  const content = pageOf({ ...line, runs, box: { x0: 50, y0: 100, x1: 145, y1: 110 } });

  expect(fragmentsOf(content).map((fragment) => fragment.text)).toEqual(["Label says", "12", "13 14"]);
});

test("a space in another font does not part a number", () => {
  const line = words([50, 100], "1");
  const style = { font: "Body", sizePt: 10, isBold: false, isItalic: false, isMonospaced: false };
  const runs = [
    { text: "1", box: { x0: 50, y0: 100, x1: 55, y1: 110 }, style },
    { text: "\u00A0", box: { x0: 55, y0: 100, x1: 58, y1: 110 }, style: { ...style, font: "Other" } },
    { text: "346", box: { x0: 58, y0: 100, x1: 73, y1: 110 }, style },
  ];
  const content = pageOf({ ...line, runs, box: { x0: 50, y0: 100, x1: 73, y1: 110 } });
  expect(fragmentsOf(content)).toHaveLength(1);
});

test("words that are painted one by one, each with its space, are one fragment", () => {
  const line = words([50, 100], "");
  const style = { font: "Body", sizePt: 10, isBold: false, isItalic: false, isMonospaced: false };
  const runs = ["Current ", "tax ", "expense"].map((text, index) => {
    const x0 = [50, 90, 110][index] ?? 0;
    return { text, box: { x0, y0: 100, x1: x0 + 5 * text.length, y1: 110 }, style };
  });
  const content = pageOf({ ...line, runs, box: { x0: 50, y0: 100, x1: 145, y1: 110 } });

  expect(fragmentsOf(content).map((fragment) => fragment.text)).toEqual(["Current tax expense"]);
});

test("vertical lines have no fragments", () => {
  expect(fragmentsOf(pageOf(words([50, 100], "sideways", { direction: "vertical" })))).toEqual([]);
});

test.for([
  [["in", "side"], "in side"],
  [["in-", "side"], "inside"],
  [["self-", "locking"], "self-locking"],
  [["UTF-", "8"], "UTF-8"],
  [["/usr/lib/linux-", "gnu"], "/usr/lib/linux-gnu"],
  [["3-dimen-", "sional"], "3-dimensional"],
  [["Import/Ex-", "port"], "Import/Export"],
  [["user@my-", "host"], "user@my-host"],
  [["the path/name of iso-", "lation"], "the path/name of isolation"],
  [["soft\u00AD", "ware"], "software"],
  [["表の中の", "文字"], "表の中の文字"],
] as const)("lines %j of a cell become %j", ([texts, joined]) => {
  const lines = texts.map((text, index) => words([50, 100 + 12 * index], text));

  expect(cellText(fragmentsOf(pageOf(...lines)))).toBe(joined);
});

test("a line drawn in parts, doubled and dashed is one", () => {
  const rules = [flat(100, 50, 100), flat(100, 100, 150), flat(101.5, 50, 150), flat(100, 152, 200)];

  expect(ruleLines(rules).horizontal).toEqual([{ at: 100, from: 50, to: 200 }]);
});

test("a rule beside a longer edge of a box stays a rule of its own, and the two edges of a stroke are one", () => {
  const below = ruleLines([flat(100, 50, 400), flat(102, 60, 200)]).horizontal;
  expect(below).toEqual([
    { at: 100, from: 50, to: 400 },
    { at: 102, from: 60, to: 200 },
  ]);
  const above = ruleLines([flat(100, 60, 200), flat(102, 50, 400)]).horizontal;
  expect(above).toHaveLength(2);

  const joined = [{ at: 100, from: 50, to: 400 }];
  expect(ruleLines([flat(100, 50, 400), flat(100.4, 60, 200)]).horizontal).toEqual(joined);
  expect(ruleLines([flat(100, 50, 400), flat(102, 55, 395)]).horizontal).toEqual(joined);

  const cellByCell = [100, 100.9].flatMap((y) => [50, 150, 250].map((x) => flat(y, x, x + 100)));
  expect(ruleLines(cellByCell).horizontal).toEqual([{ at: 100, from: 50, to: 350 }]);
});

test.for([
  ["12", true],
  ["(1,234.5)", true],
  ["$ 12.00", true],
  ["45 %", true],
  ["2024-01-31", true],
  ["—", true],
  ["n/a", true],
  ["12 kg", true],
  ["95% CI", false],
  ["Q3", false],
  ["12 monkeys", false],
  ["total", false],
] as const)("%j is numeric: %s", ([text, expected]) => {
  expect(isNumeric(text)).toBe(expected);
});

test.for([
  [
    "words over numbers",
    [
      ["Name", "Age"],
      ["Ada", "36"],
      ["Alan", "41"],
    ],
    1,
  ],
  [
    "years over numbers",
    [
      ["", "2024", "2023"],
      ["Profit", "12", "13"],
      ["Loss", "3", "4"],
    ],
    1,
  ],
  [
    "numbers over numbers",
    [
      ["Ada", "36"],
      ["Alan", "41"],
      ["Grace", "85"],
    ],
    0,
  ],
  [
    "words over words",
    [
      ["Name", "Town"],
      ["Ada", "London"],
    ],
    1,
  ],
  ["nothing below", [["Name", "Town"]], 0],
  [
    "age groups over counts",
    [
      ["Occupation", "15–24", "25–64", "65+"],
      ["Miners", "31", "212", "9"],
      ["Bakers", "120", "708", "41"],
    ],
    1,
  ],
  [
    "one range over numbers",
    [
      ["Eggs", "10-12"],
      ["Milk", "3"],
      ["Tea", "5"],
      ["Rice", "8"],
    ],
    0,
  ],
  [
    "ranges over ranges",
    [
      ["Miners", "15–24", "25–64"],
      ["Bakers", "16–21", "22–65"],
    ],
    0,
  ],
] as const)("%s have a header of the right height", ([, rows, expected]) => {
  expect(headerCount(rows)).toBe(expected);
});

test("a cell whose box begins at the end of the cell before starts with its column", () => {
  const line = words([50, 100], "Income budget");
  const [first] = line.runs;
  const spaced = { ...first, text: " Survey", box: { x0: 115, y0: 100, x1: 155, y1: 110 } };
  const joined = { ...line, runs: [first, spaced] } as typeof line;
  const others = [words([121, 114], "Orchard"), words([121, 128], "Signal"), words([118, 142], "alone")];
  const fragments = fragmentsOf(pageOf(joined, ...others));
  const starts = fragments.filter(({ text }) => text.trim() === "Survey").map(({ box }) => box.x0);
  expect(starts).toEqual([121]);
});

test("a cell that ends before the next column starts keeps its start", () => {
  const line = words([50, 100], "Income budget");
  const [first] = line.runs;
  const spaced = { ...first, text: " I", box: { x0: 117, y0: 100, x1: 121, y1: 110 } };
  const joined = { ...line, runs: [first, spaced] } as typeof line;
  const others = [words([124, 114], "Orchard"), words([124, 128], "Signal")];
  const [, cell] = fragmentsOf(pageOf(joined, ...others));
  expect(cell?.text.trim()).toBe("I");
  expect(cell?.box.x0).toBe(118);
});

test("a link that wraps in a cell is written once, without the hyphens at the ends of its lines", () => {
  const link = "https://example.org/report";
  const lines = ["The report on com-", "munity gardens", "and parks"].map((text, at) =>
    words([50, 100 + 12 * at], text, { link }),
  );
  const cell = cellText(fragmentsOf(pageOf(...lines)));
  expect(cell).toBe(`[The report on community gardens and parks](${link})`);
});

test("a space that is painted with the words of a link is kept before it", () => {
  const line = words([50, 100], "a tool (from the");
  const [run] = line.runs;
  if (run === undefined) throw new TypeError("There is no run.");
  const box = { x0: line.box.x1, y0: 100, x1: line.box.x1 + 40, y1: 110 };
  const linked = { ...run, box, link: "https://example.org/kit" };
  const runs = [run, { ...run, box, text: " " }, { ...linked, text: "kit" }];
  const [cell] = fragmentsOf(pageOf({ ...line, box: { ...line.box, x1: box.x1 }, runs }));
  expect(cell?.text).toBe("a tool (from the [kit](https://example.org/kit)");
});

test("runs of one link beside each other are one link", () => {
  const look = { link: "https://example.org/report" };
  const [first, second] = [words([50, 100], "Annual", look), words([83, 100], "report", { ...look, font: "Slanted" })];
  const line = { ...first, runs: [...first.runs, ...second.runs], box: { ...first.box, x1: second.box.x1 } };
  expect(fragmentsOf(pageOf(line)).map(({ text }) => text)).toEqual(["[Annual report](https://example.org/report)"]);
});

test("images as thin as rules are rules, unless they are the strips of a picture", () => {
  const thin = { x0: 50, y0: 100, x1: 300, y1: 100.5 };
  const image = { x0: 50, y0: 200, x1: 300, y1: 400 };
  expect(rulesAmong([], [thin, image])).toEqual([{ box: thin, orientation: "horizontal" }]);

  const strips = Array.from({ length: 300 }, (_, row) => ({ x0: 50, y0: 200 + row, x1: 300, y1: 201 + row }));
  expect(rulesAmong([], strips)).toEqual([]);
});
