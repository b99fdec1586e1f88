import { existsSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createDrops, DropError, type Drops, numberedName, safeFileName } from "../../src/web/drops.ts";
import type { Dropped, Listing, Seen, Start } from "../../src/web/wire.ts";
import { startClient } from "./support/client.ts";
import { readerOf, workspace } from "./support/workspace.ts";

const limits = { maxFileBytes: 100, maxTotalBytes: 250, maxFiles: 4 };

async function dropsOf(): Promise<Drops> {
  const drops = await createDrops("dropped", limits);
  onTestFinished(() => drops.close());
  return drops;
}

function streamOf(...chunks: readonly string[]): ReadableStream<Uint8Array> {
  return new Blob([...chunks]).stream();
}

test("a dropped file is read like any other, and is gone when the server is", async () => {
  const { drop, answer, close } = await startClient();
  const before = new Set(readdirSync(tmpdir()));
  expect(await (await drop("hello.txt", "Hello.\n")).json()).toEqual({ ok: true, path: "dropped/hello.txt" });
  const seen = await answer<Seen>("see", { request: { path: "dropped/hello.txt" }, model: "anthropic" });
  expect(seen.blocks).toEqual([{ kind: "lines", text: "1\tHello." }]);
  expect(await answer<Listing>("list", { path: "dropped" })).toMatchObject({ entries: [{ name: "hello.txt" }] });
  const folders = readdirSync(tmpdir()).filter(
    (name) => name.startsWith("reader-dropped-") && existsSync(join(tmpdir(), name, "dropped/hello.txt")),
  );
  expect(folders.some((name) => before.has(name))).toBe(true);
  await close();
  expect(folders.map((name) => existsSync(join(tmpdir(), name, "dropped/hello.txt")))).not.toContain(true);
});

test("a folder of the workspace is not hidden by that of dropped files", async () => {
  const root = workspace();
  const { mkdirSync, writeFileSync } = await import("node:fs");
  mkdirSync(join(root, "dropped"));
  writeFileSync(join(root, "dropped/mine.txt"), "mine\n");
  const { drop, answer } = await startClient({ reader: readerOf([root]), roots: [root] });
  expect((await answer<Start>("start")).folders.at(-1)?.path).toBe("dropped-2");
  expect(await (await drop("mine.txt", "other")).json()).toEqual({ ok: true, path: "dropped-2/mine.txt" });
  const seen = await answer<Seen>("see", { request: { path: "dropped/mine.txt" }, model: "text" });
  expect(seen.blocks[0]?.text).toBe("1\tmine");
});

test.for([
  { given: "../../etc/passwd", name: "passwd" },
  { given: "..", name: "unnamed" },
  { given: ".", name: "unnamed" },
  { given: "", name: "unnamed" },
  { given: "C:\\Users\\me\\report.pdf", name: "report.pdf" },
  { given: "a/b/", name: "unnamed" },
  { given: "line\nbreak\u001b[31m.txt", name: "line_break_[31m.txt" },
  { given: "invoice\u202efdp.exe", name: "invoice_fdp.exe" },
  { given: "half\ud800.txt", name: "half_.txt" },
  { given: "nul.txt", name: "_nul.txt" },
  { given: "what?.md", name: "what_.md" },
  { given: "u\u0308ber.md", name: "über.md" },
  { given: ".env", name: ".env" },
  { given: "trailing. . ", name: "trailing" },
])("$given becomes $name", ({ given, name }) => {
  expect(safeFileName(given)).toBe(name);
});

test("a long name is cut between characters, and keeps its extension", () => {
  const name = safeFileName(`${"ü".repeat(5000)}.tar.gz`);
  expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(200);
  expect(name).toMatch(/^ü+\.gz$/u);
  expect(numberedName("report.pdf", 3)).toBe("report (3).pdf");
});

test("a second file of a name stands beside the first, also where only case differs", async () => {
  const drops = await dropsOf();
  const paths = await Promise.all(["a.txt", "a.txt", "A.TXT"].map((name) => drops.take(name, streamOf("x"))));
  expect(paths).toEqual(["dropped/a.txt", "dropped/a (2).txt", "dropped/A (3).TXT"]);
});

test("dropped files are their owner's alone", async () => {
  const drops = await dropsOf();
  const path = await drops.take("a.txt", streamOf("x"));
  expect(statSync(drops.root).mode & 0o077).toBe(0);
  expect(statSync(join(drops.root, path)).mode & 0o077).toBe(0);
});

test("a file that is too large leaves nothing behind, and the next is taken", async () => {
  const drops = await dropsOf();
  await expect(drops.take("big.bin", streamOf("x".repeat(60), "x".repeat(60)))).rejects.toThrow(DropError);
  expect(readdirSync(join(drops.root, "dropped"))).toEqual([]);
  expect(await drops.take("big.bin", streamOf("x".repeat(100)))).toBe("dropped/big.bin");
});

test("all files together have a limit, and so has their number", async () => {
  const drops = await dropsOf();
  for (const name of ["a", "b"]) await drops.take(name, streamOf("x".repeat(100)));
  await expect(drops.take("c", streamOf("x".repeat(60)))).rejects.toThrow("250 bytes");
  for (const name of ["c", "d"]) await drops.take(name, streamOf("x"));
  await expect(drops.take("e", streamOf(""))).rejects.toThrow("4 dropped files");
});

test("a file that breaks off is not kept", async () => {
  const drops = await dropsOf();
  const broken = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(10));
    },
    pull(controller) {
      controller.error(new Error("the connection is lost"));
    },
  });
  await expect(drops.take("a.txt", broken)).rejects.toThrow("was interrupted");
  expect(readdirSync(join(drops.root, "dropped"))).toEqual([]);
});

test("a refusal is an answer that says why", async () => {
  const { drop } = await startClient({ drops: limits });
  const response = await drop("big.bin", new Uint8Array(101));
  expect(response.status).toBe(413);
  expect((await response.json()) as Dropped).toEqual({
    ok: false,
    message: "The file is larger than 100 bytes, the limit for a dropped file.",
  });
});

test("an empty file is taken", async () => {
  const { drop } = await startClient();
  expect(await (await drop("empty.txt", "")).json()).toEqual({ ok: true, path: "dropped/empty.txt" });
});

test("a removed file makes room, and its name is free again", async () => {
  const drops = await dropsOf();
  for (const name of ["a", "b"]) await drops.take(name, streamOf("x".repeat(100)));
  await drops.remove("dropped/a");
  expect(readdirSync(join(drops.root, "dropped"))).toEqual(["b"]);
  expect(await drops.take("A", streamOf("x".repeat(100)))).toBe("dropped/A");
});

test.for(["dropped/b", "dropped/../dropped/a", "a", "", "dropped/", "/etc/passwd", "../dropped/a"])(
  "only a dropped file can be removed, not %s",
  async (path) => {
    const drops = await dropsOf();
    await drops.take("a", streamOf("x"));
    await expect(drops.remove(path)).rejects.toThrow(DropError);
    expect(readdirSync(join(drops.root, "dropped"))).toEqual(["a"]);
  },
);

test("the page is told why a file cannot be removed", async () => {
  const { ask, drop } = await startClient();
  await drop("a.txt", "x");
  expect((await ask("remove", { path: "notes.md" })).status).toBe(404);
  expect((await ask("remove", { path: "dropped/a.txt" })).status).toBe(200);
  expect((await ask("remove", { path: "dropped/a.txt" })).status).toBe(404);
});
