import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nodeFileSystem } from "@reader/core";
import {
  folderSource,
  nodeOutputFiles,
  runBatch,
  runShard,
  type ShardGround,
  shardsStatus,
  workShards,
} from "../src/index.ts";
import { shardFolders } from "../src/files/shard-folders.ts";
import { parseSharedRun, parseShardJob, shardJobId } from "../src/shards/shard-job.ts";
import { tapReader } from "./support/batch.ts";
import { folderWith } from "./support/folder.ts";
import { memoryQueue } from "./support/memory-queue.ts";
import { distributed, faultOf, ground, pathsIn, tenTexts } from "./support/shards.ts";

const fileSystem = nodeFileSystem();

describe("a run of a queue", () => {
  test("is read in shards, each in a folder that appears when it is complete", async () => {
    const folder = tenTexts();
    const queue = memoryQueue();
    expect(await distributed(folder, { queue, waits: false })).toMatchObject({
      state: "queued",
      shards: 3,
      complete: 0,
    });
    expect(readdirSync(join(folder, "out"))).toEqual(["_run"]);
    await workShards(queue, ground);
    const summary = await distributed(folder, { queue });
    expect(summary).toMatchObject({ state: "complete", shards: 3, pending: 0, totals: { read: 10, failed: 1 } });
    expect(readdirSync(join(folder, "out")).toSorted()).toEqual(
      ["_SUCCESS", "_run", "_summary.json", "shard-0000000", "shard-0000001", "shard-0000002"].toSorted(),
    );
    const paths = await pathsIn(join(folder, "out"));
    expect(new Set(paths).size).toBe(11);
    expect(paths).toHaveLength(11);
    expect(await shardsStatus(nodeOutputFiles(join(folder, "out")))).toMatchObject({
      state: "complete",
      shards: { complete: 3, underWay: 0 },
      failures: ["corrupt"],
    });
  });

  test("has each job once, however often it is started", async () => {
    const folder = tenTexts();
    const queue = memoryQueue();
    await distributed(folder, { queue, waits: false });
    await distributed(folder, { queue, waits: false });
    expect(queue.waiting).toHaveLength(3);
    const ids = queue.waiting.map(({ data }) => shardJobId(parseShardJob(data)));
    expect(queue.waiting.map(({ id }) => id)).toEqual(ids);
  });

  test("gets back the jobs that its queue has lost", async () => {
    const folder = tenTexts();
    const queue = memoryQueue();
    let looks = 0;
    const lossy = {
      ...queue,
      async state() {
        looks += 1;
        if (looks === 1) queue.waiting.length = 0;
        else await workShards(queue, ground);
        return queue.state();
      },
    };
    expect(await distributed(folder, { queue: lossy })).toMatchObject({ state: "complete", pending: 0 });
  });

  test("cannot be continued without the queue, nor with other options", async () => {
    const folder = tenTexts();
    await distributed(folder, { queue: memoryQueue(), waits: false });
    const run = {
      sources: [folderSource(join(folder, "docs"), { fileSystem })],
      output: nodeOutputFiles(join(folder, "out")),
    };
    expect(await faultOf(runBatch(run))).toContain("it was started with a queue");
  });

  test("is refused by a worker with another version of a handler, and left to others", async () => {
    const folder = tenTexts();
    const queue = memoryQueue();
    await distributed(folder, { queue, waits: false });
    const optionsFor = async (): ReturnType<ShardGround["optionsFor"]> => ({
      ...(await ground.optionsFor(parseSharedRun(sharedRun))),
      handlerVersions: { tap: "2.0.0" },
    });
    expect(await faultOf(workShards(queue, { optionsFor }))).toBe(
      "other-program: The run wants handler tap 1.0.0; this worker has 2.0.0.",
    );
    expect(queue.waiting).toHaveLength(3);
    expect(queue.failed).toEqual([]);
  });
});

const sharedRun = {
  version: 1,
  workingDirectory: "/w",
  sources: [{ name: "docs", roots: ["/w/docs"], folder: "docs" }],
  readKey: "a".repeat(64),
  handlers: {},
  settings: null,
};

