import { describe, expect, test } from "vitest";
import { BatchError, type BatchOptions, type DocumentRecord, nodeOutputFiles } from "../src/index.ts";
import { batch, contentOf, filesOf, linesOf, recordsOf, rowsOf, tapReader, textOf } from "./support/batch.ts";
import { folderWith } from "./support/folder.ts";
import { Killed, memoryOutput, systemError } from "./support/memory-output.ts";

const documents = {
  "a.txt": "one\ntwo\n",
  "c.tap": "page one\fpage two",
  "d.tap": "page one\fcorrupt",
  "deep/e.txt": "four\n",
  "f.tap": "corrupt",
};

const fileSystem = filesOf(documents);

/** The texts of the output without durations, and without the state of the run. The rows of all parts are together. */
async function textsOf(output: ReturnType<typeof memoryOutput>): Promise<Map<string, string>> {
  const names = [...output.content.keys()].filter((name) => !name.startsWith("_"));
  const texts = new Map<string, string>();
  for (const name of names.toSorted()) {
    const isParquet = name.endsWith(".parquet");
    const text = (isParquet ? await rowLines(output, name) : await textOf(output, name)) ?? "";
    const key = isParquet ? "all rows" : name;
    const lines = text.replaceAll(/"ms":[\d.]+/g, '"ms":0').split("\n");
    texts.set(key, [...(texts.get(key)?.split("\n") ?? []), ...lines].toSorted().join("\n").trimStart());
  }
  return texts;
}

/** The lines or rows of all parts together, and the failures: a document may be in another part after a loss of power. */
async function linesOfAll(output: ReturnType<typeof memoryOutput>): Promise<readonly string[]> {
  const texts = [...(await textsOf(output))].filter(([name]) => !name.startsWith("_"));
  return texts
    .flatMap(([, text]) => text.split("\n"))
    .filter((line) => line !== "")
    .toSorted();
}

/** The rows of a Parquet file as JSON lines. */
async function rowLines(output: ReturnType<typeof memoryOutput>, name: string): Promise<string> {
  const plain = (_: string, value: unknown): unknown => (typeof value === "bigint" ? Number(value) : value);
  return (await rowsOf(output, name)).map((row) => `${JSON.stringify(row, plain)}\n`).join("");
}

/** Options of a run whose every sync is due, and completes a part. */
function smallParts(): Pick<BatchOptions, "partBytes" | "clock"> {
  let now = 0;
  return { partBytes: 1, clock: () => (now += 5000) };
}

describe("a run that is killed", () => {
  test.for([
    ["jsonl", "of the usual size"],
    ["markdown", "of the usual size"],
    ["chunks", "of the usual size"],
    ["parquet", "of the usual size"],
    ["parquet", "of one document"],
  ] as const)("at any write has the same output in the end, as %s in parts %s", async ([format, size]) => {
    const start = (output: ReturnType<typeof memoryOutput>): Promise<unknown> => {
      const parts = size === "of one document" ? smallParts() : {};
      return batch({ output, fileSystem, format, reader: tapReader(), ...parts });
    };
    const whole = memoryOutput();
    await start(whole);
    const expected = await textsOf(whole);
    // The last write releases the lock, which does not matter.
    for (let at = 1; at < whole.writes; at += 1) {
      const output = memoryOutput();
      // An append is cut in the middle of its bytes.
      output.before = ({ name }, number) =>
        number >= at ? { keeps: name === "append" && number === at ? 7 : 0, error: new Killed() } : undefined;
      await expect(start(output)).rejects.toBeInstanceOf(Killed);
      removeLocks(output.content);
      output.before = undefined;
      await start(output);
      expect([at, await textsOf(output)]).toEqual([at, expected]);
      expect(output.content.has("_SUCCESS")).toBe(true);
      expect([...output.content.keys()].filter((name) => name.startsWith("_run/staged/part"))).toEqual([]);
    }
  });

  test.for(["jsonl", "parquet"] as const)("again and again reads every document once, as %s", async (format) => {
    const output = memoryOutput();
    for (let starts = 0; !output.content.has("_SUCCESS"); starts += 1) {
      expect(starts).toBeLessThan(200);
      const first = output.writes;
      // Enough for a part, and sometimes for the end of a run.
      const most = 20 + ((starts * 7) % 23);
      output.before = (_, number) => (number - first > most ? { keeps: 3, error: new Killed() } : undefined);
      await batch({ output, fileSystem, format, reader: tapReader(), ...smallParts() }).catch(() => undefined);
      removeLocks(output.content);
    }
    const parts = [...output.content.keys()].filter((name) => name.endsWith(".parquet"));
    const rows = (await Promise.all(parts.map((name) => rowsOf(output, name)))).flat();
    const paths = [...rows, ...(await recordsOf(output))].map(({ path }) => String(path));
    expect(parts.length > 1).toBe(format === "parquet");
    expect([...output.content.keys()].filter((name) => name.startsWith("_run/staged/part"))).toEqual([]);
    expect(paths.toSorted()).toEqual(
      Object.keys(documents)
        .map((name) => `docs/${name}`)
        .toSorted(),
    );
  });

  test("does not read again what its journal has", async () => {
    const output = memoryOutput();
    const reads: string[] = [];
    const reader = tapReader((content) => reads.push(content));
    output.before = ({ path }) => {
      const isSecond = path === "_run/journal.jsonl" && reads.length === 2;
      return isSecond ? { keeps: 0, error: new Killed() } : undefined;
    };
    await batch({ output, fileSystem, reader }).catch(() => undefined);
    output.before = undefined;
    removeLocks(output.content);
    await batch({ output, fileSystem, reader });
    expect(reads.filter((content) => content === documents["c.tap"])).toHaveLength(1);
    expect(reads.filter((content) => content === documents["d.tap"]).length).toBeLessThanOrEqual(2);
  });
});

