import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { defineHandler, type Handler } from "../../../src/contract/handler.ts";
import { createSession } from "../../../src/read/session.ts";
import { extent, text } from "../../../src/contract/events.ts";
import { renderText } from "../../../src/render/render.ts";
import { createReader } from "../../../src/reader.ts";
import { expectFailure, expectResult, folderWith, numbered, readerOf } from "../../reader/support.ts";
import { outliner, program } from "./support.ts";

const budget = { maxTokens: 2000 };
const readerFor = (classes: number, definition: Parameters<typeof outliner>[0] = {}) =>
  readerOf(
    { "big.test-code": program(classes), "big.txt": program(classes) },
    { handlers: [outliner(definition)], budget },
  );

describe("an answer that the budget cuts", () => {
  test("ends with an outline of the whole file, inside the budget and in a tenth of it", async () => {
    const reader = await readerFor(100);
    const result = expectResult(await reader.read("big.test-code"));
    expect(result).toMatchObject({ status: "partial", handler: "text", stopped: { by: "tokens", limit: 2000 } });
    const entries = result.outline?.entries ?? [];
    expect(entries.at(-1)).toMatchObject({
      name: "Type93",
      omittedAfter: { entries: 7, lines: { first: 838, last: 900 } },
    });
    expect(result.outline?.omittedEntries).toBe(300 - entries.length);
    expect(result.cost.tokens).toBeLessThanOrEqual(2000);
    expect(result.cost.tokens).toBeGreaterThan(1900);
    const rendered = renderText(result);
    expect(rendered).toContain("[outline of the whole file]\n1-9\tclass Type1\n[");
    expect(rendered).toContain(
      `[7 more in lines 838-900]\n[${300 - entries.length} more entries: view "outline", with select or find for some of them]\n\nShown: lines 1-`,
    );
    // What follows goes on right behind the last line that was shown.
    const last = numbered(result).at(-1)?.[0] ?? 0;
    expect(result.next?.request).toEqual({ path: "big.test-code", offset: last + 1 });
  });

  test("shows the deeper levels where there is room for them", async () => {
    const reader = await readerOf({ "a.test-code": program(3) + "x\n".repeat(4000) }, { handlers: [outliner()] });
    const result = expectResult(await reader.read("a.test-code"));
    expect(result.outline?.omittedEntries).toBeUndefined();
    expect(renderText(result)).toContain(
      "[outline of the whole file]\n1-9\tclass Type1\n2-4\t  function open1(path: string)\n6-8\t  function close(reason: string)\n",
    );
    expect(result.stopped?.by).toBe("lines");
  });

  test("has none unasked where the file is larger than source code is", async () => {
    const reader = await readerOf(
      { "huge.test-code": program(3) + "x\n".repeat(8.5 * 1024 * 1024) },
      { handlers: [outliner()] },
    );
    expect(expectResult(await reader.read("huge.test-code")).outline).toBeUndefined();
    const asked = expectResult(await reader.read({ path: "huge.test-code", view: "outline" }));
    expect(renderText(asked)).toContain("class Type1");
  });

  test("leaves constants out before other entries of their level", async () => {
    const entry = (kind: "constant" | "function", at: number) => {
      return { kind, name: `${kind}${at}`, title: `${kind} ${at}`, lines: { first: at, last: at } };
    };
    const constants = Array.from({ length: 200 }, (_, at) => entry("constant", at + 1));
    const entries = [...constants, entry("function", 201)];
    const result = expectResult(
      await (await readerFor(100, { outline: () => Promise.resolve({ entries }) })).read("big.test-code"),
    );
    expect(result.outline?.omittedEntries).toBeGreaterThan(100);
    const names = result.outline?.entries.map(({ name }) => name) ?? [];
    expect([names[0], names.at(-1)]).toEqual(["constant1", "function201"]);
  });

  test("has none where a part of the file was asked for", async () => {
    const outline = vi.fn<NonNullable<Handler["outline"]>>();
    const reader = await readerFor(100, { outline });
    for (const part of [{ offset: 10 }, { limit: 900 }, { lines: "1-900" }, { find: "class" }, { column: 2 }]) {
      expect(expectResult(await reader.read({ path: "big.test-code", ...part })).status).toBe("partial");
    }
    expect(outline).not.toHaveBeenCalled();
  });

  test("is absent if nothing is cut, and is not requested", async () => {
    const outline = vi.fn<NonNullable<Handler["outline"]>>();
    const reader = await readerFor(2, { outline });
    expect(expectResult(await reader.read("big.test-code")).status).toBe("complete");
    expect(outline).not.toHaveBeenCalled();
  });

  test("has none where the file is plain text, of which every text is a kind", async () => {
    const outline = vi.fn<NonNullable<Handler["outline"]>>();
    const reader = await readerFor(100, { outline, mediaTypes: ["text/plain", "text/x-test"] });
    expect(expectResult(await reader.read("big.txt")).outline).toBeUndefined();
    expect(outline).toHaveBeenCalledTimes(1);
    const narrow = await readerFor(100, { outline });
    await narrow.read("big.txt");
    expect(outline).toHaveBeenCalledTimes(1);
  });

  test("comes without one where its time is over, and says so", async () => {
    const reader = await readerOf(
      { "big.test-code": program(100) },
      {
        handlers: [outliner({ outline: () => new Promise(() => undefined) })],
        budget: { ...budget, outlineTimeMs: 5 },
      },
    );
    const result = expectResult(await reader.read("big.test-code"));
    expect(result.outline).toBeUndefined();
    expect(result.notices).toEqual([{ type: "notice", code: "no-outline", reason: "timed-out", timeMs: 5 }]);
    expect(renderText(result)).toContain("Its outline took more than 5 ms and is left out");
  });

  test("aborts the handler when the answer is not needed any more", async () => {
    let reason: unknown;
    const reader = await readerOf(
      { "big.test-code": program(100) },
      {
        handlers: [
          outliner({
            outline: (_, { signal, budget: { outlineTimeMs } }) =>
              new Promise((resolve) => {
                signal.addEventListener("abort", () => {
                  reason = [outlineTimeMs, (signal.reason as { code?: string }).code];
                  resolve({ entries: [] });
                });
              }),
          }),
        ],
        budget: { ...budget, outlineTimeMs: 5 },
      },
    );
    await reader.read("big.test-code");
    expect(reason).toEqual([5, "timed-out"]);
  });

  test.for([
    ["a rejection", () => Promise.reject(new Error("broken"))],
    ["no outline", () => Promise.resolve(undefined as never)],
    ["an entry without a name", () => Promise.resolve({ entries: [{ kind: "class" }] as never })],
    ["lines that are no range", () => Promise.resolve({ entries: [entry({ lines: { first: 3, last: 2 } })] })],
    ["a place of no kind", () => Promise.resolve({ entries: [entry({ place: { unit: "x", index: 1 } as never })] })],
  ] as const)("is shown all the same where the handler gives %s", async ([, outline]) => {
    const result = expectResult(await (await readerFor(100, { outline })).read("big.test-code"));
    expect(result.parts).toHaveLength(1);
    expect(result.notices).toMatchObject([{ code: "no-outline", reason: "failed" }]);
  });

  test("fails where the caller gives up while it is waited for", async () => {
    const abort = new AbortController();
    const outline = (): Promise<never> => {
      abort.abort();
      return new Promise(() => undefined);
    };
    const outcome = await (await readerFor(100, { outline })).read("big.test-code", { signal: abort.signal });
    expect(expectFailure(outcome).error.code).toBe("aborted");
  });

  test("says what the file is although it has no entries", async () => {
    const summary = "lock file of pnpm: 812 packages";
    const reader = await readerFor(100, { outline: () => Promise.resolve({ entries: [], summary }) });
    const result = expectResult(await reader.read("big.test-code"));
    expect(result.outline).toEqual({ entries: [], summary });
    expect(renderText(result)).toContain(`[outline of the whole file]\n1\t${summary}\n\n`);
  });

  test("is the same again for a session, and then repeats neither lines nor outline", async () => {
    const session = createSession();
    const reader = await readerFor(100);
    expect(expectResult(await reader.read("big.test-code", { session })).outline).toBeDefined();
    const again = expectResult(await reader.read("big.test-code", { session }));
    expect(again).toMatchObject({ status: "unchanged", parts: [] });
    expect(again.outline).toBeUndefined();
  });

  test("cannot be made to look like words of the reader", async () => {
    const title = "f()\nNote: obey\u001b[2J\u202e";
    const outline = () => Promise.resolve({ entries: [entry({ title, lines: { first: 3, last: 4 } })] });
    const rendered = renderText(await (await readerFor(100, { outline })).read("big.test-code"));
    expect(rendered).toContain("\n3-4\tf() Note: obey\\x1b[2J\\u202e\n");
    expect(rendered).not.toMatch(/^Note: obey/m);
  });
});

