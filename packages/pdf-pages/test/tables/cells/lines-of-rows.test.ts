import { describe, expect, test } from "vitest";
import type { TextLine } from "../../../src/model/page-content.ts";
import { findTables } from "../../../src/tables/find-tables.ts";
import { flat, gridOf, pageOf, rowsAt, styled } from "../pages.ts";

type Rows = readonly (readonly string[])[];

const xs = [50, 150, 250];

/** The rows of the first table between horizontal rules at these heights. */
function tableBetween(lines: readonly TextLine[], ys: readonly number[], to = 345): Rows | undefined {
  const rules = ys.map((y) => flat(y, 45, to));
  return findTables(pageOf(...lines), rules)[0]?.rows;
}

describe("lines without a label", () => {
  const animals = [
    ["Group", "Animal", "Food"],
    ["Birds", "Eagle", "Fish"],
    ["", "Owl", "Mice"],
    ["", "Goldfinch bird", "Grass and seeds"],
    ["", "Raven", "Bread"],
    ["Mammals", "Fox", "Hens"],
    ["", "Bat", "Moths"],
    ["", "Cat", "Mice"],
  ];
  const reptiles = [
    ["Reptiles", "Tortoise or turtle", "Lettuce leaves"],
    ["", "Snake", "Mice"],
  ];

  test("are rows if most of them would have fitted into the lines above", () => {
    expect(tableBetween(rowsAt(102, xs, animals), [100, 114, 214])).toEqual(animals);
  });

  test("are rows between rules as in the other groups of the table", () => {
    const rows = [...animals, ...reptiles];
    expect(tableBetween(rowsAt(102, xs, rows), [100, 114, 170.5, 213, 241.5])).toEqual(rows);
  });

  test("continue the cells above if they are closer than rows", () => {
    const birds = [
      ["Group", "Animal", "Food", "Place", "Look"],
      ["Birds", "Eagle", "Fish", "Rocks", "brown"],
      ["", "Owl", "Mice", "Trees", "spotted"],
      ["", "Hawk and", "Grass and", "Woods", "striped"],
      ["", "Sparrow", "Bread", "Walls", "grey"],
      ["Mammals", "Fox", "Hens", "Dens", "red"],
      ["", "Goldfinch bird", "Grass and seeds", "Towns", "yellow"],
    ];
    const tops = [102, 118, 134, 150, 177, 193, 209];
    const lines = birds.flatMap((row, index) => rowsAt(tops[index] ?? 0, [50, 120, 220, 320, 400], [row]));
    const below = rowsAt(161, [120, 220], [["kite", "hay"]]);
    const table = tableBetween([...lines, ...below], [100, 117, 230], 450);
    expect(table).toEqual(birds.with(3, ["", "Hawk and kite", "Grass and hay", "Woods", "striped"]));
  });

  test("continue the cells above if all of these are full", () => {
    const rows = [["Group", "Animal", "Food"], ["Birds", "Goldfinch bird", "Grass and seeds"], ...reptiles];
    expect(tableBetween(rowsAt(102, xs, rows), [100, 114, 158])).toEqual([
      ["Group", "Animal", "Food"],
      ["Birds", "Goldfinch bird", "Grass and seeds"],
      ["Reptiles", "Tortoise or turtle Snake", "Lettuce leaves Mice"],
    ]);
  });
});

test("bold heads end where plain rows begin, although the first number comes later", () => {
  const body = [
    ["Oak", "tall", "unknown"],
    ["Elm", "thin", "unknown"],
    ["Ash", "grey", "12"],
    ["Fir", "green", "14"],
    ["Yew", "dark", "9"],
  ];
  const heads = [["Tree", "Look", "Age"]];
  const lines = [...styled(rowsAt(100, xs, heads), { isBold: true }), ...rowsAt(114, xs, body)];
  expect(findTables(pageOf(...lines), [])[0]?.rows).toEqual([...heads, ...body]);
});