describe("a shard whose worker was lost", () => {
  test("is continued from its journal, and nothing is read twice", async () => {
    const folder = folderWith({ "docs/a.tap": "one", "docs/b.tap": "two", "docs/c.tap": "three" });
    const queue = memoryQueue();
    await distributed(folder, { queue, waits: false });
    const job = parseShardJob(queue.waiting[0]?.data);
    const reads: string[] = [];
    const finish = new AbortController();
    const optionsFor = async (): ReturnType<ShardGround["optionsFor"]> => ({
      ...(await ground.optionsFor(parseSharedRun(sharedRun))),
      reader: tapReader((content) => {
        reads.push(content);
        if (reads.length === 2) finish.abort();
      }),
    });
    expect(await runShard(job, { optionsFor, signal: finish.signal })).toMatchObject({ state: "interrupted" });
    expect(await runShard(job, { optionsFor })).toMatchObject({ state: "complete", totals: { read: 3 } });
    expect(reads).toEqual(["one", "two", "three"]);
    expect(readdirSync(join(folder, "out/_work"))).toEqual([]);
  });

  test("again and again by the same document is complete in the end, and the document is quarantined", async () => {
    const folder = folderWith({ "docs/a.tap": "fine", "docs/b.tap": "deadly", "docs/c.tap": "fine" });
    const queue = memoryQueue();
    await distributed(folder, { queue, waits: false });
    const job = parseShardJob(queue.waiting[0]?.data);
    const attempt = (): ReturnType<typeof runShard> => {
      const abort = new AbortController();
      const optionsFor = async (): ReturnType<ShardGround["optionsFor"]> => ({
        ...(await ground.optionsFor(parseSharedRun(sharedRun))),
        reader: tapReader((content) => {
          if (content === "deadly") abort.abort();
        }),
      });
      return runShard(job, { optionsFor, abort: abort.signal });
    };
    // Once among others, and three times alone.
    for (let losses = 0; losses < 4; losses += 1) expect((await attempt()).state).toBe("interrupted");
    expect(await attempt()).toMatchObject({ state: "complete", totals: { read: 2, byCode: { quarantined: 1 } } });
  });

  test("is not harmed by the lost worker, which was alive after all", async () => {
    const folder = folderWith({ "docs/a.tap": "one", "docs/b.tap": "two", "docs/c.tap": "three" });
    const queue = memoryQueue();
    await distributed(folder, { queue, waits: false });
    const job = parseShardJob(queue.waiting[0]?.data);
    // While the first worker reads its second document, another one takes over, and completes the shard.
    const taken = (): Promise<unknown> => runShard(job, ground);
    let other: Promise<unknown> | undefined;
    const slow = async (): ReturnType<ShardGround["optionsFor"]> => {
      const options = await ground.optionsFor(parseSharedRun(sharedRun));
      const reader = tapReader();
      const [tap] = reader.handlers ?? [];
      if (tap === undefined) throw new Error("There is no handler.");
      const read: typeof tap.read = async function* (source, context) {
        const content = new TextDecoder().decode(await source.bytes());
        if (content === "two") await (other ??= taken());
        yield* tap.read(source, context);
      };
      return { ...options, reader: { handlers: [{ ...tap, read }] } };
    };
    expect(await faultOf(runShard(job, { optionsFor: slow }))).toMatch(/^taken-over: /);
    expect(await other).toMatchObject({ state: "complete" });
    const paths = (await pathsIn(join(folder, "out"))).map((path) => path.slice(-5));
    expect(paths).toEqual(["a.tap", "b.tap", "c.tap"]);
  });
});

