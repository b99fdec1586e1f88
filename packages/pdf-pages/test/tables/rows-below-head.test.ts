import { expect, test } from "vitest";
import { findTables } from "../../src/tables/find-tables.ts";
import { flat, pageOf, rowsAt } from "./pages.ts";

const xs = [50, 150, 250];

test("lines of words below the rule of a head are rows, although the first number comes later", () => {
  const body = [
    ["Alpha", "one in five", "Common in text"],
    ["Beta", "two in five", "Used in business"],
    ["Gamma", "half of all", "For names"],
    ["Delta", "12", "Not explained"],
  ];
  const head = ["Sign", "Frequency", "Comments"];
  const page = pageOf(...rowsAt(100, xs, [head]), ...rowsAt(118, xs, body));
  const rules = [flat(98, 50, 340), flat(114, 50, 340), flat(174, 50, 340)];
  expect(findTables(page, rules)[0]?.rows).toEqual([head, ...body]);
});
