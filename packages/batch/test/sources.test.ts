import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeFileSystem, ReadError } from "@reader/core";
import { memoryFileSystem } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import {
  BatchError,
  type BatchOptions,
  fileSource,
  folderSource,
  listSource,
  manifestSource,
  previewBatch,
  type Source,
} from "../src/index.ts";
import { batch, filesOf, recordsOf, tapHandler } from "./support/batch.ts";
import { folderWith } from "./support/folder.ts";
import { memoryOutput } from "./support/memory-output.ts";

/** The paths that a source lists, and what it leaves out. */
async function listed(source: Source): Promise<{ readonly paths: string[]; readonly left: string[] }> {
  const left: string[] = [];
  const paths: string[] = [];
  const listener = {
    skipped: (reason: string) => void left.push(reason),
    problem: (words: string) => void left.push(words),
  };
  for await (const { path } of source.documents(listener)) paths.push(path);
  return { paths, left };
}

async function* bytesOf(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text);
}

/** The file system of this machine, as seen from a folder. */
function within(workingDirectory: string): ReturnType<typeof nodeFileSystem> {
  return Object.defineProperty(nodeFileSystem(), "workingDirectory", { value: workingDirectory });
}

describe("a folder", () => {
  test("is listed in order, under its ignore files, without links and secrets", async () => {
    const fileSystem = memoryFileSystem({
      workingDirectory: "/base",
      entries: {
        "/base/docs/.gitignore": "build/\n",
        "/base/docs/.env": "SECRET=1",
        "/base/docs/b.txt": "b",
        "/base/docs/a/c.txt": "c",
        "/base/docs/build/out.txt": "x",
        "/base/docs/node_modules/x.js": "x",
        "/base/docs/link.txt": { kind: "symlink", target: "/etc/passwd" },
        "/base/docs/linked": { kind: "symlink", target: "/base" },
      },
    });
    expect(await listed(folderSource("./docs/", { fileSystem }))).toEqual({
      paths: ["docs/.gitignore", "docs/a/c.txt", "docs/b.txt"],
      left: ["denied", "ignored", "link", "link", "ignored"],
    });
  });

  test("that cannot be listed is reported", async () => {
    const fileSystem = filesOf({ "a/x.txt": "x", "b/y.txt": "y" });
    fileSystem.fail({ name: "openDirectory", path: "/base/docs/a", code: "EACCES" });
    const { paths, left } = await listed(folderSource("docs", { fileSystem }));
    expect([paths, left]).toEqual([["docs/b/y.txt"], ['"docs/a" could not be listed.']]);
  });

  test("with hostile names is read, each under its own name", async ({ skip }) => {
    if (process.platform === "win32") skip("Windows has no such names");
    const names = [
      "new\nline.txt",
      "~",
      "-rf",
      "a b.txt",
      "'quote\".txt",
      "C:\\x.txt",
      "file:",
      "é.txt",
      "e\u0301.txt",
    ];
    const folder = folderWith();
    mkdirSync(join(folder, "docs"));
    for (const name of names) writeFileSync(join(folder, "docs", name), `${JSON.stringify(name)}\n`);
    const output = memoryOutput();
    await batch({ output, fileSystem: within(folder) });
    const records = await recordsOf(output);
    expect(records.map(({ text }) => text).toSorted()).toEqual(names.map((name) => JSON.stringify(name)).toSorted());
    expect(records.map(({ path, text }) => JSON.stringify(path.slice("docs/".length)) === text)).not.toContain(false);
  });

  test("that is replaced by a link during the run gives no file from elsewhere", async ({ skip }) => {
    if (process.platform === "win32") skip("links need a right on Windows");
    const folder = folderWith({ "docs/in/a.txt": "inside\n", "secret/a.txt": "outside\n" });
    const fileSystem = within(folder);
    const output = memoryOutput();
    const source = folderSource("docs", { fileSystem });
    const swapping: Source = {
      ...source,
      async *documents(listener) {
        yield* source.documents(listener);
        const { renameSync } = await import("node:fs");
        renameSync(join(folder, "docs/in"), join(folder, "docs/was"));
        symlinkSync(join(folder, "secret"), join(folder, "docs/in"));
      },
    };
    await batch({ output, fileSystem, sources: [swapping] });
    expect((await recordsOf(output)).map(({ error, text, sha256 }) => [error?.code, text, sha256])).toEqual([
      ["outside-workspace", "", undefined],
    ]);
  });
});

