import { memorySource, mockContext } from "@reader/testkit";
import { expect, test } from "vitest";
import { notebook } from "../src/index.ts";

const outlineOf = async (...cells: readonly object[]) => {
  const bytes = new TextEncoder().encode(JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells }));
  return notebook().outline?.(memorySource("a.ipynb", bytes), mockContext());
};

const code = (source: string) => ({ cell_type: "code", source, outputs: [], execution_count: 1, metadata: {} });
const markdown = (source: string) => ({ cell_type: "markdown", source, metadata: {} });
const cell = (index: number, label: string) => ({ unit: "cell", index, label });

test("outlines headings of prose cells, each with its cell", async () => {
  const outline = await outlineOf(
    markdown("# Report\nwords\n## Data\n"),
    code("# a comment\nx = 1"),
    markdown("```\n# no heading\n```\n## Results"),
  );
  expect(outline).toEqual({
    entries: [
      {
        kind: "heading",
        name: "Report",
        title: "Report",
        place: cell(1, "markdown"),
        children: [
          { kind: "heading", name: "Data", title: "Data", place: cell(1, "markdown") },
          { kind: "heading", name: "Results", title: "Results", place: cell(3, "markdown") },
        ],
      },
    ],
  });
});

test("outlines code cells if there are no headings", async () => {
  expect(await outlineOf(markdown("words"), code("\n  import os\nx"), code(""))).toEqual({
    entries: [{ kind: "cell", name: "import os", title: "import os", place: { unit: "cell", index: 2 } }],
  });
});

test("rejects other files like a read", async () => {
  const source = memorySource("a.ipynb", new TextEncoder().encode("{"));
  await expect(notebook().outline?.(source, mockContext())).rejects.toMatchObject({ code: "corrupt" });
});
