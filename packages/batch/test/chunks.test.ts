import { estimateTokens } from "@reader/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chunkDocument, type ChunkOptions, type ChunkSection, type PlaceName } from "../src/index.ts";

const words = (text: string): number => text.split(/\s+/).filter((word) => word !== "").length;

function chunks(
  sections: readonly (string | ChunkSection<PlaceName>)[],
  options: Partial<ChunkOptions> = {},
): readonly {
  readonly text: string;
  readonly lines: readonly [number, number];
  readonly headings: readonly string[];
}[] {
  let line = 1;
  const placed = sections.map((section) => {
    if (typeof section !== "string") return section;
    const firstLine = line;
    line += section.split("\n").length;
    return { text: section, firstLine };
  });
  const all: ChunkOptions = { maxTokens: 10, style: "markdown", countTokens: words, ...options };
  return chunkDocument(placed, all).map(({ text, lines, headings }) => ({ text, lines, headings }));
}

const page = (index: number, text: string, firstLine: number): ChunkSection<PlaceName> => ({
  text,
  firstLine,
  at: { unit: "page", index },
});

describe("chunks", () => {
  test("keep paragraphs whole where they fit", () => {
    expect(chunks(["one two three\nfour\n\nfive six seven\n\na b c d e f g"])).toEqual([
      { text: "one two three\nfour\n\nfive six seven", lines: [1, 4], headings: [] },
      { text: "a b c d e f g", lines: [6, 6], headings: [] },
    ]);
  });

  test("never cross a page unless told", () => {
    const pages = [page(1, "end of one", 1), page(2, "start of two", 2)];
    expect(chunks(pages).map(({ text }) => text)).toEqual(["end of one", "start of two"]);
    const across = chunkDocument(pages, { maxTokens: 10, style: "markdown", countTokens: words, isAcross: true });
    expect(across.map(({ text, places }) => [text, places.map(({ index }) => index)])).toEqual([
      ["end of one\n\nstart of two", [1, 2]],
    ]);
  });

  test("start at headings, and know those above", () => {
    expect(chunks(["# A\n\n## B\n\ntext\n\n## C\n\nmore\n\n# D\n\nlast"])).toEqual([
      { text: "# A\n## B\n\ntext", lines: [1, 5], headings: ["A", "B"] },
      { text: "## C\n\nmore", lines: [7, 9], headings: ["A", "C"] },
      { text: "# D\n\nlast", lines: [11, 13], headings: ["D"] },
    ]);
  });

  test("take no line of code for a heading", () => {
    const code = "```\n# not a heading\n\nx\n```";
    expect(chunks([`intro\n\n${code}\n\n# Yes\n\nz`]).map(({ headings }) => headings)).toEqual([[], ["Yes"]]);
  });

  test("repeat the head of a table that is divided", () => {
    const rows = Array.from({ length: 6 }, (_, at) => `| r${at} | x |`);
    const found = chunks([`| a | b |\n|---|---|\n${rows.join("\n")}\n\nafter`], { maxTokens: 17 });
    expect(found.map(({ text, lines }) => [text, lines])).toEqual([
      ["| a | b |\n|---|---|\n| r0 | x |\n| r1 | x |", [1, 4]],
      ["| a | b |\n|---|---|\n| r2 | x |\n| r3 | x |", [5, 6]],
      ["| a | b |\n|---|---|\n| r4 | x |\n| r5 | x |", [7, 8]],
      ["after", [10, 10]],
    ]);
  });

  test("repeat the head of a table that goes on in the next page", () => {
    const rows = (from: number): string => Array.from({ length: 3 }, (_, at) => `| r${from + at} | x |`).join("\n");
    const pages = [
      page(1, `| a | b |\n|---|---|\n${rows(0)}`, 1),
      page(2, rows(3), 6),
      page(3, `${rows(6)}\n\nafter`, 9),
      page(4, "| no | table |", 14),
    ];
    const head = "| a | b |\n|---|---|";
    expect(chunks(pages, { maxTokens: 30 }).map(({ text, lines }) => [text, lines])).toEqual([
      [`${head}\n${rows(0)}`, [1, 5]],
      [`${head}\n${rows(3)}`, [6, 8]],
      [`${head}\n${rows(6)}\n\nafter`, [9, 13]],
      ["| no | table |", [14, 14]],
    ]);
    for (const maxTokens of [12, 16, 20]) {
      for (const { text } of chunks(pages, { maxTokens }))
        if (/\| r\d/.test(text)) expect(text.startsWith(head)).toBe(true);
    }
    const [first, second] = chunks([pages[0] ?? "", page(2, `| ${"w ".repeat(9)}|`, 6)], { maxTokens: 17 }).slice(-2);
    expect([first?.text.startsWith(head), second?.text.startsWith(head)]).toEqual([true, true]);
  });

  test("have the head of a table once, if the table goes on in the next page within a chunk", () => {
    const row = (at: number): string => `| r${at} | x |`;
    const head = "| a | b |\n|---|---|";
    const pages = [
      page(1, `before\n\n${head}\n${row(0)}\n${row(1)}`, 1),
      page(2, `${row(2)}\n${row(3)}`, 7),
      page(3, `${row(4)}\n\nafter`, 9),
    ];
    const across = (maxTokens: number): readonly unknown[] =>
      chunks(pages, { maxTokens, isAcross: true }).map(({ text, lines }) => [text, lines]);
    const rows = [0, 1, 2, 3, 4].map(row);

    expect(across(60)).toEqual([[`before\n\n${head}\n${rows.join("\n")}\n\nafter`, [1, 11]]]);
    expect(across(30)).toEqual([
      [`before\n\n${head}\n${rows.slice(0, 4).join("\n")}`, [1, 8]],
      [`${head}\n${row(4)}\n\nafter`, [9, 11]],
    ]);
  });

  test("divide a row of a table between its cells", () => {
    const cells = Array.from({ length: 40 }, (_, at) => 100 + at);
    const found = chunks([`|${cells.join("|")}|`], { maxTokens: 60, countTokens: (text) => text.length });
    expect(
      found.flatMap(({ text }) =>
        text
          .split("|")
          .filter((cell) => cell !== "")
          .map(Number),
      ),
    ).toEqual(cells);
  });

  test("repeat the first line of a CSV file", () => {
    const found = chunks(["name,age\nAnn,1\nBen,2\nCid,3"], { maxTokens: 3, style: "table" });
    expect(found.map(({ text }) => text)).toEqual(["name,age\nAnn,1\nBen,2", "name,age\nCid,3"]);
  });

  test("divide a row that is too long below its head", () => {
    const long = `| ${"w ".repeat(30)}|`;
    const found = chunks([`| a |\n|---|\n${long}`], { maxTokens: 12 });
    expect(found.length).toBeGreaterThan(2);
    for (const { text } of found) expect(text).toMatch(/^\| a \|\n\|---\|/);
  });

  test("divide a line between words, and never inside a character", () => {
    const found = chunks(["a b c d e f g h i j k l"], { maxTokens: 5 });
    expect(found.map(({ text }) => text)).toEqual(["a b c d e ", "f g h i j ", "k l"]);
    const emoji = "😀".repeat(50);
    const pieces = chunks([emoji], { maxTokens: 7, countTokens: (text) => text.length });
    expect(pieces.map(({ text }) => text).join("")).toBe(emoji);
    for (const { text } of pieces) expect(text).not.toMatch(/\p{Cs}/u);
  });

  test("have no more tokens than asked, lose nothing, and are in order", () => {
    const line = fc.oneof(
      fc.lorem({ maxCount: 12 }),
      fc.constantFrom("", "# Heading", "## Another", "| a | b |", "|---|---|", "| 1 | 2 |", "```", "- item"),
      fc.string({ unit: "grapheme", maxLength: 80 }).map((text) => text.replaceAll(/[\n\r]/g, " ")),
    );
    const document = fc.array(line, { minLength: 1, maxLength: 40 });
    const styles = fc.constantFrom("markdown" as const, "plain" as const, "table" as const);
    fc.assert(
      fc.property(document, styles, fc.integer({ min: 16, max: 60 }), (lines, style, maxTokens) => {
        const text = lines.join("\n");
        const found = chunkDocument([{ text, firstLine: 1 }], { maxTokens, style, countTokens: estimateTokens });
        const bare = (value: string): string => value.replaceAll(/\s+/g, "");
        const all = bare(found.map((chunk) => chunk.text).join(""));
        let from = 0;
        // A row that is divided has the head of its table between its parts.
        for (const each of style === "plain" ? lines : []) {
          const at = all.indexOf(bare(each), from);
          expect(at).toBeGreaterThanOrEqual(from);
          from = at + bare(each).length;
        }
        for (const chunk of found) {
          expect(chunk.tokens).toBeLessThanOrEqual(maxTokens);
          expect(chunk.lines[0]).toBeGreaterThanOrEqual(1);
          expect(chunk.lines[1]).toBeLessThanOrEqual(lines.length);
        }
      }),
      { seed: 20_261_129, numRuns: 300 },
    );
  });
});