/** A process that was killed leaves its lock, and another process takes it over. This process is still alive. */
function removeLocks(content: Map<string, Uint8Array>): void {
  for (const name of content.keys()) if (name.startsWith("_run/lock-")) content.delete(name);
}

describe("a document during which the program ends", () => {
  test("is read alone, and is quarantined after three ends", async () => {
    const output = memoryOutput();
    const files = filesOf({ "a.txt": "fine\n", "bad.tap": "deadly", "z.txt": "fine\n" });
    const reader = tapReader((content) => {
      if (content !== "deadly") return;
      output.before = () => ({ keeps: 0, error: new Killed() });
    });
    for (let starts = 0; starts < 4; starts += 1) {
      output.before = undefined;
      await expect(batch({ output, fileSystem: files, reader })).rejects.toBeInstanceOf(Killed);
      removeLocks(output.content);
    }
    output.before = undefined;
    const summary = await batch({ output, fileSystem: files, reader });
    expect(summary.totals.byCode).toEqual({ quarantined: 1 });
    const [failure] = await linesOf<DocumentRecord>(output, "failures.jsonl");
    expect(failure?.error).toMatchObject({ code: "quarantined", command: "reader docs/bad.tap" });
    expect((await recordsOf(output)).map(({ path }) => path)).toEqual(["docs/a.txt", "docs/z.txt", "docs/bad.tap"]);
  });
});

