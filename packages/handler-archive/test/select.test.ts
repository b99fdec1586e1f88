import { describe, expect, test } from "vitest";
import { defineHandler, text } from "@reader/core/handler";
import { buildZip } from "@reader/testkit";
import { archive } from "../src/index.ts";
import { createWish, matchesPattern } from "../src/select/read-selected.ts";
import { buildTar } from "./build-tar.ts";
import { errorOf, read, shown } from "./reading.ts";

const docs = [
  { name: "docs/a.md", data: "# A\n" },
  { name: "docs/deep/b.md", data: "# B\n" },
  { name: "c.txt", data: "sea\n" },
];

describe.for([
  ["a ZIP file", "x.zip", buildZip(docs)],
  ["a tar archive", "x.tar", buildTar(docs)],
] as const)("of %s", ([, name, bytes]) => {
  test.for([
    ["docs/a.md", "# A"],
    ["./docs/a.md", "# A"],
    ["/docs/a.md", "# A"],
    ["docs\\a.md", "# A"],
    ["docs/deep/b.md", "# B"],
  ] as const)("`%s` reads a member", async ([select, line]) => {
    const place = select.includes("b.md") ? "docs/deep/b.md" : "docs/a.md";
    expect(await shown(name, bytes, { select })).toBe(`[${place} in ${name}]\n1\t${line}\n`);
  });

  test.for([
    ["docs", "docs/\n a.md\n docs/deep/\n"],
    ["docs/", ""],
    ["docs/**.md", ""],
  ] as const)("`%s` lists what is in a folder", async ([select]) => {
    expect(await shown(name, bytes, { select })).toMatch(
      /^1\tdocs\/\n2\t {2}a\.md\t4 B.*\n3\t {2}deep\/\n4\t {4}b\.md\t4 B.*\n$/,
    );
  });

  test("`*.md` lists files in every folder", async () => {
    expect(await shown(name, bytes, { select: "*.md" })).toMatch(/a\.md[^]*b\.md/);
    expect(await shown(name, bytes, { select: "*.md" })).not.toContain("c.txt");
  });

  test("pages read members by their numbers", async () => {
    expect(await shown(name, bytes, { pages: "3" })).toBe(`[c.txt in ${name}]\n1\tsea\n`);
    expect(await shown(name, bytes, { pages: "1,3" })).toContain(`[c.txt in ${name}]\n2\tsea`);
    expect(await errorOf(name, bytes, { pages: "4" })).toMatchObject({
      code: "out-of-range",
      details: { total: 3, unit: "entry" },
    });
    expect(await errorOf(name, bytes, { pages: "iv" })).toMatchObject({ code: "invalid-request" });
  });

  test.for([
    ["docs/A.md", ["docs/a.md"]],
    ["doc/a.md", ["docs/a.md"]],
    ["c.text", ["c.txt"]],
    ["b.md", ["docs/deep/b.md"]],
    ["zzzzzz", []],
  ] as const)("`%s` is not there, and the nearest are named", async ([select, nearest]) => {
    const error = await errorOf(name, bytes, { select });
    expect(error.code).toBe("out-of-range");
    const candidates = (error as { details?: { candidates?: readonly string[] } }).details?.candidates ?? [];
    expect(candidates.slice(0, nearest.length)).toEqual(nearest);
    if (nearest.length === 0) expect(candidates).toEqual([]);
  });
});

test("the last members can be requested if there is a directory", async () => {
  expect(await shown("x.zip", buildZip(docs), { pages: "-1" })).toBe("[c.txt in x.zip]\n1\tsea\n");
  expect(await errorOf("x.tar", buildTar(docs), { pages: "-1" })).toMatchObject({ code: "out-of-range" });
});

test("a name is selected as shown", async () => {
  const bytes = buildZip([{ name: "a\u001bb\n.txt", data: "odd" }]);
  const name = String.raw`"a\u001bb\n.txt"`;
  expect(await shown("x.zip", bytes)).toContain(name);
  expect(await shown("x.zip", bytes, { select: name })).toContain("1\todd");
  expect(await shown("x.zip", bytes, { select: "a\\x1bb\\x0a.txt" })).toContain("1\todd");
});

test("a name is selected as shown, without its folder, and an empty file is mentioned", async () => {
  const bytes = buildTar([{ name: "./a\nb.txt", data: "" }]);
  expect(await shown("x.tar", bytes, { select: "a\\x0ab.txt" })).toBe('["./a\\nb.txt" in x.tar]\n1\t(an empty file)\n');
});

test("a member whose name leads out of the archive is read like any other", async () => {
  const bytes = buildZip([{ name: "../../etc/passwd", data: "inside" }]);
  expect(await shown("x.zip", bytes, { select: "../../etc/passwd" })).toContain("1\tinside");
});

test("a member is read with the handler of its type and its own selection", async () => {
  const telling = defineHandler({
    name: "telling",
    mediaTypes: ["application/pdf"],
    async *read(source, { select, pages }) {
      yield text(`${source.name} select ${select ?? "none"} pages ${JSON.stringify(pages ?? [])}\n`);
    },
  });
  const bytes = buildZip([{ name: "a/b.pdf", data: "%PDF-1.7\n" }]);
  const options = { handlers: [archive(), telling] };
  expect(await shown("x.zip", bytes, { select: "a/b.pdf!figures.csv", pages: "2", ...options })).toBe(
    '[a/b.pdf in x.zip]\n1\tb.pdf select figures.csv pages [{"first":2,"last":2}]\n',
  );
});

