import { describe, expect, test } from "vitest";
import { createPolicy } from "../../../src/files/policy/policy.ts";
import { suggestNames, type SuggestionLimits } from "../../../src/files/workspace/missing-file.ts";
import { faultOf, memoryFileSystem, memoryWorkspace, type MemoryEntries } from "./memory.ts";

async function candidatesFor(asked: string, entries: MemoryEntries): Promise<readonly string[]> {
  const { workspace } = memoryWorkspace({ entries });
  const fault = await faultOf(workspace.open(asked));
  expect(fault.code).toBe("not-found");
  return fault.details?.candidates ?? [];
}

describe("a miss suggests", () => {
  test.for([
    ["a typing error", "src/indx.ts", ["src/index.ts"]],
    ["swapped letters", "raedme.md", ["readme.md"]],
    ["another case", "README.MD", ["readme.md"]],
    ["another extension", "readme.txt", ["readme.md"]],
    ["a name without its extension", "readme", ["readme.md"]],
    ["the same name in another folder", "index.ts", ["src/index.ts"]],
    ["the end of a path in another folder", "util/date.ts", ["src/util/date.ts", "test/date.ts"]],
    ["a folder with a typing error", "scr/index.ts", ["src/index.ts"]],
    ["a folder in another case", "SRC/index.ts", ["src/index.ts"]],
    ["a folder itself", "tests", ["test/"]],
    ["the slashes of another system", String.raw`src\util\date.ts`, ["src/util/date.ts"]],
    ["nothing where nothing is near", "zzzzzz", []],
  ] as const)("%s", async ([, asked, expected]) => {
    const entries = {
      "/w/readme.md": "",
      "/w/src/index.ts": "",
      "/w/src/util/date.ts": "",
      "/w/test/date.ts": "",
    };
    expect(await candidatesFor(asked, entries)).toEqual(expected);
  });

  test("the nearest first, five at most", async () => {
    const names = Array.from({ length: 20 }, (_, at) => `/w/report-${at + 10}.txt`);
    const entries = Object.fromEntries(names.map((name) => [name, ""]));
    expect(await candidatesFor("report-1.txt", entries)).toEqual([
      "report-10.txt",
      "report-11.txt",
      "report-12.txt",
      "report-13.txt",
      "report-14.txt",
    ]);
  });

  test("nothing that is denied, outside, or leads nowhere", async () => {
    const candidates = await candidatesFor("serverr.key", {
      "/w/server.key": "denied",
      "/w/serverr.kez": { kind: "symlink", target: "/outside/serverr.key" },
      "/w/serverr.kex": { kind: "symlink", target: "gone" },
      "/w/serverr.ok": { kind: "symlink", target: "fine.txt" },
      "/w/fine.txt": "",
      "/outside/serverr.key": "",
    });
    expect(candidates).toEqual(["serverr.ok"]);
  });

  test("nothing from folders of copies, nor through links", async () => {
    const candidates = await candidatesFor("left-pad.js", {
      "/w/node_modules/left-pad/left-pad.js": "",
      "/w/.git/left-pad.js": "",
      "/w/linked": { kind: "symlink", target: "node_modules" },
      "/w/lib/left-pad.js": "",
    });
    expect(candidates).toEqual(["lib/left-pad.js"]);
  });

  test("names that are safe to show, and exact for programs", async () => {
    const { workspace } = memoryWorkspace({ entries: { "/w/not\nes.txt": "" } });
    const fault = await faultOf(workspace.open("notes.txt"));
    expect(fault.details?.candidates).toEqual(["not\nes.txt"]);
    expect(fault.hint).toBe(String.raw`Read "not\nes.txt" if that is what was meant.`);
  });

  test("what to do where there is nothing to suggest", async () => {
    const { workspace } = memoryWorkspace({ entries: { "/w/x": "" } });
    expect((await faultOf(workspace.open("quite/else.where"))).hint).toMatch(/^List the folder/);
  });

  test.for([
    ["src/a.ts:3", "3-3"],
    ["src/a.ts:3-4", "3-4"],
    ["src/a.ts:3:17", "3-3"],
    ["src/a.ts#L3", "3-3"],
    ["src/a.ts#L3-L4", "3-4"],
  ] as const)("lines that are written after a name: %s", async ([path, lines]) => {
    const { workspace } = memoryWorkspace({ entries: { "/w/src/a.ts": "", "/w/src/a.ts.map": "" } });
    const fault = await faultOf(workspace.open(path));
    expect(fault.hint).toBe(`Read src/a.ts with \`lines\` "${lines}" if that is what was meant.`);
  });

  test("in words", async () => {
    const { workspace } = memoryWorkspace({ entries: { "/w/a1.txt": "", "/w/a2.txt": "", "/w/a3.txt": "" } });
    const fault = await faultOf(workspace.open("a4.txt"));
    expect(fault.hint).toBe("Read a1.txt, a2.txt or a3.txt if that is what was meant.");
  });
});

describe("the search is bounded", () => {
  const entries = Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [`/w/folder-${String(at).padStart(3, "0")}/wanted.md`, ""]),
  );
  const generous: SuggestionLimits = {
    maxFolders: 10_000,
    maxEntries: 100_000,
    maxMilliseconds: 1000,
    maxSuggestions: 500,
    clock: () => 0,
  };

  async function search(
    limits: Partial<SuggestionLimits>,
  ): Promise<{ readonly lists: number; readonly found: number }> {
    const files = memoryFileSystem({ entries });
    const root = { spelled: "/w", real: "/w" };
    const grounds = { fileSystem: files, policy: createPolicy(), roots: [root] };
    const found = await suggestNames(grounds, [{ root, absolute: "/w/wanted.md" }], { ...generous, ...limits });
    return { lists: files.calls.filter(({ name }) => name === "list").length, found: found.length };
  }

  test("by nothing here", async () => {
    expect(await search({})).toEqual({ lists: 302, found: 300 });
  });

  test("in folders", async () => {
    expect((await search({ maxFolders: 10 })).lists).toBe(11);
  });

  test("in entries", async () => {
    const { lists, found } = await search({ maxEntries: 610 });
    expect(lists).toBeLessThan(20);
    expect(found).toBeLessThan(12);
  });

  test("in time", async () => {
    let now = 0;
    const { lists } = await search({ maxMilliseconds: 20, clock: () => (now += 1) });
    expect(lists).toBeLessThan(25);
  });

  test("in suggestions", async () => {
    expect((await search({ maxSuggestions: 3 })).found).toBe(3);
  });
});
