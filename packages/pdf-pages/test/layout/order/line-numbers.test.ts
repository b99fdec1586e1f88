import { describe, expect, it } from "vitest";
import type { PageContent } from "../../../src/model/page-content.ts";
import { withoutLineNumbers } from "../../../src/layout/order/line-numbers.ts";
import { block, line, page } from "../pages.ts";

const prose = [
  "This manuscript has a number at each of",
  "its lines, so that those who review it",
  "can say of which of them they speak. The",
  "numbers stand in the margin and would",
  "part every line from the next one, as if",
  "each were a paragraph of its own. They are",
  "no part of what the authors want to say",
  "and are left away where text is read.",
];

interface Look {
  readonly first?: number;
  readonly step?: number;
  readonly isMonospaced?: boolean;
  readonly x?: number;
}

function numbered(
  texts: readonly string[],
  { first = 26, step = 1, isMonospaced = false, x = 40 }: Look = {},
): PageContent {
  return page(
    ...texts.map((text, index) =>
      block(
        line(`${first + step * index}`, { x, y: 100 + 12 * index, sizePt: 6, widthPt: 8 }),
        line(text, { x: 72, y: 100 + 12 * index, isMonospaced }),
      ),
    ),
  );
}

const wordsOf = ({ blocks }: PageContent): readonly string[] =>
  blocks.flatMap(({ lines }) => lines.map(({ runs }) => runs.map(({ text }) => text).join("")));

describe("numbers in the margin of a manuscript", () => {
  it("are removed, at the left or at the right", () => {
    expect(wordsOf(withoutLineNumbers(numbered(prose)))).toEqual(prose);
    expect(wordsOf(withoutLineNumbers(numbered(prose, { x: 500 })))).toEqual(prose);
  });

  it("are removed from the line of a heading that the engine joined with one", () => {
    const { blocks } = numbered([...prose, ...prose]);
    const joined = blocks.map(({ lines: [count, words] }, index) =>
      count !== undefined && words !== undefined && index === 3
        ? block({ ...words, runs: [...count.runs, ...words.runs] })
        : block(...[count, words].filter((one) => one !== undefined)),
    );
    expect(wordsOf(withoutLineNumbers(page(...joined)))).toEqual([...prose, ...prose]);
  });

  it("stay if they do not count up", () => {
    const content = numbered(prose, { step: 7 });
    expect(withoutLineNumbers(content)).toBe(content);
  });

  it("stay if they number items, rows or code", () => {
    const items = prose.map((text) => `A ${text}`);
    for (const content of [numbered(items), numbered(prose, { isMonospaced: true }), numbered(prose.slice(0, 7))])
      expect(withoutLineNumbers(content)).toBe(content);
  });

  it("stay if they number the rows of a table, whose lines are a few long words", () => {
    const checksums = prose.map((_, index) => `${"abcdefgh"[index] ?? ""}41d8cd98f00b204e9800998ecf8427e  notes.txt`);
    const content = numbered(checksums);
    expect(withoutLineNumbers(content)).toBe(content);
  });

  it("stay if other numbers are beside the lines", () => {
    const { blocks } = numbered(prose);
    const sizes = blocks.map(({ lines }, index) => {
      const size = line(String(4096 >> index), { x: 400, y: 100 + 12 * index });
      return block(...lines, size);
    });
    const content = page(...sizes);
    expect(withoutLineNumbers(content)).toBe(content);
  });
});
