import { expect, test } from "vitest";
import { base64, code, markdown, notebook4, type Fields } from "./builders.ts";
import { makePng } from "./png.ts";
import { eventsOf, imagesIn, labelsIn, textIn, textOfCells } from "./reading.ts";

const png = base64(makePng(2, 3, () => [1, 2, 3]));

test.for([
  ["a code cell that ran", code(3, "x"), "code · In [3]"],
  ["a code cell that did not run", code(null, "x"), "code"],
  ["a code cell of nbformat 3", { cell_type: "code", input: "x", prompt_number: 7 }, "code · In [7]"],
  ["a running cell", { cell_type: "code", source: "x", execution_count: "*" }, "code · In [*]"],
  ["a count of a wrong type", { cell_type: "code", source: "x", execution_count: [1] }, "code"],
  ["a Markdown cell", markdown("x"), "markdown"],
  ["a raw cell", { cell_type: "raw", source: "x", metadata: {} }, "raw"],
  [
    "a raw cell with a type",
    { cell_type: "raw", source: "x", metadata: { raw_mimetype: "text/x-rst" } },
    "raw · text/x-rst",
  ],
  [
    "a raw cell with an old type",
    { cell_type: "raw", source: "x", metadata: { format: "text/html" } },
    "raw · text/html",
  ],
  [
    "a folded source",
    { ...code(1, "x"), metadata: { jupyter: { source_hidden: true } } },
    "code · In [1] · source hidden",
  ],
  [
    "folded outputs",
    { ...code(1, "x"), metadata: { jupyter: { outputs_hidden: true } } },
    "code · In [1] · outputs hidden",
  ],
  ["an unknown type", { cell_type: "sql\ncell", source: "x" }, "sql cell"],
  ["an endless type", { cell_type: "y".repeat(999), source: "x" }, "y".repeat(40)],
  ["no type", { source: "x" }, "unknown"],
] as const)("labels %s", async ([, cell, label]) => {
  const events = await eventsOf(notebook4([cell]));
  expect(labelsIn(events)).toEqual([label]);
});

test("counts cells from 1 as places", async () => {
  const events = await eventsOf(notebook4([markdown("a"), code(1, "b"), markdown("c")]));
  expect(events.flatMap((event) => (event.type === "text" && event.at !== undefined ? [event.at.index] : []))).toEqual([
    1, 2, 3,
  ]);
});

test.for([
  ["a string", "a\nb"],
  ["a list of lines", ["a\n", "b"]],
  ["a list with null in it", ["a\n", null, "b"]],
] as const)("joins a source that is %s", async ([, source]) => {
  const text = await textOfCells({ cell_type: "markdown", source });
  expect(text).toMatch(/^a\n(null)?b\n$/);
});

test.for([
  ["the kernel's", { language_info: { name: "Julia" } }, {}, "julia"],
  ["the kernel's specification's", { kernelspec: { language: "R" } }, {}, "r"],
  ["the cell's own", { language_info: { name: "python" } }, { metadata: { vscode: { languageId: "sql" } } }, "sql"],
  [
    "the cell's own of a polyglot notebook",
    {},
    { metadata: { polyglot_notebook: { kernelName: "fsharp" } } },
    "fsharp",
  ],
  ["the cell's own of nbformat 3", {}, { language: "haskell" }, "haskell"],
  ["none", {}, {}, ""],
  ["one that could break the fence", { language_info: { name: "a`b\nc" } }, {}, "ab c"],
] as const)("marks code with %s language", async ([, metadata, more, language]) => {
  const notebook = { cells: [{ cell_type: "code", source: "x", ...more }], metadata, nbformat: 4 };
  expect(textIn(await eventsOf(notebook))).toBe(`\`\`\`${language}\nx\n\`\`\`\n`);
});

test.for([
  ["code", code(null, "")],
  ["blank code", code(null, " \n\n")],
  ["markdown", markdown("")],
  ["raw", { cell_type: "raw", source: [] }],
] as const)("says that a cell of %s is empty, so that none seems to be missing", async ([, cell]) => {
  expect(await textOfCells(cell)).toBe("(empty)\n");
});