describe("a list of paths", () => {
  const fileSystem = filesOf({});
  const list = (...texts: readonly string[]): Source =>
    listSource({ fileSystem, name: "-", content: () => bytesOf(...texts) });

  test("has lines, or NULs if there is one", async () => {
    expect((await listed(list("a.txt\r\n\n./b/../c", ".txt\nlast"))).paths).toEqual(["a.txt", "c.txt", "last"]);
    expect((await listed(list("a\nb.txt\0", "c.txt\0"))).paths).toEqual(["a\nb.txt", "c.txt"]);
  });

  test("that is no text is refused", async () => {
    const binary = listSource({
      fileSystem,
      name: "-",
      content: async function* () {
        yield Uint8Array.of(255, 10);
      },
    });
    const error: unknown = await listed(binary).catch((cause: unknown) => cause);
    expect(BatchError.is(error) && error.message).toBe("- is not UTF-8 text.");
  });
});

describe("a manifest", () => {
  const manifest = (form: "csv" | "jsonl", text: string): Source =>
    manifestSource({ fileSystem: filesOf({}), path: "data/list", form, content: () => bytesOf(text) });

  test("in JSON lines names paths from its folder", async () => {
    const text = '{"path":"a.txt","label":1}\n\n"b.txt"\n{"path":"/abs/c.txt"}\n';
    expect((await listed(manifest("jsonl", text))).paths).toEqual(["data/a.txt", "data/b.txt", "/abs/c.txt"]);
  });

  test("in CSV has quoted fields, also with line ends", async () => {
    const text = '\u{feff}id,Path\r\n1,a.txt\r\n2,"b, ""c"".txt"\r\n3,"two\nlines.txt"\r\n';
    expect((await listed(manifest("csv", text))).paths).toEqual([
      "data/a.txt",
      'data/b, "c".txt',
      "data/two\nlines.txt",
    ]);
  });

  test.for([
    ["jsonl", '{"path":"a"}\n{"nope":1}\n', "data/list, line 2, has no `path`."],
    ["jsonl", "{\n", "data/list, line 1, is not JSON."],
    ["csv", "a,b\n1,2\n", "data/list has no column `path` in its first line."],
    ["csv", 'path\n"a\n', "data/list, line 2, has a quote that does not end."],
    ["csv", "id,path\n1\n", "data/list, line 2, has no `path`."],
  ] as const)("names the line of a fault: %s %j", async ([form, text, message]) => {
    const error: unknown = await listed(manifest(form, text)).catch((cause: unknown) => cause);
    expect(BatchError.is(error) && [error.code, error.message]).toEqual(["bad-manifest", message]);
  });

  test("reads only files in its folder", async () => {
    const fileSystem = memoryFileSystem({
      workingDirectory: "/base",
      entries: {
        "/base/data/list.jsonl": '"a.txt"\n"../b.txt"\n"gone.txt"\n',
        "/base/data/a.txt": "a",
        "/base/b.txt": "b",
      },
    });
    const output = memoryOutput();
    await batch({
      output,
      fileSystem,
      sources: [manifestSource({ fileSystem, path: "data/list.jsonl", form: "jsonl" })],
    });
    expect((await recordsOf(output)).map(({ path, error }) => [path, error?.code])).toEqual([
      ["data/a.txt", undefined],
      ["b.txt", "outside-workspace"],
      ["data/gone.txt", "not-found"],
    ]);
  });
});