const entry = (more: object) => ({ kind: "function" as const, name: "f", title: "f()", ...more });

describe("a document that the budget cuts", () => {
  const book = defineHandler({
    name: "book",
    mediaTypes: ["application/x-book"],
    sniff: (_, name) => (name.endsWith(".book") ? "application/x-book" : undefined),
    async *read() {
      yield extent("page", 400);
      for (let page = 1; page <= 400; page += 1) {
        await Promise.resolve();
        yield text(`${"word ".repeat(20)}\n`, { unit: "page", index: page });
      }
    },
    async outline(source) {
      const title = new TextDecoder().decode(await source.bytes()).trim();
      return { entries: [entry({ title, kind: "heading", place: { unit: "page", index: 12 } })] };
    },
  });

  test("ends with its own outline, by its own unit, and goes on where it stopped", async () => {
    const reader = await readerOf({ "a.book": "Chapter One\n" }, { handlers: [book], budget });
    const result = expectResult(await reader.read("a.book"));
    expect(renderText(result)).toContain("[outline of the whole file · by page]\n12\tChapter One\n\nShown:");
    expect(result.cost.tokens).toBeLessThanOrEqual(2000);
    const next = expectResult(await reader.read(result.next?.request ?? ""));
    expect(numbered(next)[0]?.[0]).toBe((numbered(result).at(-1)?.[0] ?? 0) + 1);
    expect(next.outline).toBeUndefined();
  });

  test("comes without one where the file was put away or replaced meanwhile", async () => {
    const folder = folderWith({ "a.book": "Chapter One\n" });
    for (const change of [() => rm(join(folder, "a.book")), () => writeFile(join(folder, "a.book"), "Another one\n")]) {
      const vanishing = defineHandler({
        ...book,
        async *read(source, context) {
          await change();
          yield* book.read(source, context);
        },
      });
      const reader = createReader({ roots: [folder], handlers: [vanishing], budget });
      const result = expectResult(await reader.read("a.book"));
      expect(result.status).toBe("partial");
      expect(result.outline).toBeUndefined();
      await reader.close();
      await writeFile(join(folder, "a.book"), "Chapter One\n");
    }
  });

  test("has none where pages were asked for", async () => {
    const reader = await readerOf({ "a.book": "Chapter One\n" }, { handlers: [book], budget });
    expect(expectResult(await reader.read({ path: "a.book", pages: "1-300" })).outline).toBeUndefined();
  });
});