describe("archives in archives", () => {
  const inner = buildZip(docs);
  const nest = (depth: number): Uint8Array =>
    depth === 0 ? inner : buildZip([{ name: "inner.zip", data: nest(depth - 1), method: 0 }]);

  test.for([
    [1, "inner.zip/docs/a.md"],
    [1, "inner.zip!docs/a.md"],
    [1, "inner.zip!/docs/a.md"],
    [2, "inner.zip/inner.zip/docs/a.md"],
    [3, "inner.zip/inner.zip/inner.zip/c.txt"],
  ] as const)("are read %d deep by `%s`", async ([depth, select]) => {
    const place = `${" in inner.zip".repeat(depth)} in x.zip`;
    const file = select.endsWith("c.txt") ? "c.txt" : "docs/a.md";
    const outcome = await shown("x.zip", nest(depth), { select, budget: { maxDepth: 4 } });
    expect(outcome).toContain(`[${file}${place}]`);
  });

  test("are listed if they are selected", async () => {
    expect(await shown("x.zip", nest(1), { select: "inner.zip" })).toContain("ZIP archive · 3 members");
    expect(await shown("x.zip", nest(1), { select: "inner.zip/docs/" })).toContain("a.md");
  });

  test("may be of any kind", async () => {
    const bytes = buildTar([{ name: "a.zip", data: nest(0) }]);
    expect(await shown("x.tar", bytes, { select: "a.zip/c.txt" })).toBe("[c.txt in a.zip in x.tar]\n1\tsea\n");
  });

  test("are rejected beyond the maximum depth", async () => {
    const limit = { name: "maxDepth", value: 3 };
    const error = await errorOf("x.zip", nest(4), { select: "inner.zip/inner.zip/inner.zip/inner.zip/c.txt" });
    expect(error).toMatchObject({ code: "too-large", details: { limit } });
  });

  test("share one limit of inflated bytes", async () => {
    const packed = buildZip([{ name: "large", data: "word ".repeat(20_000) }]);
    const bytes = buildZip([{ name: "inner.zip", data: packed, method: 0 }]);
    const request = { select: "inner.zip/large", limit: 1 };
    const enough = { maxInflatedBytes: 2 * 100_000 + packed.length };
    expect((await read("x.zip", bytes, { ...request, budget: enough })).ok).toBe(true);
    const error = await errorOf("x.zip", bytes, { ...request, budget: { maxInflatedBytes: 100_000 } });
    expect(error).toMatchObject({ code: "too-large", details: { limit: { name: "maxInflatedBytes" } } });
  });
});

test("one member that fails does not prevent others from being shown", async () => {
  const program = Uint8Array.from({ length: 64 }, (_, at) => (at * 37) & 0xff);
  const bytes = buildZip([{ name: "a.bin", data: program }, { name: "locked", data: "x", flags: 0x801 }, ...docs]);
  const text = await shown("x.zip", bytes, { pages: "1-3" });
  expect(text).toMatch(/\[a\.bin in x\.zip\]\n1\t\(not shown: .*\)/);
  expect(text).toMatch(/\[locked in x\.zip\]\n2\t\(not shown: locked in x\.zip is encrypted\.\)/);
  expect(text).toContain("3\t# A");
  expect(await errorOf("x.zip", bytes, { pages: "1" })).toMatchObject({ code: "binary" });
});

test("the number of members per read is limited by the budget", async () => {
  const error = await errorOf("x.zip", buildZip(docs), { pages: "1-", budget: { maxEntries: 2 } });
  expect(error).toMatchObject({ code: "too-large", details: { limit: { name: "maxEntries", value: 2 } } });
});

test.for([
  ["*.md", "a/b.md", true],
  ["*.md", "a/b.mdx", false],
  ["a/*.md", "a/b.md", true],
  ["a/*.md", "a/c/b.md", false],
  ["a/**/b.md", "a/c/d/b.md", true],
  ["**b.md", "a/b.md", true],
  ["a/?.md", "a/b.md", true],
  ["a?b.md", "a/b.md", false],
  ["*", "a/b.md", true],
  ["a/*", "a/b/c", false],
  ["**", "a/b", true],
] as const)("the pattern %s for %s is %s", ([pattern, name, fits]) => {
  expect(matchesPattern(pattern, name)).toBe(fits);
});

test("a pattern of many stars is fast", () => {
  expect(matchesPattern(`${"*a".repeat(1000)}b`, "a".repeat(20_000))).toBe(false);
});

test("a selection that ends with a slash does not match a file", () => {
  expect(createWish("a/")({ name: "a", kind: "file" })).toEqual({ type: "none" });
  expect(createWish("a/")({ name: "a/", kind: "folder" })).toEqual({ type: "listed" });
  expect(createWish("a.zip/b/")({ name: "a.zip", kind: "file" })).toEqual({ type: "around", rest: "b/" });
});
