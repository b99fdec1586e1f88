import { createReader, type Reader, type ReadOutcome, type ReadResult } from "@reader/core";
import { memoryFileSystem, type MemoryContent } from "@reader/testkit";
import { csv } from "../../src/index.ts";

/** A reader of tables in memory, by their names. */
export function readerOf(files: Readonly<Record<string, MemoryContent>>): Reader {
  const entries = Object.fromEntries(
    Object.entries(files).map(([name, content]) => [`/${name}`, { kind: "file" as const, content }]),
  );
  return createReader({
    handlers: [csv()],
    fileSystem: memoryFileSystem({ entries }),
    roots: ["/"],
    clock: () => 0,
  });
}

/** The rows and columns that are selected from a table. */
export async function select(content: MemoryContent, selection: string, name = "table.csv"): Promise<ReadOutcome> {
  return readerOf({ [name]: content }).read({ path: name, select: selection });
}

export function expectResult(outcome: ReadOutcome): ReadResult {
  if (!outcome.ok) throw new Error(`${outcome.error.code}: ${outcome.error.message}`);
  return outcome;
}

/** The lines of an answer. */
export function linesOf(outcome: ReadOutcome): readonly string[] {
  return expectResult(outcome).parts.flatMap((part) => (part.type === "text" ? part.text.split("\n") : []));
}

/** What a handler said in its own words. */
export function remarksOf(outcome: ReadOutcome): readonly string[] {
  return outcome.notices.flatMap((notice) => (notice.code === "handler" ? [notice.message] : []));
}
