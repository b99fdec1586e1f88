import { expect, test } from "vitest";
import { createReader, type ReaderOptions } from "../../src/reader.ts";
import { memoryFileSystem, type MemoryEntries } from "../files/workspace/memory.ts";

const entries: MemoryEntries = {
  "/w/a.bin": Uint8Array.of(0, 255, 7),
  "/w/folder/b.txt": "beta",
  "/w/.env": "KEY=1",
  "/w/pipe": { kind: "fifo" },
  "/w/in": { kind: "symlink", target: "folder/b.txt" },
  "/w/out": { kind: "symlink", target: "/outside.txt" },
  "/w/large": { kind: "file", content: { size: 3 * 1024 * 1024 + 5 } },
  "/outside.txt": "outside",
};

function setUp(options: ReaderOptions = {}) {
  const files = memoryFileSystem({ entries, workingDirectory: "/w" });
  return { files, reader: createReader({ fileSystem: files, ...options }) };
}

test("the bytes of a file come as they are, with where it really lies", async () => {
  const { files, reader } = setUp();
  expect(await reader.bytes("a.bin")).toEqual({
    ok: true,
    path: "a.bin",
    realPath: "/w/a.bin",
    size: 3,
    bytes: Uint8Array.of(0, 255, 7),
  });
  expect(await reader.bytes("in")).toMatchObject({ path: "in", realPath: "/w/folder/b.txt", size: 4 });
  expect(await reader.bytes("large")).toMatchObject({ bytes: { length: 3 * 1024 * 1024 + 5 } });
  expect(await reader.locate("in")).toEqual({ ok: true, path: "in", realPath: "/w/folder/b.txt", size: 4 });
  expect(files.openHandles).toBe(0);
});

test.for([
  ["out", "outside-workspace"],
  ["../outside.txt", "outside-workspace"],
  [".env", "denied-by-policy"],
  ["pipe", "not-a-file"],
  ["folder", "is-directory"],
  ["nothing", "not-found"],
  ["", "invalid-request"],
])("%j is not given: %s", async ([path = "", code]) => {
  const { files, reader } = setUp();
  expect(await reader.bytes(path)).toMatchObject({ ok: false, path, error: { code } });
  expect(await reader.locate(path)).toMatchObject({ ok: false, path, error: { code } });
  expect(files.openHandles).toBe(0);
});

test("a file above the limit is too large, and the limit is named", async () => {
  const { files, reader } = setUp({ budget: { maxInputBytes: 3 } });
  expect(await reader.bytes("folder/b.txt")).toMatchObject({
    ok: false,
    error: { code: "too-large", details: { limit: { value: 3, actual: 4 } } },
  });
  expect(await reader.bytes("folder/b.txt", { maxBytes: 4 })).toMatchObject({ ok: true });
  expect(await reader.bytes("folder/b.txt", { maxBytes: 0 })).toMatchObject({ error: { code: "too-large" } });
  expect(files.openHandles).toBe(0);
});

test("the time of a document ends it, and so does its caller", async () => {
  let now = 0;
  const { files, reader } = setUp({ clock: () => (now += 15_000), budget: { documentTimeMs: 20_000 } });
  expect(await reader.bytes("large")).toMatchObject({ ok: false, error: { code: "timed-out" } });
  const signal = AbortSignal.abort();
  expect(await setUp().reader.bytes("a.bin", { signal })).toMatchObject({ ok: false, error: { code: "aborted" } });
  expect(files.openHandles).toBe(0);
});