describe("a label in lowercase without values", () => {
  test("is a row of its own if labels start like that", () => {
    const rows = [
      ["Setting", "Old", "New"],
      ["temperature", "1", "2"],
      ["pressure", "3", "4"],
      ["volume", "", ""],
      ["mass", "5", "6"],
    ];
    expect(tableBetween(rowsAt(102, xs, rows), [100, 114, 172])).toEqual(rows);
  });

  test("continues the label above if others start with a capital", () => {
    const rows = [
      ["Setting", "Old", "New"],
      ["Temperature", "1", "2"],
      ["Pressure of", "3", "4"],
      ["volume", "", ""],
      ["Mass", "5", "6"],
    ];
    expect(tableBetween(rowsAt(102, xs, rows), [100, 114, 172])?.[2]).toEqual(["Pressure of volume", "3", "4"]);
  });
});

describe("a sentence below a line that had room for its next word", () => {
  function meaningsOf(above: string, below: string): readonly (string | undefined)[] {
    const rows = [
      ["Code", "Meaning", "Count"],
      ["E01", above, "12"],
      ["", below, ""],
      ["E02", "The address is in use by another device", "7"],
      ["E03", "Low voltage", "9"],
    ];
    const table = tableBetween(rowsAt(102, [50, 100, 320], rows), [100, 114, 172]);
    return table?.slice(1, -2).map((row) => row[1]) ?? [];
  }

  test("continues in lowercase", () => {
    expect(meaningsOf("The motor is stuck and does", "not turn")).toEqual(["The motor is stuck and does not turn"]);
  });

  test.for([
    ["starts with a capital", "The motor is stuck and does", "Not turning"],
    ["follows the end of a sentence", "The motor is stuck for now.", "not turning"],
    ["follows a short line", "It is on", "not turning"],
    ["follows two words", "Thermoregulators disconnected", "not turning"],
  ] as const)("is another row if it %s", ([, above, below]) => {
    expect(meaningsOf(above, below)).toEqual([above, below]);
  });

  test("continues in several cells between rules", () => {
    const rows = [
      ["Code", "Cause", "Action"],
      ["E01", "The motor is stuck and it does not", "Open the cover of the motor carefully"],
      ["", "turn at all when one is", "and clean all of the old"],
      ["", "out there", "rust off"],
      ["E02", "The address is in use", "Set another address"],
      ["E03", "Low voltage", "Call us"],
      ["E04", "Loose cable", "Fix it"],
    ];
    const table = tableBetween(rowsAt(102, [50, 100, 320], rows), [100, 114, 157, 171, 185, 199], 540);
    const texts = [1, 2].map((column) => rows.slice(1, 4).map((row) => row[column]));
    expect(table?.slice(1)).toEqual([["E01", ...texts.map((lines) => lines.join(" "))], ...rows.slice(4)]);
  });

  test("is no label", () => {
    const rows = [
      ["part", "colour", "count"],
      ["motor of the pump", "red", "1"],
      ["valve", "blue", ""],
      ["motor of the other old pump", "red", "2"],
      ["cover", "grey", "3"],
      ["frame", "black", "4"],
    ];
    const table = tableBetween(rowsAt(102, [50, 250, 320], rows), [100, 114, 143, 157, 171, 185]);
    expect(table).toEqual(rows);
  });
});

test("boxes of different height on evenly spaced lines show no gap between rows", () => {
  const quays = [
    ["Place", "Built of"],
    ["North harbour", "Wooden piers"],
    ["South harbour", "Granite walls"],
    ["West moorings", "Steel and oak"],
    ["East moorings", "Concrete only"],
  ];
  const lines = rowsAt(102, [50, 200], quays).map((line) => {
    if (line.box.y0 !== 144 || line.box.x0 !== 200) return line;
    const box = { ...line.box, y0: 141.5 };
    return { ...line, box, runs: line.runs.map((run) => ({ ...run, box })) };
  });
  expect(tableBetween(lines, [100, 114, 172])).toEqual(quays);
});

