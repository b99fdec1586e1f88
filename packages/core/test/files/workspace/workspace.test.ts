import { describe, expect, test } from "vitest";
import { createWorkspace } from "../../../src/files/workspace/workspace.ts";
import { contentOf, faultOf, memoryFileSystem, memoryWorkspace } from "./memory.ts";

const entries = {
  "/w/a.txt": "alpha",
  "/w/sub/b.txt": "beta",
  "/w/sub/deep/c.txt": "gamma",
  "/outside/secret.txt": "secret",
  "/home/me/notes.txt": "notes",
};

describe("paths", () => {
  test.for([
    ["a.txt", "a.txt"],
    ["./a.txt", "a.txt"],
    ["sub//b.txt", "sub/b.txt"],
    ["sub/./deep/../b.txt", "sub/b.txt"],
    ["/w/a.txt", "a.txt"],
    ["/w/../w/a.txt", "a.txt"],
    ["../w/a.txt", "a.txt"],
    ["a.txt/", "a.txt"],
    ["file:///w/a.txt", "a.txt"],
    ["FILE://localhost/w/sub/b.txt", "sub/b.txt"],
    ["file:///w/sub/%62.txt?x#y", "sub/b.txt"],
  ] as const)("%s opens %s", async ([asked, path]) => {
    const { workspace, files } = memoryWorkspace({ entries });
    const opened = await workspace.open(asked);
    expect(opened).toMatchObject({ path, relativePath: path, realPath: `/w/${path}`, stat: { kind: "file" } });
    expect(opened.name).toBe(path.split("/").at(-1));
    expect(opened).not.toHaveProperty("variant");
    await opened.handle.close();
    expect(files.openHandles).toBe(0);
  });

  test.for([
    "..",
    "../outside/secret.txt",
    "/outside/secret.txt",
    "/outside/missing.txt",
    "sub/../../outside/secret.txt",
    "/wide/a.txt",
    "/",
    "~/notes.txt",
    "file:///outside/secret.txt",
    "file:///w/%2e%2e/outside/secret.txt",
    "file://localhost/w/../outside/secret.txt",
  ])("%s is outside, and the file system is not asked about it", async (asked) => {
    const { workspace, files } = memoryWorkspace({ entries, homeDirectory: "/home/me" });
    await workspace.locate(".");
    const before = files.calls.length;
    const fault = await faultOf(workspace.open(asked));
    expect(fault.code).toBe("outside-workspace");
    expect(fault.hint).toBeDefined();
    expect(files.calls.slice(before)).toEqual([]);
  });

  test.for(["http://example.com/a.txt", "HTTPS://example.com", "ftp://host/a", "s3://bucket/key", "data:text/plain,a"])(
    "%s is told to be a URL",
    async (asked) => {
      const fault = await faultOf(memoryWorkspace({ entries }).workspace.open(asked));
      expect(fault).toMatchObject({ code: "invalid-request", message: `${asked} is a URL, and only files are read.` });
    },
  );

  test.for(["data:notes.txt", "http:"])("%s is a name like any other", async (name) => {
    const { workspace } = memoryWorkspace({ entries: { [`/w/${name}`]: "alpha" } });
    const { handle, path } = await workspace.open(name);
    expect(path).toBe(name === "http:" ? '"http:"' : name);
    await handle.close();
  });

  test.for([
    ["", "empty"],
    [" \t\n", "empty"],
    ["a\0.txt", "NUL"],
    ["a.txt\0", "NUL"],
    ["\ud800.txt", "a lone surrogate"],
    ["x/".repeat(2049), "4096"],
    ["file://elsewhere/w/a.txt", "another machine"],
    ["file:///w/sub%2fb.txt", "an escaped slash"],
    ["file:///w/sub%5cb.txt", "an escaped slash"],
    ["file:///w/a%00.txt", "NUL"],
    ["file:///w/%zz", "not a well-formed URL"],
    ["file:///w/%ff", "not a well-formed URL"],
  ] as const)("%j is no path, and nothing is asked about it", async ([asked, words]) => {
    const { workspace, files } = memoryWorkspace({ entries });
    await workspace.locate(".");
    const before = files.calls.length;
    const fault = await faultOf(workspace.open(asked));
    expect(fault.code).toBe("invalid-request");
    expect(fault.message).toContain(words);
    expect(fault.message.length).toBeLessThan(1000);
    expect(files.calls.slice(before)).toEqual([]);
  });

  test("~ leads home where home is a root", async () => {
    const { workspace } = memoryWorkspace({ entries, homeDirectory: "/home/me" }, { roots: ["~"] });
    expect((await workspace.locate("~/notes.txt")).path).toBe("notes.txt");
    expect((await workspace.locate("~")).stat.kind).toBe("directory");
  });

  test("~ is an ordinary name for another user and without a home", async () => {
    const { workspace } = memoryWorkspace({ entries: { "/w/~me/x": "1", "/w/~/y": "2" } });
    expect((await workspace.locate("~me/x")).path).toBe("~me/x");
    expect((await workspace.locate("~/y")).path).toBe("~/y");
  });

  test.for([
    "two words.txt",
    "tab\tand\nline",
    "-rf",
    "🏳️‍🌈.md",
    "a\\b.txt",
    "%41.txt",
    "..a",
    "a:b",
    "nul.txt",
    "con",
    "*?[x]",
    "ü",
    "=1+1",
    "'q'",
  ])("the odd name %j is read, and its message form cannot forge lines", async (name) => {
    const { workspace } = memoryWorkspace({ entries: { [`/w/${name}`]: "odd" } });
    expect(await contentOf(workspace, name)).toBe("odd");
    const located = await workspace.locate(name);
    expect(located.relativePath).toBe(name);
    expect(located.path).not.toMatch(/\p{Cc}/u);
  });
});

