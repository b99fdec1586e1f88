import { memoryFileSystem } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { batchStatus, folderSource, listSource, manifestSource, runBatch } from "../src/index.ts";
import { batch, filesOf, linesOf, recordsOf, tapReader, textOf } from "./support/batch.ts";
import { memoryOutput } from "./support/memory-output.ts";

describe("a document of the output", () => {
  test("has its identity, text, places and tables", async () => {
    const table = "# Title\n\n| a | b |\n|---|---|\n| 1 | 2 |";
    const fileSystem = filesOf({ "a.tap": `first\f${table}` });
    const output = memoryOutput();
    await batch({ output, fileSystem, reader: tapReader() });
    const [record] = await recordsOf(output);
    expect(record).toMatchObject({
      path: "docs/a.tap",
      status: "complete",
      mediaType: "application/x-tap",
      handler: "tap",
      version: "1.0.0",
      size: 44,
      text: `first\n${table}`,
      places: [
        { unit: "page", index: 1, lines: [1, 1] },
        { unit: "page", index: 2, lines: [2, 6] },
      ],
      tables: [{ markdown: "| a | b |\n|---|---|\n| 1 | 2 |", lines: [4, 6], at: { unit: "page", index: 2 } }],
      notices: [],
    });
    expect(record?.id).toMatch(/^[0-9a-f]{32}$/);
    expect(record?.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test("is whole, however long its lines and its text", async () => {
    const long = "x".repeat(3_000_000);
    const text = `${long}\n${"word ".repeat(2_000_000)}\nend`;
    const output = memoryOutput();
    const fileSystem = filesOf({ "a.txt": "" });
    fileSystem.write("/base/docs/a.txt", new TextEncoder().encode(text));
    await batch({ output, fileSystem });
    const [record] = await recordsOf(output);
    expect([record?.status, record?.text === text]).toEqual(["complete", true]);
  });

  test("is cut at the limit of its text, and says so", async () => {
    const output = memoryOutput();
    const summary = await batch({ output, fileSystem: filesOf({ "a.txt": "line\n".repeat(1000) }), maxTextBytes: 100 });
    const [record] = await recordsOf(output);
    expect(record).toMatchObject({ status: "partial", stopped: { by: "bytes", limit: 100 } });
    expect(record?.text.length).toBeLessThanOrEqual(200);
    expect(summary.totals).toMatchObject({ read: 1, partial: 1, failed: 0 });
  });

  test("keeps what was read before its failure", async () => {
    const output = memoryOutput();
    const fileSystem = filesOf({ "a.tap": "page one\fcorrupt" });
    const summary = await batch({ output, fileSystem, reader: tapReader() });
    const [failure] = await recordsOf(output);
    expect(failure).toMatchObject({
      status: "partial",
      text: "page one",
      handler: "tap",
      version: "1.0.0",
      error: { code: "corrupt", message: "It is damaged.", command: "reader docs/a.tap" },
    });
    expect(summary.totals).toMatchObject({ read: 0, failed: 1, byCode: { corrupt: 1 } });
  });

  test("has a table that crosses a page once", async () => {
    const pages = "text\n\n| a | b |\n|---|---|\n| 1 | 2 |\f| 3 | 4 |\f| 5 | 6 |\n\nafter\f| no | table |";
    const output = memoryOutput();
    await batch({ output, fileSystem: filesOf({ "a.tap": pages }), reader: tapReader() });
    const [record] = await recordsOf(output);
    const markdown = "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |";
    expect(record?.tables).toEqual([{ markdown, lines: [3, 7], at: { unit: "page", index: 1 } }]);
    const lines = record?.text.split("\n").slice(2, 7).join("\n");
    expect(lines).toBe(markdown);
  });

  test("as Markdown has comments for its places and for what is missing", async () => {
    const output = memoryOutput();
    const fileSystem = filesOf({ "deep/a.tap": "one\ftwo\fcorrupt", "b.txt": "plain\n", "c.tap": "corrupt" });
    await batch({ output, fileSystem, format: "markdown", reader: tapReader() });
    expect(await textOf(output, "deep/a.tap.md")).toBe(
      "<!-- page 1 -->\n\none\n\n<!-- page 2 -->\n\ntwo\n\n<!-- incomplete: corrupt: It is damaged. -->\n",
    );
    expect(await textOf(output, "b.txt.md")).toBe("plain\n");
    expect(await output.size("c.tap.md")).toBeUndefined();
  });
});

describe("a tree of Markdown files", () => {
  test("has a file for each document, also if their names differ only on some file systems", async () => {
    const output = memoryOutput();
    const fileSystem = memoryFileSystem({
      entries: {
        "/a.txt": "of the root\n",
        "/base/a.txt": "small\n",
        "/base/A.txt": "large\n",
        "/base/B/c.txt": "one\n",
        "/base/b/c.txt": "two\n",
      },
      workingDirectory: "/base",
    });
    const content = async function* (): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode("/a.txt\nA.txt\na.txt\nB/c.txt\nb/c.txt\n");
    };
    const sources = [listSource({ fileSystem, name: "-", content })];
    const summary = await batch({ output, fileSystem, sources, format: "markdown" });
    expect(summary.totals.read).toBe(5);
    const files = [...output.content.keys()].filter((name) => name.endsWith(".md"));
    expect(new Set(files.map((name) => name.toLowerCase())).size).toBe(5);
    const texts = await Promise.all(files.map((name) => textOf(output, name)));
    expect(new Set(texts)).toEqual(new Set(["large\n", "of the root\n", "one\n", "small\n", "two\n"]));
  });
});

describe("a document that crashes its process", () => {
  test("is tried three times, then quarantined", async () => {
    const reads: string[] = [];
    const output = memoryOutput();
    const fileSystem = filesOf({ "a.tap": "crash", "b.tap": "fine" });
    const summary = await batch({ output, fileSystem, reader: tapReader((content) => reads.push(content)) });
    expect(reads).toEqual(["crash", "crash", "crash", "fine"]);
    expect(summary.totals.byCode).toEqual({ quarantined: 1 });
  });

  test("is read if a later attempt succeeds", async () => {
    let attempts = 0;
    const fileSystem = filesOf({ "a.tap": "crash" });
    const reader = tapReader(() => {
      attempts += 1;
      if (attempts === 2) fileSystem.write("/base/docs/a.tap", "recovered");
    });
    const output = memoryOutput();
    await batch({ output, fileSystem, reader });
    expect((await recordsOf(output)).map(({ text }) => text)).toEqual(["recovered"]);
  });
});

describe("a source that changes during the run", () => {
  test("loses a file, which is a failure", async () => {
    const fileSystem = memoryFileSystem({
      workingDirectory: "/base",
      entries: { "/base/docs/a.txt": "a\n", "/base/docs/b.txt": "b\n" },
    });
    const output = memoryOutput();
    output.before = ({ path }) => {
      if (path === "_run/journal.jsonl") fileSystem.remove("/base/docs/b.txt");
      output.before = path === "_run/journal.jsonl" ? undefined : output.before;
      return undefined;
    };
    const summary = await batch({ output, fileSystem });
    expect(summary.totals).toMatchObject({ read: 1, byCode: { "not-found": 1 } });
  });

  test("has a file that is rewritten once while it is read: it is read again", async () => {
    const fileSystem = filesOf({ "a.tap": "old content" });
    let reads = 0;
    const reader = tapReader(() => {
      reads += 1;
      if (reads === 1) fileSystem.write("/base/docs/a.tap", "new content");
    });
    const output = memoryOutput();
    await batch({ output, fileSystem, reader });
    const [record] = await recordsOf(output);
    expect([record?.text, record?.notices, reads]).toEqual(["new content", [], 2]);
  });

  test("has a file that never rests: it is read as it is, with a notice", async () => {
    const fileSystem = filesOf({ "a.tap": "0" });
    let reads = 0;
    const reader = tapReader(() => {
      reads += 1;
      fileSystem.write("/base/docs/a.tap", String(reads));
    });
    const output = memoryOutput();
    await batch({ output, fileSystem, reader });
    const [record] = await recordsOf(output);
    expect([record?.status, record?.notices.map(({ code }) => code)]).toEqual(["complete", ["changed-while-reading"]]);
  });
});

describe("a retry", () => {
  test("replaces failures, and leaves the rest alone", async () => {
    const fileSystem = filesOf({ "a.tap": "corrupt", "b.txt": "b\n", "c.tap": "crash", "d.tap": "page\fcorrupt" });
    const output = memoryOutput();
    await batch({ output, fileSystem, reader: tapReader() });
    fileSystem.write("/base/docs/a.tap", "mended");
    fileSystem.write("/base/docs/c.tap", "mended as well");
    const summary = await batch({ output, fileSystem, reader: tapReader(), retry: ["corrupt"] });
    expect(summary.totals).toMatchObject({ read: 2, failed: 2, byCode: { corrupt: 1, quarantined: 1 } });
    expect(summary.now).toEqual({ read: 1, failed: 1, retries: 2 });
    expect((await recordsOf(output)).map(({ path, error }) => [path, error?.code])).toEqual([
      ["docs/b.txt", undefined],
      ["docs/a.tap", undefined],
      ["docs/c.tap", "quarantined"],
      ["docs/d.tap", "corrupt"],
    ]);
    expect(await output.list("")).toContain("part-00001.jsonl");
    expect(await batchStatus(output)).toMatchObject({ state: "complete", failures: ["corrupt", "quarantined"] });
  });

  test("without such failures does nothing", async () => {
    const fileSystem = filesOf({ "a.txt": "a\n" });
    const output = memoryOutput();
    await batch({ output, fileSystem });
    expect(await batch({ output, fileSystem, retry: "all" })).toMatchObject({ wasComplete: true, pending: 0 });
  });
});

describe("a run", () => {
  const fileSystem = filesOf(
    Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`f${at}.txt`, `text ${at}\n`])),
  );

  test("rolls parts at their size, and gives them names when they are complete", async () => {
    const output = memoryOutput();
    let now = 0;
    const clock = (): number => (now += 10_000);
    await batch({ output, fileSystem, partBytes: 1000, clock });
    const parts = ((await output.list("")) ?? []).filter((name) => name.startsWith("part-"));
    expect(parts.length).toBeGreaterThan(2);
    expect(await recordsOf(output)).toHaveLength(100);
  });

  test("that is interrupted finishes what is under way, and goes on later", async () => {
    const output = memoryOutput();
    const stop = new AbortController();
    const first = await batch({
      output,
      fileSystem,
      signal: stop.signal,
      onProgress: ({ done }) => {
        if (done > 0) stop.abort();
      },
    });
    expect(first.state).toBe("interrupted");
    expect(first.pending).toBeLessThan(100);
    expect(first.pending).toBeGreaterThan(0);
    expect(output.content.has("_SUCCESS")).toBe(false);
    expect(await batchStatus(output)).toMatchObject({ state: "interrupted", pending: first.pending });
    const second = await batch({ output, fileSystem });
    expect([second.state, (await recordsOf(output)).length]).toEqual(["complete", 100]);
  });

  test("that is stopped at once reads again what was under way", async () => {
    const output = memoryOutput();
    const stop = new AbortController();
    const files = filesOf({ "a.tap": "slow", "b.txt": "b\n" });
    const reader = tapReader(() => stop.abort());
    const first = await batch({ output, fileSystem: files, reader, signal: stop.signal, abort: stop.signal });
    expect(first.state).toBe("interrupted");
    await batch({ output, fileSystem: files, reader: tapReader() });
    expect((await recordsOf(output)).map(({ path }) => path).toSorted()).toEqual(["docs/a.tap", "docs/b.txt"]);
  });

  test("with other options in the same folder is refused", async () => {
    const output = memoryOutput();
    await batch({ output, fileSystem });
    await expect(batch({ output, fileSystem, format: "chunks" })).rejects.toMatchObject({
      code: "other-run",
      message: "out has a run with other options: its format is jsonl.",
    });
    const sources = [folderSource("docs", { fileSystem })];
    await expect(runBatch({ output, fileSystem, sources, include: ["*.md"] })).rejects.toMatchObject({
      message: "out has a run with other sources or filters.",
    });
  });

  test("takes the place of one that has no plan, because its source failed", async () => {
    const output = memoryOutput();
    const content = (): AsyncIterable<Uint8Array> => new Blob(['{"name":"a"}\n']).stream();
    const faulty = manifestSource({ fileSystem, path: "data/list", form: "jsonl", content });
    await expect(runBatch({ output, fileSystem, sources: [faulty] })).rejects.toMatchObject({ code: "bad-manifest" });
    expect(await batch({ output, fileSystem })).toMatchObject({ state: "complete" });
  });

  test.for(["is missing", "has lost its end"])(
    "neither takes the place of a run that did read nor continues it, if its plan %s",
    async (state) => {
      const output = memoryOutput();
      await batch({ output, fileSystem });
      const plan = output.content.get("_run/plan.jsonl") ?? expect.fail("There is no plan.");
      if (state === "is missing") output.content.delete("_run/plan.jsonl");
      else output.content.set("_run/plan.jsonl", plan.slice(0, -10));
      const before = await recordsOf(output);
      const sources = [folderSource("docs", { fileSystem })];
      const other = runBatch({ output, fileSystem, sources, include: ["*.md"] });
      await expect(other).rejects.toMatchObject({ code: "other-run" });
      await expect(batch({ output, fileSystem })).rejects.toMatchObject({ code: "damaged" });
      expect(await recordsOf(output)).toEqual(before);
    },
  );

  test("in a folder with other files is refused, and leaves them alone", async () => {
    const output = memoryOutput(new Map([["thesis.docx", new Uint8Array(3)]]));
    await expect(batch({ output, fileSystem })).rejects.toMatchObject({ code: "not-empty" });
    expect([...output.content.keys()]).toEqual(["thesis.docx"]);
  });

  test("writes chunks with stable identifiers", async () => {
    const files = filesOf({ "a.tap": "same\fsame\fother" });
    const ids = async (): Promise<readonly string[]> => {
      const output = memoryOutput();
      await batch({ output, fileSystem: files, format: "chunks", reader: tapReader() });
      return (await linesOf<{ id: string }>(output, "part-00000.jsonl")).map(({ id }) => id);
    };
    const first = await ids();
    expect(new Set(first).size).toBe(3);
    files.write("/base/docs/a.tap", "before\fsame\fsame\fother");
    expect((await ids()).slice(1)).toEqual(first);
  });
});
