import { createReader } from "@reader/core";
import { memoryFileSystem, memorySource, mockContext, buildZip } from "@reader/testkit";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { archive } from "../src/index.ts";
import { buildTar } from "./build-tar.ts";

const members = [
  { name: "d/" },
  { name: "d/a.txt", data: "alpha ".repeat(100) },
  { name: "locked", data: "x", flags: 0x801 },
];

test.for<readonly [string, Uint8Array, Readonly<Record<string, unknown>>]>([
  [
    "x.zip",
    buildZip(members, { comment: "all" }),
    { kind: "ZIP archive", members: 3, folders: 1, unpackedBytes: 601, encryptedMembers: 1, comment: "all" },
  ],
  ["x.tar", buildTar([{ name: "d/" }, { name: "a", data: "x" }]), { kind: "tar archive", members: 2, folders: 1 }],
  [
    "x.tgz",
    gzipSync(buildTar([{ name: "a", data: "xyz" }])),
    { kind: "tar archive (gzip)", members: 1, unpackedBytes: 3 },
  ],
  ["x.log.gz", gzipSync("abc".repeat(100)), { kind: "gzip file", unpackedBytes: 300 }],
])("info describes %s", async ([name, bytes, facts]) => {
  const fileSystem = memoryFileSystem({ entries: { [`/${name}`]: bytes } });
  const reader = createReader({ handlers: [archive()], fileSystem, roots: ["/"] });
  const info = await reader.info({ path: name });
  expect(info).toMatchObject({ ok: true, facts: { ...facts, packedBytes: bytes.length } });
  await reader.close();
});

test("info counts up to the damage of an archive", async () => {
  const bytes = buildTar([
    { name: "a", data: "x" },
    { name: "b", data: "y".repeat(2000) },
  ]).slice(0, 2000);
  const info = await archive().info?.(memorySource("x.tar", bytes), mockContext());
  expect(info).toMatchObject({ facts: { members: 2, isCounted: "up to the limits" } });
});
