import { defaultBudget } from "@reader/core";
import { outlineLines } from "@reader/core/render";
import { memorySource, mockContext } from "@reader/testkit";
import { expect, test } from "vitest";
import { pdf } from "../../src/index.ts";
import { fixtureFiles } from "../fixture-files.ts";
import { buildPdf, lines, type BuiltPage } from "../pdf-builder.ts";

async function linesIn(bytes: Uint8Array, outlineTimeMs = 60_000): Promise<readonly string[]> {
  const context = mockContext({ budget: { ...defaultBudget, outlineTimeMs } });
  const outline = await pdf().outline?.(memorySource("a.pdf", bytes), context);
  return outlineLines(outline ?? { entries: [] });
}

test("uses the bookmarks of a document with their pages as its outline", async () => {
  const bytes = fixtureFiles["page-labels-and-outline/input.pdf"] ?? new Uint8Array(0);
  expect(await linesIn(bytes)).toEqual(["page 1  Preface", "page 3  Main part", "page 4    A detail"]);
});

/** A page with a title in large type above some lines. */
const chapter = (title: string): BuiltPage => ({
  content: `BT /F 24 Tf 72 760 Td (${title}) Tj ET ${lines(
    "Nobody knows who dug the first of the wells, but",
    "all of them are older than the road that passes",
    "by. The deepest one gave water in every summer,",
    "and people came from the other side of the hills.",
  )}`,
});

const book = buildPdf({ pages: [chapter("Origins"), chapter("Results")] });

test("uses the headings of the pages as the outline of a document without bookmarks", async () => {
  expect(await linesIn(book)).toEqual(["page 1  Origins", "page 2  Results"]);
});

test("looks for no headings if they would take too much of a short time", async () => {
  expect(await linesIn(book, 1)).toEqual([]);
});

test("fails like a read for a file without a document", async () => {
  const source = memorySource("a.pdf", new TextEncoder().encode("%PDF-1.7\nnothing"));
  await expect(pdf().outline?.(source, mockContext())).rejects.toMatchObject({ code: "corrupt" });
});
