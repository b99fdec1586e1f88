import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, rmdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { secret, type OddFile } from "../odd-file.ts";

function link(target: string | ((outside: string) => string)): NonNullable<OddFile["make"]> {
  return ({ file, outside }) => symlinkSync(typeof target === "string" ? target : target(outside), file);
}

const outOfReach = { is: "refusal", lacks: [secret], codes: ["outside-workspace"] } as const;
const noFile = { is: "refusal", codes: ["not-a-file", "outside-workspace", "denied-by-policy"] } as const;

/** Paths that are not ordinary files, and files outside the workspace. */
export const special: readonly OddFile[] = [
  {
    id: "special/pipe",
    why: "Opening it waits for a writer that never comes.",
    make: ({ file }) => {
      if (spawnSync("mkfifo", [file]).status !== 0) throw new Error("mkfifo cannot make it");
    },
    expect: noFile,
    only: "posix",
  },
  {
    id: "special/socket",
    why: "It cannot be opened at all.",
    make: async ({ file }) => {
      const server = createServer();
      // Its path may have 107 bytes, and 103 on macOS.
      await new Promise<void>((resolve, reject) => server.once("error", reject).listen(file, resolve));
      server.unref();
      return () => server.close();
    },
    expect: noFile,
    only: "posix",
  },
  {
    id: "special/endless",
    why: "A link to /dev/zero, which has no end.",
    make: link("/dev/zero"),
    expect: noFile,
    only: "posix",
  },
  {
    id: "special/terminal",
    why: "A link to /dev/tty, which waits for somebody to type.",
    make: link("/dev/tty"),
    expect: noFile,
    only: "posix",
  },
  {
    id: "special/process",
    why: "A link to what this process was started with.",
    make: link("/proc/self/environ"),
    expect: noFile,
    only: "linux",
  },
  {
    id: "special/link-inside.txt",
    why: "A link to a file of the workspace is that file.",
    make: ({ file }) => {
      writeFileSync(join(dirname(file), "target.txt"), "behind a link\n");
      symlinkSync("target.txt", file);
    },
    expect: { is: "content", has: ["behind a link"] },
    only: "posix",
  },
  {
    id: "special/link-out.txt",
    why: "A link out of the workspace.",
    make: link((outside) => join(outside, "secret.txt")),
    expect: outOfReach,
    only: "posix",
  },
  {
    id: "special/folder-out",
    why: "A folder of the way is a link out of the workspace.",
    path: "special/folder-out/secret.txt",
    make: ({ file, outside }) => {
      rmdirSync(dirname(file));
      symlinkSync(outside, dirname(file));
    },
    expect: outOfReach,
    only: "posix",
  },
  { id: "special/above", why: "A path out of the workspace.", path: "../outside/secret.txt", expect: outOfReach },
  {
    id: "special/above-by-a-detour",
    why: "The same through a folder.",
    path: "special/../../outside/secret.txt",
    expect: outOfReach,
  },
  {
    id: "special/absolute",
    why: "An absolute path out of it.",
    path: "/etc/passwd",
    expect: { ...outOfReach, lacks: ["root:"] },
    only: "posix",
  },
  {
    id: "special/dangling",
    why: "A link to nothing.",
    make: link("nowhere.txt"),
    expect: { is: "refusal", codes: ["not-found"] },
    only: "posix",
  },
  {
    id: "special/loop",
    why: "A link to itself.",
    make: link("loop"),
    expect: { is: "refusal", codes: ["not-found"] },
    only: "posix",
  },
  {
    id: "special/locked.txt",
    why: "Only an administrator may read it.",
    make: ({ file }) => {
      writeFileSync(file, "locked away\n");
      chmodSync(file, 0o000);
    },
    expect: { is: "either", has: ["locked away"], codes: ["permission-denied"] },
    only: "posix",
  },
  {
    id: "special/folder",
    why: "A folder: its listing, or an error.",
    make: ({ file }) => {
      mkdirSync(join(file, "inner"), { recursive: true });
      writeFileSync(join(file, "listed.txt"), "a\n");
    },
    expect: { is: "either", has: ["listed.txt", "inner"], codes: ["is-directory"], maxCharacters: 2000 },
  },
  {
    id: "special/empty-folder",
    why: "A folder with nothing in it.",
    make: ({ file }) => {
      mkdirSync(file);
    },
    expect: { is: "either", maxCharacters: 500, codes: ["is-directory"] },
  },
  {
    id: "special/missing.txt",
    why: "It does not exist.",
    expect: { is: "refusal", has: ["missing.txt"], codes: ["not-found"] },
  },
  {
    id: "special/file-as-a-folder",
    why: "A file where a folder should be.",
    path: "special/link-inside.txt/more.txt",
    expect: { is: "refusal", codes: ["not-found"] },
    only: "posix",
  },
  {
    id: "special/nul-in-the-path",
    why: "A NUL ends names for the system below.",
    path: "special/target.txt\0.png",
    expect: { is: "refusal", codes: ["invalid-request"] },
  },
];
