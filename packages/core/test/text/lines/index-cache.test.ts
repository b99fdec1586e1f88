import { describe, expect, test } from "vitest";
import { createIndexCache } from "../../../src/text/lines/index-cache.ts";
import { countLines, locateLine } from "../../../src/text/lines/locate.ts";
import type { TextFile } from "../../../src/text/lines/text-file.ts";
import type { FileStat } from "../../../src/files/file-system.ts";
import { bytesOf, memoryFile } from "./support.ts";

const statOf = (size: number, version: number, fileId = "1:1"): FileStat => ({
  kind: "file",
  size,
  fileId,
  modifiedNs: BigInt(version),
  changedNs: BigInt(version),
});

const log = bytesOf("a line of the log\n".repeat(60_000));
const longer = new Uint8Array([...log, ...bytesOf("one more line\n".repeat(1000))]);

async function readWith(cache: ReturnType<typeof createIndexCache>, bytes: Uint8Array, stat: FileStat) {
  const bare = memoryFile(bytes);
  const file: TextFile & { readonly bytesRead: () => number } = { ...bare, index: await cache.take(bare, stat) };
  const lines = await countLines(file);
  await cache.keep(file, stat);
  return { lines, bytesRead: file.bytesRead() };
}

describe("a kept index", () => {
  test("is used again while the file is the same", async () => {
    const cache = createIndexCache();
    await readWith(cache, log, statOf(log.length, 1));
    const again = await readWith(cache, log, statOf(log.length, 1));
    expect(again.lines).toBe(60_000);
    expect(again.bytesRead).toBeLessThan(1000);
  });

  test("is extended when the file only grew", async () => {
    const cache = createIndexCache();
    await readWith(cache, log, statOf(log.length, 1));
    const again = await readWith(cache, longer, statOf(longer.length, 2));
    expect(again.lines).toBe(61_000);
    expect(again.bytesRead).toBeLessThan(log.length / 2);
  });

  test.for([1, 100, 7000, 8000])("is extended from %d lines, less or more than one block, to many", async (count) => {
    const cache = createIndexCache();
    const start = bytesOf("a line of the log\n".repeat(count));
    expect((await readWith(cache, start, statOf(start.length, 1))).lines).toBe(count);
    expect((await readWith(cache, log, statOf(log.length, 2))).lines).toBe(60_000);
    expect((await readWith(cache, longer, statOf(longer.length, 3))).lines).toBe(61_000);
  });

  test("is forgotten when the file grew and was rewritten", async () => {
    const cache = createIndexCache();
    await readWith(cache, log, statOf(log.length, 1));
    const rewritten = bytesOf("short\n".repeat(300_000));
    expect((await readWith(cache, rewritten, statOf(rewritten.length, 2))).lines).toBe(300_000);
  });

  test("is forgotten when the file was rewritten at the same size", async () => {
    const cache = createIndexCache();
    await readWith(cache, log, statOf(log.length, 1));
    const other = log.map((byte) => (byte === 0x0a ? 0x20 : byte));
    expect((await readWith(cache, other, statOf(other.length, 2))).lines).toBe(1);
  });

  test("is forgotten when the file shrank", async () => {
    const cache = createIndexCache();
    await readWith(cache, longer, statOf(longer.length, 1));
    expect((await readWith(cache, log, statOf(log.length, 2))).lines).toBe(60_000);
  });

  test("stays right when two reads extend it at once", async () => {
    const cache = createIndexCache();
    const stat = statOf(log.length, 1);
    const bare = memoryFile(log);
    const first: TextFile = { ...bare, index: await cache.take(bare, stat) };
    await locateLine(first, 10_000);
    await cache.keep(first, stat);
    expect(first.index.total).toBeUndefined();
    const counts = await Promise.all([readWith(cache, log, stat), readWith(cache, log, stat)]);
    expect(counts.map(({ lines }) => lines)).toEqual([60_000, 60_000]);
    expect((await readWith(cache, log, stat)).lines).toBe(60_000);
  });

  test("stays right for a read that began before the file grew", async () => {
    const cache = createIndexCache();
    await readWith(cache, log, statOf(log.length, 1));
    const old = await cache.take(memoryFile(log), statOf(log.length, 1));
    await readWith(cache, longer, statOf(longer.length, 2));
    expect(await countLines({ ...memoryFile(log), index: old })).toBe(60_000);
    expect((await readWith(cache, longer, statOf(longer.length, 2))).lines).toBe(61_000);
  });

  test("makes room for others, the oldest first", async () => {
    const cache = createIndexCache(2);
    for (const id of ["1:1", "1:2", "1:3"]) await readWith(cache, log, statOf(log.length, 1, id));
    expect((await readWith(cache, log, statOf(log.length, 1, "1:3"))).bytesRead).toBeLessThan(1000);
    expect((await readWith(cache, log, statOf(log.length, 1, "1:1"))).bytesRead).toBeGreaterThan(log.length - 1);
  });

  test("takes no more bytes than the limit, however large the files are", async () => {
    const cache = createIndexCache(32, 8000);
    for (let at = 1; at <= 20; at += 1) await readWith(cache, log, statOf(log.length, 1, `1:${at}`));
    expect(cache.size).toBe(5);
    expect((await readWith(cache, log, statOf(log.length, 1, "1:20"))).bytesRead).toBeLessThan(1000);
    expect((await readWith(cache, log, statOf(log.length, 1, "1:1"))).lines).toBe(60_000);
  });
});
