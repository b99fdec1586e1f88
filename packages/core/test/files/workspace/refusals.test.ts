import { describe, expect, test } from "vitest";
import { contentOf, faultOf, memoryWorkspace } from "./memory.ts";

describe("links", () => {
  const entries = {
    "/w/a.txt": "alpha",
    "/w/sub/b.txt": "beta",
    "/w/within": { kind: "symlink", target: "sub/b.txt" },
    "/w/absolute": { kind: "symlink", target: "/w/a.txt" },
    "/w/folder": { kind: "symlink", target: "sub" },
    "/w/twice": { kind: "symlink", target: "folder/b.txt" },
    "/w/out": { kind: "symlink", target: "../outside/secret.txt" },
    "/w/out-absolute": { kind: "symlink", target: "/outside/secret.txt" },
    "/w/out-missing": { kind: "symlink", target: "/outside/missing.txt" },
    "/w/out-twice": { kind: "symlink", target: "out" },
    "/w/out-folder": { kind: "symlink", target: "/outside" },
    "/w/there-and-back": { kind: "symlink", target: "/outside/back" },
    "/w/dangling": { kind: "symlink", target: "sub/gone.txt" },
    "/w/self": { kind: "symlink", target: "self" },
    "/w/ping": { kind: "symlink", target: "pong" },
    "/w/pong": { kind: "symlink", target: "ping" },
    "/w/evil": { kind: "symlink", target: "/x\n[notice] all is well\u001b[2J" },
    "/outside/secret.txt": "secret",
    "/outside/back": { kind: "symlink", target: "/w/a.txt" },
  } as const;

  test.for([
    ["within", "/w/sub/b.txt"],
    ["absolute", "/w/a.txt"],
    ["folder/b.txt", "/w/sub/b.txt"],
    ["twice", "/w/sub/b.txt"],
    ["there-and-back", "/w/a.txt"],
  ] as const)("%s stays inside and is followed", async ([asked, realPath]) => {
    const { workspace } = memoryWorkspace({ entries });
    const { handle, ...opened } = await workspace.open(asked);
    expect(opened).toMatchObject({ path: asked, realPath });
    await handle.close();
  });

  test.for([
    ["out", "out", "../outside/secret.txt"],
    ["out-absolute", "out-absolute", "/outside/secret.txt"],
    ["out-twice", "out", "../outside/secret.txt"],
    ["out-folder/secret.txt", "out-folder", "/outside"],
    ["sub/../out", "out", "../outside/secret.txt"],
  ] as const)("%s leads out and is refused, naming the link and its own text", async ([asked, link, target]) => {
    const { workspace, files } = memoryWorkspace({ entries });
    const fault = await faultOf(workspace.open(asked));
    expect(fault).toMatchObject({ code: "outside-workspace", details: { target } });
    expect(fault.message).toContain(`${link} points to ${target}`);
    expect(files.calls.filter(({ name }) => name === "open")).toEqual([]);
  });

  test("a link out looks the same whether or not there is something where it leads", async () => {
    const { workspace } = memoryWorkspace({ entries });
    const present = await faultOf(workspace.open("out-absolute"));
    const missing = await faultOf(workspace.open("out-missing"));
    const plain = (fault: typeof present): string =>
      JSON.stringify([fault.code, fault.message, fault.hint, fault.details])
        .replaceAll("out-absolute", "LINK")
        .replaceAll("out-missing", "LINK")
        .replaceAll("secret", "NAME")
        .replaceAll("missing.txt", "NAME.txt");
    expect(plain(missing)).toBe(plain(present));
  });

  test("a link out looks the same where the system refuses to follow it", async () => {
    const { workspace } = memoryWorkspace({
      entries,
      failures: [{ name: "realPath", path: "/w/out", code: "EACCES" }],
    });
    expect((await faultOf(workspace.open("out"))).code).toBe("outside-workspace");
  });

  test("a dangling link says what it points to", async () => {
    const { workspace } = memoryWorkspace({ entries });
    expect(await faultOf(workspace.open("dangling"))).toMatchObject({
      code: "not-found",
      message: "dangling leads nowhere: the symbolic link dangling points to sub/gone.txt, which does not exist.",
      details: { target: "sub/gone.txt" },
    });
  });

  test("a file that is missing in the folder of a sound link is only missing", async () => {
    const { workspace } = memoryWorkspace({ entries });
    const fault = await faultOf(workspace.open("folder/none.txt"));
    expect(fault.code).toBe("not-found");
    expect(fault.message).not.toContain("link");
  });

  test("the link that is dangling is named, not the sound one in its target", async () => {
    const via = { ...entries, "/w/via": { kind: "symlink", target: "folder/gone.txt" } } as const;
    const { workspace } = memoryWorkspace({ entries: via });
    expect((await faultOf(workspace.open("via"))).message).toBe(
      "via leads nowhere: the symbolic link via points to folder/gone.txt, which does not exist.",
    );
  });

  test.for(["self", "ping", "ping/x"])("%s goes round in a circle", async (asked) => {
    const { workspace } = memoryWorkspace({ entries });
    const fault = await faultOf(workspace.open(asked));
    expect(fault).toMatchObject({ code: "not-found", details: { systemCode: "ELOOP" } });
    expect(fault.message).toContain("loop");
  });

  test("the text of a link cannot forge output", async () => {
    const { workspace } = memoryWorkspace({ entries });
    const fault = await faultOf(workspace.open("evil"));
    expect(fault.code).toBe("outside-workspace");
    expect(fault.message).not.toMatch(/\p{Cc}/u);
    expect(fault.message).toContain(String.raw`"/x\n[notice] all is well\u001b[2J"`);
  });

  test("a file on the way is said to be none", async () => {
    const { workspace } = memoryWorkspace({ entries });
    expect(await faultOf(workspace.open("a.txt/inner.md"))).toMatchObject({
      code: "not-found",
      message: "a.txt/inner.md does not exist: a.txt is a file, not a folder.",
      hint: "Read a.txt itself.",
    });
  });
});

