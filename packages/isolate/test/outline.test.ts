import { createReader, defaultBudget, type Outline } from "@reader/core";
import { memoryFileSystem, memorySource } from "@reader/testkit";
import { expect, test } from "vitest";
import { isolate, type HandlerDescription } from "../src/index.ts";
import { contextWith, isolated, moduleOf, oddDescription } from "./support.ts";

const description: HandlerDescription = {
  name: "outlining",
  mediaTypes: ["text/x-outlining"],
  outlines: true,
  outlinesOnly: true,
  origin: { module: moduleOf("outlining"), export: "outlining" },
};

async function outlineOf(content: string, timeMs = defaultBudget.outlineTimeMs): Promise<Outline | undefined> {
  const source = memorySource("a.txt", new TextEncoder().encode(content));
  const context = contextWith({ budget: { ...defaultBudget, outlineTimeMs: timeMs, documentTimeMs: timeMs } });
  return isolated(description).outline?.(source, context);
}

test("`outline` gives what the handler tells", async () => {
  expect(await outlineOf("Reader")).toMatchObject({
    entries: [{ kind: "class", name: "Reader", title: "class Reader", lines: { first: 1, last: 2 } }],
  });
});

test("the time of an outline runs while its process starts", async () => {
  const left = Number.parseFloat((await outlineOf("Reader"))?.summary ?? "");
  expect(left).toBeLessThan(defaultBudget.outlineTimeMs);
  expect(left).toBeGreaterThan(0);
});

test("a description without an outline makes a handler without one", () => {
  const [odd, outlining] = isolate([oddDescription, description]).handlers;
  expect(odd).not.toHaveProperty("outline");
  expect(outlining).toMatchObject({ outlinesOnly: true, outline: expect.any(Function) as unknown });
});

test("a handler that has no outline although it was said to is one of a document without one", async () => {
  const handler = isolated({ ...oddDescription, outlines: true });
  expect(await handler.outline?.(memorySource("odd.bin", new Uint8Array(1)), contextWith())).toEqual({ entries: [] });
});

test("an outline of too many entries is cut", async () => {
  const outline = await outlineOf("many");
  expect(outline).toMatchObject({ truncated: true });
  expect(outline?.entries).toHaveLength(50_000);
});

test.for([
  ["throws", "corrupt"],
  ["makes no sense", "handler-failed"],
  ["waits", "timed-out"],
  ["loops", "timed-out"],
] as const)("a handler that %s is %s", async ([content, code]) => {
  await expect(outlineOf(content, code === "timed-out" ? 100 : undefined)).rejects.toMatchObject({ code });
});

test("a text that is cut ends with the outline of another process", async () => {
  const sniff = (_: Uint8Array, name: string): string | undefined => (name === "a.x" ? "text/x-outlining" : undefined);
  const isolation = isolate([{ ...description, sniff }]);
  const content = "Reader of many lines\n".repeat(3000);
  const reader = createReader({
    handlers: isolation.handlers,
    roots: ["/folder"],
    fileSystem: memoryFileSystem({ entries: { "/folder/a.x": content } }),
    budget: { outlineTimeMs: 60_000 },
  });
  const result = await reader.read("a.x");
  expect(result).toMatchObject({
    ok: true,
    status: "partial",
    outline: { summary: expect.stringMatching(/^\d+ ms$/) as unknown },
  });
  await reader.close();
  await isolation.close();
});
