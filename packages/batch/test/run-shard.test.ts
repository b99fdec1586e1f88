import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeFileSystem } from "@reader/core";
import { describe, expect, test } from "vitest";
import { listSource, nodeOutputFiles, runShard, type ShardGround, type Source } from "../src/index.ts";
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
});
