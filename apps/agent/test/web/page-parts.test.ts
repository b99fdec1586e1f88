import { describe, expect, test } from "vitest";
import type { Listing, RootFolder, Seen } from "../../src/web/wire.ts";
import { aimedCell, aimOf, lineNumbers } from "../../web/src/shared/aim.ts";
import { type Turn, turnAfter } from "../../web/src/conversation/turns.ts";
import { rowsOf, treeMove, type TreeRow } from "../../web/src/files/tree.ts";
import { blocksOf } from "../../web/src/markdown/blocks.ts";

describe("Markdown becomes blocks", () => {
  test.for([
    { text: "# One\n\nTwo\nthree", kinds: ["heading", "paragraph"] },
    { text: "- a\n  - b\n1. c\na) d\n2.1 e", kinds: ["item", "item", "item", "item", "paragraph"] },
    { text: "```python\n# no heading\n```\nafter", kinds: ["code", "paragraph"] },
    { text: "```\nnever closed\n# still code", kinds: ["code"] },
    { text: "| a | b |\n|---|---|\n| 1 | 2 |\nafter", kinds: ["table", "paragraph"] },
    { text: "| no table", kinds: ["paragraph"] },
    { text: "> quote\n---\n***", kinds: ["quote", "rule", "rule"] },
    { text: "", kinds: [] },
    { text: "\n\n", kinds: [] },
  ])("$text", ({ text, kinds }) => {
    expect(blocksOf(text).map(({ kind }) => kind)).toEqual(kinds);
  });

  test("cells keep bars that are escaped, and rows of any length", () => {
    expect(blocksOf("|a|b|\n|-|-|\n|x\\|y|\n|1|2|3|")).toEqual([
      { kind: "table", rows: [["a", "b"], ["x|y"], ["1", "2", "3"]] },
    ]);
  });

  test("a fence ends where one of its kind does", () => {
    expect(blocksOf("````\n```\ninner\n```\n````\nafter").map(({ kind }) => kind)).toEqual(["code", "paragraph"]);
  });
});

describe("the tree", () => {
  const roots: readonly RootFolder[] = [
    { path: ".", label: "work", takesFiles: false },
    { path: "dropped", label: "Dropped files", takesFiles: true },
  ];
  const listing: Listing = {
    ok: true,
    isComplete: false,
    entries: [
      { name: "logs", path: "logs", kind: "folder" },
      { name: "b.txt", path: "b.txt", kind: "file" },
    ],
  };
  const rows = rowsOf(roots, { listings: new Map([[".", listing]]), open: new Set(["."]) });

  test("has what is open, says where there is more, and has no empty folder of dropped files", () => {
    expect(rows.map(({ name, level }) => `${level} ${name}`)).toEqual([
      "1 work",
      "2 logs",
      "2 b.txt",
      "2 There are more than can be listed.",
    ]);
  });

  test.for([
    { key: "ArrowDown", from: 0, to: "logs" },
    { key: "ArrowUp", from: 1, to: "work" },
    { key: "ArrowUp", from: 0, to: undefined },
    { key: "ArrowRight", from: 0, to: "logs" },
    { key: "ArrowLeft", from: 2, to: "work" },
    { key: "Home", from: 2, to: "work" },
    { key: "End", from: 0, to: "There are more than can be listed." },
    { key: "b", from: 0, to: "b.txt" },
    { key: "B", from: 0, to: "b.txt" },
    { key: "w", from: 2, to: "work" },
    { key: "x", from: 0, to: undefined },
    { key: "Tab", from: 0, to: undefined },
  ])("$key leads from row $from to $to", ({ key, from, to }) => {
    const move = treeMove(key, rows[from] as TreeRow, rows);
    expect(move?.row.name).toBe(to);
    if (move !== undefined) expect(move.kind).toBe("focus");
  });

  test("Enter opens, and so does an arrow on a closed folder", () => {
    expect(treeMove("Enter", rows[2] as TreeRow, rows)).toMatchObject({ kind: "activate", row: { name: "b.txt" } });
    expect(treeMove("ArrowRight", rows[1] as TreeRow, rows)).toMatchObject({ kind: "toggle", row: { name: "logs" } });
  });
});

describe("a person looks where the model was shown something", () => {
  const seen: Seen = {
    summary: "",
    path: "book.xlsx",
    milliseconds: 1,
    blocks: [
      { kind: "place", text: '[sheet "Q3"]', at: { unit: "sheet", index: 3, label: '"Q3"' } },
      { kind: "lines", text: "12\ta\n13:b" },
      { kind: "outline", text: "[outline]\n1\tx" },
    ],
    notes: [],
  };

  test("at the start of a file that was asked for as a whole", () => {
    expect(aimOf({ path: "book.xlsx" }, seen)).toEqual({ path: "book.xlsx" });
  });

  test("at the place and line of a part", () => {
    expect(aimOf({ path: "book.xlsx", select: "Q3!B4" }, seen)).toEqual({
      path: "book.xlsx",
      place: { unit: "sheet", index: 3 },
      // The first match: the line before it is context.
      line: 13,
      near: "b",
    });
    expect([...lineNumbers(seen.blocks)]).toEqual([12, 13]);
  });

  test.for([
    { select: "Orders!C12", cell: { column: "C", row: "12" } },
    { select: "'My sheet'!$B$4:D7", cell: { column: "B", row: "4" } },
    { select: "docs/a.md", cell: undefined },
    { select: "1-20", cell: undefined },
  ])("at the cell of $select", ({ select, cell }) => {
    expect(aimedCell({ path: "book.xlsx", select })).toEqual(cell);
  });
});

test("a turn keeps calls, words and citations in their order", () => {
  const start: Turn = { id: 0, question: "Why?", items: [], citations: [] };
  const result = { type: "result", id: "1", summary: "Read", isError: false, milliseconds: 1, media: 0 } as const;
  const citation = { text: "a:1", isRead: true, request: { path: "a" } };
  const turn = [
    { type: "call", id: "1", name: "read", request: { path: "a" }, words: "read a" } as const,
    result,
    { type: "text", delta: "Be" } as const,
    { type: "text", delta: "cause [a:1]" } as const,
    { type: "citation", citation } as const,
    { type: "done", words: "2 steps" } as const,
  ].reduce(turnAfter, start);
  expect(turn).toEqual({
    ...start,
    items: [
      { kind: "call", call: { id: "1", name: "read", request: { path: "a" }, words: "read a", result } },
      { kind: "text", text: "Because [a:1]" },
    ],
    citations: [citation],
    end: { words: "2 steps", isError: false },
  });
});
