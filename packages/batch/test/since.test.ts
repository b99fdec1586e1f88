import { describe, expect, test } from "vitest";
import { type BatchOptions, batchStatus, type BatchSummary } from "../src/index.ts";
import { batch, filesOf, linesOf, recordsOf, tapReader } from "./support/batch.ts";
import { Killed, memoryOutput, type MemoryOutput } from "./support/memory-output.ts";

const documents = {
  "a.txt": "one\n",
  "b.txt": "two\n",
  "c.tap": "page",
  "d.tap": "corrupt",
  "e.bin": "\0\u{1}\0\u{2}",
};

async function firstRun(
  fileSystem: ReturnType<typeof filesOf>,
  options: Partial<BatchOptions> = {},
): Promise<MemoryOutput> {
  const output = memoryOutput(new Map(), "first");
  await batch({ output, fileSystem, reader: tapReader(), ...options });
  return output;
}

async function secondRun(
  fileSystem: ReturnType<typeof filesOf>,
  since: MemoryOutput,
  options: Partial<BatchOptions> = {},
): Promise<{ readonly output: MemoryOutput; readonly summary: BatchSummary; readonly paths: readonly string[] }> {
  const output = memoryOutput(new Map(), "second");
  const summary = await batch({ output, fileSystem, since, reader: tapReader(), ...options });
  return { output, summary, paths: (await recordsOf(output)).map(({ path }) => path.slice("docs/".length)) };
}

describe("an incremental run", () => {
  test("reads what is new or changed, and lists what is deleted", async () => {
    const fileSystem = filesOf(documents);
    const first = await firstRun(fileSystem);
    fileSystem.write("/base/docs/a.txt", "changed\n");
    fileSystem.remove("/base/docs/c.tap");
    fileSystem.put("/base/docs/new.txt", "new\n");
    const { output, summary, paths } = await secondRun(fileSystem, first);
    expect(paths).toEqual(["a.txt", "new.txt", "e.bin"]);
    expect(summary).toMatchObject({ deleted: 1, totals: { kept: 2, byReason: { content: 1, new: 1, failed: 1 } } });
    expect((await linesOf<{ path: string }>(output, "deleted.jsonl")).map(({ path }) => path)).toEqual(["docs/c.tap"]);
    expect(await batchStatus(output)).toMatchObject({
      state: "complete",
      run: { since: "first" },
      totals: { kept: 2 },
    });
  });

  test("does not open files with the same size and time", async () => {
    const fileSystem = filesOf({ "a.txt": "one\n" });
    const first = await firstRun(fileSystem);
    const before = fileSystem.calls.length;
    await secondRun(fileSystem, first);
    const opened = fileSystem.calls.slice(before).filter(({ name, path }) => name === "open" && path.endsWith("a.txt"));
    expect(opened).toEqual([]);
  });

  test("keeps a file that was written again with the same content", async () => {
    const fileSystem = filesOf({ "a.txt": "one\n" });
    const first = await firstRun(fileSystem);
    fileSystem.write("/base/docs/a.txt", "one\n");
    expect((await secondRun(fileSystem, first)).summary.totals).toMatchObject({ kept: 1, read: 0 });
  });

  test("reads a file with the same size and another content", async () => {
    const fileSystem = filesOf({ "a.txt": "one\n" });
    const first = await firstRun(fileSystem);
    fileSystem.write("/base/docs/a.txt", "two\n");
    expect((await secondRun(fileSystem, first)).paths).toEqual(["a.txt"]);
  });

  test("with a new version of a handler reads only its formats", async () => {
    const fileSystem = filesOf(documents);
    const first = await firstRun(fileSystem);
    const { summary, paths } = await secondRun(fileSystem, first, { reader: tapReader(undefined, "2.0.0") });
    expect(paths).toEqual(["c.tap", "d.tap", "e.bin"]);
    expect(summary.totals.byReason).toEqual({ handler: 2, failed: 1 });
  });

  test("with other options reads everything", async () => {
    const fileSystem = filesOf(documents);
    const first = await firstRun(fileSystem);
    const { summary } = await secondRun(fileSystem, first, { format: "chunks" });
    expect(summary.totals).toMatchObject({ kept: 0, byReason: { options: 5 } });
  });

  test("can be the base of the next one, and of a run that was killed", async () => {
    const fileSystem = filesOf(documents);
    const second = await secondRun(fileSystem, await firstRun(fileSystem));
    fileSystem.write("/base/docs/b.txt", "changed\n");
    const output = memoryOutput(new Map(), "third");
    for (let most = 9; !output.content.has("_SUCCESS"); most += 1) {
      const first = output.writes;
      output.before = (_, number) => (number - first > most ? { keeps: 5, error: new Killed() } : undefined);
      await batch({ output, fileSystem, since: second.output, reader: tapReader() }).catch(() => undefined);
      for (const name of output.content.keys()) if (name.startsWith("_run/lock-")) output.content.delete(name);
    }
    expect((await recordsOf(output)).map(({ path }) => path)).toEqual(["docs/b.txt", "docs/e.bin"]);
    expect(await linesOf(output, "deleted.jsonl")).toEqual([]);
  });

  test("of a folder without a run is refused", async () => {
    const fileSystem = filesOf(documents);
    const empty = memoryOutput(new Map(), "empty");
    await expect(secondRun(fileSystem, empty)).rejects.toMatchObject({ code: "no-run" });
  });
});
