import { describe, expect, test } from "vitest";
import { buildZip, concat } from "@reader/testkit";
import { openBytes, streamedTextOf, textOf } from "./opening.ts";

const members = [
  { name: "a.txt", data: "alpha ".repeat(50) },
  { name: "b.txt", data: "beta ".repeat(5000), hasDescriptor: true },
  { name: "c.txt", data: "gamma", method: 0 },
];

const missing = "The directory of the archive is missing: the members were found without it, and some may be missing.";

describe("an archive without a directory", () => {
  test("returns its members and reports the damage", async () => {
    const zip = await openBytes(buildZip(members, { hasDirectory: false }));
    expect(zip.damage).toBe(missing);
    expect(zip.entries.map(({ name }) => name)).toEqual(["a.txt", "b.txt", "c.txt"]);
    expect(await textOf(zip, "a.txt")).toBe(members[0]?.data);
    expect(await textOf(zip, "b.txt")).toBe(members[1]?.data);
    expect(await streamedTextOf(zip, "c.txt")).toBe("gamma");
  });

  test("verifies checksums in data descriptors", async () => {
    const bytes = buildZip([{ name: "a", data: "alpha", packed: new Uint8Array([3, 0]), hasDescriptor: true }], {
      hasDirectory: false,
    });
    // It ends at the next header.
    const zip = await openBytes(concat([bytes, buildZip(members, { hasDirectory: false })]));
    await expect(textOf(zip, "a")).rejects.toMatchObject({ code: "corrupt" });
  });

  test("returns the rest of a truncated member", async () => {
    const random = Buffer.from(crypto.getRandomValues(new Uint8Array(30_000))).toString("hex");
    const whole = buildZip([...members, { name: "d", data: random }], { hasDirectory: false });
    const zip = await openBytes(whole.slice(0, -10_000));
    expect(zip.find("d")).toMatchObject({ isCut: true });
    const text = await textOf(zip, "d");
    expect(text.length).toBeGreaterThan(10_000);
    expect(random.startsWith(text)).toBe(true);
    expect(random.startsWith(await streamedTextOf(zip, "d"))).toBe(true);
  });

  test("is found after other data", async () => {
    const zip = await openBytes(buildZip(members, { hasDirectory: false, prefix: new Uint8Array(5000).fill(7) }));
    expect(zip.entryCount).toBe(3);
  });
});

test("a damaged directory is replaced by the members found without it", async () => {
  const bytes = buildZip(members);
  const second = Buffer.from(bytes).indexOf(
    "PK\u0001\u0002",
    Buffer.from(bytes).indexOf("PK\u0001\u0002") + 1,
    "latin1",
  );
  bytes[second] = 0;
  const zip = await openBytes(bytes);
  expect(zip.damage).toMatch(/^The directory of the archive is damaged/);
  expect(zip.entries.map(({ name }) => name)).toEqual(["a.txt", "b.txt", "c.txt"]);
});

test("members inside members are not found", async () => {
  const inner = buildZip(members, { hasDirectory: false });
  const zip = await openBytes(buildZip([{ name: "inner.zip", data: inner, method: 0 }], { hasDirectory: false }));
  expect(zip.entries.map(({ name }) => name)).toEqual(["inner.zip"]);
});

test("the directory of a nested archive is not used for a truncated outer archive", async () => {
  const inner = buildZip(members);
  const outer = buildZip([{ name: "inner.zip", data: inner, method: 0 }, members[0] ?? { name: "a", data: "" }]);
  const directory = Buffer.from(outer).lastIndexOf("PK\u0001\u0002inner.zip");
  const end = Buffer.from(outer).lastIndexOf("PK\u0003\u0004", directory < 0 ? undefined : directory);
  const zip = await openBytes(outer.slice(0, end + 60));
  expect(zip.damage).toBe(missing);
  expect(zip.entries.map(({ name }) => name)).toEqual(["inner.zip", "a.txt"]);
});

test.for([
  ["nothing", new Uint8Array()],
  ["text", new TextEncoder().encode("PK is no archive")],
  ["the start of a header", new TextEncoder().encode("PK\u0003\u0004")],
  ["zeros", new Uint8Array(5000)],
] as const)("%s is no archive", async ([, bytes]) => {
  await expect(openBytes(bytes)).rejects.toMatchObject({ code: "corrupt" });
});

test("many false signatures do not take long", async () => {
  const signatures = new TextEncoder().encode("PK\u0007\u0008PK\u0001\u0002".repeat(100_000));
  const bytes = buildZip([{ name: "a", data: "alpha", packed: signatures, hasDescriptor: true }], {
    hasDirectory: false,
  });
  const zip = await openBytes(bytes.slice(0, -16));
  expect(zip.entries[0]).toMatchObject({ name: "a", isCut: true });
});
