import { createReader } from "@reader/core";
import { expect, test } from "vitest";
import { oneFileSystem } from "../../src/standard-input/read-standard-input.ts";

const bytes = new TextEncoder().encode("hello\n");
const fileSystem = oneFileSystem("stdin", {
  stat: () => Promise.resolve({ kind: "file", size: bytes.length, fileId: "0:1", modifiedNs: 0n, changedNs: 0n }),
  read(target, position) {
    const part = bytes.subarray(position, position + target.length);
    target.set(part);
    return Promise.resolve(part.length);
  },
});

test.for(["/", "/stdin"])("%s leads to itself", async (path) => {
  expect(await fileSystem.realPath(path)).toBe(path);
});

test("there is nothing else", async () => {
  await expect(fileSystem.stat("/etc")).rejects.toMatchObject({ code: "ENOENT" });
  await expect(fileSystem.open("/stdin/x")).rejects.toMatchObject({ code: "ENOENT" });
  const directory = await fileSystem.openDirectory("/");
  await expect(directory.readLink("stdin")).rejects.toMatchObject({ code: "EINVAL" });
});

test("a reader sees a file in a folder", async () => {
  const reader = createReader({ roots: ["/"], fileSystem });
  expect(await reader.read("stdin")).toMatchObject({ ok: true, parts: [{ text: "hello" }], notices: [] });
  expect(await reader.read(".")).toMatchObject({ ok: true, parts: [{ text: expect.stringContaining("stdin") }] });
  expect(await reader.read("other")).toMatchObject({ ok: false, error: { code: "not-found" } });
});
