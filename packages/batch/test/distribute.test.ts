import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type QueuedJob, workShards } from "../src/index.ts";
import { memoryQueue } from "./support/memory-queue.ts";
import { distributed, faultOf, ground, pathsIn, tenTexts } from "./support/shards.ts";

describe("a run that is stopped while its shards are added", () => {
  test.for([true, false])("is not complete, whether it waits or not: %s", async (waits) => {
    const folder = tenTexts();
    const queue = memoryQueue();
    await distributed(folder, { queue, waits: false });
    queue.waiting.splice(1);
    await workShards(queue, ground);
    const stopped = await distributed(folder, { queue, waits }, { signal: AbortSignal.abort() });
    expect(stopped).toMatchObject({ state: "interrupted", documents: 11, complete: 1, pending: 7 });
    expect(existsSync(join(folder, "out/_SUCCESS"))).toBe(false);
    expect(await distributed(folder, { queue, waits: false })).toMatchObject({
      state: "queued",
      shards: 3,
      complete: 1,
    });
  });
});

describe("a run that is started again with other limits", () => {
  test("is divided as at its first start", async () => {
    const folder = tenTexts();
    const queue = memoryQueue();
    await distributed(folder, { queue, waits: false });
    queue.waiting.splice(1);
    await workShards(queue, ground);
    const limits = { documents: 3, bytes: 5 };
    expect(await distributed(folder, { queue, waits: false, limits })).toMatchObject({ shards: 3, complete: 1 });
    await workShards(queue, ground);
    expect(await distributed(folder, { queue, limits })).toMatchObject({ state: "complete", pending: 0 });
    const paths = await pathsIn(join(folder, "out"));
    expect([paths.length, new Set(paths).size]).toEqual([11, 11]);
  });

  test("keeps limits that are infinite", async () => {
    const folder = tenTexts();
    const limits = { documents: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };
    for (const start of [{ limits }, {}]) {
      const queue = memoryQueue();
      expect(await distributed(folder, { queue, waits: false, ...start })).toMatchObject({ shards: 1 });
    }
  });
});

describe("a run of which one shard failed, and another was lost by the queue", () => {
  test("gets the lost one back, and ends", async () => {
    const folder = tenTexts();
    const queue = memoryQueue();
    const added: string[][] = [];
    let looks = 0;
    const lossy = {
      ...queue,
      async add(jobs: readonly QueuedJob[]) {
        added.push(jobs.map(({ id }) => id));
        await queue.add(jobs);
      },
      async state() {
        looks += 1;
        if (looks > 20) throw new Error("The run does not end.");
        if (looks === 1) {
          queue.failed.push(...queue.waiting.splice(0, 1).map((job) => ({ ...job, reason: "no space" })));
          queue.waiting.length = 1;
        }
        await workShards(queue, ground);
        return queue.state();
      },
    };
    const summary = await distributed(folder, { queue: lossy });
    expect(summary).toMatchObject({ state: "failed", complete: 2, failures: [{ reason: "no space" }] });
    expect(added).toEqual([expect.any(Array), [added[0]?.[2]]]);
  });
});

describe("a run whose plan has lost documents", () => {
  test("is not distributed", async () => {
    const folder = tenTexts();
    const queue = memoryQueue();
    await distributed(folder, { queue, waits: false });
    await workShards(queue, ground);
    const plan = join(folder, "out/_run/plan.jsonl");
    const lines = readFileSync(plan, "utf8").split("\n");
    writeFileSync(plan, lines.toSpliced(3, 1).join("\n"));
    expect(await faultOf(distributed(folder, { queue }))).toMatch(/^damaged: .* 10 documents instead of 11/);
    expect(existsSync(join(folder, "out/_SUCCESS"))).toBe(false);
  });
});
