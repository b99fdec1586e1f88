import type { ReaderOptions } from "@reader/core";
import { renderText } from "@reader/core/render";
import { answerText, createReadTool } from "@reader/tool";
import { describe, expect, test } from "vitest";
import { expectResult, fixtures, linesTo, readerOf } from "./support.ts";

// What users of PureCode's `read_file` rely on, row by row, with our options; docs/coming-from-purecode.md is its page.

/** Above 500 lines a file that is asked for whole is cut; what a caller names is not. */
const options: ReaderOptions = {
  gutter: "pipe",
  budget: {
    defaultLines: 500,
    maxLines: Number.POSITIVE_INFINITY,
    maxTokens: Number.POSITIVE_INFINITY,
    maxBytes: Number.POSITIVE_INFINITY,
  },
};

const files = { "small.ts": "let a;\n\n  let b;\n", "large.ts": linesTo(200_000) };
const shown = async (input: object): Promise<string> =>
  (await createReadTool(readerOf(files, options), { gutter: "pipe" }).execute(input)).content;

test("a line is `N | text`, to the byte", async () => {
  expect(await shown({ path: "small.ts" })).toBe("1 | let a;\n2 | \n3 |   let b;");
});

describe("what is shown, in order of priority", () => {
  test.for([
    [{ path: "large.ts", start_line: 1, end_line: 150_000 }, 150_000],
    [{ path: "large.ts", offset: 1, limit: 1500 }, 1500],
    [{ path: "large.ts", lines: "1-501" }, 501],
  ] as const)("first: an explicit range always wins, as %j", async ([input, last]) => {
    const lines = (await shown(input)).split("\n");
    expect(lines).toHaveLength(last);
    expect(lines.at(-1)).toBe(`${last} | line ${last}`);
  });

  test("an explicit range is streamed: only its lines are kept, with the number of all", async () => {
    const reader = readerOf(files, options);
    const outcome = expectResult(await reader.read({ path: "large.ts", start_line: 10, end_line: 12 }));
    expect(outcome.parts).toMatchObject([{ text: "line 10\nline 11\nline 12", firstLine: 10 }]);
    expect(outcome.extents).toEqual([{ type: "extent", unit: "line", total: 200_000, exact: true }]);
  });

  test.for([[500], [1000]] as const)(
    "second: a file above %i lines is cut, and told how many of how many",
    async ([threshold]) => {
      const reader = readerOf(
        { "a.ts": linesTo(2400) },
        { ...options, budget: { ...options.budget, defaultLines: threshold } },
      );
      const text = renderText(await reader.read("a.ts"), { gutter: "pipe" });
      expect(text).toContain(`\n${threshold} | line ${threshold}\n\nShown: lines 1-${threshold} of 2400.`);
      expect(text).toContain(`"offset":${threshold + 1}`);
    },
  );

  test("third: any other file is whole", async () => {
    const text = renderText(await readerOf({ "a.ts": linesTo(500) }, options).read("a.ts"), { gutter: "pipe" });
    expect(text.trimEnd().split("\n")).toHaveLength(500);
    expect(text).not.toContain("To go on");
  });
});

test.for([
  ["pdf/page-labels-and-outline/input.pdf", "It is sheet 5."],
  ["docx/report/input.docx", "Measured in spring."],
  ["notebook/pages-2-3/input.ipynb", "three()"],
] as const)("%s is text", async ([path, words]) => {
  const outcome = expectResult(await fixtures(options).read(path));
  expect(outcome.parts.every(({ type }) => type === "text")).toBe(true);
  expect(renderText(outcome, { gutter: "pipe" })).toContain(words);
});

test("the error for a missing file names its path, and the nearest name", async () => {
  const answer = await createReadTool(readerOf({ "src/main.ts": "a" }, options)).execute({ path: "src/mian.ts" });
  expect(answer.isError).toBe(true);
  expect(answerText(answer)).toContain("src/mian.ts does not exist");
  expect(answerText(answer)).toContain("src/main.ts");
});
