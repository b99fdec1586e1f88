import { describe, expect, test, vi } from "vitest";
import type { Handler } from "../../../src/contract/handler.ts";
import { renderText } from "../../../src/render/render.ts";
import { outlineBlock } from "../../../src/render/outline-text.ts";
import type { Reader } from "../../../src/reader.ts";
import type { ReadRequest } from "../../../src/contract/request.ts";
import { expectFailure, expectResult, numbered, readerOf } from "../../reader/support.ts";
import { outliner, program } from "./support.ts";

const large = { maxTokens: 1_000_000, maxBytes: 10_000_000 };
const outlineLinesOf = (result: ReturnType<typeof expectResult>): number =>
  result.outline === undefined ? 0 : outlineBlock(result.outline).split("\n").length;

describe("the lines of an outline", () => {
  test.for([2000, 500, 100, 30, 20, 19, 10, 1])(
    "are a tenth of %i lines at most, and the answer has no more",
    async (maxLines) => {
      const reader = await readerOf(
        { "a.test-code": program(400) },
        { handlers: [outliner()], budget: { ...large, maxLines } },
      );
      const result = expectResult(await reader.read("a.test-code"));
      const lines = outlineLinesOf(result);
      expect(lines).toBeLessThanOrEqual(maxLines / 10);
      expect(lines > 0).toBe(maxLines >= 20);
      expect(numbered(result)).toHaveLength(maxLines - lines);
      expect(result.stopped).toEqual({ by: "lines", limit: maxLines, used: maxLines });
    },
  );

  test("are a tenth of the lines of an answer, unless more are requested", async () => {
    const budget = { ...large, maxLines: 2000, defaultLines: 200 };
    const reader = await readerOf({ "a.test-code": program(400) }, { handlers: [outliner()], budget });
    const result = expectResult(await reader.read("a.test-code"));
    expect(outlineLinesOf(result)).toBe(20);
    expect(numbered(result)).toHaveLength(180);
  });

  test("are all of them beside a default of lines, where nothing else limits an answer", async () => {
    const none = Number.POSITIVE_INFINITY;
    const budget = { maxTokens: none, maxBytes: none, maxLines: none, defaultLines: 200 };
    const reader = await readerOf({ "a.test-code": program(400) }, { handlers: [outliner()], budget });
    const result = expectResult(await reader.read("a.test-code"));
    expect(result.outline).not.toHaveProperty("omittedEntries");
    expect(numbered(result)).toHaveLength(200);
  });

  test.for([
    { maxLines: 2000, maxTokens: 3000, maxBytes: 1_000_000 },
    { maxLines: 300, maxTokens: 1_000_000, maxBytes: 1_000_000 },
    { maxLines: 2000, maxTokens: 1_000_000, maxBytes: 6000 },
  ])("take no line of the file away: read page by page, it is whole (%o)", async (budget) => {
    const text = program(200);
    const reader = await readerOf({ "a.test-code": text }, { handlers: [outliner()], budget });
    const pages = await allPages(reader, "a.test-code");
    const lines = pages.flatMap((page) => numbered(page));
    expect(lines.map(([number]) => number)).toEqual(
      text
        .trimEnd()
        .split("\n")
        .map((_, at) => at + 1),
    );
    expect(lines.map(([, line]) => line).join("\n")).toBe(text.trimEnd());
    expect(pages.map(({ outline }) => outline !== undefined)).toEqual(pages.map((_, at) => at === 0));
  });

  test("are none where a tenth of the tokens holds no line", async () => {
    const budget = { maxTokens: 100 };
    const reader = await readerOf({ "a.test-code": program(100) }, { handlers: [outliner()], budget });
    const result = expectResult(await reader.read("a.test-code"));
    expect(result.outline).toBeUndefined();
    expect(numbered(result).length).toBeGreaterThan(1);
  });
});

async function allPages(reader: Reader, path: string): Promise<readonly ReturnType<typeof expectResult>[]> {
  const pages: ReturnType<typeof expectResult>[] = [];
  for (let request: ReadRequest | undefined = { path }; request !== undefined;) {
    const page = expectResult(await reader.read(request));
    pages.push(page);
    request = page.next?.request;
  }
  return pages;
}

describe("an outline that was not requested", () => {
  const sure = program(400);

  test("is begun before the lines of a file that is sure to be cut, and asked for once", async () => {
    const outline = vi.fn<NonNullable<Handler["outline"]>>(() => Promise.resolve({ entries: [] }));
    const reader = await readerOf(
      { "a.test-code": sure },
      { handlers: [outliner({ outline })], budget: { ...large, maxBytes: 2000 } },
    );
    expect(expectResult(await reader.read("a.test-code")).status).toBe("partial");
    expect(outline).toHaveBeenCalledTimes(1);
    await reader.read({ path: "a.test-code", offset: 10 });
    expect(outline).toHaveBeenCalledTimes(1);
  });

  test("is given up where the text turns out to be none", async () => {
    let signal: AbortSignal | undefined;
    const outline: NonNullable<Handler["outline"]> = (_, context) => {
      signal = context.signal as AbortSignal;
      return new Promise(() => undefined);
    };
    const reader = await readerOf(
      { "a.test-code": `${"x\n".repeat(2100)}${"\0\u0001\u0002\n".repeat(9000)}${program(1000)}` },
      { handlers: [outliner({ outline })], budget: { ...large, maxLines: 5000, maxBytes: 40_000 } },
    );
    expect(expectFailure(await reader.read("a.test-code")).error.code).toBe("binary");
    expect(signal?.aborted).toBe(true);
  });

  test("is left out of a very large file, which says so", async () => {
    const reader = await readerOf({ "a.test-code": "x\n".repeat(8.5 * 1024 * 1024) }, { handlers: [outliner()] });
    const result = expectResult(await reader.read("a.test-code"));
    expect(result.notices).toEqual([
      { type: "notice", code: "no-outline", reason: "too-large", maxBytes: 16 * 1024 * 1024 },
    ]);
    expect(renderText(result)).toMatch(/because the file is very large \(the limit is [\d.]+ Mi?B\); send view/);
    expect(expectResult(await reader.read({ path: "a.test-code", offset: 5 })).notices).toEqual([]);
  });
});
