import { expect, test } from "vitest";
import { contentOf, faultOf, memoryWorkspace } from "./memory.ts";

// The folders of macOS: `/tmp`, `/var` and `/etc` are links to `/private`; `/System/Volumes/Data` is another name for `/`
// that no link resolves.

const entries = {
  "/tmp": { kind: "symlink", target: "/private/tmp" },
  "/private/tmp/w/a.txt": "alpha",
  "/private/tmp/other/b.txt": "beta",
  "/Users/me/w/c.txt": "gamma",
  "/System/Volumes/Data/Users/me/w/c.txt": "gamma",
} as const;

test.for([
  ["/tmp/w", "a.txt"],
  ["/tmp/w", "/tmp/w/a.txt"],
  ["/tmp/w", "/private/tmp/w/a.txt"],
  ["/private/tmp/w", "/private/tmp/w/a.txt"],
  ["/tmp/w/", "file:///private/tmp/w/a.txt"],
] as const)("with the root %s, %s is the same file", async ([root, asked]) => {
  const { workspace } = memoryWorkspace({ entries, workingDirectory: "/Users/me/w" }, { roots: [root] });
  expect(await contentOf(workspace, asked)).toBe("alpha");
});

test.for([
  // No link outside of a root is followed, so a root given by its real name has no other.
  ["/private/tmp/w", "/tmp/w/a.txt"],
  ["/tmp/w", "/tmp/other/b.txt"],
  ["/tmp/w", "/private/tmp/other/b.txt"],
  ["/tmp/w", "/private/tmp/w/../other/b.txt"],
  ["/private/tmp/w", "/tmp/w/../other/b.txt"],
  ["/Users/me/w", "/System/Volumes/Data/Users/me/w/c.txt"],
  ["/System/Volumes/Data/Users/me/w", "/Users/me/w/c.txt"],
] as const)("with the root %s, %s is outside", async ([root, asked]) => {
  const { workspace, files } = memoryWorkspace({ entries, workingDirectory: "/Users/me/w" }, { roots: [root] });
  expect((await faultOf(workspace.open(asked))).code).toBe("outside-workspace");
  expect(files.openHandles).toBe(0);
});
