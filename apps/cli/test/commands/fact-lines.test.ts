import { expect, test } from "vitest";
import { factLines, factName } from "../../src/commands/info.ts";

test.for<readonly [string, unknown, readonly string[]]>([
  ["a word", "Anna", ["Anna"]],
  ["a number", 7, ["7"]],
  ["nothing", null, ["null"]],
  ["an empty list", [], [""]],
  ["a flat list", ["a", 2], ["a, 2"]],
  ["a flat object", { code: 2, markdown: 1 }, ["code 2, markdown 1"]],
  [
    "a list of objects",
    [
      { name: "id", type: "integer" },
      { name: "when", type: "date" },
    ],
    ["name id, type integer", "name when, type date"],
  ],
  [
    "rows of cells",
    [
      ["1", "Bo, Jr"],
      ["2", ""],
    ],
    ["1 | Bo, Jr", "2 | "],
  ],
  [
    "an object in an object",
    { sheet: { rows: 3 }, more: { list: [{ a: 1 }, { b: 2 }] } },
    ["sheet rows 3", "more", "  list", "    a 1", "    b 2"],
  ],
])("shows %s", ([, value, lines]) => {
  expect(factLines(value)).toEqual(lines);
});

test("escapes what would act on a terminal", () => {
  expect(factLines({ a: "\u001B[31m" }).join("")).not.toContain("\u001B");
});

test.for([
  ["pageSizes", "page sizes"],
  ["isTagged", "tagged"],
  ["title", "title"],
  ["DocID", "DocID"],
  ["MSIP_Label", "MSIP_Label"],
] as const)("names a fact in words: %s", ([name, words]) => {
  expect(factName(name)).toBe(words);
});
