import { memoryFileSystem, type MemoryFileSystem } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { BatchError, listSource, manifestSource, type Source, type Storage } from "../src/index.ts";
import { batch, filesOf, recordsOf } from "./support/batch.ts";
import { memoryOutput } from "./support/memory-output.ts";

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

/** A storage whose objects are files in memory. */
function storageOf(entries: Readonly<Record<string, string>>): Storage & { readonly fileSystem: MemoryFileSystem } {
  const files = Object.entries(entries).map(([name, content]) => [`/objects/${name}`, content] as const);
  const fileSystem = memoryFileSystem({ entries: Object.fromEntries(files), workingDirectory: "/objects" });
  const { path } = fileSystem;
  const resolve = (...paths: string[]): string =>
    path.resolve(...paths.map((each) => each.replace(/^s3:\/\//, "/objects/")));
  Object.defineProperty(fileSystem, "path", { value: { ...path, resolve } });
  return { prefix: "s3://", fileSystem };
}

/** The path of each document, and its text or the code of its failure. */
async function outcomes(sources: readonly Source[], storage: Storage): Promise<readonly (readonly unknown[])[]> {
  const output = memoryOutput();
  const fileSystem = filesOf({ "a.txt": "a file" });
  await batch({ output, fileSystem, sources, storages: [storage] });
  return (await recordsOf(output)).map(({ path, text, error }) => [path, error?.code ?? text]);
}

describe("documents of another storage", () => {
  const storage = storageOf({
    "bucket/b.txt": "an object",
    "bucket/deep/c.txt": "another",
    "other/d.txt": "elsewhere",
  });
  const prefixes = [storage.prefix];
  const fileSystem = filesOf({});

  test("are named by a list beside files", async () => {
    const text = "docs/a.txt\ns3://bucket/b.txt\ns3://bucket/none.txt\n";
    const list = listSource({ fileSystem, name: "-", prefixes, content: () => bytesOf(text) });
    expect(await outcomes([list], storage)).toEqual([
      ["docs/a.txt", "a file"],
      ["s3://bucket/b.txt", "an object"],
      ["s3://bucket/none.txt", "not-found"],
    ]);
  });

  test.for([
    [[], "outside-workspace"],
    [["."], "outside-workspace"],
    [["s3://bucket/deep"], "outside-workspace"],
    [["s3://bucket"], "an object"],
  ] as const)("of a manifest are read inside its roots: %j", async ([roots, outcome]) => {
    const content = (): AsyncGenerator<Uint8Array> => bytesOf('{"path":"s3://bucket/b.txt"}\n');
    const given = roots.length === 0 ? {} : { roots };
    const source = manifestSource({ fileSystem, path: "docs/list.jsonl", form: "jsonl", prefixes, content, ...given });
    expect(await outcomes([source], storage)).toEqual([["s3://bucket/b.txt", outcome]]);
  });

  test("that is not known are refused when they are listed", async () => {
    const list = listSource({ fileSystem, name: "-", content: () => bytesOf("s3://bucket/b.txt\n") });
    const error: unknown = await outcomes([list], storage).catch((cause: unknown) => cause);
    expect(BatchError.is(error) && [error.code, error.message, error.hint]).toEqual([
      "bad-manifest",
      '- names "s3://bucket/b.txt", whose storage is not known.',
      "Install the package of the storage: npm install @reader/s3 for s3://.",
    ]);
  });

  test("have Markdown files that no two keys share", async () => {
    const keys = ["a//b", "a/b", "../b", "a/../b", "_up/b", "/b", "s3"];
    const source: Source = {
      name: "s3://bucket",
      roots: ["s3://bucket"],
      folder: "s3://bucket",
      async *documents() {
        for (const key of keys) yield { path: `s3://bucket/${key}`, inner: key };
      },
    };
    const output = memoryOutput();
    // All keys lead to one file: only the names of the output matter.
    const flat = storageOf({ "bucket/b": "b" });
    const { path } = flat.fileSystem;
    const place = (each: string): string => each.replace(/^s3:\/\/bucket\/.*$/, "/objects/bucket/b");
    const resolve = (...paths: string[]): string => path.resolve(...paths.map(place));
    Object.defineProperty(flat.fileSystem, "path", { value: { ...path, resolve } });
    const options = { output, fileSystem, sources: [source], storages: [flat], format: "markdown" as const };
    expect((await batch(options)).totals.read).toBe(keys.length);
    const files = [...output.content.keys()].filter((name) => name.endsWith(".md"));
    expect(files.toSorted()).toEqual(
      ["%../b.md", "%/b.md", "_up/b.md", "a/%../b.md", "a/%/b.md", "a/b.md", "s3.md"].toSorted(),
    );
  });
});

describe("an incremental run over objects with tags", () => {
  const runWith = async (tags: readonly [string, string], since?: ReturnType<typeof memoryOutput>) => {
    const output = memoryOutput(new Map(), since === undefined ? "first" : "second");
    const storage = storageOf({ "bucket/a.txt": "one", "bucket/b.txt": "two" });
    const open = storage.fileSystem.open.bind(storage.fileSystem);
    const opened: string[] = [];
    storage.fileSystem.open = async (path) => {
      opened.push(path.slice("/objects/bucket/".length));
      const handle = await open(path);
      const etag = tags[path.endsWith("a.txt") ? 0 : 1];
      return Object.assign(Object.create(handle) as typeof handle, {
        stat: async () => ({ ...(await handle.stat()), etag }),
        read: handle.read.bind(handle),
        close: handle.close.bind(handle),
        realPath: handle.realPath.bind(handle),
      });
    };
    const source: Source = {
      name: "s3://bucket",
      roots: ["s3://bucket"],
      async *documents() {
        yield { path: "s3://bucket/a.txt", size: 3, modifiedNs: "1", etag: tags[0] };
        yield { path: "s3://bucket/b.txt", size: 3, modifiedNs: "1", etag: tags[1] };
      },
    };
    const given = since === undefined ? {} : { since };
    const { totals } = await batch({
      output,
      fileSystem: filesOf({}),
      sources: [source],
      storages: [storage],
      ...given,
    });
    return { output, totals, opened };
  };

  test("does not open those with the same tag, whatever their time", async () => {
    const first = await runWith(["t1", "t2"]);
    expect((await recordsOf(first.output)).map(({ etag }) => etag)).toEqual(["t1", "t2"]);
    const second = await runWith(["t1", "t2"], first.output);
    expect([second.totals.kept, second.opened]).toEqual([2, []]);
    const third = await runWith(["t1", "t3"], second.output);
    // Another tag with the same content, such as that of another upload in parts.
    expect([third.totals.kept, new Set(third.opened)]).toEqual([2, new Set(["b.txt"])]);
  });
});
