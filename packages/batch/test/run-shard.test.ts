import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type FileSystem, nodeFileSystem } from "@reader/core";
import { describe, expect, test } from "vitest";
import { listSource, nodeOutputFiles, runShard, type ShardGround, type Source, workShards } from "../src/index.ts";
import { sha256 } from "../src/contract/ids.ts";
import { digestDigits, parseShardJob } from "../src/shards/shard-job.ts";
import { memoryQueue } from "./support/memory-queue.ts";
import { distributed, faultOf, ground, pathsIn, tenTexts } from "./support/shards.ts";

const fileSystem = nodeFileSystem();

function listOf(text: string): Source {
  const content = async function* (): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(text);
  };
  return listSource({ fileSystem, name: "list", prefixes: ["s3://"], content });
}

describe("a shard", () => {
  test("has all documents of its job, whatever the worker has chosen for its own runs", async () => {
    const folder = tenTexts();
    const queue = memoryQueue();
    await distributed(folder, { queue, waits: false });
    const optionsFor: ShardGround["optionsFor"] = async (run) => {
      const own = {
        include: ["f1*"],
        exclude: ["f2*"],
        shard: { index: 0, count: 2 },
        since: nodeOutputFiles(join(folder, "earlier")),
        retry: "all",
        leaveOut: [join(folder, "docs")],
      };
      return { ...(await ground.optionsFor(run)), ...own };
    };
    for (const { data } of queue.waiting) await runShard(parseShardJob(data), { optionsFor });
    expect(await distributed(folder, { queue })).toMatchObject({ state: "complete", pending: 0 });
    expect(await pathsIn(join(folder, "out"))).toHaveLength(11);
  });

  test("with fewer documents than its job is not published", async () => {
    const folder = tenTexts();
    const queue = memoryQueue();
    const sources = [listOf(`${join(folder, "docs/f1.txt")}\n${join(folder, "docs/f2.txt")}\n`)];
    await distributed(folder, { queue, waits: false }, { sources });
    const plan = join(folder, "out/_run/plan.jsonl");
    const [first = "", , ...rest] = readFileSync(plan, "utf8").split("\n");
    const twice = `${first}\n${first}\n`;
    writeFileSync(plan, `${twice}${rest.join("\n")}`);
    const part = sha256(new TextEncoder().encode(twice)).slice(0, digestDigits);
    const job = { ...parseShardJob(queue.waiting[0]?.data), end: Buffer.byteLength(twice), part };
    expect(await faultOf(runShard(job, ground))).toMatch(/^damaged: .* has 1 documents instead of 2\.$/);
    expect(existsSync(join(folder, "out/shard-0000000"))).toBe(false);
  });

  test("of a run with another server of objects is refused, and the hint names the option", async () => {
    const folder = tenTexts();
    const queue = memoryQueue();
    await distributed(folder, { queue, waits: false }, { identity: { endpoint: "http://minio:9000" } });
    const job = parseShardJob(queue.waiting[0]?.data);
    await expect(runShard(job, ground)).rejects.toMatchObject({
      code: "other-program",
      hint: expect.stringContaining("--s3-endpoint"),
    });
    const identity = { endpoint: "http://minio:9000" };
    const optionsFor: ShardGround["optionsFor"] = async (run) => ({ ...(await ground.optionsFor(run)), identity });
    expect(await runShard(job, { optionsFor })).toMatchObject({ state: "complete" });
  });

  test("with objects is refused by a worker that cannot read them, and left to others", async () => {
    const folder = tenTexts();
    const queue = memoryQueue();
    const sources = [listOf(`${join(folder, "docs/f1.txt")}\ns3://bucket/f2.txt\n`)];
    await distributed(folder, { queue, waits: false }, { sources });
    expect(await faultOf(workShards(queue, ground))).toBe(
      "other-program: The shard has documents on s3://, which this worker cannot read.",
    );
    expect([queue.waiting.length, queue.failed, existsSync(join(folder, "out/_work"))]).toEqual([1, [], false]);
    const storages = [{ prefix: "s3://", fileSystem: inFolder(join(folder, "docs")) }];
    await workShards(queue, { optionsFor: async (run) => ({ ...(await ground.optionsFor(run)), storages }) });
    expect(await distributed(folder, { queue }, { sources })).toMatchObject({ state: "complete", totals: { read: 2 } });
  });
});

/** The file system of a storage, whose bucket is a folder. */
function inFolder(folder: string): FileSystem {
  const resolve = (...paths: string[]): string =>
    fileSystem.path.resolve(...paths.map((path) => path.replace(/^s3:\/\/(?:bucket)?/, folder)));
  return { ...fileSystem, path: { ...fileSystem.path, resolve } };
}