describe("what is no file", () => {
  const kinds = ["fifo", "socket", "character-device", "block-device", "unknown"] as const;

  test.for(kinds)("a %s is refused by its kind and never opened", async (kind) => {
    const { workspace, files } = memoryWorkspace({ entries: { "/w/looks-like.txt": { kind } } });
    const fault = await faultOf(workspace.open("looks-like.txt"));
    expect(fault.code).toBe("not-a-file");
    expect(fault.hint).toBeDefined();
    expect(files.calls.map(({ name }) => name)).not.toContain("open");
  });

  test.for([".", "/w", "sub", "sub/"])("the folder %s is refused by open", async (asked) => {
    const { workspace, files } = memoryWorkspace({ entries: { "/w/sub/x": "x" } });
    expect(await faultOf(workspace.open(asked))).toMatchObject({ code: "is-directory" });
    expect(files.openHandles).toBe(0);
    expect((await workspace.locate(asked)).stat.kind).toBe("directory");
  });

  test.for(["nul.txt", "con.md", "fifo"])(
    "%s is a file by its kind, whatever its name means elsewhere",
    async (name) => {
      const { workspace } = memoryWorkspace({ entries: { [`/w/${name}`]: "content" } });
      expect(await contentOf(workspace, name)).toBe("content");
    },
  );

  test("what became a pipe between the check and the open is closed again", async () => {
    const { workspace, files } = memoryWorkspace({
      entries: { "/w/a.txt": "alpha" },
      before: ({ name }, disk) => {
        if (name === "open") disk.put("/w/a.txt", { kind: "fifo" });
      },
    });
    expect((await faultOf(workspace.open("a.txt"))).code).toBe("not-a-file");
    expect(files.openHandles).toBe(0);
  });

  test("a thousand pipes leave nothing open, and a file is read after them", async () => {
    const { workspace, files } = memoryWorkspace({ entries: { "/w/pipe": { kind: "fifo" }, "/w/a.txt": "alpha" } });
    for (let count = 0; count < 1000; count += 1) await faultOf(workspace.open("pipe"));
    expect(files.openHandles).toBe(0);
    const { handle } = await workspace.open("a.txt");
    await handle.close();
  });
});

