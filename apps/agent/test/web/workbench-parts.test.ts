import { describe, expect, test } from "vitest";
import type { Json, Place } from "@reader/core";
import type { Listing, RootFolder, SeenBlock } from "../../src/web/wire.ts";
import { excerptWords } from "../../web/src/conversation/turns.ts";
import { fileTypeOf } from "../../web/src/files/file-type.ts";
import { splitName } from "../../web/src/files/split-name.ts";
import { rowsOf, type TreeState } from "../../web/src/files/tree.ts";
import { aimOf } from "../../web/src/shared/aim.ts";
import { marksOf } from "../../web/src/shared/marks.ts";

describe("a long name is cut in the middle", () => {
  test.for([
    { name: "report", end: "" },
    { name: "report.pdf", end: ".pdf" },
    { name: "pilot-service.log", end: ".log" },
    { name: "quarterly report of the northern region.pdf", end: "egion.pdf" },
    { name: "a-folder-with-a-very-long-name", end: "-name" },
    { name: `${"é".repeat(30)}.txt`, end: `${"é".repeat(5)}.txt` },
  ])("$name keeps $end", ({ name, end }) => {
    const split = splitName(name);
    expect(split.end).toBe(end);
    expect(split.start + split.end).toBe(name);
  });

  test("letters of several code points are not cut apart", () => {
    expect(splitName(`${"a".repeat(30)}👩‍💻bcde.md`).end).toBe("👩‍💻bcde.md");
  });
});

test.for([
  { name: "a.PDF", type: "pdf" },
  { name: "backup.tar.gz", type: "archive" },
  { name: "book.xlsx", type: "sheet" },
  { name: "Makefile", type: "other" },
  { name: ".env", type: "other" },
])("$name has the icon of $type", ({ name, type }) => {
  expect(fileTypeOf(name)).toBe(type);
});

test("a search aims at its first match, although its context starts on another page", () => {
  const page = (index: number): Place => ({ unit: "slide", index });
  const blocks: readonly SeenBlock[] = [
    { kind: "place", text: "[slide 1 of 2]", at: page(1) },
    { kind: "lines", text: "9\tDate: 2024", at: page(1) },
    { kind: "place", text: "[slide 2 of 2]", at: page(2) },
    { kind: "lines", text: "10\t## Next\n11:## Section one\n12\t", at: page(2) },
  ];
  const seen = { summary: "", path: "talk.pptx", milliseconds: 0, blocks, notes: [] };
  expect(aimOf({ path: "talk.pptx", find: "Section one" }, seen)).toEqual({
    path: "talk.pptx",
    place: { unit: "slide", index: 2 },
    line: 11,
    near: "## Section one",
  });
});

describe("the tree of files", () => {
  const roots: readonly RootFolder[] = [
    { path: ".", label: "work", takesFiles: false },
    { path: "dropped", label: "Dropped files", takesFiles: true },
  ];
  const listings = new Map<string, Listing>([
    [
      ".",
      {
        ok: true,
        isComplete: true,
        entries: [
          { name: "logs", path: "logs", kind: "folder" },
          { name: "backup.zip", path: "backup.zip", kind: "file", size: "1.2 KB" },
          { name: "secret.zip", path: "secret.zip", kind: "file", isDenied: true },
        ],
      },
    ],
    ["logs", { ok: true, isComplete: true, entries: [{ name: "App.log", path: "logs/App.log", kind: "file" }] }],
    [
      "backup.zip",
      {
        ok: true,
        isComplete: true,
        entries: [{ name: "docs/a.md", path: "backup.zip", select: "docs/a.md", kind: "file" }],
      },
    ],
    ["dropped", { ok: true, isComplete: true, entries: [{ name: "x.txt", path: "dropped/x.txt", kind: "file" }] }],
  ]);
  const namesOf = (state: Partial<TreeState>): readonly string[] =>
    rowsOf(roots, { listings, open: new Set([".", "dropped"]), ...state }).map(({ name }) => name);

  test("has archives that open to their members", () => {
    const open = new Set([".", "backup.zip"]);
    const rows = rowsOf(roots, { listings, open });
    expect(rows.find(({ name }) => name === "backup.zip")).toMatchObject({
      kind: "archive",
      isOpen: true,
      size: "1.2 KB",
    });
    expect(rows.find(({ name }) => name === "docs/a.md")).toMatchObject({
      path: "backup.zip",
      select: "docs/a.md",
      level: 3,
    });
    expect(rows.find(({ name }) => name === "secret.zip")?.kind).toBe("file");
  });

  test("offers to remove dropped files only", () => {
    const rows = rowsOf(roots, { listings, open: new Set([".", "dropped"]) });
    expect(rows.filter(({ isRemovable }) => isRemovable).map(({ path }) => path)).toEqual(["dropped/x.txt"]);
  });

  test("is filtered by name, also in closed folders that were listed, and in any case", () => {
    expect(namesOf({ filter: "app" })).toEqual(["work", "logs", "App.log"]);
    expect(namesOf({ filter: "a.md" })).toEqual(["work", "backup.zip"]);
    expect(namesOf({ filter: "nothing" })).toEqual(["No listed file has such a name."]);
  });
});

describe("what is marked", () => {
  const blocks: readonly SeenBlock[] = [
    { kind: "place", text: "[page 1 of 2]" },
    { kind: "lines", text: "7:The orders (12) of Ann; orders late\n8\t\n9\tand after" },
  ];
  test.for<{ readonly request: Json; readonly quote?: string; readonly marks: readonly string[] }>([
    { request: { path: "a", find: "orders" }, marks: ["orders"] },
    { request: { path: "a", find: "/ORDERS|ann/i" }, marks: ["orders", "Ann"] },
    { request: { path: "a", find: "(12)" }, marks: ["(12)"] },
    { request: { path: "a", find: "/(/" }, marks: ["The orders (12) of Ann; orders late"] },
    { request: { path: "a", offset: 7, limit: 3 }, marks: ["The orders (12) of Ann; orders late", "and after"] },
    { request: { path: "a", pages: "1" }, quote: "of Ann", marks: ["of Ann"] },
    { request: { path: "a", select: "Orders!C12" }, quote: "162", marks: [] },
    { request: { path: "a" }, marks: [] },
    { request: "a", marks: [] },
  ])("$request", ({ request, quote, marks }) => {
    expect(marksOf(request, { blocks }, quote)).toEqual(marks);
  });

  test("a long answer is not marked as a whole", () => {
    const text = Array.from({ length: 40 }, (_, at) => `${at + 1}\tline`).join("\n");
    expect(marksOf({ path: "a", offset: 1 }, { blocks: [{ kind: "lines", text }] })).toEqual([]);
  });
});

test.for([
  { excerpt: "| Fri 18:42 | a \\| b | Jonas |", words: "Fri 18:42 · a \\| b · Jonas" },
  { excerpt: "## What happened", words: "What happened" },
  { excerpt: "- [ ] alarm for the queue", words: "alarm for the queue" },
  { excerpt: "Plain words.", words: "Plain words." },
])("an excerpt is shown as words: $excerpt", ({ excerpt, words }) => {
  expect(excerptWords(excerpt)).toBe(words);
});
