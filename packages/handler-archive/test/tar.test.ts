import { describe, expect, test } from "vitest";
import { defaultBudget } from "@reader/core";
import { concat, memorySource } from "@reader/testkit";
import { createInflationMeter } from "@reader/unpack";
import { collected, sourceReader } from "../src/bytes/byte-reader.ts";
import { tarMembers } from "../src/tar/read-tar.ts";
import { buildTar, octal, type TarPlan } from "./build-tar.ts";
import { shown } from "./reading.ts";

const encoder = new TextEncoder();

test.for<readonly [string, readonly TarPlan[], string]>([
  ["a pax path", [{ name: "short", pax: { path: "long/pâth.txt" }, data: "x" }], "long/\n3\t"],
  [
    "a GNU long name",
    [
      { name: "@", type: "L", data: "long/name.txt\0" },
      { name: "short", data: "x" },
    ],
    "long/",
  ],
  ["a pax time of no calendar", [{ name: "a", pax: { mtime: "99999999999999999" } }], "a\t0 B\n"],
  ["a pax time of a year with six digits", [{ name: "a", pax: { mtime: "999999999999" } }], "a\t0 B\n"],
  ["a pax time", [{ name: "a", pax: { mtime: "1000000000.5" } }], "a\t0 B\t2001-09-09"],
  ["a pax size", [{ name: "a", pax: { size: "1" }, data: "x", size: 0 }], "a\t1 B"],
  ["a pax target", [{ name: "a", type: "2", pax: { linkpath: "far/away" } }], "a\t-> far/away"],
  ["records that are none", [{ name: "a", pax: {}, data: "x" }], "a\t1 B"],
  ["a global header", [{ name: "g", type: "g", data: "20 mtime=1000000000\n" }, { name: "a" }], "a\t0 B\t2001-09-09"],
  ["a contiguous file", [{ name: "a", type: "7", data: "x" }], "a\t1 B"],
  ["a folder of the old kind", [{ name: "old/" }], "old/"],
  ["a folder of GNU's dumps", [{ name: "dump", type: "D", data: "Ya\0\0" }], "dump/"],
  ["a volume label", [{ name: "Backup", type: "V" }], "Backup\t[not a file]\t2024-03-01 [volume label]"],
  [
    "a folder with a size",
    [
      { name: "d/", type: "5", size: 4096 },
      { name: "after", data: "x" },
    ],
    "after\t1 B",
  ],
])("tar reads %s", async ([, plan, line]) => {
  expect(await shown("x.tar", buildTar(plan))).toContain(line.replace("\n3\t", ""));
});

describe("the content of a sparse file", () => {
  test.for<readonly [string, TarPlan]>([
    [
      "of GNU",
      {
        name: "s.txt",
        type: "S",
        data: "abcd",
        sparse: concat([
          ...[0, 2, 8, 2].map((value) => encoder.encode(octal(value))),
          new Uint8Array(2 * 24 + 1),
          encoder.encode(octal(10)),
        ]),
      },
    ],
    ["of pax 0.1", { name: "s.txt", data: "abcd", pax: { "GNU.sparse.map": "0,2,8,2", "GNU.sparse.size": "10" } }],
    [
      "of pax 1.0",
      {
        name: "GNUSparseFile.0/s.txt",
        pax: { "GNU.sparse.major": "1", "GNU.sparse.name": "s.txt", "GNU.sparse.realsize": "10" },
        data: concat([encoder.encode("2\n0\n2\n8\n2\n"), new Uint8Array(502), encoder.encode("abcd")]),
      },
    ],
  ])("%s includes its zeros", async ([, plan]) => {
    const bytes = buildTar([plan, { name: "after.txt", data: "after\n" }]);
    expect(await shown("x.tar", bytes)).toContain("s.txt\t10 B");
    expect(await shown("x.tar", bytes, { select: "after.txt" })).toContain("1\tafter");
    const meter = createInflationMeter("x.tar", defaultBudget);
    const reader = sourceReader(memorySource("x.tar", bytes));
    for await (const member of tarMembers({ path: "x.tar", reader, meter })) {
      const pieces = await collected(member.content());
      expect(Buffer.concat(pieces).toString()).toBe(`ab${"\0".repeat(6)}cd`);
      break;
    }
    expect.assertions(3);
  });
});

test("an old archive without a signature is detected by its checksum", async () => {
  const bytes = buildTar([{ name: "a.txt", data: "alpha\n" }]);
  bytes.fill(0, 257, 265);
  bytes.fill(0x20, 148, 156);
  const sum = bytes.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  bytes.set(encoder.encode(`${sum.toString(8).padStart(6, "0")}\0 `), 148);
  expect(await shown("x.tar", bytes, { select: "a.txt" })).toContain("1\talpha");
});

test.for<[string, TarPlan]>([
  ["records of pax", { name: "long", pax: { path: "long/path.txt" }, data: "x" }],
  ["GNU's long name", { name: "@", type: "L", data: "long/name.txt\0" }],
])("a tar archive that ends after %s and before its member is reported as truncated", async ([, plan]) => {
  const whole = buildTar([{ name: "first.txt", data: "x" }, plan]);
  // The first member takes two blocks, and the header of the next one two more.
  for (const length of [4 * 512, 3 * 512 + 100]) {
    await expect(shown("x.tar", whole.subarray(0, length))).resolves.toMatch(/first\.txt[^]*cut off: it describes one/);
  }
});
