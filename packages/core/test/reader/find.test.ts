import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createReader } from "../../src/reader.ts";
import type { ReadRequest } from "../../src/contract/request.ts";
import { memoryFileSystem } from "../files/workspace/memory.ts";
import { expectResult, lineNumbers, numbered, readerOf } from "./support.ts";

const file = { "a.log": `${lineNumbers(20)}ERROR\n${lineNumbers(20)}` };
const request = { path: "a.log", find: "ERROR", context: 3 };

describe("a search that the budget cuts", () => {
  test("behind a match goes on with that match, so that the rest of its context comes", async () => {
    const reader = await readerOf(file, { budget: { maxLines: 5 } });
    const first = expectResult(await reader.read(request));
    expect(numbered(first).map(([line]) => line)).toEqual([18, 19, 20, 21, 22]);
    expect(first.next).toEqual({
      request: { ...request, offset: 21 },
      remaining: { lines: 21, exact: true },
    });
    const second = await reader.read({ ...request, offset: 21 });
    expect(numbered(second).map(([line]) => line)).toEqual([21, 22, 23, 24]);
    expect(expectResult(second).next).toBeUndefined();
  });

  test("goes on behind it where the answer began with it and has no room for more", async () => {
    const reader = await readerOf(file, { budget: { maxLines: 2 } });
    const { next } = expectResult(await reader.read({ ...request, offset: 21 }));
    expect(next?.request).toEqual({ ...request, offset: 23 });
  });

  test("goes on in the range of that match, and in no other", async () => {
    const reader = await readerOf(file, { budget: { maxLines: 5 } });
    const within = expectResult(await reader.read({ ...request, lines: "10-30,40-41" }));
    expect(within.next?.request).toEqual({ ...request, lines: "21-30,40-41" });
    const behind = await readerOf({ "a.log": "hit\nhit\nno\nhit\n" }, { budget: { maxLines: 2 } });
    const { next } = expectResult(await behind.read({ path: "a.log", find: "hit", context: 2, lines: "1-2,4" }));
    expect(next?.request).toEqual({ path: "a.log", find: "hit", context: 2, lines: "4" });
  });

  test("leaves out nothing that a larger budget shows, and comes to an end", async () => {
    const contents = fc.array(fc.constantFrom("hit", "miss"), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(contents, fc.nat({ max: 3 }), fc.integer({ min: 1, max: 4 }), async (lines, context, room) => {
        const entries = { "/w/a.log": new TextEncoder().encode(lines.join("\n")) };
        const fileSystem = memoryFileSystem({ workingDirectory: "/w", entries });
        const reader = createReader({ fileSystem, budget: { maxLines: context + room } });
        const shown = new Set<number>();
        let next: ReadRequest | undefined = { path: "a.log", find: "hit", context };
        for (let page = 0; next !== undefined; page += 1) {
          expect(page).toBeLessThanOrEqual(lines.length);
          const result = expectResult(await reader.read(next));
          for (const [line] of numbered(result)) shown.add(line);
          next = result.next?.request;
        }
        const near = (at: number) => lines.slice(Math.max(0, at - context), at + context + 1).includes("hit");
        expect([...shown].toSorted((left, right) => left - right)).toEqual(
          lines.flatMap((_, at) => (near(at) ? [at + 1] : [])),
        );
      }),
      { seed: 43, numRuns: 150 },
    );
  });
});
