import { describe, expect, test } from "vitest";
import type { HandlerEvent } from "../../../src/contract/events.ts";
import { readableSize } from "../../../src/render/words.ts";
import type { DirectoryHandle, FileSystem } from "../../../src/files/file-system.ts";
import { listDirectory } from "../../../src/files/workspace/list-directory.ts";
import { createWorkspace } from "../../../src/files/workspace/workspace.ts";
import { collect, faultOf, memoryWorkspace, type MemoryEntries, type MemoryWorkspace } from "./memory.ts";

async function eventsOf({ workspace }: MemoryWorkspace, path = "."): Promise<readonly HandlerEvent[]> {
  return collect(listDirectory(workspace, path));
}

function textOf(events: readonly HandlerEvent[]): string {
  return events.map((event) => (event.type === "text" ? event.text : "")).join("");
}

async function listed(entries: MemoryEntries, path = "."): Promise<readonly string[]> {
  return textOf(await eventsOf(memoryWorkspace({ entries }), path))
    .split("\n")
    .slice(0, -1);
}

/** The same files, with another way to list directories. */
function listedAs(
  files: FileSystem,
  list: (handle: DirectoryHandle) => ReturnType<DirectoryHandle["list"]>,
): FileSystem {
  return {
    ...files,
    async openDirectory(path) {
      const handle = await files.openDirectory(path);
      return { ...handle, list: () => list(handle) };
    },
  };
}

describe("a listing", () => {
  test("has folders first, then names in a stable order, with sizes, links and marks", async () => {
    const lines = await listed({
      "/w/b.txt": "beta",
      "/w/a.txt": { kind: "file", content: { size: 4_100_000 } },
      "/w/Z": "",
      "/w/zoo/x": "",
      "/w/.hidden/x": "",
      "/w/latest": { kind: "symlink", target: "zoo/x" },
      "/w/out": { kind: "symlink", target: "/etc/passwd" },
      "/w/gone": { kind: "symlink", target: "nowhere" },
      "/w/pipe": { kind: "fifo" },
      "/w/sock": { kind: "socket" },
      "/w/tty": { kind: "character-device" },
      "/w/disk": { kind: "block-device" },
      "/w/what": { kind: "unknown" },
      "/w/.env": "S=1",
    });
    expect(lines).toEqual([
      ".hidden/",
      "zoo/",
      ".env\t3 B [denied by policy]",
      "Z\t0 B",
      "a.txt\t4.1 MB",
      "b.txt\t4 B",
      "disk\t[device]",
      "gone\t-> nowhere",
      "latest\t-> zoo/x",
      "out\t-> /etc/passwd",
      "pipe\t[pipe]",
      "sock\t[socket]",
      "tty\t[device]",
      "what\t[unknown]",
    ]);
  });

  test("tells how many entries there are before the first of them", async () => {
    const [first, ...rest] = await eventsOf(memoryWorkspace({ entries: { "/w/a": "", "/w/b": "", "/w/c/d": "" } }));
    expect(first).toEqual({ type: "extent", unit: "entry", total: 3, exact: true });
    expect(rest.every(({ type }) => type === "text")).toBe(true);
  });

  test("of an empty folder says that it is empty", async () => {
    const events = await eventsOf(memoryWorkspace({ entries: { "/w/empty": { kind: "directory" } } }), "empty");
    expect(events).toEqual([
      { type: "extent", unit: "entry", total: 0, exact: true },
      { type: "notice", code: "handler", message: "The folder is empty." },
    ]);
  });

  test("has one line for each name, whatever the name holds", async () => {
    const lines = await listed({
      "/w/a\nb/\nfake.txt\t9 B": "x",
      "/w/\u001b[2Jx": "x",
      "/w/\u202etxt.exe": "x",
      "/w/l": { kind: "symlink", target: "x\nforged\t1 B" },
    });
    expect(lines).toHaveLength(4);
    expect(lines.join("")).not.toMatch(/(?!\t)\p{Cc}|\p{Cf}/u);
    expect(lines.filter((line) => line.split("\t").length > 2)).toEqual([]);
  });

  test("of a linked folder shows what is in it", async () => {
    const entries = { "/w/link": { kind: "symlink", target: "real" }, "/w/real/x": "12" } as const;
    expect(await listed(entries, "link")).toEqual(["x\t2 B"]);
  });

  test("judges names by the policy of the folder that they lie in", async () => {
    expect(await listed({ "/w/.aws/credentials": "x", "/w/.aws/config": "y" }, ".aws")).toEqual([
      "config\t1 B",
      "credentials\t1 B [denied by policy]",
    ]);
  });

  test("shows a file without its size where it is gone since, or may not be looked at", async () => {
    const setup = memoryWorkspace({
      entries: { "/w/a": "1", "/w/b": "2" },
      failures: [{ name: "linkStat", path: "/w/a", code: "ENOENT" }],
    });
    expect(textOf(await eventsOf(setup))).toBe("a\nb\t1 B\n");
  });

  test("looks up kinds that the file system does not list, so that folders still come first", async () => {
    const { files } = memoryWorkspace({ entries: { "/w/a": "1", "/w/b/c": "2" } });
    const unknowing = listedAs(files, async function* (handle) {
      for await (const { name } of handle.list()) yield { name, kind: "unknown" as const };
    });
    const workspace = createWorkspace({ fileSystem: unknowing, roots: ["/w"] });
    expect(textOf(await collect(listDirectory(workspace, ".")))).toBe("b/\na\t1 B\n");
  });

  test("that may not be made is an error of that folder", async () => {
    const setup = memoryWorkspace({
      entries: { "/w/sub/a": "" },
      failures: [{ name: "list", code: "EACCES" }],
    });
    const fault = await faultOf(eventsOf(setup, "sub"));
    expect(fault).toMatchObject({ code: "permission-denied", details: { systemCode: "EACCES" } });
    expect(fault.message).toMatch(/^sub /);
  });
});

