import { readdirSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { createStore } from "../../src/standard-input/spool.ts";
import { folderWith, noSmallDisk, smallDisk } from "../support/folder.ts";

afterEach(() => vi.unstubAllEnvs());

test("reads at any position what was appended, however it is divided", async () => {
  vi.stubEnv("TMPDIR", folderWith());
  const pieces = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 20 });
  const property = fc.asyncProperty(pieces, fc.integer({ min: 1, max: 33 }), async (appended, memoryBytes) => {
    const store = createStore(memoryBytes);
    for (const piece of appended) await store.append(piece);
    const all = Buffer.concat(appended);
    expect(store.bytes).toBe(all.length);
    for (let at = 0; at <= all.length; at += 7) {
      const target = new Uint8Array(13);
      let filled = 0;
      for (let count = 1; count > 0 && filled < target.length; filled += count) {
        count = await store.read(target.subarray(filled), at + filled);
      }
      expect(Buffer.from(target.subarray(0, filled))).toEqual(all.subarray(at, at + 13));
    }
    await store.close();
  });
  await fc.assert(property, { numRuns: 60, seed: 7 });
});

test("little is kept in memory, and nothing is written", async () => {
  const folder = folderWith();
  vi.stubEnv("TMPDIR", folder);
  const store = createStore(8);
  await store.append(new Uint8Array(8));
  expect(readdirSync(folder)).toEqual([]);
  await store.close();
});

test.skipIf(process.platform === "win32")("the file has no name as soon as it is open", async () => {
  const folder = folderWith();
  vi.stubEnv("TMPDIR", folder);
  const store = createStore(8);
  await store.append(new Uint8Array(100).fill(7));
  expect(readdirSync(folder)).toEqual([]);
  const target = new Uint8Array(4);
  expect([await store.read(target, 3), target[0]]).toEqual([4, 7]);
  await store.close();
});

test("a folder for temporary files that is not there is an error that says what to do", async () => {
  vi.stubEnv("TMPDIR", join(folderWith(), "missing"));
  const store = createStore(8);
  await expect(store.append(new Uint8Array(9))).rejects.toMatchObject({
    code: "too-large",
    message: expect.stringContaining("nothing can be written to the folder for temporary files (ENOENT)"),
    hint: expect.stringContaining("Set TMPDIR to a folder that you may write to"),
    details: { systemCode: "ENOENT" },
  });
});

test("a full disk is an error that says what to do, and nothing is left on it", async ({ skip }) => {
  if (noSmallDisk !== undefined) skip(noSmallDisk);
  const disk = smallDisk();
  vi.stubEnv("TMPDIR", disk);
  const store = createStore(8);
  await expect(store.append(new Uint8Array(200_000))).rejects.toMatchObject({
    code: "too-large",
    message: "There is no space left for standard input in the folder for temporary files.",
    hint: expect.stringContaining("Set TMPDIR to a folder with more room"),
    details: { systemCode: "ENOSPC" },
  });
  await store.close();
  expect(readdirSync(disk)).toEqual([]);
});
