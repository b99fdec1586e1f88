import { describe, expect, test, vi } from "vitest";
import { defineHandler } from "../../../src/contract/handler.ts";
import { text } from "../../../src/contract/events.ts";
import type { Outline } from "../../../src/contract/outline.ts";
import { renderText } from "../../../src/render/render.ts";
import { expectFailure, expectResult, numbered, readerOf } from "../../reader/support.ts";
import { outlineOf, outliner, program } from "./support.ts";

const readerFor = (classes: number, definition: Parameters<typeof outliner>[0] = {}) =>
  readerOf(
    { "a.test-code": program(classes), "a.txt": "plain\n", "a.book": "book\n" },
    { handlers: [outliner(definition), book] },
  );

const book = defineHandler({
  name: "book",
  mediaTypes: ["application/x-book"],
  sniff: (_, name) => (name.endsWith(".book") ? "application/x-book" : undefined),
  async *read() {
    await Promise.resolve();
    yield text("words\n");
  },
});

const view = "outline";

describe('view "outline"', () => {
  test("is an entry a line, with where it stands, indented below what it is in", async () => {
    const result = expectResult(await (await readerFor(2)).read({ path: "a.test-code", view }));
    expect(numbered(result)).toEqual([
      [1, "1-9  class Type1"],
      [2, "2-4    function open1(path: string)"],
      [3, "6-8    function close(reason: string)"],
      [4, "10-18  class Type2"],
      [5, "11-13    function open2(path: string)"],
      [6, "15-17    function close(reason: string)"],
    ]);
    expect(result).toMatchObject({ status: "complete", handler: "outliner" });
    expect(result.outline).toBeUndefined();
  });

  test("is paged with the offset that the answer gives", async () => {
    const reader = await readerFor(30);
    const first = expectResult(await reader.read({ path: "a.test-code", view, limit: 40 }));
    expect(first.next?.request).toEqual({ path: "a.test-code", view, limit: 40, offset: 41 });
    const second = expectResult(await reader.read(first.next?.request ?? ""));
    expect(numbered(second)[0]).toEqual([41, "119-121    function open14(path: string)"]);
  });

  test("can be searched, and made that of one symbol", async () => {
    const reader = await readerFor(30);
    expect(numbered(await reader.read({ path: "a.test-code", view, find: "open14", context: 0 }))).toEqual([
      [41, "119-121    function open14(path: string)"],
    ]);
    expect(numbered(await reader.read({ path: "a.test-code", view, select: "Type14" }))).toHaveLength(3);
  });

  test("gives a document's places in its own terms, and its summary first", async () => {
    const outline = () =>
      Promise.resolve({
        summary: "a report",
        entries: [
          { kind: "heading" as const, name: "Results", title: "Results", place: { unit: "page" as const, index: 3 } },
          {
            kind: "sheet" as const,
            name: "Q3",
            title: "A1:B2",
            place: { unit: "sheet" as const, index: 1, label: "Q3" },
          },
          { kind: "heading" as const, name: "Part", title: "" },
        ],
        truncated: true,
      });
    const result = expectResult(await (await readerFor(1, { outline })).read({ path: "a.test-code", view }));
    expect(numbered(result).map(([, line]) => line)).toEqual([
      "a report",
      "page 3  Results",
      'sheet "Q3"  A1:B2',
      "Part",
    ]);
    expect(result.notices).toEqual([{ type: "notice", code: "outline-incomplete" }]);
  });

  test("says that there is nothing where a document has none", async () => {
    const outline = () => Promise.resolve({ entries: [] });
    const result = expectResult(await (await readerFor(1, { outline })).read({ path: "a.test-code", view }));
    expect(result.parts).toEqual([]);
    expect(renderText(result)).toBe(
      "Note: It has no outline: nothing in it has a name or a heading. Read it without `view`, or search it with `find`.\n",
    );
  });

  test.for(["a.txt", "a.book"])("is refused for %s, which has no outline", async (path) => {
    const { error } = expectFailure(await (await readerFor(1)).read({ path, view }));
    expect(error).toMatchObject({ code: "invalid-request", hint: expect.stringContaining("Read it without `view`") });
  });

  test("is refused together with pages", async () => {
    const { error } = expectFailure(await (await readerFor(1)).read({ path: "a.test-code", view, pages: "2" }));
    expect(error).toMatchObject({ code: "invalid-request", details: { issues: [{ field: "pages" }] } });
  });

  test("fails with the handler's own fault", async () => {
    const outline = () => Promise.reject(new Error("broken"));
    const { error } = expectFailure(await (await readerFor(1, { outline })).read({ path: "a.test-code", view }));
    expect(error).toMatchObject({ code: "handler-failed", message: expect.stringContaining("broken") });
  });

  test("makes an outline once for all that is asked of an unchanged file", async () => {
    const { entries } = outlineOf(program(30));
    const outline = vi.fn<() => Promise<Outline>>(() => Promise.resolve({ entries }));
    const reader = await readerFor(30, { outline });
    await reader.read({ path: "a.test-code", view, limit: 10 });
    await reader.read({ path: "a.test-code", view, offset: 11 });
    await reader.read({ path: "a.test-code", select: "Type3" });
    await reader.info("a.test-code");
    expect(outline).toHaveBeenCalledTimes(1);
  });
});

describe("info", () => {
  test("gives the outline, as much of it as a tenth of an answer", async () => {
    const small = await (await readerFor(2)).info("a.test-code");
    expect(small).toMatchObject({ outline: { entries: [{ name: "Type1", children: [{}, {}] }, { name: "Type2" }] } });
    const large = await (await readerFor(1000)).info("a.test-code");
    expect(large).toMatchObject({ ok: true, outline: { omittedEntries: expect.any(Number) } });
  });

  test("says once where there is none in time", async () => {
    const reader = await readerOf(
      { "a.test-code": program(1000) },
      { handlers: [outliner({ outline: () => new Promise(() => undefined) })], budget: { outlineTimeMs: 5 } },
    );
    const info = await reader.info("a.test-code");
    expect(info).toMatchObject({ ok: true, notices: [{ code: "no-outline", reason: "timed-out" }] });
    expect(info.notices).toHaveLength(1);
  });

  test("says nothing about an outline if there is none", async () => {
    const info = await (await readerFor(1)).info("a.txt");
    expect(info).toMatchObject({ ok: true, notices: [] });
    expect(info).not.toHaveProperty("outline");
  });
});
