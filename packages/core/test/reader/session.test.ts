import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createReader } from "../../src/reader.ts";
import { createSession } from "../../src/read/session.ts";
import { expectResult, folderWith, lineNumbers } from "./support.ts";

async function setUp(content: string) {
  const folder = folderWith({ "a.txt": content });
  const reader = createReader({ roots: [folder] });
  const session = createSession();
  const read = async (request: object = {}) =>
    expectResult(await reader.read({ path: "a.txt", ...request }, { session }));
  return { file: join(folder, "a.txt"), reader, session, read };
}

describe("a session", () => {
  test("answers the same request on the same bytes as unchanged, without content", async () => {
    const { read } = await setUp("one\n");
    await read();
    expect(await read()).toMatchObject({ status: "unchanged", parts: [], cost: { tokens: 0 } });
  });

  test("answers in full where there is none", async () => {
    const { reader, read } = await setUp("one\n");
    await read();
    expect(expectResult(await reader.read("a.txt")).status).toBe("complete");
  });

  test("answers another request in full", async () => {
    const { read } = await setUp("one\ntwo\n");
    await read();
    expect((await read({ offset: 2 })).status).toBe("complete");
  });

  test("answers in full when the file was written to, even with the same size", async () => {
    const { file, read } = await setUp("one\n");
    await read();
    await writeFile(file, "two\n");
    expect((await read()).status).toBe("complete");
  });

  test("answers in full when the caller has cut its history", async () => {
    const { session, read } = await setUp("one\n");
    await read();
    session.generation += 1;
    expect((await read()).status).toBe("complete");
    expect((await read()).status).toBe("unchanged");
  });

  test("answers in full after it was cleared", async () => {
    const { session, read } = await setUp("one\n");
    await read();
    session.forget();
    expect(session.snapshot("a.txt")).toBeUndefined();
    expect((await read()).status).toBe("complete");
  });

  test("has a snapshot for edit tools: hash, storage and the lines seen", async () => {
    const { session, read } = await setUp(lineNumbers(100));
    await read({ offset: 1, limit: 10 });
    await read({ offset: 8, limit: 5 });
    await read({ lines: "50-60" });
    expect(session.snapshot("a.txt")).toMatchObject({
      path: "a.txt",
      size: lineNumbers(100).length,
      hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      text: { encoding: "utf-8", eol: "lf" },
      ranges: [
        { first: 1, last: 12 },
        { first: 50, last: 60 },
      ],
      isComplete: false,
    });
    await read();
    expect(session.snapshot("a.txt")).toMatchObject({ ranges: [{ first: 1, last: 100 }], isComplete: true });
  });

  test("does not count a clipped line as seen", async () => {
    const { session, read } = await setUp(`a\n${"x".repeat(5000)}\nb\n`);
    await read();
    expect(session.snapshot("a.txt")?.ranges).toEqual([
      { first: 1, last: 1 },
      { first: 3, last: 3 },
    ]);
  });

  test("has no lines in its snapshot that were cut from the conversation", async () => {
    const { session, read } = await setUp(lineNumbers(10));
    await read();
    session.generation += 1;
    expect(session.snapshot("a.txt")).toMatchObject({ size: lineNumbers(10).length, ranges: [], isComplete: false });
    await read({ offset: 9 });
    expect(session.snapshot("a.txt")).toMatchObject({ ranges: [{ first: 9, last: 10 }], isComplete: false });
  });

  test.for(["a.txt", "./a.txt", ".//./a.txt"])("knows the file as %s too", async (path) => {
    const { session, read } = await setUp("one\n");
    await read();
    expect(session.snapshot(path)?.isComplete).toBe(true);
    session.forget(path);
    expect(session.snapshot("a.txt")).toBeUndefined();
  });

  test("forgets what was seen of a file that has changed", async () => {
    const { file, session, read } = await setUp("one\ntwo\n");
    await read();
    await appendFile(file, "three\n");
    await read({ offset: 3 });
    expect(session.snapshot("a.txt")).toMatchObject({ ranges: [{ first: 3, last: 3 }], isComplete: false });
  });
});

describe("a session of many reads", () => {
  const setUpMany = (names: readonly string[], limits: Parameters<typeof createSession>[0]) => {
    const folder = folderWith(Object.fromEntries(names.map((name) => [name, lineNumbers(50)])));
    const reader = createReader({ roots: [folder] });
    const session = createSession(limits);
    const read = async (path: string, request: object = {}) =>
      expectResult(await reader.read({ path, ...request }, { session }));
    return { session, read };
  };

  test("forgets the file that was read least recently, and answers it in full again", async () => {
    const { session, read } = setUpMany(["a.txt", "b.txt", "c.txt"], { maxFiles: 2 });
    await read("a.txt");
    await read("b.txt");
    expect((await read("a.txt")).status).toBe("unchanged");
    await read("c.txt");
    expect(session.snapshot("b.txt")).toBeUndefined();
    expect((await read("a.txt")).status).toBe("unchanged");
    expect((await read("c.txt")).status).toBe("unchanged");
    expect((await read("b.txt")).status).toBe("complete");
  });

  test("remembers the last requests of a file", async () => {
    const { session, read } = setUpMany(["a.txt"], { maxRequests: 2 });
    for (const offset of [1, 2, 3]) await read("a.txt", { offset });
    expect((await read("a.txt", { offset: 3 })).status).toBe("unchanged");
    expect((await read("a.txt", { offset: 1 })).status).not.toBe("unchanged");
    expect(session.snapshot("a.txt")).toMatchObject({ isComplete: true });
  });

  test("forgets lines rather than keeping more ranges than the limit", async () => {
    const { session, read } = setUpMany(["a.txt"], { maxRanges: 3 });
    for (const offset of [1, 11, 21, 31]) await read("a.txt", { offset, limit: 2 });
    const ranges = session.snapshot("a.txt")?.ranges ?? [];
    expect(ranges).toEqual([{ first: 31, last: 32 }]);
    await read("a.txt");
    expect(session.snapshot("a.txt")).toMatchObject({ isComplete: true });
  });

  test("has a limit in bytes for long names", async () => {
    const { session, read } = setUpMany(["a.txt", "b.txt"], { maxBytes: 5000 });
    await read("a.txt");
    await read("b.txt");
    expect([session.snapshot("a.txt"), session.snapshot("b.txt")?.path]).toEqual([undefined, "b.txt"]);
  });
});
