import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canHaveVariants } from "../../../src/files/workspace/missing-file.ts";
import { variantKey } from "../../../src/files/workspace/name-distance.ts";
import { contentOf, faultOf, memoryWorkspace } from "./memory.ts";

const composed = "Caf\u00e9";
const decomposed = "Cafe\u0301";

describe("a name that looks the same", () => {
  test.for([
    ["decomposed on disk", `${decomposed}.txt`, `${composed}.txt`],
    ["composed on disk", `${composed}.txt`, `${decomposed}.txt`],
    [
      "a narrow no-break space on disk",
      "Screenshot 2025-01-02 at 3.04.05\u202fPM.png",
      "Screenshot 2025-01-02 at 3.04.05 PM.png",
    ],
    ["a plain space on disk", "at 3 PM.png", "at 3\u202fPM.png"],
    ["a no-break space on disk", "prix\u00a0net.csv", "prix net.csv"],
    ["one no-break space for another", "a\u00a0b", "a\u202fb"],
    ["a curly apostrophe on disk", "Ann\u2019s notes.md", "Ann's notes.md"],
    ["a straight apostrophe on disk", "Ann's notes.md", "Ann\u2018s notes.md"],
    ["curly quotes on disk", "\u201cfinal\u201d.txt", '"final".txt'],
    ["straight quotes on disk", '"final".txt', "\u201cfinal\u201d.txt"],
    ["everything at once", `${decomposed}\u202fd\u2019\u00e9t\u00e9.txt`, `${composed} d'e\u0301te\u0301.txt`],
    ["Hangul in pieces", "\u1112\u1161\u11ab.txt", "\ud55c.txt"],
  ] as const)("%s is found and said", async ([, onDisk, asked]) => {
    const { workspace, files } = memoryWorkspace({ entries: { [`/w/${onDisk}`]: "found", "/w/other": "" } });
    const { handle, ...opened } = await workspace.open(asked);
    expect(opened.variant).toEqual({ asked, used: onDisk });
    expect(opened.relativePath).toBe(onDisk);
    await handle.close();
    expect(files.openHandles).toBe(0);
  });

  test("is found in every segment of a path at once", async () => {
    const path = `/w/${decomposed}/plain/it\u2019s here/a\u202fb.txt`;
    const { workspace } = memoryWorkspace({ entries: { [path]: "deep", "/w/x/y": "" } });
    expect(await contentOf(workspace, `${composed}/plain/it's here/a b.txt`)).toBe("deep");
    expect(await contentOf(workspace, `/w/${composed}/plain/it's here/a b.txt`)).toBe("deep");
  });

  test("is not looked for where the exact name exists", async () => {
    const { workspace, files } = memoryWorkspace({ entries: { "/w/a b": "exact", "/w/a\u00a0b": "variant" } });
    expect(await contentOf(workspace, "a b")).toBe("exact");
    expect(await contentOf(workspace, "a\u00a0b")).toBe("variant");
    expect(files.calls.map(({ name }) => name)).not.toContain("list");
  });

  test("is found in the second root", async () => {
    const { workspace } = memoryWorkspace(
      { entries: { "/one/x": "", [`/two/${decomposed}`]: "second" } },
      { roots: ["/one", "/two"] },
    );
    expect(await contentOf(workspace, composed)).toBe("second");
  });

  test("may be a folder", async () => {
    const { workspace } = memoryWorkspace({ entries: { [`/w/${decomposed}/x`]: "" } });
    expect((await workspace.locate(composed)).variant).toEqual({ asked: composed, used: decomposed });
  });

  test("differs in case, and so is not taken but suggested", async () => {
    const { workspace } = memoryWorkspace({ entries: { "/w/Notes.txt": "" } });
    expect((await faultOf(workspace.open("notes.txt"))).details).toEqual({ candidates: ["Notes.txt"] });
  });
});

describe("two names that look the same", () => {
  test("are listed so that they can be distinguished, and none is guessed", async () => {
    const { workspace, files } = memoryWorkspace({ entries: { "/w/a\u00a0b": "1", "/w/a\u202fb": "2" } });
    const fault = await faultOf(workspace.open("a b"));
    expect(fault).toMatchObject({
      code: "not-found",
      message: '"a b" does not exist, and 2 names look like it.',
      hint: String.raw`Give the exact name: "a\u00a0b" or "a\u202fb".`,
      details: { candidates: ["a\u00a0b", "a\u202fb"] },
    });
    expect(files.openHandles).toBe(0);
  });

  test("in different folders that look the same are listed too", async () => {
    const { workspace } = memoryWorkspace({
      entries: { "/w/d\u00a0e/x": "1", "/w/d\u202fe/x": "2", "/w/d\u202fe/only": "3" },
    });
    expect((await faultOf(workspace.open("d e/x"))).details?.candidates).toHaveLength(2);
    expect(await contentOf(workspace, "d e/only")).toBe("3");
  });

  test("are one where both lead to the same file", async () => {
    const { workspace } = memoryWorkspace({
      entries: { "/w/a\u00a0b": "1", "/w/a\u202fb": { kind: "symlink", target: "a\u00a0b" } },
    });
    expect(await contentOf(workspace, "a b")).toBe("1");
  });
});

describe("a look-alike that may not be read", () => {
  test("is refused for its own reason", async () => {
    const { workspace } = memoryWorkspace({
      entries: { "/w/my\u202fserver.key": "k", "/w/out\u202fside": { kind: "symlink", target: "/x" } },
    });
    expect((await faultOf(workspace.open("my server.key"))).code).toBe("denied-by-policy");
    expect((await faultOf(workspace.open("out side"))).code).toBe("outside-workspace");
  });

  test("in a folder outside is never looked for", async () => {
    const { workspace, files } = memoryWorkspace({
      entries: {
        "/w/lead\u202fout": { kind: "symlink", target: "/outside" },
        [`/outside/${decomposed}`]: "secret",
      },
    });
    expect((await faultOf(workspace.open(`lead out/${composed}`))).code).toBe("not-found");
    expect(files.calls.filter(({ name }) => name === "list").every(({ path }) => path.startsWith("/w"))).toBe(true);
  });

  test("does not matter where the folder cannot be listed", async () => {
    const { workspace } = memoryWorkspace({
      entries: { [`/w/${decomposed}`]: "x" },
      failures: [{ name: "list", code: "EACCES" }],
    });
    expect((await faultOf(workspace.open(composed))).code).toBe("not-found");
  });
});

test("a huge folder is looked through once for a look-alike, and within bounds", async () => {
  const entries = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`/w/file ${at}.txt`, ""]));
  const { workspace, files } = memoryWorkspace({ entries });
  expect((await workspace.locate("file\u202f4999.txt")).relativePath).toBe("file 4999.txt");
  expect(files.calls.filter(({ name }) => name === "list")).toHaveLength(1);
});

test("keys are stable, and a name without look-alikes is its own key", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 20 }), (name) => {
      expect(variantKey(variantKey(name))).toBe(variantKey(name));
      expect(variantKey(name.normalize("NFD"))).toBe(variantKey(name));
      expect(canHaveVariants(name) || variantKey(name) === name).toBe(true);
    }),
    { seed: 11, numRuns: 500 },
  );
});
