import { describe, expect, test } from "vitest";
import { anthropic, textOnly } from "../../src/contract/capabilities.ts";
import { extent, text } from "../../src/contract/events.ts";
import { defineHandler } from "../../src/contract/handler.ts";
import type { ReaderOptions } from "../../src/reader.ts";
import { defaultRules } from "../../src/contract/request-rules.ts";
import { renderText } from "../../src/render/render.ts";
import { expectFailure, expectResult, readerOf } from "./support.ts";

const ten = Array.from({ length: 10 }, (_, at) => `line ${at + 1}\n`).join("");

/** A document of three pages, whatever is asked for. */
const pages = defineHandler({
  name: "pages",
  mediaTypes: ["application/x-pages"],
  sniff: (_, name) => (name.endsWith(".pages") ? "application/x-pages" : undefined),
  async *read() {
    yield extent("page", 3);
    for (const index of [1, 2, 3]) yield text(`text of page ${index}\n`, { unit: "page", index });
  },
});

test("without rules, what can be shown is shown", async () => {
  const reader = await readerOf({ "a.txt": ten });
  expect(reader.rules).toEqual(defaultRules);
  expect(expectResult(await reader.read({ path: "a.txt", offset: -1 })).parts).toMatchObject([{ text: "line 10" }]);
});

describe("an offset below 0, where that is refused,", () => {
  const refuse = { rules: { negativeOffset: "refuse" } } as const;

  test.for([
    [{ offset: -2 }, "offset is -2, and lines count from 1.", "Send offset 1 for the first line."],
    [{ offset: 0 }, "offset is 0, and lines count from 1.", "Send offset 1 for the first line."],
    [{ tail: 2 }, "tail is 2, and lines count from 1.", "Send offset, the number of the first line."],
    [
      { offset: -2, limit: 0 },
      "offset is -2, and lines count from 1; limit is 0, and must be at least 1.",
      "Send offset 1 for the first line; send a limit of at least 1.",
    ],
  ] as const)("is named with its value: %j", async ([input, message, hint]) => {
    const reader = await readerOf({ "a.txt": ten }, refuse);
    for (const outcome of [
      await reader.read({ path: "a.txt", ...input }),
      await reader.info({ path: "a.txt", ...input }),
    ])
      expect(outcome).toMatchObject({ ok: false, error: { code: "invalid-request", message, hint } });
  });

  test("is not proposed by the hint of another error", async () => {
    const reader = await readerOf({ "a.txt": ten }, refuse);
    expect(expectFailure(await reader.read({ path: "a.txt", offset: 11 })).error).toMatchObject({
      code: "out-of-range",
      hint: "Ask for an offset from 1 to 10.",
    });
  });
});

describe("lines beyond the end, where that is noted,", () => {
  test.for([
    [{ offset: 11 }, "Note: There is no line 11: the file has 10 lines.\n"],
    [{ offset: 11, limit: 3 }, "Note: There is no line 11: the file has 10 lines.\n"],
    [{ lines: "11-12" }, "Note: Lines 11-12 do not exist: the file has 10 lines.\n"],
  ] as const)("are a result without lines: %j", async ([input, words]) => {
    const reader = await readerOf({ "a.txt": ten }, { rules: { linesBeyond: "note" } });
    const outcome = expectResult(await reader.read({ path: "a.txt", ...input }));
    expect(outcome).toMatchObject({ status: "complete", parts: [] });
    expect(renderText(outcome)).toBe(words);
  });
});

describe("pages that run past the last one, where that is refused,", () => {
  test.for([["3-4"], ["1,4-9"], ["4"]] as const)("are named with the count: %s", async ([list]) => {
    const reader = await readerOf({ "a.pages": "x" }, { handlers: [pages], rules: { pagesBeyond: "refuse" } });
    const error = expectFailure(await reader.read({ path: "a.pages", pages: list })).error;
    expect(error).toMatchObject({
      code: "out-of-range",
      message: `a.pages has 3 pages; \`pages\` ${list} run past the last one.`,
      hint: "Ask for `pages` from 1 to 3.",
      details: { total: 3, unit: "page" },
    });
  });

  test.for([["3"], ["2-"], ["-2"], ["-9"], ["1-3"], ["all"]] as const)("are not these: %s", async ([list]) => {
    const reader = await readerOf({ "a.pages": "x" }, { handlers: [pages], rules: { pagesBeyond: "refuse" } });
    expectResult(await reader.read({ path: "a.pages", pages: list }));
  });
});

