import { collect, memorySource, utf16 } from "@reader/testkit";
import { expect, test } from "vitest";
import { notebook } from "../src/index.ts";
import { loadNotebook } from "../src/document/parse.ts";
import { bytesOf, markdown, notebook4 } from "./builders.ts";
import { errorOf, eventsOf, textIn } from "./reading.ts";

const small = notebook4([markdown("Grüße")]);

test.for([
  ["a list", [], "x.ipynb is not a notebook: its JSON is a list, not an object."],
  ["null", null, "x.ipynb is not a notebook: its JSON is null, not an object."],
  ["a string", "text", "x.ipynb is not a notebook: its JSON is a string, not an object."],
  ["an empty object", {}, "x.ipynb is not a notebook: it has neither cells nor a version."],
  ["cells that are null", { cells: null, nbformat: 4 }, "x.ipynb is not a notebook: its cells are null, not a list."],
  [
    "cells that are an object",
    { cells: {}, nbformat: 4 },
    "x.ipynb is not a notebook: its cells are an object, not a list.",
  ],
  [
    "worksheets that are a number",
    { worksheets: 5, nbformat: 3 },
    "x.ipynb is not a notebook: its cells are a number, not a list.",
  ],
] as const)("calls %s corrupt", async ([, content, message]) => {
  expect(await errorOf(JSON.stringify(content))).toMatchObject({ code: "corrupt", message });
});

test.for([5, 99, 0, -1, "7", 1e300])("rejects nbformat %j", async (nbformat) => {
  const error = await errorOf({ cells: [], metadata: {}, nbformat });
  expect(error.code).toBe("unsupported-type");
  expect(error.message).toContain(`nbformat ${Number(nbformat)};`);
  expect(error.hint).toMatch(/^Convert it .*\.$/);
});

test.for([1, 2, 3, 4, "4", 4.9, undefined, null, {}, "four", true])(
  "reads cells whatever nbformat %j says",
  async (nbformat) => {
    expect(textIn(await eventsOf({ cells: [markdown("words")], nbformat }))).toBe("words\n");
  },
);

test.for([
  [{ nbformat: 3, nbformat_minor: 0, metadata: { name: "" } }],
  [{ nbformat: 3, worksheets: [] }],
  [{ nbformat: 3, worksheets: [{}, null, 4, { cells: null }] }],
  [{ nbformat: 4, cells: [] }],
] as const)("says that %j has no cells", async ([content]) => {
  expect(await eventsOf(content)).toEqual([
    { type: "extent", unit: "cell", total: 0, exact: true },
    { type: "notice", code: "handler", message: "The notebook has no cells." },
  ]);
});

test("joins the cells of all worksheets and numbers them in sequence", async () => {
  const worksheets = [{ cells: [markdown("a"), markdown("b")] }, { cells: [markdown("c")] }];
  const events = await eventsOf({ nbformat: 3, worksheets });
  expect(events[0]).toEqual({ type: "extent", unit: "cell", total: 3, exact: true });
  expect(textIn(events)).toBe("a\nb\nc\n");
});

test.for(["little-endian", "big-endian"] as const)("reads UTF-16 %s if the core detected it", async (order) => {
  const encoding = order === "little-endian" ? "utf-16le" : "utf-16be";
  const text = { encoding, confidence: 1, bomBytes: 2, isAsciiSoFar: false };
  const sniff = { mediaType: "application/x-ipynb+json", by: "handler", text } as const;
  const loaded = await loadNotebook(memorySource("x.ipynb", utf16(JSON.stringify(small), order), { sniff }));
  expect(loaded).toMatchObject({ format: "4.5", language: "python", notices: [] });
});

test("reads an unsupported encoding as UTF-8", async () => {
  const text = { encoding: "x-unheard-of", confidence: 0.2, bomBytes: 0, isAsciiSoFar: false };
  const sniff = { mediaType: "application/x-ipynb+json", by: "handler", text } as const;
  const { cells } = await loadNotebook(memorySource("x.ipynb", bytesOf(small), { sniff }));
  expect(cells).toMatchObject([{ source: ["Grüße"] }]);
});

test("reports invalid UTF-8 in a notice, and reads the rest", async () => {
  const bytes = bytesOf(small);
  const at = bytes.indexOf(0xc3);
  const { events, text } = await collect(notebook(), bytes.with(at, 0xff));
  expect(events).toContainEqual({ type: "notice", code: "replacement-characters", encoding: "utf-8", count: 2 });
  expect(text).toBe("Gr\uFFFD\uFFFDße\n");
});

test("yields title and authors first, and only with the whole notebook", async () => {
  const titled = notebook4([markdown("a"), markdown("b")], {
    title: " A \n title",
    authors: [{ name: "Ada" }, "Ben", 5, {}, null],
  });
  expect(textIn(await eventsOf(titled))).toBe("title: A title\nauthors: Ada, Ben, 5\na\nb\n");
  expect(textIn(await eventsOf(titled, { pages: [{ first: 2 }] }))).toBe("b\n");
});

test.for([null, 7, [], "x", { title: {}, authors: {} }, { title: "", name: "  " }])(
  "takes metadata %j for no title",
  async (metadata) => {
    expect(textIn(await eventsOf({ cells: [markdown("a")], metadata, nbformat: 4 }))).toBe("a\n");
  },
);
