import { expect, test } from "vitest";
import { markedContent } from "../../src/layout/hidden-budget.ts";
import { lineText } from "../../src/layout/inline-text.ts";
import type { PageContent } from "../../src/model/page-content.ts";
import { block, line, page } from "./pages.ts";

function pageWith(visible: number, hidden: readonly string[]): PageContent {
  const seen = line("x".repeat(visible), { y: 0 });
  const unseen = hidden.map((text, at) => {
    const plain = line(text, { y: 20 + at * 12 });
    return { ...plain, runs: plain.runs.map((run) => ({ ...run, hidden: "covered" as const })) };
  });
  return page(block(seen, ...unseen));
}

function textOf(content: PageContent): string {
  return content.blocks.flatMap(({ lines }) => lines.map(lineText)).join("\n");
}

const many = Array.from({ length: 20 }, (_, at) => `hidden words ${at}`);

test("marks that take more than a twentieth of a page become one with their number", () => {
  const { content, marks, isOmitted } = markedContent(pageWith(1000, many), false);
  expect(isOmitted).toBe(true);
  expect(textOf(content)).toBe("x".repeat(1000));
  expect(marks).toBe("\u27e6hidden \u00b7 20 \u00d7 text, 290 characters: left out\u27e7\n");
  expect(marks.length / (1000 + marks.length)).toBeLessThan(0.05);
});

test("hidden text is shown in its place on request", () => {
  const { content, isOmitted } = markedContent(pageWith(1000, many), true);
  expect(isOmitted).toBe(false);
  expect(textOf(content)).toContain("\u27e6hidden \u00b7 covered: hidden words 19\u27e7");
});

test("few marks on a full page stay, and so does one that is shorter than its replacement", () => {
  expect(markedContent(pageWith(3000, many.slice(0, 3)), false).isOmitted).toBe(false);
  expect(markedContent(pageWith(10, ["hidden"]), false).isOmitted).toBe(false);
});
