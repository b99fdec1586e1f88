import { describe, expect, test } from "vitest";
import { docx } from "../../src/index.ts";
import { memorySource, mockContext } from "@reader/testkit";
import { readWord, textOfWord } from "./reading-docx.ts";
import { makeDocx, paragraph, run, table } from "./word-builder.ts";

const heading = (level: number, text: string): string => paragraph(run(text), `<w:outlineLvl w:val="${level - 1}"/>`);
const body = [
  paragraph(run("Before.")),
  heading(1, "1 Start"),
  paragraph(run("a")),
  heading(1, "2 Methods"),
  paragraph(run("b")),
  heading(2, "2.1 Tools"),
  paragraph(run("c")),
  heading(2, "2.10 Others"),
  paragraph(run("d")),
  heading(1, "3 End"),
  paragraph(run("e")),
].join("");

const second =
  "[section 2 · 2 Methods]\n# 2 Methods\n\nb\n[section 3 · 2.1 Tools]\n## 2.1 Tools\n\nc\n[section 4 · 2.10 Others]\n## 2.10 Others\n\nd\n";
const tools = "[section 3 · 2.1 Tools]\n## 2.1 Tools\n\nc\n";

describe("sections", () => {
  test("are places, and their number is given", async () => {
    const { text, events } = await readWord(body);
    expect(text).toBe(`Before.\n[section 1 · 1 Start]\n# 1 Start\n\na\n${second}[section 5 · 3 End]\n# 3 End\n\ne\n`);
    expect(events[0]).toEqual({ type: "extent", unit: "section", total: 5, exact: true });
  });

  test.for<readonly [string, string]>([
    ["2 Methods", second],
    ["methods", second],
    ["2", second],
    ["2.1", tools],
    ["## 2.1 Tools", tools],
    ["Tools", tools],
    ["too", tools],
  ])("are chosen by %s, with what is below them", async ([select, expected]) => {
    expect(await textOfWord(body, { select })).toBe(expected);
  });

  test.for<readonly [string, Parameters<typeof textOfWord>[1], string]>([
    ["a number", { pages: [{ first: 3, last: 3 }] }, tools],
    ["the last", { pages: [{ first: -1 }] }, "[section 5 · 3 End]\n# 3 End\n\ne\n"],
    ["several", { pages: [{ first: 3, last: 3 }, { label: "3" }] }, `${tools}[section 5 · 3 End]\n# 3 End\n\ne\n`],
  ])("are chosen by pages: %s", async ([, wish, expected]) => {
    expect(await textOfWord(body, wish)).toBe(expected);
  });

  test.for([{ select: "Results" }, { select: " " }, { pages: [{ first: 9 }] }])(
    "are named where there is none of that name: %j",
    async (wish) => {
      expect(await textOfWord(body, wish)).toMatch(/^out-of-range: paper\.docx has 5 sections and none called /);
    },
  );

  test("are none where the document has no headings", async () => {
    expect(await textOfWord(paragraph(run("a")), { select: "x" })).toMatch(/^out-of-range: paper\.docx has 0 sections/);
  });

  test("are no headings in cells", async () => {
    const { text, events } = await readWord(table([heading(1, "A"), paragraph(run("b"))]));
    expect(text).toBe("|**A**|b|\n|---|---|\n");
    expect(events.some(({ type }) => type === "extent")).toBe(false);
  });
});

describe("info", () => {
  test("tells of headings, words and what there is", async () => {
    const source = memorySource("a.docx", makeDocx({ body: body + table([paragraph(run("x")), paragraph(run("y"))]) }));
    const info = await docx().info?.(source, mockContext());
    expect(info?.extents).toEqual([{ type: "extent", unit: "section", total: 5, exact: true }]);
    expect(info?.facts).toEqual({
      words: 18,
      tables: 1,
      headings: ["1 Start", "2 Methods", "  2.1 Tools", "  2.10 Others", "3 End"],
    });
  });
});
