import { expect, test } from "vitest";
import { createReader } from "../../src/reader.ts";
import { defaultBudget } from "../../src/contract/budget.ts";
import { anthropic, textOnly } from "../../src/contract/capabilities.ts";
import { defineHandler } from "../../src/contract/handler.ts";
import { image } from "../../src/contract/events.ts";
import { memoryFileSystem, type MemoryFileSystemOptions } from "../files/workspace/memory.ts";

const picture = defineHandler({
  name: "picture",
  mediaTypes: ["application/x-picture"],
  sniff: (_, name) => (name.endsWith(".pic") ? "application/x-picture" : undefined),
  async *read() {
    yield image("image/png", new Uint8Array(8), { widthPx: 1, heightPx: 1 });
  },
});

function readerOf(entries: MemoryFileSystemOptions["entries"] = {}) {
  return createReader({ roots: ["/w"], handlers: [picture], fileSystem: memoryFileSystem({ entries }) });
}

test("a reader tells what it reads, and within which limits", () => {
  const reader = createReader({ handlers: [picture], budget: { maxLines: 7 } });
  expect(reader.handlers).toEqual([picture]);
  expect(reader.budget).toEqual({ ...defaultBudget, maxLines: 7 });
  expect(reader.capabilities).toBe(textOnly);
  expect(reader.directories).toBe("list");
});

test("a read can be for another model than the reader was set up for", async () => {
  const reader = readerOf({ "/w/a.pic": "x" });
  const partsFor = async (capabilities = reader.capabilities) =>
    (await reader.read("a.pic", { capabilities })).parts.map(({ type }) => type);
  expect(await partsFor()).toEqual([]);
  expect(await partsFor(anthropic)).toEqual(["image"]);
  expect(await partsFor()).toEqual([]);
});

test("a folder is listed as data: folders first, links not followed, denied files marked", async () => {
  const reader = readerOf({
    "/w/b.txt": "",
    "/w/a/x": "",
    "/w/.env": "S=1",
    "/w/out": { kind: "symlink", target: "/etc" },
  });
  expect(await reader.list(".")).toEqual({
    ok: true,
    path: ".",
    isComplete: true,
    entries: [
      { name: "a", kind: "directory" },
      { name: ".env", kind: "file", isDenied: true },
      { name: "b.txt", kind: "file" },
      { name: "out", kind: "symlink" },
    ],
  });
  expect(await reader.list("a")).toMatchObject({ path: "a", entries: [{ name: "x" }] });
});

test.for([
  ["b.txt", "invalid-request"],
  ["missing", "not-found"],
  ["..", "outside-workspace"],
  ["", "invalid-request"],
] as const)("what is no folder of the workspace is a failure: %s", async ([path, code]) => {
  expect(await readerOf({ "/w/b.txt": "" }).list(path)).toMatchObject({ ok: false, path, error: { code } });
});