describe("the folders of a shard", () => {
  /** A run with one part that is complete, one that grows, and a journal. */
  function beginRun(folder: string): void {
    mkdirSync(join(folder, "_run/staged"), { recursive: true });
    for (const name of ["plan.jsonl", "run.json", "journal.jsonl"]) writeFileSync(join(folder, "_run", name), name);
    writeFileSync(join(folder, "part-00000.jsonl"), "complete\n");
    writeFileSync(join(folder, "_run/staged/part-00001.jsonl"), "growing\n");
    writeFileSync(join(folder, "_run/lock-1"), "{}");
  }

  test("are new for each owner, with what the earlier one had finished, and without its lock", () => {
    const folders = shardFolders(folderWith());
    const first = folders.claim(7);
    beginRun(first);
    const second = folders.claim(7);
    expect(second).not.toBe(first);
    expect(existsSync(first)).toBe(false);
    expect(readFileSync(join(second, "part-00000.jsonl"), "utf8")).toBe("complete\n");
    expect(readFileSync(join(second, "_run/staged/part-00001.jsonl"), "utf8")).toBe("growing\n");
    expect(existsSync(join(second, "_run/lock-1"))).toBe(false);
  });

  test("do not see what an earlier owner writes into files that it has open", async () => {
    const folders = shardFolders(folderWith());
    const first = folders.claim(7);
    beginRun(first);
    const open = await nodeOutputFiles(first, "_run/unfinished", { mustExist: true }).append("_run/journal.jsonl");
    const second = folders.claim(7);
    await open.append(new TextEncoder().encode("late"));
    await open.close();
    expect(readFileSync(join(second, "_run/journal.jsonl"), "utf8")).toBe("journal.jsonl");
  });

  test("refuse writes of an earlier owner by name, and its publication", async () => {
    const out = folderWith();
    const folders = shardFolders(out);
    const first = folders.claim(7);
    beginRun(first);
    const files = nodeOutputFiles(first, "_run/unfinished", { mustExist: true });
    folders.claim(7);
    await expect(files.replace("_summary.json", new Uint8Array())).rejects.toMatchObject({ code: "ENOENT" });
    await expect(files.append("part-00002.jsonl")).rejects.toMatchObject({ code: "ENOENT" });
    await expect(files.create("_run/lock-2", new Uint8Array())).rejects.toMatchObject({ code: "ENOENT" });
    expect(() => folders.publish(7, first)).toThrow("Another process continues shard-0000007");
    expect(readdirSync(out)).toEqual(["_work"]);
  });

  test("are published once, if two owners finish", () => {
    const folders = shardFolders(folderWith());
    // Neither has begun when the other one looks, so that both read the whole shard.
    const [one, other] = [folders.claim(3), folders.claim(3)];
    for (const folder of [one, other]) {
      appendFileSync(join(folder, "_SUCCESS"), "");
      writeFileSync(join(folder, "part-00000.jsonl"), folder);
    }
    folders.publish(3, other);
    expect(() => folders.publish(3, one)).not.toThrow();
    expect(readFileSync(join(folders.folderOf(3), "part-00000.jsonl"), "utf8")).toBe(other);
    expect([...folders.published()]).toEqual([3]);
    expect(folders.underWay()).toEqual([]);
  });
});

describe("the data of a job", () => {
  test("of any form is refused with a sentence", () => {
    fc.assert(
      fc.property(fc.anything(), (data) => {
        expect(() => parseShardJob(data)).toThrow("The job cannot be run: ");
      }),
      { seed: 22 },
    );
  });

  test.for([
    ["another version", { version: 2 }],
    ["no output", { out: "" }],
    ["a NUL in its output", { out: "/a\0b" }],
    ["no hash", { part: "../../etc/passwd" }],
    ["a huge part", { end: 2 ** 40 }],
    ["a negative start", { start: -1 }],
    ["no documents", { documents: 0 }],
    ["an endless number of documents", { documents: 1e12 }],
    ["an end before its start", { start: 10, end: 5 }],
  ])("with %s is refused", ([, change]) => {
    const job = {
      version: 1,
      out: "/out",
      run: "b".repeat(32),
      shard: 0,
      start: 0,
      end: 9,
      documents: 1,
      part: "c".repeat(32),
    };
    expect(parseShardJob(job)).toEqual(job);
    expect(() => parseShardJob({ ...job, ...(change as object) })).toThrow("its data is not that of a shard");
  });

  test("that names a changed plan or another run is refused", async () => {
    const folder = tenTexts();
    const queue = memoryQueue();
    await distributed(folder, { queue, waits: false });
    const job = parseShardJob(queue.waiting[0]?.data);
    expect(await faultOf(runShard({ ...job, part: "0".repeat(32) }, ground))).toContain(
      "the plan of its run was changed",
    );
    expect(await faultOf(runShard({ ...job, run: "0".repeat(32) }, ground))).toContain("is another one");
    expect(await faultOf(runShard({ ...job, out: join(folder, "docs") }, ground))).toContain("there is no run in");
  });

  test("that reads or writes outside the roots of the worker is refused", async () => {
    const folder = tenTexts();
    const queue = memoryQueue();
    await distributed(folder, { queue, waits: false });
    const job = parseShardJob(queue.waiting[0]?.data);
    expect(await faultOf(runShard(job, { ...ground, roots: [join(folder, "docs")] }))).toContain("outside the roots");
    expect(await faultOf(runShard(job, { ...ground, roots: [join(folder, "out")] }))).toContain("outside the roots");
    expect(await runShard(job, { ...ground, roots: [folder] })).toMatchObject({ state: "complete" });
  });
});