describe("the choice of documents", () => {
  const fileSystem = filesOf({ "a.txt": "a", "b.md": "b", "old/c.txt": "c", "old/deep/d.md": "d" });

  async function pathsOf(choice: Partial<BatchOptions>): Promise<readonly string[]> {
    const output = memoryOutput();
    await batch({ output, fileSystem, ...choice });
    return (await recordsOf(output)).map(({ path }) => path);
  }

  test.for([
    [{ include: ["*.md"] }, ["docs/b.md", "docs/old/deep/d.md"]],
    [{ exclude: ["old/"] }, ["docs/a.txt", "docs/b.md"]],
    [{ include: ["/old"], exclude: ["*.md"] }, ["docs/old/c.txt"]],
    [{ exclude: ["old/**/*.md"] }, ["docs/a.txt", "docs/b.md", "docs/old/c.txt"]],
  ] as const)("%j", async ([choice, paths]) => {
    expect(await pathsOf(choice)).toEqual(paths);
  });

  test("divides documents into shards: all of them, none twice", async () => {
    const count = 3;
    const parts = await Promise.all([0, 1, 2].map((index) => pathsOf({ shard: { index, count } })));
    expect(parts.flat().toSorted()).toEqual((await pathsOf({})).toSorted());
  });

  test("takes a document once that several sources name", async () => {
    const sources = [folderSource("docs/old", { fileSystem }), fileSource("docs/old/c.txt", { fileSystem })];
    const output = memoryOutput();
    const summary = await batch({ output, fileSystem, sources });
    expect([summary.documents, summary.skipped]).toEqual([2, { duplicate: 1 }]);
  });

  test("leaves out the output of the run, also inside a source", async () => {
    const inside = filesOf({
      "a.txt": "a",
      "text/part-00000.jsonl": "{}",
      "textual.txt": "b",
      "old/part-00000.jsonl": "{}",
    });
    const output = memoryOutput(new Map(), "docs/text");
    const summary = await batch({ output, fileSystem: inside, leaveOut: ["docs/old"] });
    expect((await recordsOf(output)).map(({ path }) => path)).toEqual(["docs/a.txt", "docs/textual.txt"]);
    expect(summary.skipped).toEqual({ output: 2 });
  });

  test("have estimated tokens from samples of each type: of text by bytes, of other formats by number", async () => {
    const text = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`t${at}.txt`, "word ".repeat(at + 1)]));
    const taps = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`p${at}.tap`, `page\n${"x".repeat(at)}`]));
    const mixed = filesOf({ ...text, ...taps, "tiny.md": "" });
    const sources = [folderSource("docs", { fileSystem: mixed })];
    const reads: string[] = [];
    // Every other document fails, and then has no tokens.
    const handler = tapHandler((content) => {
      reads.push(content);
      if (content.length % 2 === 0) throw new ReadError("corrupt", "It is damaged.");
    });
    const preview = await previewBatch({ sources, fileSystem: mixed, reader: { handlers: [handler] } });
    expect(preview).toMatchObject({ documents: 501, samples: 33 });
    expect(reads).toHaveLength(16);
    const output = memoryOutput();
    const { totals } = await batch({ output, fileSystem: mixed, reader: { handlers: [handler] } });
    expect(preview.tokens / totals.tokens).toBeGreaterThan(0.6);
    expect(preview.tokens / totals.tokens).toBeLessThan(1.6);
    const again = await previewBatch({ sources, fileSystem: mixed, reader: { handlers: [handler] } });
    expect(again).toEqual(preview);
  });

  test("can be shown without reading everything, and without writing", async () => {
    const preview = await previewBatch({ sources: [folderSource("docs", { fileSystem })], fileSystem });
    expect(preview).toMatchObject({ documents: 4, bytes: 4, samples: 4 });
    expect(preview.types.map(({ type, documents }) => [type, documents])).toEqual([
      ["text/plain", 2],
      ["text/markdown", 2],
    ]);
  });
});