describe("what is larger than the budget, where that is refused,", () => {
  const strict = { rules: { overBudget: "refuse" }, budget: { maxLines: 4 }, handlers: [pages] } as const;

  test("is refused without a range too, with the part that fits", async () => {
    const reader = await readerOf({ "a.txt": ten }, strict);
    const error = expectFailure(await reader.read("a.txt")).error;
    expect(error.message).toBe("a.txt exceeds the budget of 4 lines.");
    expect(error.hint).toBe('Ask for a part that fits: {"path":"a.txt","limit":4}.');
    expect(expectResult(await reader.read({ ...error.details?.request })).parts).toMatchObject([{ lineCount: 4 }]);
  });

  test("names the pages of a document, and that they can be chosen", async () => {
    const reader = await readerOf({ "a.pages": "x" }, { ...strict, budget: { maxLines: 2 } });
    const error = expectFailure(await reader.read("a.pages")).error;
    expect(error.message).toBe("a.pages exceeds the budget of 2 lines; it has 3 pages.");
    expect(error.hint).toBe('Ask for a part that fits: {"path":"a.pages","limit":2}, or choose `pages`.');
    const chosen = expectFailure(await reader.read({ path: "a.pages", pages: "1-3" })).error;
    expect(chosen.message).toBe("`pages` 1-3 of a.pages exceed the budget of 2 lines.");
  });

  test("is no list of a folder or of matches: these have pages", async () => {
    const names = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`${at}.txt`, ten]));
    const reader = await readerOf(names, strict);
    expect(expectResult(await reader.read(".")).status).toBe("partial");
    expect(expectResult(await reader.read({ path: "1.txt", find: "line", context: 0 })).status).toBe("partial");
  });

  test("is cut where the request says so", async () => {
    const reader = await readerOf({ "a.txt": ten }, strict);
    expect(expectResult(await reader.read({ path: "a.txt", overBudget: "cut" })).status).toBe("partial");
  });

  test("is not what a limit of the request ends, nor what fits", async () => {
    const reader = await readerOf({ "a.txt": ten, "b.txt": "one\n" }, strict);
    expect(expectResult(await reader.read({ path: "a.txt", limit: 2 })).status).toBe("partial");
    expect(expectResult(await reader.read("b.txt")).status).toBe("complete");
  });
});

test("info tells of what a read refuses as too large", async () => {
  const reader = await readerOf(
    { "a.txt": ten, "a.pages": "x" },
    { rules: { overBudget: "refuse", maxPagesUnasked: 2 }, budget: { maxLines: 1 }, handlers: [pages] },
  );
  expect(await reader.info("a.txt")).toMatchObject({ ok: true, extents: [{ unit: "line", total: 10 }] });
  const told = await reader.info("a.pages");
  expect(told.ok ? told.extents : told.error).toContainEqual({ type: "extent", unit: "page", total: 3, exact: true });
});

describe("a document with more pages than are read unasked", () => {
  const strict = { rules: { maxPagesUnasked: 2 }, handlers: [pages] } as const;

  test("is refused with their number and the way to ask", async () => {
    const reader = await readerOf({ "a.pages": "x" }, strict);
    const { error } = expectFailure(await reader.read("a.pages"));
    expect(error).toMatchObject({
      code: "over-budget",
      message: "a.pages has 3 pages; without `pages` a document of at most 2 is read.",
      hint: 'Choose `pages`, as in {"path":"a.pages","pages":"1-2"}.',
      details: { total: 3, unit: "page", limit: { name: "maxPagesUnasked", value: 2, actual: 3 } },
    });
    expectResult(await reader.read({ ...error.details?.request }));
  });

  test.for([[{ pages: "1-3" }], [{ limit: 1 }], [{ lines: "2-3" }], [{ find: "page 3" }]] as const)(
    "is read where a part of it is asked for: %j",
    async ([part]) => {
      const reader = await readerOf({ "a.pages": "x" }, strict);
      expectResult(await reader.read({ path: "a.pages", ...part }));
    },
  );

  test("is read whole where it has no more than that", async () => {
    const reader = await readerOf({ "a.pages": "x" }, { ...strict, rules: { maxPagesUnasked: 3 } });
    expect(expectResult(await reader.read("a.pages")).status).toBe("complete");
  });
});

describe("documents that are shown as they are", () => {
  /** Says which view it was asked for. */
  const viewed = defineHandler({
    name: "viewed",
    mediaTypes: ["application/pdf", "application/x-pages"],
    sniff: (_, name) => (name.endsWith(".pages") ? "application/x-pages" : undefined),
    async *read(_, { view }) {
      yield text(`${view}\n`);
    },
  });
  const files = { "a.pdf": "%PDF-1.4\n", "a.pages": "x" };
  const types = ["application/pdf"];
  const takesAll = { ...anthropic, name: "all" };
  const takesImages = { name: "images", images: anthropic.images };
  const takesSmall = {
    ...takesAll,
    name: "small",
    documents: { ...anthropic.documents, mediaTypes: types, maxBytes: 5 },
  };
  const viewFor = async (request: object, capabilities: object): Promise<string> => {
    const options = { rules: { documents: "native" }, handlers: [viewed], capabilities } as ReaderOptions;
    const { parts } = expectResult(await (await readerOf(files, options)).read({ path: "a.pdf", ...request }));
    return parts.map((part) => (part.type === "text" ? part.text : part.type)).join();
  };

  test.for([
    ["native", "for a model that takes them", {}, takesAll],
    ["image", "for a model that takes pictures alone", {}, takesImages],
    ["image", "where they are too large for the model", {}, takesSmall],
    ["auto", "for a model that takes text", {}, textOnly],
    ["native", "for some of the pages", { pages: "1" }, takesAll],
    ["text", "where the request has a view", { view: "text" }, takesAll],
    ["auto", "where the request says so", { view: "auto" }, takesAll],
    ["auto", "for lines of the text", { limit: 1 }, takesAll],
    ["auto", "for what is found in the text", { find: "auto" }, takesAll],
    ["auto", "where the type is none that models take", { path: "a.pages" }, takesAll],
  ] as const)("are asked for as %s %s", async ([view, , request, capabilities]) => {
    expect(await viewFor(request, capabilities)).toBe(view);
  });
});