test("keeps Markdown unchanged and ends it with one line break", async () => {
  expect(await textOfCells(markdown("# A\n\n* b\n\n```py\nc\n```\n\n"))).toBe("# A\n\n* b\n\n```py\nc\n```\n\n");
  expect(await textOfCells(markdown("a"))).toBe("a\n");
});

test("fences code with more backticks than it contains", async () => {
  expect(await textOfCells(code(1, 'print("""```\n````\n""")'))).toBe('`````python\nprint("""```\n````\n""")\n`````\n');
});

test.for([
  [1, "# Title\n"],
  [6, "###### Title\n"],
  [0, "# Title\n"],
  [99, "###### Title\n"],
  ["2", "## Title\n"],
  ["x", "# Title\n"],
  [undefined, "# Title\n"],
] as const)("writes an old heading of level %j as Markdown", async ([level, expected]) => {
  expect(await textOfCells({ cell_type: "heading", level, source: " Title " })).toBe(expected);
});

test("yields images attached to a Markdown cell after its text", async () => {
  const cell = markdown("![a](attachment:a.png)", { attachments: { "a.png": { "image/png": png } } });
  const events = await eventsOf(notebook4([cell]));
  expect(events.map(({ type }) => type)).toEqual(["extent", "text", "image"]);
  expect(imagesIn(events)).toMatchObject([
    { mediaType: "image/png", widthPx: 2, heightPx: 3, alt: "attachment:a.png", at: { index: 1, label: "markdown" } },
  ]);
});

test.for([
  [{ "a.txt": { "text/plain": "words" } }, "(attachment:a.txt, text/plain, not shown)\n"],
  [{ "a.png": { "image/png": "bm9uZQ==" } }, "(attachment:a.png, image/png, not shown)\n"],
  [{ "a.png": 5 }, "(attachment:a.png, not shown)\n"],
  [["a"], ""],
  ["a", ""],
] as const)("names what is no image among the attachments %j", async ([attachments, expected]) => {
  expect(await textOfCells(markdown("x", { attachments }))).toBe(`x\n${expected}`);
});

test("replaces data URIs in Markdown and yields their images", async () => {
  const uri = `data:image/png;base64,${png.replaceAll("\n", "")}`;
  const events = await eventsOf(notebook4([markdown(`a ![red](${uri}) b <img src='${uri}'> c`)]));
  expect(textIn(events)).toBe("a ![red](embedded:image/png) b <img src='embedded:image/png'> c\n");
  expect(imagesIn(events).map(({ alt }) => alt)).toEqual(["red", undefined]);
});

test.for<readonly [string, Fields, string]>([
  ["HTML of nbformat 2", { cell_type: "html", source: "<h1>A</h1><p>b<script>c</script>" }, "# A\n\nb\n"],
  ["HTML of nbformat 2 without text", { cell_type: "html", source: "<hr>" }, "(HTML, 4 characters, not shown)\n"],
  ["text of nbformat 1", { cell_type: "text", text: "words" }, "words\n"],
  ["code of nbformat 1", { cell_type: "code", code: "x" }, "```python\nx\n```\n"],
  ["raw text", { cell_type: "raw", source: "---\nx: 1\n---" }, "```\n---\nx: 1\n---\n```\n"],
  ["an unknown type with a source", { cell_type: "new", source: "x" }, "```\nx\n```\n"],
  ["an unknown type without a source", { cell_type: "new" }, '(a cell of the unknown type "new", without a source)\n'],
])("reads %s", async ([, cell, expected]) => {
  expect(await textOfCells(cell)).toBe(expected);
});

test.for([null, 5, "x", [], true])("mentions %j instead of a cell", async (cell) => {
  expect(textIn(await eventsOf({ cells: [cell], nbformat: 4 }))).toBe("(not a cell, not shown)\n");
});
