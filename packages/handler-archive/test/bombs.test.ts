import { deflateRawSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { buildZip, concat } from "@reader/testkit";
import { buildTar, octal } from "./build-tar.ts";
import { errorOf, read, shown } from "./reading.ts";

const megabyte = 1024 * 1024;

/** A gigabyte, compressed to a megabyte. */
function gigabyteGzip(): Uint8Array {
  const part = gzipSync(new Uint8Array(64 * megabyte));
  return concat(Array.from({ length: 16 }, () => part));
}

test.for([
  ["of zeros in gzip", "a.gz", gigabyteGzip],
  ["of zeros in Zstandard", "a.zst", () => zstdBomb()],
  ["of zeros in a packed tar archive", "a.tar.gz", () => tarBomb()],
] as const)("a gigabyte %s is refused", async ([, name, make]) => {
  const outcome = await read(name, make(), name.startsWith("a.tar") ? { select: "zeros" } : {});
  expect(outcome).toMatchObject({ ok: false, error: { code: "too-large" } });
});

function zstdBomb(): Uint8Array {
  const part = new Uint8Array(zstdCompressSync(new Uint8Array(64 * megabyte)));
  return concat(Array.from({ length: 16 }, () => part));
}

test("a log that unpacks to more than the budget is shown up to the limit", async () => {
  const bytes = gzipSync(Buffer.alloc(20 * megabyte, `${"word ".repeat(15)}\n`), { level: 1 });
  const options = { budget: { maxInflatedBytes: 10 * megabyte } };
  expect(await shown("a.log.gz", bytes, { limit: 1, ...options })).toContain("1\tword word");
  expect(await errorOf("a.log.gz", bytes, { find: "missing", ...options })).toMatchObject({ code: "too-large" });
});

/** A header that declares a gigabyte, then the gigabyte. */
function tarBomb(): Uint8Array {
  const head = buildTar([{ name: "zeros", size: 1024 * megabyte }]).slice(0, 512);
  return concat([gzipSync(head), gigabyteGzip()]);
}

test("a bomb of six layers is listed, and read three layers deep", async () => {
  const layer = (data: Uint8Array): Uint8Array =>
    buildZip(Array.from({ length: 16 }, (_, at) => ({ name: `lib ${at}.zip`, data })));
  const bottom = buildZip([{ name: "0.dll", data: new Uint8Array(900_000) }]);
  const bytes = layer(layer(layer(layer(layer(bottom)))));
  expect(await shown("42.zip", bytes)).toContain("16 members");
  const deep = Array.from({ length: 5 }, () => "lib 0.zip").join("/");
  expect(await errorOf("42.zip", bytes, { select: `${deep}/0.dll` })).toMatchObject({ code: "too-large" });
});

test("a gzip file that unpacks to gzip files endlessly is read to the maximum depth", async () => {
  expect(await errorOf("r.gz", deepGzip())).toMatchObject({
    code: "too-large",
    details: { limit: { name: "maxDepth" } },
  });
});

/** Nested gzip files beyond the maximum depth, like files that unpack to themselves. */
function deepGzip(): Uint8Array {
  return Array.from({ length: 6 }).reduce<Uint8Array>((inner) => new Uint8Array(gzipSync(inner)), new Uint8Array(10));
}

describe("a ZIP file", () => {
  test("with 65 000 members is listed completely", async () => {
    const members = Array.from({ length: 65_000 }, (_, at) => ({ name: `d${at % 7}/f${at}`, method: 0 }));
    const bytes = buildZip(members);
    expect(await shown("x.zip", bytes, { limit: 3 })).toContain("ZIP archive · 65000 members");
    const outcome = await read("x.zip", bytes, { offset: -1 });
    expect(outcome).toMatchObject({ ok: true, parts: [{ text: "  f64999\t0 B" }] });
  });

  test("with overlapping members is listed but not read", async () => {
    const kernel = { name: "0", packed: new Uint8Array(deflateRawSync(new Uint8Array(100_000))) };
    const copies = Array.from({ length: 999 }, (_, at) => ({
      ...kernel,
      name: `${at + 1}`,
      isOnlyListed: true,
      lies: { headerAt: 0 },
    }));
    const bytes = buildZip([kernel, ...copies]);
    expect(await shown("x.zip", bytes, { limit: 1 })).toContain("1000 members");
    expect(await errorOf("x.zip", bytes, { select: "7" })).toMatchObject({
      code: "corrupt",
      message: /shares its bytes/,
    });
  });

  test("with a thousand nested folders is listed in as many lines", async () => {
    const members = Array.from({ length: 1000 }, (_, at) => ({ name: "d/".repeat(at + 1) }));
    const text = await shown("x.zip", buildZip(members));
    expect(text.length).toBeLessThan(100_000);
  });
});

describe("a tar archive", () => {
  test.for([
    ["of eight exabytes", "\u0080\u0000\u0000\u0000\u007f\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff"],
    ["of eight gigabytes", octal(0o77777777777)],
  ] as const)("with a size %s is listed, and its member is cut off", async ([, size]) => {
    const bytes = withSize(size);
    const outcome = await read("x.tar", bytes);
    expect(outcome).toMatchObject({ ok: false, error: { code: "corrupt" } });
    expect(outcome.parts[0]).toMatchObject({ text: expect.stringContaining("big\t") as string });
  });

  test.for([
    ["less than nothing", "\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00fe\u0000"],
    ["no number", "not a number"],
  ] as const)("with a size that is %s is damaged", async ([, size]) => {
    expect(await errorOf("x.tar", withSize(size))).toMatchObject({ code: "corrupt" });
  });

  test("with a header of a gigabyte is rejected before it is read", async () => {
    const bytes = buildTar([{ name: "PaxHeader", type: "x", size: 1024 * megabyte }]);
    expect(await errorOf("x.tar", bytes)).toMatchObject({
      code: "too-large",
      details: { limit: { name: "maxHeaderBytes" } },
    });
  });

  test("with endless empty headers is damaged", async () => {
    const bytes = buildTar(Array.from({ length: 1000 }, () => ({ name: "PaxHeader", type: "x" })));
    expect(await errorOf("x.tar", bytes)).toMatchObject({ code: "corrupt" });
  });

  test("with a sparse file of eight exabytes is listed, but the file is rejected", async () => {
    const pax = { "GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.realsize": "9223372036854775807" };
    const bytes = buildTar([
      { name: "sparse", pax, data: concat([new TextEncoder().encode("0\n"), new Uint8Array(510)]) },
    ]);
    expect(await shown("x.tar", bytes)).toContain("sparse\t9223 PB");
    expect(await errorOf("x.tar", bytes, { select: "sparse" })).toMatchObject({ code: "too-large" });
  });

  test("with links to each other follows no link", async () => {
    const bytes = buildTar([
      { name: "a", type: "2", target: "b" },
      { name: "b", type: "2", target: "a" },
      { name: "c", type: "1", target: "c" },
    ]);
    expect(await shown("x.tar", bytes)).toMatch(/a\t-> b.*\n.*b\t-> a.*\n.*c\t\[same file as c\]/);
    expect(await shown("x.tar", bytes, { select: "a" })).toContain("(a symbolic link to b, which is not followed)");
    expect(await shown("x.tar", bytes, { select: "c" })).toContain("(the same file as c: select that)");
  });
});

/** One member with a size field of these Latin-1 characters. */
function withSize(size: string): Uint8Array {
  const bytes = buildTar([{ name: "big", data: "some" }]);
  bytes.set(Buffer.from(size, "latin1"), 124);
  bytes.fill(0x20, 148, 156);
  const sum = bytes.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  bytes.set(Buffer.from(`${sum.toString(8).padStart(6, "0")}\0 `), 148);
  return bytes;
}

test("bytes after a gzip file are ignored", async () => {
  const bytes = concat([gzipSync("words\n"), new TextEncoder().encode("garbage")]);
  expect(await shown("a.txt.gz", bytes)).toBe("[a.txt in a.txt.gz]\n1\twords\n");
});
