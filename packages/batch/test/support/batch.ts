import { type FileSystem, type Handler, type ReaderOptions, ReadError } from "@reader/core";
import { defineHandler, text } from "@reader/core/handler";
import { parquetReadObjects } from "hyparquet";
import { memoryFileSystem, type MemoryFileSystem } from "@reader/testkit";
import {
  type BatchOptions,
  type BatchSummary,
  type DocumentRecord,
  folderSource,
  type OutputFiles,
  runBatch,
} from "../../src/index.ts";

const decoder = new TextDecoder();

/** A file system in memory with these files in `/base/docs`. */
export function filesOf(entries: Readonly<Record<string, string>>): MemoryFileSystem {
  const inDocs = Object.entries(entries).map(([name, content]) => [`/base/docs/${name}`, content] as const);
  return memoryFileSystem({ entries: Object.fromEntries(inDocs), workingDirectory: "/base" });
}

/** What a test wants to be different from a plain run over `docs`. */
export interface TestRun extends Partial<BatchOptions> {
  readonly output: OutputFiles;
  readonly fileSystem: FileSystem;
}

/** Runs a batch over `docs`, one document at a time unless told. */
export function batch(run: TestRun): Promise<BatchSummary> {
  const { fileSystem } = run;
  return runBatch({ sources: [folderSource("docs", { fileSystem })], concurrency: 1, ...run });
}

/** The lines of a file of the output, as values. */
export async function linesOf<Value>(output: OutputFiles, path: string): Promise<readonly Value[]> {
  const size = await output.size(path);
  if (size === undefined) return [];
  const bytes = new Uint8Array(size);
  await output.read(path, bytes, 0);
  const lines = decoder.decode(bytes).split("\n");
  return lines.slice(0, -1).map((line) => JSON.parse(line) as Value);
}

/** All documents of the output: those of its parts, and the failures. */
export async function recordsOf(output: OutputFiles): Promise<readonly DocumentRecord[]> {
  const parts = ((await output.list("")) ?? []).filter((name) => /^part-\d+\.jsonl$/.test(name)).toSorted();
  const all = await Promise.all([...parts, "failures.jsonl"].map((name) => linesOf<DocumentRecord>(output, name)));
  return all.flat();
}

/** The rows of a Parquet file of the output. */
export async function rowsOf(output: OutputFiles, path: string): Promise<readonly Record<string, unknown>[]> {
  const size = (await output.size(path)) ?? 0;
  const bytes = new Uint8Array(size);
  await output.read(path, bytes, 0);
  return parquetReadObjects({ file: bytes.buffer });
}

/** The documents without durations, sorted, to compare two runs. */
export async function contentOf(output: OutputFiles): Promise<readonly string[]> {
  return (await recordsOf(output)).map((record) => JSON.stringify({ ...record, ms: 0 })).toSorted();
}

/** The text of a file of the output. */
export async function textOf(output: OutputFiles, path: string): Promise<string | undefined> {
  const size = await output.size(path);
  if (size === undefined) return undefined;
  const bytes = new Uint8Array(size);
  await output.read(path, bytes, 0);
  return decoder.decode(bytes);
}

/** A handler for `.tap` files. The first line of a file says what happens to it. */
export function tapHandler(onRead: (content: string) => void = () => undefined, version = "1.0.0"): Handler {
  return defineHandler({
    name: "tap",
    version,
    mediaTypes: ["application/x-tap"],
    sniff: (_, name) => (name.endsWith(".tap") ? "application/x-tap" : undefined),
    async *read(source) {
      const content = decoder.decode(await source.bytes());
      onRead(content);
      for (const [at, page] of content.split("\f").entries()) {
        if (page.startsWith("corrupt")) throw new ReadError("corrupt", "It is damaged.");
        if (page.startsWith("crash")) {
          throw new ReadError("handler-failed", "Its process was ended by SIGSEGV.", { details: { ended: "SIGSEGV" } });
        }
        yield text(`${page}\n`, { unit: "page", index: at + 1 });
      }
    },
  });
}

/** Options of readers with the handler of `.tap` files. */
export function tapReader(...given: Parameters<typeof tapHandler>): Omit<ReaderOptions, "roots"> {
  return { handlers: [tapHandler(...given)] };
}
