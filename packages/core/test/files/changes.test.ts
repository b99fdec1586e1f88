import { describe, expect, test } from "vitest";
import { changeBetween, fileIdentity } from "../../src/files/changes.ts";
import type { FileStat } from "../../src/files/file-system.ts";

const before: FileStat = {
  kind: "file",
  size: 100,
  fileId: "1:2",
  modifiedNs: 1_000_000_001n,
  changedNs: 2_000_000_001n,
};

describe("a file that was read", () => {
  test.for([
    ["is unchanged", {}, {}, undefined],
    ["grew", { size: 101, modifiedNs: 5n }, {}, "grew"],
    ["grew within one tick of the clock", { size: 101 }, {}, "grew"],
    ["shrank", { size: 99, modifiedNs: 5n }, {}, "shrank"],
    ["shrank to nothing", { size: 0 }, {}, "shrank"],
    ["was rewritten", { modifiedNs: 1_000_000_002n, changedNs: 2_000_000_002n }, {}, "rewritten"],
    ["was rewritten and its time set back", { changedNs: 2_000_000_002n }, {}, "rewritten"],
    ["was replaced", {}, { fileId: "1:3" }, "replaced"],
    ["was replaced on another disk by the same inode number", {}, { fileId: "2:2" }, "replaced"],
    ["was replaced and had grown before", { size: 200 }, { fileId: "1:3" }, "replaced"],
    ["is a link to elsewhere now", {}, { kind: "symlink", fileId: "1:9", size: 4 }, "replaced"],
  ] as const)("%s", ([, after, named, expected]) => {
    const later = { ...before, ...after };
    expect(changeBetween(before, { after: later, named: { ...later, ...named } })).toBe(expected);
  });

  test("has no name any more", () => {
    expect(changeBetween(before, { after: before, named: undefined })).toBe("replaced");
  });
});

test("identities differ in every part, a nanosecond included", () => {
  const parts: readonly Partial<FileStat>[] = [
    {},
    { fileId: "1:3" },
    { size: 101 },
    { modifiedNs: 1_000_000_002n },
    { changedNs: 2_000_000_002n },
  ];
  expect(new Set(parts.map((part) => fileIdentity({ ...before, ...part }))).size).toBe(parts.length);
  expect(fileIdentity({ ...before })).toBe(fileIdentity(before));
});
