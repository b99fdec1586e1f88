import { describe, expect, test } from "vitest";
import { ReadError } from "../../../src/contract/errors.ts";
import {
  contentOf,
  faultOf,
  memoryWorkspace,
  type MemoryCall,
  type MemoryCallName,
  type MemoryFileSystem,
} from "./memory.ts";

// An attacker who changes names between two calls of the safe open. Every moment is tried, with and without a system
// that tells where a descriptor leads.
const moments: readonly MemoryCallName[] = ["realPath", "linkStat", "open", "handle.stat", "handle.realPath"];
const swaps: readonly (readonly [string, (files: MemoryFileSystem) => void])[] = [
  ["the file becomes a link out", (files) => files.put("/w/sub/a.txt", { kind: "symlink", target: "/outside/a.txt" })],
  [
    "its folder becomes a link out",
    (files) => {
      files.move("/w/sub", "/w/kept");
      files.put("/w/sub", { kind: "symlink", target: "/outside" });
    },
  ],
  [
    "the file becomes a link to a secret inside",
    (files) => files.put("/w/sub/a.txt", { kind: "symlink", target: "/w/.env" }),
  ],
  [
    "its folder becomes a link to another folder inside",
    (files) => {
      files.move("/w/sub", "/w/kept");
      files.put("/w/sub", { kind: "symlink", target: "/w/.ssh" });
    },
  ],
];

const entries = {
  "/w/sub/a.txt": "inside",
  "/w/.env": "SECRET=1",
  "/w/.ssh/a.txt": "SECRET KEY",
  "/outside/a.txt": "OUTSIDE",
};

describe.for([true, false])("where descriptors tell their paths: %s", (knowsHandlePaths) => {
  test.for(moments.flatMap((moment) => swaps.map(([words, swap]) => ({ moment, words, swap }))))(
    "before $moment, $words: nothing but the file itself is ever given",
    async ({ moment, swap }) => {
      let isArmed = false;
      const { workspace, files } = memoryWorkspace({
        entries,
        knowsHandlePaths,
        before({ name, path }, disk) {
          if (!isArmed || name !== moment || path !== "/w/sub/a.txt") return;
          isArmed = false;
          swap(disk);
        },
      });
      await workspace.locate(".");
      isArmed = true;
      const outcome = await contentOf(workspace, "sub/a.txt").catch((fault: unknown) =>
        ReadError.is(fault) ? "refused" : fault,
      );
      expect(["inside", "refused"]).toContain(outcome);
      expect(files.openHandles).toBe(0);
    },
  );
});

/** The folder leads outside while the file is opened, and is itself again when anybody asks what was opened. */
function swapForthAndBack({ name, path }: MemoryCall, disk: MemoryFileSystem): void {
  if (path !== "/w/sub/a.txt") return;
  if (name === "open") {
    disk.move("/w/sub", "/w/kept");
    disk.put("/w/sub", { kind: "symlink", target: "/outside" });
  }
  if (name === "handle.stat") {
    disk.remove("/w/sub");
    disk.move("/w/kept", "/w/sub");
  }
}

test("a folder that is swapped forth and back around the open is caught by the descriptor", async () => {
  const { workspace, files } = memoryWorkspace({
    entries,
    before: swapForthAndBack,
  });
  expect(await faultOf(workspace.open("sub/a.txt"))).toMatchObject({ code: "changed-while-reading" });
  expect(files.calls.filter(({ name }) => name === "open")).toHaveLength(3);
  expect(files.calls.filter(({ name }) => name === "handle.read")).toEqual([]);
  expect(files.openHandles).toBe(0);
});

test("the same is caught by the identity of the file where descriptors tell nothing", async () => {
  const { workspace, files } = memoryWorkspace({
    entries,
    knowsHandlePaths: false,
    before: swapForthAndBack,
  });
  expect((await faultOf(workspace.open("sub/a.txt"))).code).toBe("changed-while-reading");
  expect(files.openHandles).toBe(0);
});

test("a file that is saved by a rename while it is being opened is read in one of its two states", async () => {
  for (const moment of moments) {
    let isSaved = false;
    const { workspace, files } = memoryWorkspace({
      entries,
      before({ name, path }, disk) {
        if (isSaved || name !== moment || path !== "/w/sub/a.txt") return;
        isSaved = true;
        disk.put("/w/sub/a.txt", "INSIDE");
      },
    });
    expect(["inside", "INSIDE"]).toContain(await contentOf(workspace, "sub/a.txt"));
    expect(files.openHandles).toBe(0);
  }
});

test("a file that is replaced at every attempt is given up with a next step", async () => {
  let count = 0;
  const { workspace, files } = memoryWorkspace({
    entries,
    before({ name, path }, disk) {
      if (name !== "handle.realPath" || path !== "/w/sub/a.txt") return;
      count += 1;
      disk.put("/w/sub/a.txt", `version ${count}`);
    },
  });
  const fault = await faultOf(workspace.open("sub/a.txt"));
  expect(fault.code).toBe("changed-while-reading");
  expect(fault.hint).toBeDefined();
  expect(count).toBe(3);
  expect(files.openHandles).toBe(0);
});

test("a file that disappears while it is being opened is missing", async () => {
  const { workspace, files } = memoryWorkspace({
    entries,
    before({ name, path }, disk) {
      if (name === "open" && path === "/w/sub/a.txt") disk.remove(path);
    },
  });
  expect((await faultOf(workspace.open("sub/a.txt"))).code).toBe("not-found");
  expect(files.openHandles).toBe(0);
});
