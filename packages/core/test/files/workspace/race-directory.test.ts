import { describe, expect, test } from "vitest";
import { ReadError } from "../../../src/contract/errors.ts";
import { folderContents, listDirectory } from "../../../src/files/workspace/list-directory.ts";
import type { Workspace } from "../../../src/files/workspace/workspace.ts";
import {
  collect,
  faultOf,
  memoryWorkspace,
  type MemoryCall,
  type MemoryCallName,
  type MemoryFileSystem,
} from "./memory.ts";

// An attacker who changes names between two calls of a listing. Every moment is tried, with and without a system that
// lists what is open.
const moments: readonly MemoryCallName[] = ["realPath", "linkStat", "openDirectory", "handle.realPath", "list"];

const entries = {
  "/w/sub/inside.txt": "x",
  "/w/sub/inner/inside.txt": "x",
  "/outside/LEAKED.txt": "x",
  "/outside/inner/LEAKED.txt": "x",
};

/** `/w/sub` leads outside from now on. */
function swap(disk: MemoryFileSystem): void {
  disk.move("/w/sub", "/w/kept");
  disk.put("/w/sub", { kind: "symlink", target: "/outside" });
}

/** `/w/sub` is itself again. */
function swapBack(disk: MemoryFileSystem): void {
  disk.remove("/w/sub");
  disk.move("/w/kept", "/w/sub");
}

const ways: readonly (readonly [string, (workspace: Workspace, path: string) => Promise<unknown>])[] = [
  ["data", (workspace, path) => folderContents(workspace, path)],
  ["lines", (workspace, path) => collect(listDirectory(workspace, path))],
];

const cases = ways.flatMap(([way, list]) =>
  moments.flatMap((moment) =>
    ["/w/sub", "/w/sub/inner"].flatMap((path) => [true, false].map((isBack) => ({ way, list, moment, path, isBack }))),
  ),
);

describe.for([true, false])("where descriptors tell their paths: %s", (knowsHandlePaths) => {
  test.for(cases)(
    "before $moment of $path, a folder becomes a link out (and itself again: $isBack): its $way are never shown",
    async ({ list, moment, path, isBack }) => {
      let state: "waiting" | "armed" | "swapped" | "done" = "waiting";
      const { workspace, files } = memoryWorkspace({
        entries,
        knowsHandlePaths,
        before(call, disk) {
          if (state === "swapped" && isBack) {
            swapBack(disk);
            state = "done";
          }
          if (state !== "armed" || call.name !== moment || call.path !== path) return;
          swap(disk);
          state = "swapped";
        },
      });
      await workspace.locate(".");
      state = "armed";
      const outcome = await list(workspace, path.slice("/w/".length)).catch((fault: unknown) =>
        ReadError.is(fault) ? "refused" : fault,
      );
      expect(outcome).not.toBeInstanceOf(Error);
      expect(JSON.stringify(outcome)).not.toContain("LEAKED");
      expect(files.openHandles).toBe(0);
    },
  );

  test("a folder that leads outside at every attempt is given up with a next step", async () => {
    let isSwapped = false;
    const turn = (disk: MemoryFileSystem, isWanted: boolean): void => {
      if (isSwapped === isWanted) return;
      isSwapped = isWanted;
      if (isWanted) swap(disk);
      else swapBack(disk);
    };
    const { workspace, files } = memoryWorkspace({
      entries,
      knowsHandlePaths,
      before({ name, path }: MemoryCall, disk) {
        if (path.startsWith("/w/sub")) turn(disk, name === "openDirectory" || name === "list");
      },
    });
    expect(await faultOf(folderContents(workspace, "sub/inner"))).toMatchObject({
      code: "changed-while-reading",
      hint: expect.stringContaining("again"),
    });
    expect(files.openHandles).toBe(0);
  });
});

test("suggestions and links are not looked up in a folder that leads outside by now", async () => {
  for (const moment of moments) {
    let isArmed = false;
    const { workspace, files } = memoryWorkspace({
      entries: { ...entries, "/outside/LEAKE.txt": { kind: "symlink", target: "/LEAKED-target" } },
      before({ name, path }, disk) {
        if (!isArmed || name !== moment || path !== "/w/sub") return;
        isArmed = false;
        swap(disk);
      },
    });
    await workspace.locate(".");
    isArmed = true;
    const fault = await faultOf(workspace.locate("sub/LEAKE.txt"));
    expect(JSON.stringify([fault.message, fault.hint, fault.details])).not.toContain("LEAKED");
    expect(files.openHandles).toBe(0);
  }
});