test("a folder of 100 000 entries is listed, and sizes are asked for as far as lines are taken", async () => {
  const entries = Object.fromEntries(
    Array.from({ length: 100_000 }, (_, at) => [`/w/${String(at).padStart(6, "0")}`, ""]),
  );
  const { workspace, files } = memoryWorkspace({ entries });
  const before = files.calls.length;
  const taken: HandlerEvent[] = [];
  for await (const event of listDirectory(workspace, ".")) {
    taken.push(event);
    if (taken.length === 4) break;
  }
  expect(taken[0]).toMatchObject({ total: 100_000, exact: true });
  expect(textOf(taken)).toMatch(/^000000\t0 B\n000001\t0 B\n/);
  expect(files.calls.length - before).toBeLessThan(500);
});

test("of entries before the first line that is wanted no size is asked for, and the lines keep their numbers", async () => {
  const entries = Object.fromEntries(
    Array.from({ length: 1000 }, (_, at) => [`/w/${String(at).padStart(4, "0")}`, ""]),
  );
  const { workspace, files } = memoryWorkspace({ entries });
  const before = files.calls.length;
  const lines = textOf(await collect(listDirectory(workspace, ".", { firstLine: 990 }))).split("\n");
  expect(lines).toHaveLength(1001);
  expect(lines.slice(0, 2)).toEqual(["0000", "0001"]);
  expect(lines.slice(989, 1000).every((line) => line.endsWith("\t0 B"))).toBe(true);
  expect(files.calls.length - before).toBeLessThan(200);
});

test("a folder that is still being read when its reader gives up is read no further", async () => {
  const { files } = memoryWorkspace({ entries: { "/w/a": "" } });
  const abort = new AbortController();
  let listed = 0;
  const endless = listedAs(files, async function* () {
    for (; listed < 1000; listed += 1) {
      if (listed === 10) abort.abort();
      yield await Promise.resolve({ name: `f${listed}`, kind: "file" as const });
    }
  });
  const workspace = createWorkspace({ fileSystem: endless, roots: ["/w"] });
  await collect(listDirectory(workspace, ".", { signal: abort.signal }));
  expect(listed).toBe(10);
  expect(files.openHandles).toBe(0);
});

test.for([
  [0, "0 B"],
  [999, "999 B"],
  [1000, "1.0 KB"],
  [1049, "1.0 KB"],
  [9940, "9.9 KB"],
  [9999, "10 KB"],
  [12_345, "12 KB"],
  [999_400, "999 KB"],
  [1_000_000, "1.0 MB"],
  [4_294_967_296, "4.3 GB"],
  [1e12, "1.0 TB"],
  [9e15, "9.0 PB"],
] as const)("%d bytes are %s", ([bytes, words]) => {
  expect(readableSize(bytes)).toBe(words);
});
