import { ReadError } from "@reader/core";
import { describe, expect, test } from "vitest";
import { parseSelection } from "../../src/csv/parse-selection.ts";

const names = ["id", "Name", "unit price", "2024", "a,b", "C", "it's", "'s"];
const parse = (select: string): unknown => parseSelection(select, { path: "t.csv", names });

describe("a selection", () => {
  test.for([
    ["100:200", { rows: [{ first: 100, last: 200 }] }],
    ["100-200", { rows: [{ first: 100, last: 200 }] }],
    ["rows 100-200", { rows: [{ first: 100, last: 200 }] }],
    ["7", { rows: [{ first: 7, last: 7 }] }],
    ["100:", { rows: [{ first: 100, last: Infinity }] }],
    [":100", { rows: [{ first: 1, last: 100 }] }],
    ["-20:", { rows: [{ first: -20, last: Infinity }] }],
    [
      "1:3,9",
      {
        rows: [
          { first: 1, last: 3 },
          { first: 9, last: 9 },
        ],
      },
    ],
  ] as const)("%j is rows", ([select, selection]) => {
    expect(parse(select)).toEqual(selection);
  });

  test.for([
    ["A:B", [1, 2]],
    ["b:a", [1, 2]],
    ["$A:$B", [1, 2]],
    ["A", [1]],
    ["E,A", [5, 1]],
    ["A,A:B", [1, 2]],
  ] as const)("%j is columns by their letters", ([select, columns]) => {
    expect(parse(select)).toEqual({ columns });
  });

  test.for([
    ["Name,id", [2, 1]],
    ["name", [2]],
    ["unit price", [3]],
    ['"unit price"', [3]],
    ['"a,b",id', [5, 1]],
    ["'a,b',id", [5, 1]],
    ["'unit price'", [3]],
    ["a,b", [5]],
    ["it's,'s", [7, 8]],
    ["id:unit price", [1, 2, 3]],
    ["2024", [4]],
    ["C", [6]],
  ] as const)("%j is columns by their names, which come first", ([select, columns]) => {
    expect(parse(select)).toEqual({ columns });
  });

  test.for([
    ["A5:D20", { columns: [1, 2, 3, 4], rows: [{ first: 5, last: 20 }] }],
    ["D20:A5", { columns: [1, 2, 3, 4], rows: [{ first: 5, last: 20 }] }],
    ["B7", { columns: [2], rows: [{ first: 7, last: 7 }] }],
    ["A5:B", { columns: [1, 2], rows: [{ first: 5, last: Infinity }] }],
    ["name,unit price 100:200", { columns: [2, 3], rows: [{ first: 100, last: 200 }] }],
    ["100:200 name,unit price", { columns: [2, 3], rows: [{ first: 100, last: 200 }] }],
    ["A:B 7", { columns: [1, 2], rows: [{ first: 7, last: 7 }] }],
  ] as const)("%j is both", ([select, selection]) => {
    expect(parse(select)).toEqual(selection);
  });

  test.for(["prise", "name,prise", "prise 1:2", "0", "A0:B", "!"])(
    "%j is refused, with the columns there are",
    (select) => {
      expect(() => parse(select)).toThrow(
        expect.objectContaining({ code: "invalid-request", message: expect.stringContaining('C "unit price"') }),
      );
    },
  );

  test("of a column that a table without names cannot have says that it has none", () => {
    const refused = (): unknown => parseSelection("price", { path: "t.csv", names: [] });
    expect(refused).toThrow("Its columns have no names.");
    expect(refused).toThrow(ReadError);
  });
});

describe("columns beyond the last one", () => {
  const narrow = { path: "t.csv", names, width: 6 };

  test("are left out of a range", () => {
    expect(parseSelection("E:ZZ", narrow)).toEqual({ columns: [5, 6] });
    expect(parseSelection("E2:ZZ9", narrow)).toEqual({ columns: [5, 6], rows: [{ first: 2, last: 9 }] });
  });

  test("are refused where nothing else is asked for", () => {
    expect(() => parseSelection("H", narrow)).toThrow(/"H" is neither a column/);
    expect(() => parseSelection("H:J", narrow)).toThrow(/"H:J" is neither a column/);
  });

  test("are none in a wide table, where two letters are a column", () => {
    expect(parseSelection("AB", { path: "t.csv", names: [], width: 40 })).toEqual({ columns: [28] });
  });
});