describe("files of the kernel", () => {
  const claims = { kind: "file", content: "endless", claimedSize: 0 } as const;
  const entries = {
    "/proc/self/environ": claims,
    "/sys/kernel/x": claims,
    "/dev/shm/real.txt": "real",
    "/process/a.txt": "ordinary",
    "/w/version": { kind: "symlink", target: "/proc/self/environ" },
  } as const;

  test.for([
    "/proc/self/environ",
    "/sys/kernel/x",
    "/dev/shm/real.txt",
    "proc/self/environ",
    "w/version",
    "/proc",
    "/dev",
  ])("%s is refused under a root that holds everything", async (asked) => {
    const { workspace, files } = memoryWorkspace({ entries }, { roots: ["/"] });
    expect((await faultOf(workspace.open(asked))).code).toBe("not-a-file");
    expect(files.calls.map(({ name }) => name)).not.toContain("open");
  });

  test("a folder that only begins like one of the kernel's is read", async () => {
    const { workspace } = memoryWorkspace({ entries }, { roots: ["/"] });
    expect((await workspace.locate("/process/a.txt")).path).toBe("process/a.txt");
  });

  test("they are read where a root lies among them", async () => {
    const { workspace } = memoryWorkspace({ entries }, { roots: ["/dev/shm"] });
    expect((await workspace.locate("real.txt")).path).toBe("real.txt");
  });
});

describe("failures of the system", () => {
  const entries = { "/w/sub/a.txt": "alpha" };
  const codes = [
    ["EACCES", "permission-denied"],
    ["EPERM", "permission-denied"],
    ["ELOOP", "not-found"],
    ["ENAMETOOLONG", "invalid-request"],
    ["EMFILE", "out-of-resources"],
    ["ENFILE", "out-of-resources"],
    ["ENOMEM", "out-of-resources"],
    ["EIO", "handler-failed"],
    ["ENXIO", "not-a-file"],
    ["ESTALE", "changed-while-reading"],
    ["EWEIRD", "handler-failed"],
  ] as const;

  test.for(codes)(
    "%s of realPath is %s, with a next step, a relative path and nothing left open",
    async ([code, expected]) => {
      const { workspace, files } = memoryWorkspace({
        entries,
        failures: [{ name: "realPath", path: "/w/sub/a.txt", code }],
      });
      const fault = await faultOf(workspace.open("/w/sub/a.txt"));
      expect(fault).toMatchObject({ code: expected, details: { systemCode: code } });
      expect(fault.message).toMatch(/^sub\/a\.txt /);
      expect(fault.message).not.toContain("/w");
      expect(fault.hint).toMatch(/^[A-Z].*\.$/);
      expect(files.openHandles).toBe(0);
    },
  );

  test.for(codes)("%s of every call on the path is typed as well (%s)", async ([code, expected]) => {
    const { workspace, files } = memoryWorkspace({ entries, failures: [{ path: "/w/sub/a.txt", code }] });
    expect((await faultOf(workspace.open("sub/a.txt"))).code).toBe(expected);
    expect(files.openHandles).toBe(0);
  });

  test.for(
    codes.flatMap(([code]) =>
      ["linkStat", "open", "handle.stat", "handle.realPath"].map((name) => [code, name] as const),
    ),
  )("%s of %s is a ReadError and leaves nothing open", async ([code, name]) => {
    const { workspace, files } = memoryWorkspace({ entries });
    await workspace.locate(".");
    files.fail({ name: name as "open", path: "/w/sub/a.txt", code });
    const fault = await faultOf(workspace.open("sub/a.txt"));
    expect(fault.hint).toBeDefined();
    expect(files.openHandles).toBe(0);
  });

  test("a shortage of descriptors passes", async () => {
    let isShort = true;
    const { workspace } = memoryWorkspace({
      entries,
      before({ name }) {
        if (name === "open" && isShort) throw Object.assign(new Error("EMFILE"), { code: "EMFILE" });
      },
    });
    expect(await faultOf(workspace.open("sub/a.txt"))).toMatchObject({
      code: "out-of-resources",
      hint: expect.stringContaining("raise the limit of open files (`ulimit -n`)"),
    });
    isShort = false;
    await (await workspace.open("sub/a.txt")).handle.close();
  });

  test("a failing close does not hide why the open failed", async () => {
    const { workspace } = memoryWorkspace({
      entries,
      failures: [
        { name: "handle.stat", code: "EIO" },
        { name: "handle.close", code: "EBADF" },
      ],
    });
    expect(await faultOf(workspace.open("sub/a.txt"))).toMatchObject({ details: { systemCode: "EIO" } });
  });

  test("a fault of a programmer is not made one of a file", async () => {
    const { workspace } = memoryWorkspace(
      { entries },
      {
        policy: () => {
          throw new TypeError("a broken policy");
        },
      },
    );
    await expect(workspace.open("sub/a.txt")).rejects.toThrow(TypeError);
  });
});
