import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { simdLineScan } from "../../src/text/lines/line-scan.ts";
import { nodeFileSystem } from "../../src/files/node-file-system.ts";
import { createWorkspace } from "../../src/files/workspace/workspace.ts";
import { collect, contentOf, faultOf } from "./workspace/memory.ts";

const files = nodeFileSystem();
const isWindows = process.platform === "win32";
const isLinux = process.platform === "linux";
let root = "";

beforeEach(() => {
  root = realpathSync.native(mkdtempSync(join(tmpdir(), "reader-files-")));
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function at(...names: readonly string[]): string {
  return join(root, ...names);
}

function write(name: string, content: string | Uint8Array = ""): string {
  writeFileSync(at(name), content);
  return at(name);
}

/** Descriptors that this process has open; known on Linux only. */
function openDescriptors(): number {
  return isLinux ? readdirSync("/proc/self/fd").length : 0;
}

describe("a file", () => {
  test("is read at any position, and fewer bytes come at its end", async () => {
    const handle = await files.open(write("a.txt", "0123456789"));
    const target = new Uint8Array(4);
    expect(await handle.read(target, 3)).toBe(4);
    expect(new TextDecoder().decode(target)).toBe("3456");
    expect(await handle.read(target, 8)).toBe(2);
    expect(await handle.read(target, 10)).toBe(0);
    expect(await handle.read(target, 2 ** 40)).toBe(0);
    expect(await handle.read(new Uint8Array(), 0)).toBe(0);
    await handle.close();
  });

  test("is read into the middle of memory, that of WebAssembly too", async () => {
    const handle = await files.open(write("a.txt", "abc"));
    const memory = simdLineScan(1024)?.bytes ?? new Uint8Array(1024);
    expect(await handle.read(memory.subarray(100, 103), 0)).toBe(3);
    expect([...memory.subarray(99, 104)]).toEqual([0, 97, 98, 99, 0]);
    await handle.close();
  });

  test("is read in long pieces, several at once", async () => {
    const piece = 256 * 1024;
    const content = Uint8Array.from({ length: 5 * piece + 17 }, (_, byte) => (byte * 31 + (byte >> 10)) & 0xff);
    const handle = await files.open(write("long.bin", content));
    const pieces = Array.from({ length: 6 }, () => new Uint8Array(piece));
    const counts = await Promise.all(pieces.map((target, index) => handle.read(target, index * piece)));
    expect(counts).toEqual([piece, piece, piece, piece, piece, 17]);
    const whole = new Uint8Array(6 * piece);
    for (const [index, target] of pieces.entries()) whole.set(target, index * piece);
    expect(Buffer.compare(whole.subarray(0, content.length), content)).toBe(0);
    await handle.close();
  });

  test("that is closed during a long read is closed after it, and gives nothing any more", async () => {
    const handle = await files.open(write("long.bin", new Uint8Array(1024 * 1024)));
    const reading = handle.read(new Uint8Array(1024 * 1024), 0);
    const closing = handle.close();
    await expect(handle.read(new Uint8Array(1), 0)).rejects.toMatchObject({ code: "EBADF" });
    expect(await reading).toBe(1024 * 1024);
    await closing;
    await handle.close();
    await expect(handle.stat()).rejects.toMatchObject({ code: "EBADF" });
  });

  test("has an exact state: a rewrite of the same size at once is seen", async () => {
    const path = write("a.txt", "one");
    const first = await files.stat(path);
    expect(first).toMatchObject({ kind: "file", size: 3 });
    expect(first.fileId).toMatch(/^\d+:\d+$/);
    expect(first.modifiedNs).toBeTypeOf("bigint");
    const handle = await files.open(path);
    expect(await handle.stat()).toEqual(first);
    appendFileSync(path, "!");
    expect(await handle.stat()).toMatchObject({ size: 4, fileId: first.fileId });
    await handle.close();
  });

  test("of a terabyte without content is read at its end", async () => {
    const descriptor = openSync(at("sparse"), "w");
    ftruncateSync(descriptor, 1024 ** 4);
    closeSync(descriptor);
    const handle = await files.open(at("sparse"));
    expect((await handle.stat()).size).toBe(1024 ** 4);
    expect(await handle.read(new Uint8Array(10), 1024 ** 4 - 4)).toBe(4);
    await handle.close();
  });

  test.skipIf(!isLinux)("tells where it really leads, even after it was moved or removed", async () => {
    const handle = await files.open(write("a.txt", "x"));
    expect(await handle.realPath()).toBe(at("a.txt"));
    renameSync(at("a.txt"), at("b.txt"));
    expect(await handle.realPath()).toBe(at("b.txt"));
    rmSync(at("b.txt"));
    expect(await handle.realPath()).toBe(`${at("b.txt")} (deleted)`);
    await handle.close();
  });
});

describe("names", () => {
  test("are resolved, looked at and listed", async () => {
    mkdirSync(at("dir"));
    write("dir/a.txt", "a");
    symlinkSync(join("dir", "a.txt"), at("link"));
    expect(await files.realPath(at("link"))).toBe(at("dir", "a.txt"));
    expect((await files.linkStat(at("link"))).kind).toBe("symlink");
    expect((await files.stat(at("link"))).kind).toBe("file");
    const directory = await files.openDirectory(root);
    expect(await directory.readLink("link")).toBe(join("dir", "a.txt"));
    expect((await directory.linkStat("link")).kind).toBe("symlink");
    expect((await directory.stat()).fileId).toBe((await files.stat(root)).fileId);
    const entries = await collect(directory.list());
    await directory.close();
    expect(entries.toSorted((left, right) => (left.name < right.name ? -1 : 1))).toEqual([
      { name: "dir", kind: "directory" },
      { name: "link", kind: "symlink" },
    ]);
  });

  test("that are missing fail with the code of the system", async () => {
    const missing = at("missing");
    for (const name of ["realPath", "stat", "linkStat", "open"] as const) {
      await expect(files[name](missing)).rejects.toMatchObject({ code: "ENOENT" });
    }
    await expect(files.openDirectory(missing)).rejects.toMatchObject({
      code: "ENOENT",
    });
  });

  test("of a folder can be listed in part, which leaves nothing open", async () => {
    for (let count = 0; count < 50; count += 1) write(`${count}.txt`);
    const before = openDescriptors();
    const directory = await files.openDirectory(root);
    for await (const { kind } of directory.list()) {
      expect(kind).toBe("file");
      break;
    }
    await directory.close();
    await directory.close();
    await expect(directory.stat()).rejects.toMatchObject({ code: "EBADF" });
    expect(openDescriptors()).toBe(before);
  });

  test.runIf(isLinux)("of a folder without a size is listed in parts", async () => {
    const directory = await files.openDirectory("/proc");
    const before = openDescriptors();
    expect((await directory.stat()).size).toBe(0);
    for await (const { name } of directory.list()) {
      expect(name).not.toBe("");
      expect(openDescriptors()).toBe(before + 1);
      break;
    }
    await directory.close();
  });

  test("of this process are where it runs", () => {
    expect(files.workingDirectory).toBe(process.cwd());
    expect(files.homeDirectory === undefined || files.path.isAbsolute(files.homeDirectory)).toBe(true);
    expect(files.platform).toBe(isWindows ? "win32" : "posix");
    expect(files.path.sep).toBe(isWindows ? "\\" : "/");
  });
});

describe.skipIf(isWindows)("what is no file", () => {
  test("a link in the place of the file is not followed by open", async () => {
    symlinkSync(write("a.txt", "x"), at("link"));
    await expect(files.open(at("link"))).rejects.toMatchObject({ code: "ELOOP" });
  });

  test("a pipe without a writer is opened at once, and recognised as a pipe", async () => {
    execFileSync("mkfifo", [at("pipe")]);
    const handle = await files.open(at("pipe"));
    expect((await handle.stat()).kind).toBe("fifo");
    await handle.close();
    expect((await files.linkStat(at("pipe"))).kind).toBe("fifo");
  });

  test("devices and sockets are known by their kind", async () => {
    expect((await files.stat("/dev/null")).kind).toBe("character-device");
    const server = createServer();
    await new Promise<void>((resolve) => void server.listen(at("socket"), resolve));
    expect((await files.linkStat(at("socket"))).kind).toBe("socket");
    await expect(files.open(at("socket"))).rejects.toMatchObject({
      code: process.platform === "darwin" ? "EOPNOTSUPP" : "ENXIO",
    });
    await new Promise<void>((resolve) => void server.close(() => resolve()));
  });
});

describe("a workspace on this machine", () => {
  test.skipIf(isWindows)("refuses a thousand pipes, leaves nothing open, and reads a file after them", async () => {
    execFileSync("mkfifo", [at("pipe.txt")]);
    write("a.txt", "alpha");
    const workspace = createWorkspace({ fileSystem: files, roots: [root] });
    expect(await contentOf(workspace, "a.txt")).toBe("alpha");
    const before = openDescriptors();
    for (let count = 0; count < 1000; count += 1) {
      expect((await faultOf(workspace.open("pipe.txt"))).code).toBe("not-a-file");
    }
    expect(openDescriptors()).toBe(before);
    expect(await contentOf(workspace, "a.txt")).toBe("alpha");
  });

  test.skipIf(!isLinux)("refuses what the kernel makes, also where the root holds everything", async () => {
    const workspace = createWorkspace({ fileSystem: files, roots: ["/"] });
    for (const path of [
      "/proc/self/environ",
      "/proc/self/fd/0",
      "/proc/version",
      "/sys/kernel",
      "/dev/zero",
      "/dev/stdin",
    ]) {
      expect((await faultOf(workspace.open(path))).code).toBe("not-a-file");
    }
  });

  test.skipIf(isWindows)("reads names with every odd character", async () => {
    const workspace = createWorkspace({ fileSystem: files, roots: [root] });
    const names = [
      "a\nb",
      "tab\t",
      " lead",
      "trail ",
      "-rf",
      "*?[]",
      "\\",
      "'\"`$(x)",
      "👩‍👩‍👧",
      "e\u0301",
      "\u202etxt",
      "~",
      "a:b",
      "%2f",
      "x".repeat(255),
    ];
    for (const name of names) {
      write(name, name);
      expect(await contentOf(workspace, name === "~" ? "./~" : name)).toBe(name);
    }
  });

  test.skipIf(isWindows)("tells a name too long, a circle of links and a link out", async () => {
    const workspace = createWorkspace({ fileSystem: files, roots: [root] });
    symlinkSync("circle", at("circle"));
    symlinkSync("/etc/hostname", at("out"));
    expect((await faultOf(workspace.open("x".repeat(256)))).details).toEqual({ systemCode: "ENAMETOOLONG" });
    expect((await faultOf(workspace.open("circle"))).details).toMatchObject({ systemCode: "ELOOP" });
    expect(await faultOf(workspace.open("out"))).toMatchObject({
      code: "outside-workspace",
      details: { target: "/etc/hostname" },
    });
  });

  test("notices that a file is saved over while it is open", async () => {
    const workspace = createWorkspace({ fileSystem: files, roots: [root] });
    write("a.txt", "old");
    const opened = await workspace.open("a.txt");
    write("a.new", "new");
    renameSync(at("a.new"), at("a.txt"));
    expect(await workspace.changeOf(opened)).toBe("replaced");
    const target = new Uint8Array(3);
    await opened.handle.read(target, 0);
    expect(new TextDecoder().decode(target)).toBe("old");
    await opened.handle.close();
    expect(await contentOf(workspace, "a.txt")).toBe("new");
  });
});
