import { expect, test } from "vitest";
import { findTables } from "../../../src/tables/find-tables.ts";
import { flat, pageOf, words } from "../pages.ts";

const xs = [50, 120, 220, 330];

function tableOf(rows: readonly (readonly string[])[], rules: readonly number[] = []) {
  const lines = rows.flatMap((row, index) =>
    row.flatMap((text, column) => (text === "" ? [] : [words([xs[column] ?? 0, 100 + 12 * index], text)])),
  );
  const found = findTables(
    pageOf(...lines),
    rules.map((y) => flat(y, 45, 420)),
  );
  return found.map((table) => table.rows);
}

test("a date that wraps before its year is one cell", () => {
  const found = tableOf([
    ["No.", "Place", "Date", "Amount"],
    ["1", "Meadow", "2 January 2020", "51,611"],
    ["2", "Harbour", "20 July 2015", "68,331"],
    ["3", "Archive", "15 September", "58,685"],
    ["", "", "2017", ""],
    ["4", "Market", "11 March 2012", "6,400"],
  ]);
  expect(found).toEqual([
    [
      ["No.", "Place", "Date", "Amount"],
      ["1", "Meadow", "2 January 2020", "51,611"],
      ["2", "Harbour", "20 July 2015", "68,331"],
      ["3", "Archive", "15 September 2017", "58,685"],
      ["4", "Market", "11 March 2012", "6,400"],
    ],
  ]);
});

test("a year below a name is not part of it", () => {
  const found = tableOf([
    ["No.", "Place", "Owner", "Amount"],
    ["1", "Meadow", "Committee", "51,611"],
    ["2", "Harbour", "Council of all", "68,331"],
    ["3", "Archive", "Committee", "58,685"],
    ["", "", "2017", ""],
    ["4", "Market", "Council", "6,400"],
  ]);
  expect(found[0]).toContainEqual(["", "", "2017", ""]);
});

test("text that reaches over the next column does not widen the lines of its own", () => {
  const found = tableOf(
    [
      ["648765", "ENGARD INC", "2727 WEST MEMORIAL", ""],
      ["", "", "ROAD", "TULSA"],
      ["406487", "OEME LLC", "3700 WEST 40", "NORMAN"],
      ["487016", "WINE LLC", "14201 NORTH MAY AVENUE OKLAHOMA", ""],
      ["617276", "JOINT INC", "401 NORTH BROADWAY", ""],
      ["", "", "STREET", "POTEAU"],
      ["373340", "MAZEL INC", "SUITE 150", "SHAWNEE"],
    ],
    [97, 122, 134, 146, 170, 182],
  );
  const addresses = found[0]?.map((row) => row[2]);
  expect(addresses).toContain("2727 WEST MEMORIAL ROAD");
  expect(addresses).toContain("401 NORTH BROADWAY STREET");
});
