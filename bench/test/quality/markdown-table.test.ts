import { expect, test } from "vitest";
import { markdownTable } from "../../src/quality/markdown-table.ts";

test("a report is a table with figures on the right", () => {
  expect(markdownTable(["tool", "figure"], [["one", "1"]])).toBe("| tool | figure |\n| --- | ---: |\n| one | 1 |\n");
});
