import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildZip, concat, numbers, type MemberPlan, type ZipPlan } from "@reader/testkit";
import { openBytes, streamedTextOf, textOf } from "./opening.ts";

const two: readonly MemberPlan[] = [
  { name: "a.txt", data: "alpha", modified: new Date("2024-03-01T10:20:30Z") },
  { name: "docs/b.txt", data: "beta ".repeat(1000) },
];

test.for<readonly [string, readonly MemberPlan[], ZipPlan]>([
  ["a plain one", two, {}],
  ["stored members", two.map((member) => ({ ...member, method: 0 })), {}],
  ["sizes behind the bytes", two.map((member) => ({ ...member, hasDescriptor: true })), {}],
  ["the records for large archives", two, { isWide: true }],
  ["a program in front of it", two, { prefix: new Uint8Array(777).fill(0x90) }],
  ["a program in front of the records for large archives", two, { prefix: new Uint8Array(777), isWide: true }],
  ["a comment", two, { comment: "Who packed this?" }],
  ["a comment that looks like the end", two, { comment: "PK\u0005\u0006 and more than twenty-two characters" }],
])("opens a file with %s", async ([, members, plan]) => {
  const zip = await openBytes(buildZip(members, plan));
  expect(zip.entries.map(({ name }) => name)).toEqual(["a.txt", "docs/b.txt"]);
  expect(zip.damage).toBeUndefined();
  expect(await textOf(zip, "a.txt")).toBe("alpha");
  expect(await streamedTextOf(zip, "docs/b.txt")).toBe("beta ".repeat(1000));
});

test("returns the facts of a member from the directory", async () => {
  const plan = { name: "x/", comment: "a folder", modified: new Date("2024-03-01T10:20:30Z") };
  const zip = await openBytes(buildZip([plan, { name: "l", data: "target", mode: 0o120_777 }], { comment: "all" }));
  expect(zip.comment).toBe("all");
  expect(zip.entryAt(0)).toMatchObject({ isFolder: true, comment: "a folder", modified: plan.modified });
  expect(zip.entryAt(1)).toMatchObject({ isSymbolicLink: true, bytes: 6, method: 8, modified: undefined });
  expect(zip.entryAt(1)).toBe(zip.entries[1]);
  expect(zip.entryAt(2)).toBeUndefined();
  expect(zip.sums()).toEqual({ folders: 1, encrypted: 0, bytes: 6 });
});

test("ignores bytes after the archive", async () => {
  const zip = await openBytes(concat([buildZip(two), new Uint8Array(3000).fill(0x41)]));
  expect(await textOf(zip, "a.txt")).toBe("alpha");
});

test("opens an archive without members", async () => {
  const zip = await openBytes(buildZip([]));
  expect(zip.entries).toEqual([]);
});

describe("a name", () => {
  const latin = Uint8Array.from([0x47, 0x72, 0x94, 0xe1, 0x65]);

  test.for([
    ["is UTF-8 where it says so", { name: "é", flags: 0x800 }, "é"],
    ["is UTF-8 where it is such and does not say so", { name: "é", flags: 0 }, "é"],
    ["is in the code page of the PC else", { name: latin, flags: 0 }, "Größe"],
    ["is that of Info-ZIP's field, which fits", { name: latin, flags: 0, extra: unicodeName(latin, "Ğ") }, "Ğ"],
    [
      "is not that of a field for another name",
      { name: latin, flags: 0, extra: unicodeName(new Uint8Array(3), "Ğ") },
      "Größe",
    ],
  ] as const)("%s", async ([, plan, name]) => {
    expect((await openBytes(buildZip([plan]))).entries[0]?.name).toBe(name);
  });

  test("is found in any case, with any slashes", async () => {
    const zip = await openBytes(buildZip([{ name: "Word\\Document.xml", data: "x" }]));
    expect(await textOf(zip, "/word/document.XML")).toBe("x");
    expect(zip.find("word")).toBeUndefined();
  });

  test("belongs to the first of several members", async () => {
    const zip = await openBytes(
      buildZip([
        { name: "a", data: "first" },
        { name: "A", data: "second" },
      ]),
    );
    expect(await textOf(zip, "a")).toBe("first");
  });
});

/** Encodes Info-ZIP's field 0x7075: a version, the checksum of the other name, and the name in UTF-8. */
function unicodeName(other: Uint8Array, name: string): Uint8Array {
  const bytes = new TextEncoder().encode(name);
  return concat([numbers([2, 0x7075], [2, 5 + bytes.length], [1, 1], [4, crc32(other)]), bytes]);
}

test("rejects too many entries", async () => {
  const bytes = buildZip(Array.from({ length: 11 }, (_, at) => ({ name: `${at}` })));
  const limit = { name: "maxEntries", value: 10, actual: 11 };
  await expect(openBytes(bytes, { maxEntries: 10 })).rejects.toMatchObject({ code: "too-large", details: { limit } });
  expect((await openBytes(bytes, { maxEntries: 11 })).entryCount).toBe(11);
});

test("rejects too many entries if the end record declares fewer", async () => {
  const members = Array.from({ length: 11 }, (_, at) => ({ name: `${at}` }));
  const bytes = buildZip(members, { entryCount: 2 });
  await expect(openBytes(bytes, { maxEntries: 10 })).rejects.toMatchObject({ code: "too-large" });
});

test("counts 65 000 entries, or more with a 16-bit count", async () => {
  const members = Array.from({ length: 70_000 }, (_, at) => ({ name: `f${at}`, method: 0 }));
  const zip = await openBytes(buildZip(members, { entryCount: 70_000 % 0x10000 }));
  expect(zip.damage).toBeUndefined();
  expect(zip.entryCount).toBe(70_000);
  expect(zip.entryAt(69_999)?.name).toBe("f69999");
});

test("throws only its own errors for any flipped bit", async () => {
  const sound = buildZip([...two, { name: "c", data: "gamma", hasDescriptor: true }], { isWide: true, comment: "c" });
  await fc.assert(
    fc.asyncProperty(
      fc.nat(sound.length - 1),
      fc.integer({ min: 1, max: 255 }),
      fc.nat(sound.length),
      async (at, mask, length) => {
        const bytes = sound.slice(0, length < 20 ? sound.length : length);
        if (at < bytes.length) bytes[at] = (bytes[at] ?? 0) ^ mask;
        await openAndReadAll(bytes).catch((error: unknown) => {
          expect(error).toMatchObject({ "~reader": "ReadError" });
        });
      },
    ),
    { seed: 7, numRuns: 300 },
  );
});

async function openAndReadAll(bytes: Uint8Array): Promise<void> {
  const zip = await openBytes(bytes);
  for (const entry of zip.entries) {
    const faults: unknown[] = [];
    await zip.read(entry).catch((error: unknown) => faults.push(error));
    await drain(zip.stream(entry)).catch((error: unknown) => faults.push(error));
    await zip.alone(entry).catch((error: unknown) => faults.push(error));
    for (const fault of faults) expect(fault).toMatchObject({ "~reader": "ReadError" });
  }
}

async function drain(pieces: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const piece of pieces) expect(piece).toBeInstanceOf(Uint8Array);
}