describe("roots", () => {
  test("are resolved once, and only when the first path is asked for", async () => {
    const { workspace, files } = memoryWorkspace({ entries });
    expect(files.calls).toEqual([]);
    await Promise.all([workspace.locate("a.txt"), workspace.locate("sub/b.txt")]);
    await workspace.locate("a.txt");
    expect(files.calls.filter(({ name, path }) => name === "realPath" && path === "/w")).toHaveLength(1);
  });

  test("are the working directory where none is given", async () => {
    const files = memoryFileSystem({ entries, workingDirectory: "/w/sub" });
    const workspace = createWorkspace({ fileSystem: files });
    expect((await workspace.locate("b.txt")).path).toBe("b.txt");
    expect((await faultOf(workspace.locate("../a.txt"))).code).toBe("outside-workspace");
  });

  test("cannot be an empty list, which would allow nothing", () => {
    expect(() => createWorkspace({ fileSystem: memoryFileSystem(), roots: [] })).toThrow(TypeError);
  });

  test.for([
    ["/nowhere/project", 'The workspace root "project" does not exist.'],
    ["/w/a.txt", 'The workspace root "a.txt" is not a folder.'],
    ["/w/a.txt/x", 'The workspace root "x" does not exist.'],
  ] as const)("%s is a clear error", async ([root, message]) => {
    const { workspace } = memoryWorkspace({ entries }, { roots: ["/w", root] });
    expect(await faultOf(workspace.open("a.txt"))).toMatchObject({ code: "not-found", message });
  });

  test("are tried again after they could not be reached", async () => {
    const { workspace, files } = memoryWorkspace({ entries }, { roots: ["/late"] });
    expect((await faultOf(workspace.open("x.txt"))).code).toBe("not-found");
    files.put("/late/x.txt", "here");
    expect(await contentOf(workspace, "x.txt")).toBe("here");
  });

  test("that cannot be reached for another reason say so", async () => {
    const { workspace, files } = memoryWorkspace({ entries });
    files.fail({ name: "realPath", path: "/w", code: "EACCES" });
    const fault = await faultOf(workspace.open("a.txt"));
    expect(fault).toMatchObject({ code: "permission-denied", details: { systemCode: "EACCES" } });
    expect(fault.message).not.toContain("/w");
  });

  test("behind a link can be spelled both ways", async () => {
    const linked = { ...entries, "/link": { kind: "symlink", target: "/w/sub" } } as const;
    const { workspace } = memoryWorkspace({ entries: linked }, { roots: ["/link"] });
    for (const asked of ["b.txt", "/link/b.txt", "/w/sub/b.txt"]) {
      expect(await workspace.locate(asked)).toMatchObject({ path: "b.txt", realPath: "/w/sub/b.txt" });
    }
    expect((await faultOf(workspace.locate("/w/a.txt"))).code).toBe("outside-workspace");
  });

  test("are tried in order for a relative path", async () => {
    const two = { "/one/x": "1", "/one/both": "1", "/two/y": "2", "/two/both": "2" };
    const { workspace } = memoryWorkspace({ entries: two }, { roots: ["/one", "/two"] });
    expect(await contentOf(workspace, "x")).toBe("1");
    expect(await contentOf(workspace, "y")).toBe("2");
    expect(await contentOf(workspace, "both")).toBe("1");
    expect(await contentOf(workspace, "/two/both")).toBe("2");
    expect(await contentOf(workspace, "../two/both")).toBe("2");
  });

  test("may lead into each other by links", async () => {
    const two = { "/one/into": { kind: "symlink", target: "/two/y" }, "/two/y": "2" } as const;
    const { workspace } = memoryWorkspace({ entries: two }, { roots: ["/one", "/two"] });
    expect(await contentOf(workspace, "into")).toBe("2");
  });

  test("can be the top of the file system", async () => {
    const { workspace } = memoryWorkspace({ entries }, { roots: ["/"] });
    expect(await workspace.locate("/outside/secret.txt")).toMatchObject({ path: "outside/secret.txt" });
    expect(await workspace.locate("/")).toMatchObject({ path: ".", stat: { kind: "directory" } });
  });

  test("with the same beginning are not confused", async () => {
    const { workspace } = memoryWorkspace({ entries: { "/w/a": "1", "/w2/b": "2", "/w-b/c": "3" } });
    for (const asked of ["../w2/b", "/w2/b", "/w-b/c"]) {
      expect((await faultOf(workspace.open(asked))).code).toBe("outside-workspace");
    }
  });
});

