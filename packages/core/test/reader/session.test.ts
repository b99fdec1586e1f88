import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createReader } from "../../src/reader.ts";
import { createSession } from "../../src/session.ts";
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

  test("answers in full when it was told to forget", async () => {
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