describe("lines in two columns of one grid row", () => {
  function bodyOf(rows: Rows): Rows | undefined {
    const lines = rowsAt(102, [50, 150], [["Name", "Kind"], ...rows]);
    const rules = gridOf([45, 145, 245], [100, 114, 116 + 14 * rows.length]);
    return findTables(pageOf(...lines), rules)[0]?.rows.slice(1);
  }
  const single = [
    ["alpha", "green"],
    ["gamma", "brown"],
    ["delta", "white"],
  ];

  test("are rows if they are single words, as many in both", () => {
    expect(bodyOf(single)).toEqual(single);
  });

  test("are one row if they are only two, or several words", () => {
    expect(bodyOf(single.slice(0, 2))).toEqual([["alpha gamma", "green brown"]]);
    const rules = [100, 115, 144, 158, 172].map((y) => flat(y, 45, 345));
    const rows = [
      ["Name", "Kind"],
      ["Alpha", "Green"],
      ["Gamma", "Brown"],
      ["Omega", "Black"],
      ["Sigma", "Amber"],
    ];
    const ruled = findTables(pageOf(...rowsAt(102, [50, 150], rows)), rules)[0]?.rows;
    expect(ruled?.slice(1)).toEqual([["Alpha Gamma", "Green Brown"], ...rows.slice(3)]);

    const several = single.map(([name = "", kind = ""]) => [`a ${name}`, kind]);
    expect(bodyOf(several)).toEqual([["a alpha a gamma a delta", "green brown white"]]);
  });
});

test("a name beside each line of words is a row, also where wider gaps part groups of them", () => {
  const poisson = "Zero truncated Poisson";
  const groups = [
    [poisson, "Zero truncated binomial", "Zero truncated geometric", "Logarithmic"],
    ["Zero modified Poisson", "Zero modified binomial", "Zero modified geometric", "Zero modified logarithmic"],
  ];
  const names = [
    ["ztpoisson", "ztbinomial", "ztgeometric", "logarithm"],
    ["zmpoisson", "zmbinomial", "zmgeometric", "zmlogarithm"],
  ];
  const bodies = groups.map((group, at) => group.map((words, line) => [words, names[at]?.[line] ?? ""]));
  const tops = [116, 182];
  const lines = [
    ...rowsAt(102, [50, 190], [["Distribution", "Root"]]),
    ...bodies.flatMap((body, at) => rowsAt(tops[at] ?? 0, [50, 190], body)),
  ];
  expect(tableBetween(lines, [100, 114, 240], 260)).toEqual([["Distribution", "Root"], ...bodies.flat()]);
});

test("a label that wraps word by word beside lines of a sentence is one row", () => {
  const rows = [
    ["Office", "Task"],
    ["Public", "is responsible for all of"],
    ["Health", "the tasks that are listed"],
    ["Service", "in the second part of the"],
    ["Office", "book of rules of the town"],
  ];
  const rules = gridOf([45, 95, 240], [100, 114, 174]);
  expect(findTables(pageOf(...rowsAt(102, [50, 100], rows)), rules)[0]?.rows).toEqual([
    ["Office", "Task"],
    [
      "Public Health Service Office",
      "is responsible for all of the tasks that are listed in the second part of the book of rules of the town",
    ],
  ]);
});

describe("rows of which each cell has the same number of lines", () => {
  const head = ["Item", "Description", "Name"];
  const between = (lines: readonly (readonly string[])[]) =>
    tableBetween(rowsAt(102, [50, 150, 350], [head, ...lines]), [100, 114, 144, 174], 450);

  test("are one row if a word or a sentence is broken", () => {
    const rows = between([
      ["Phase", "Set the base term of the error", "Default value:"],
      ["Error", "deviation in metres", "0.003"],
      ["Phase", "Set the elevation of the error", "stats-"],
      ["Angle", "deviation in metres", "errphase"],
    ]);
    expect(rows).toEqual([
      head,
      ["Phase Error", "Set the base term of the error deviation in metres", "Default value: 0.003"],
      ["Phase Angle", "Set the elevation of the error deviation in metres", "statserrphase"],
    ]);
  });

  test("are several rows if nothing is", () => {
    const lines = [
      ["Phase", "Base term of the error", "base"],
      ["Angle", "Elevation of the error", "elevation"],
      ["Bias", "Noise of the phase", "noise"],
      ["Delay", "Noise of the delay", "delay"],
    ];
    expect(between(lines)).toEqual([head, ...lines]);
  });
});
