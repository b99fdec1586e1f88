import { expect, test } from "vitest";
import { createFileNames } from "../../src/content/index.ts";

test("names are made unique before their ending", () => {
  const nameOf = createFileNames();
  const given = ["a.pdf", "A.pdf", "a (3).pdf", "a.pdf", " a\n.pdf", "a.pdf", "notes", "notes", ".env", ".env"];
  expect(given.map(nameOf)).toEqual([
    "a.pdf",
    "A (2).pdf",
    "a (3).pdf",
    "a (4).pdf",
    "a .pdf",
    "a (5).pdf",
    "notes",
    "notes (2)",
    ".env",
    " (2).env",
  ]);
});

test("many files of one name take time in proportion to their number", () => {
  const nameOf = createFileNames();
  const names = Array.from({ length: 100_000 }, () => nameOf("a.pdf"));
  expect(names.at(-1)).toBe("a (100000).pdf");
});