describe("a loss of power", () => {
  test("loses the documents whose output is not on the disk, and they are read again", async () => {
    const whole = memoryOutput();
    await batch({ output: whole, fileSystem, reader: tapReader() });
    const output = memoryOutput();
    output.before = ({ name, path }) =>
      name === "sync" && path.includes("staged") ? { keeps: 0, error: new Killed() } : undefined;
    await batch({ output, fileSystem, reader: tapReader() }).catch(() => undefined);
    output.before = undefined;
    removeLocks(output.content);
    const part = output.content.get("_run/staged/part-00000.jsonl") ?? new Uint8Array();
    expect(part.length).toBeGreaterThan(100);
    // The journal is on the disk, and the end of the part is not.
    output.content.set("_run/staged/part-00000.jsonl", part.fill(0, part.length - 50));
    await batch({ output, fileSystem, reader: tapReader() });
    expect(await contentOf(output)).toEqual(await contentOf(whole));
  });

  test("inside the journal cuts it at the damaged line", async () => {
    const whole = memoryOutput();
    await batch({ output: whole, fileSystem, reader: tapReader() });
    const output = memoryOutput();
    output.before = ({ name }) => (name === "sync" ? { keeps: 0, error: new Killed() } : undefined);
    await batch({ output, fileSystem, reader: tapReader() }).catch(() => undefined);
    output.before = undefined;
    removeLocks(output.content);
    const plan = output.content.get("_run/plan.jsonl");
    expect(plan).toBeDefined();
    await batch({ output, fileSystem, reader: tapReader() });
    expect(await contentOf(output)).toEqual(await contentOf(whole));
  });

  test("that cuts the journal in the middle of any of its last lines loses nothing", async () => {
    const whole = await complete();
    const started = memoryOutput();
    started.before = ({ name, path }) =>
      name === "sync" && path === "_run/journal.jsonl" ? { keeps: 0, error: new Killed() } : undefined;
    await batch({ output: started, fileSystem, reader: tapReader() }).catch(() => undefined);
    removeLocks(started.content);
    const journal = started.content.get("_run/journal.jsonl") ?? new Uint8Array();
    expect(journal.length).toBeGreaterThan(1000);
    for (let size = journal.length - 1; size > 0; size -= 97) {
      const output = memoryOutput(new Map(started.content).set("_run/journal.jsonl", journal.slice(0, size)));
      await batch({ output, fileSystem, reader: tapReader() });
      expect([size, await contentOf(output)]).toEqual([size, await contentOf(whole)]);
    }
  });

  test.for([
    ["jsonl", 1],
    ["jsonl", 700],
    ["chunks", 700],
    ["parquet", 1],
    ["parquet", 700],
  ] as const)(
    "that takes what was not synced of the journal, and nothing else, loses and repeats nothing, as %s in parts of %i bytes",
    async ([format, partBytes]) => {
      const start = (output: ReturnType<typeof memoryOutput>): Promise<unknown> =>
        batch({ output, fileSystem, format, reader: tapReader(), ...smallParts(), partBytes });
      const whole = memoryOutput();
      await start(whole);
      const expected = await linesOfAll(whole);
      for (let at = 1; at < whole.writes; at += 1) {
        const output = memoryOutput();
        const journalOf = (): Uint8Array => output.content.get("_run/journal.jsonl") ?? new Uint8Array();
        let synced = 0;
        output.before = ({ name, path }, number) => {
          if (number >= at) return { keeps: 0, error: new Killed() };
          if (name === "sync" && path === "_run/journal.jsonl") synced = journalOf().length;
          return undefined;
        };
        await expect(start(output)).rejects.toBeInstanceOf(Killed);
        removeLocks(output.content);
        output.before = undefined;
        if (output.content.has("_run/journal.jsonl")) {
          output.content.set("_run/journal.jsonl", journalOf().slice(0, synced));
        }
        await start(output);
        expect([at, await linesOfAll(output)]).toEqual([at, expected]);
      }
    },
  );

  test("that kept the removal of lines, but not what the journal says of their part, is reported", async () => {
    const output = memoryOutput();
    const options = { output, fileSystem, format: "parquet", reader: tapReader() } as const;
    output.before = ({ name, path }) =>
      name === "append" && path === "_run/staged/failures.unfinished" ? { keeps: 0, error: new Killed() } : undefined;
    await expect(batch(options)).rejects.toBeInstanceOf(Killed);
    removeLocks(output.content);
    output.before = undefined;
    const journal = await textOf(output, "_run/journal.jsonl");
    const cut = journal?.replace(/\{"type":"roll".*\n/, "") ?? "";
    expect(cut.length).toBeLessThan(journal?.length ?? 0);
    output.content.set("_run/journal.jsonl", new TextEncoder().encode(cut));
    const part = output.content.get("part-00000.parquet");
    const error: unknown = await batch(options).catch((cause: unknown) => cause);
    expect(BatchError.is(error) && error.code).toBe("damaged");
    expect(output.content.get("part-00000.parquet")).toBe(part);
  });

  test("does not make a file of a folder longer than it is", async () => {
    const folder = folderWith({ "part.jsonl": "four" });
    const files = nodeOutputFiles(folder);
    await expect(files.append("part.jsonl", 5)).rejects.toMatchObject({ code: "damaged" });
    await expect(files.append("none.jsonl", 5)).rejects.toMatchObject({ code: "damaged" });
    expect(await files.size("part.jsonl")).toBe(4);
    const file = await files.append("part.jsonl", 3);
    await file.close();
    expect([file.size, await textOf(files, "part.jsonl")]).toEqual([3, "fou"]);
  });

  test("before a line that was synced is reported, and nothing is written", async () => {
    const output = memoryOutput();
    await batch({ output, fileSystem, reader: tapReader() });
    const journal = output.content.get("_run/journal.jsonl") ?? new Uint8Array();
    journal.fill(0, 40, 60);
    const error: unknown = await batch({ output, fileSystem, reader: tapReader() }).catch((cause: unknown) => cause);
    expect(BatchError.is(error) && error.code).toBe("damaged");
  });
});

describe("output that cannot be written", () => {
  test.for([
    ["ENOSPC", "there is no space left"],
    ["EROFS", "the file system is read-only"],
    ["EACCES", "permission is denied"],
  ])("stops the run with a reason (%s), and the same call goes on", async ([code = "", words = ""]) => {
    const expected = await contentOf(await complete());
    const output = memoryOutput();
    output.before = ({ path }) =>
      path.startsWith("_run/staged/part") ? { keeps: 10, error: systemError(code) } : undefined;
    const error: unknown = await batch({ output, fileSystem, reader: tapReader() }).catch((cause: unknown) => cause);
    expect(BatchError.is(error) && [error.code, error.message]).toEqual([
      "output-failed",
      `out cannot be written: ${words}.`,
    ]);
    output.before = undefined;
    await batch({ output, fileSystem, reader: tapReader() });
    expect(await contentOf(output)).toEqual(expected);
  });
});

async function complete(): Promise<ReturnType<typeof memoryOutput>> {
  const output = memoryOutput();
  await batch({ output, fileSystem, reader: tapReader() });
  return output;
}
