import type { DirectoryEntry } from "@reader/core";
import { describe, expect, test } from "vitest";
import { type MemoryCall, memoryFileSystem, type MemoryFileSystem } from "../../src/memory/memory-file-system.ts";

async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function listed(files: MemoryFileSystem, path: string): Promise<readonly DirectoryEntry[]> {
  const directory = await files.openDirectory(path);
  try {
    return await collect(directory.list());
  } finally {
    await directory.close();
  }
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe("files in memory", () => {
  const entries = {
    "/a.txt": "alpha",
    "/bytes": Uint8Array.of(1, 2, 3),
    "/dir/b.txt": "beta",
    "/dir/up": { kind: "symlink", target: "../a.txt" },
    "/dir/abs": { kind: "symlink", target: "/dir" },
    "/loop": { kind: "symlink", target: "loop" },
    "/gone": { kind: "symlink", target: "nowhere" },
    "/empty": { kind: "directory" },
    "/pipe": { kind: "fifo" },
    "/socket": { kind: "socket" },
  } as const;

  test("are read at any position up to their end", async () => {
    const handle = await memoryFileSystem({ entries }).open("/a.txt");
    const target = new Uint8Array(3);
    expect(await handle.read(target, 1)).toBe(3);
    expect(decode(target)).toBe("lph");
    expect(await handle.read(target, 3)).toBe(2);
    expect(await handle.read(target, 5)).toBe(0);
    expect(await handle.read(target, 500)).toBe(0);
  });

  test("have sizes in bytes, and times that advance only with changes", async () => {
    const files = memoryFileSystem({ entries: { "/x": "é", "/set": { kind: "file", content: "", modifiedNs: 7n } } });
    const before = await files.stat("/x");
    expect(before).toMatchObject({ kind: "file", size: 2 });
    expect(await files.stat("/x")).toEqual(before);
    expect((await files.stat("/set")).modifiedNs).toBe(7n);
    files.write("/x", "è");
    const after = await files.stat("/x");
    expect(after.fileId).toBe(before.fileId);
    expect(after.modifiedNs).toBeGreaterThan(before.modifiedNs);
  });

  test.for([
    ["/dir/up", "/a.txt"],
    ["/dir/abs/abs/b.txt", "/dir/b.txt"],
    ["/dir/../a.txt", "/a.txt"],
    ["/../../a.txt", "/a.txt"],
    ["//dir//./b.txt", "/dir/b.txt"],
    ["/", "/"],
  ] as const)("%s really is %s", async ([path, expected]) => {
    expect(await memoryFileSystem({ entries }).realPath(path)).toBe(expected);
  });

  test.for([
    ["ENOENT", "/missing"],
    ["ENOENT", "/missing/x"],
    ["ENOENT", "/gone"],
    ["ENOTDIR", "/a.txt/x"],
    ["ELOOP", "/loop"],
    ["ELOOP", "/loop/x"],
    ["ENAMETOOLONG", `/${"x".repeat(256)}`],
    ["ENAMETOOLONG", `/${"é".repeat(128)}`],
  ] as const)("%s is what the system says of %s", async ([code, path]) => {
    const files = memoryFileSystem({ entries });
    await expect(files.realPath(path)).rejects.toMatchObject({ code });
    await expect(files.stat(path)).rejects.toMatchObject({ code });
  });

  test("are distinguished from links and special files", async () => {
    const files = memoryFileSystem({ entries });
    expect((await files.linkStat("/dir/up")).kind).toBe("symlink");
    expect((await files.stat("/dir/up")).kind).toBe("file");
    const directory = await files.openDirectory("/dir");
    expect(await directory.readLink("up")).toBe("../a.txt");
    await expect(directory.readLink("b.txt")).rejects.toMatchObject({ code: "EINVAL" });
    await expect(directory.linkStat("nothing")).rejects.toMatchObject({ code: "ENOENT" });
    expect((await directory.linkStat("up")).kind).toBe("symlink");
    await expect(files.openDirectory("/dir/abs")).rejects.toMatchObject({ code: "ELOOP" });
    await expect(files.open("/dir/up")).rejects.toMatchObject({ code: "ELOOP" });
    await expect(files.open("/socket")).rejects.toMatchObject({ code: "ENXIO" });
    const pipe = await files.open("/pipe");
    expect((await pipe.stat()).kind).toBe("fifo");
    await expect(pipe.read(new Uint8Array(1), 0)).rejects.toMatchObject({ code: "EAGAIN" });
    const folder = await files.open("/dir");
    await expect(folder.read(new Uint8Array(1), 0)).rejects.toMatchObject({ code: "EISDIR" });
  });

  test("are listed with their kinds", async () => {
    const files = memoryFileSystem({ entries });
    expect(await listed(files, "/dir")).toEqual([
      { name: "b.txt", kind: "file" },
      { name: "up", kind: "symlink" },
      { name: "abs", kind: "symlink" },
    ]);
    expect(await listed(files, "/empty")).toEqual([]);
    expect(files.openHandles).toBe(0);
    await expect(listed(files, "/a.txt")).rejects.toMatchObject({ code: "ENOTDIR" });
  });

  test.for([true, false])(
    "an opened directory lists itself where handles tell their paths (%s), and else what is at its path",
    async (knowsHandlePaths) => {
      const files = memoryFileSystem({ entries, knowsHandlePaths });
      const directory = await files.openDirectory("/dir");
      files.move("/dir", "/kept");
      files.put("/dir/other.txt", "x");
      const names = (await collect(directory.list())).map(({ name }) => name);
      expect(names).toEqual(knowsHandlePaths ? ["b.txt", "up", "abs"] : ["other.txt"]);
      expect(await directory.realPath()).toBe(knowsHandlePaths ? "/kept" : undefined);
      await directory.close();
    },
  );

  test("larger than memory are generated as they are read", async () => {
    const size = 2 ** 50;
    const fill = (target: Uint8Array, position: number): void => void target.fill(position % 251);
    const files = memoryFileSystem({
      entries: { "/made": { kind: "file", content: { size, fill } }, "/sparse": { kind: "file", content: { size } } },
    });
    const made = await files.open("/made");
    const target = new Uint8Array(4).fill(9);
    expect(await made.read(target, size - 2)).toBe(2);
    expect([...target]).toEqual([(size - 2) % 251, (size - 2) % 251, 9, 9]);
    const sparse = await files.open("/sparse");
    expect(await sparse.read(target, 2 ** 40)).toBe(4);
    expect([...target]).toEqual([0, 0, 0, 0]);
    expect((await sparse.stat()).size).toBe(size);
  });

  test("can report a false size, as files of the kernel do", async () => {
    const files = memoryFileSystem({ entries: { "/v": { kind: "file", content: "endless", claimedSize: 0 } } });
    const handle = await files.open("/v");
    expect((await handle.stat()).size).toBe(0);
    expect(await handle.read(new Uint8Array(10), 0)).toBe(7);
  });
});

describe("changes", () => {
  test("of a name do not affect an opened file", async () => {
    const files = memoryFileSystem({ entries: { "/a": "old" } });
    const handle = await files.open("/a");
    const { fileId } = await handle.stat();
    files.put("/a", "new");
    const target = new Uint8Array(3);
    await handle.read(target, 0);
    expect(decode(target)).toBe("old");
    expect((await handle.stat()).fileId).toBe(fileId);
    expect((await files.stat("/a")).fileId).not.toBe(fileId);
    expect(await handle.realPath()).toBe("/a (deleted)");
  });

  test("of content reach an opened file", async () => {
    const files = memoryFileSystem({ entries: { "/a": "old" } });
    const handle = await files.open("/a");
    files.write("/a", "older still");
    expect((await handle.stat()).size).toBe(11);
    files.move("/a", "/dir/b");
    expect(await handle.realPath()).toBe("/dir/b");
    await expect(files.stat("/a")).rejects.toMatchObject({ code: "ENOENT" });
    files.remove("/dir/b");
    expect(await handle.realPath()).toBe("/dir/b (deleted)");
  });

  test("can be made before any call", async () => {
    const seen: MemoryCall[] = [];
    const files = memoryFileSystem({
      entries: { "/a": "long content" },
      before(call, disk) {
        seen.push(call);
        if (call.name === "handle.read" && call.position === 4) disk.write("/a", "short");
      },
    });
    const handle = await files.open("/a");
    const target = new Uint8Array(4);
    expect(await handle.read(target, 0)).toBe(4);
    expect(await handle.read(target, 4)).toBe(1);
    expect(seen).toEqual(files.calls);
  });

  test("at the root itself are an error of the test", () => {
    expect(() => memoryFileSystem().put("/", "x")).toThrow(TypeError);
    expect(() => memoryFileSystem().put("relative", "x")).toThrow(TypeError);
  });
});

describe("failures", () => {
  test("can be limited to a call, a path or both", async () => {
    const files = memoryFileSystem({
      entries: { "/a": "x", "/b": "y" },
      failures: [{ name: "open", path: "/a", code: "EACCES" }],
    });
    await expect(files.open("/a")).rejects.toMatchObject({ code: "EACCES" });
    expect((await files.stat("/a")).size).toBe(1);
    const handle = await files.open("/b");
    files.fail({ path: "/b", code: "EIO" });
    await expect(handle.read(new Uint8Array(1), 0)).rejects.toMatchObject({ code: "EIO" });
    files.fail({ name: "list", code: "EMFILE" });
    await expect(listed(files, "/")).rejects.toMatchObject({ code: "EMFILE" });
    files.fail({ code: "ENOMEM" });
    await expect(files.realPath("/a")).rejects.toMatchObject({ code: "ENOMEM" });
  });

  test("of open leave nothing open, and closed handles fail", async () => {
    const files = memoryFileSystem({ entries: { "/a": "x" } });
    const handle = await files.open("/a");
    expect(files.openHandles).toBe(1);
    await handle.close();
    expect(files.openHandles).toBe(0);
    await expect(handle.read(new Uint8Array(1), 0)).rejects.toMatchObject({ code: "EBADF" });
    await expect(handle.close()).rejects.toMatchObject({ code: "EBADF" });
    expect(files.openHandles).toBe(0);
    files.fail({ name: "open", code: "EMFILE" });
    await expect(files.open("/a")).rejects.toMatchObject({ code: "EMFILE" });
    expect(files.openHandles).toBe(0);
  });

  test("can shorten reads", async () => {
    const handle = await memoryFileSystem({ entries: { "/a": "alpha" }, maxReadBytes: 2 }).open("/a");
    expect(await handle.read(new Uint8Array(5), 0)).toBe(2);
    expect(await handle.read(new Uint8Array(5), 4)).toBe(1);
  });
});

describe("the log", () => {
  test("contains every call with its path and range", async () => {
    const files = memoryFileSystem({ entries: { "/a": "alpha" } });
    await files.realPath("/a");
    const handle = await files.open("/a");
    await handle.read(new Uint8Array(3), 2);
    await handle.stat();
    await handle.close();
    expect(files.calls).toEqual([
      { name: "realPath", path: "/a" },
      { name: "open", path: "/a" },
      { name: "handle.read", path: "/a", position: 2, length: 3 },
      { name: "handle.stat", path: "/a" },
      { name: "handle.close", path: "/a" },
    ]);
  });
});

describe("on Windows", () => {
  const entries = { "C:\\Dir\\File.txt": "x", "D:\\y": "y", "\\\\server\\share\\z": "z" };

  test("names are case-insensitive and keep their spelling", async () => {
    const files = memoryFileSystem({ platform: "win32", entries });
    expect(await files.realPath("c:/dir/FILE.TXT")).toBe("C:\\Dir\\File.txt");
    expect((await files.stat("D:\\y")).size).toBe(1);
    expect(await files.realPath("\\\\server\\share\\z")).toBe("\\\\server\\share\\z");
    expect(files.workingDirectory).toBe("C:\\");
    expect(files.path.sep).toBe("\\");
    files.put("C:\\dir\\file.TXT", "again");
    expect(await listed(files, "C:\\Dir")).toEqual([{ name: "File.txt", kind: "file" }]);
  });

  test("handles do not know their path by default", async () => {
    const silent = await memoryFileSystem({ platform: "win32", entries }).open("D:\\y");
    expect(await silent.realPath()).toBeUndefined();
    const telling = await memoryFileSystem({ platform: "win32", entries, knowsHandlePaths: true }).open("D:\\y");
    expect(await telling.realPath()).toBe("D:\\y");
  });
});