describe("what is opened", () => {
  test("has an identity that every change changes", async () => {
    const { workspace, files } = memoryWorkspace({ entries });
    const identities: string[] = [];
    const note = async (): Promise<void> => {
      const { handle, identity } = await workspace.open("a.txt");
      identities.push(identity);
      await handle.close();
    };
    await note();
    files.write("/w/a.txt", "ALPHA");
    await note();
    files.put("/w/a.txt", "ALPHA");
    await note();
    expect(new Set(identities).size).toBe(3);
    await note();
    expect(identities.at(-1)).toBe(identities.at(-2));
  });

  test("is read from its handle whatever happens to the name", async () => {
    const { workspace, files } = memoryWorkspace({ entries });
    const { handle } = await workspace.open("a.txt");
    files.put("/w/a.txt", "other");
    files.remove("/w/a.txt");
    const target = new Uint8Array(5);
    expect(await handle.read(target, 0)).toBe(5);
    expect(new TextDecoder().decode(target)).toBe("alpha");
    await handle.close();
  });

  test.for([
    ["grew", "alphabet"],
    ["shrank", "al"],
    ["rewritten", "ALPHA"],
  ] as const)("tells that it %s", async ([change, content]) => {
    const { workspace, files } = memoryWorkspace({ entries });
    const opened = await workspace.open("a.txt");
    expect(await workspace.changeOf(opened)).toBeUndefined();
    files.write("/w/a.txt", content);
    expect(await workspace.changeOf(opened)).toBe(change);
    await opened.handle.close();
  });

  test.for([
    ["a file of the same content was put in its place", (files) => files.put("/w/a.txt", "alpha")],
    ["it was removed", (files) => files.remove("/w/a.txt")],
    ["it was moved away", (files) => files.move("/w/a.txt", "/w/b.txt")],
    ["a link to it was put in its place", (files) => files.put("/w/a.txt", { kind: "symlink", target: "sub/b.txt" })],
  ] as const satisfies readonly (readonly [string, (files: ReturnType<typeof memoryFileSystem>) => void])[])(
    "tells that it was replaced when %s",
    async ([, act]) => {
      const { workspace, files } = memoryWorkspace({ entries });
      const opened = await workspace.open("a.txt");
      act(files);
      expect(await workspace.changeOf(opened)).toBe("replaced");
      await opened.handle.close();
    },
  );

  test("gives its failures as errors of a file", async () => {
    const { workspace, files } = memoryWorkspace({ entries });
    const { handle } = await workspace.open("a.txt");
    files.fail({ name: "handle.read", code: "EIO" });
    const fault = await faultOf(handle.read(new Uint8Array(1), 0));
    expect(fault).toMatchObject({ code: "handler-failed", details: { systemCode: "EIO" } });
    expect(fault.message).toMatch(/^a\.txt /);
    await handle.close();
  });
});

describe("the cheapest way", () => {
  test("an ordinary open takes three calls to the file system and two to the handle", async () => {
    const { workspace, files } = memoryWorkspace({ entries });
    await workspace.locate(".");
    const before = files.calls.length;
    const { handle } = await workspace.open("sub/b.txt");
    expect(files.calls.slice(before).map(({ name }) => name)).toEqual([
      "realPath",
      "linkStat",
      "open",
      "handle.stat",
      "handle.realPath",
    ]);
    await handle.close();
  });
});
