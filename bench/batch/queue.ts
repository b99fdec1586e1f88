import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { connectQueue } from "@reader/batch-queue";
import { measure, type Measured, median, print, printTimes, runReader } from "./measured.ts";
import { copyFixtures } from "./sample-files.ts";

const usage = `node bench/batch/queue.ts --queue URL [--documents N] [--rounds N] [--jobs N]

Measures reader batch on a queue (needs a build, and an empty server):
  --documents N   N small files of all formats: the time of one worker, and of two, each reading one document at a time.
                  A shard has 1000 documents, so two workers need 2000 to have one each
  --rounds N      how often they are read by one worker and by two, in turn. Default: 1
  --jobs N        N jobs of shards: the time to add them, and the memory of Redis for each, while they wait
`;

/** Jobs to add at once, as a run does. */
const jobsPerCall = 500;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const text = { type: "string" } as const;
  const options = { queue: text, documents: text, rounds: text, jobs: text };
  const { values } = parseArgs({ args: [...args], options });
  const { queue, documents = "0", rounds = "1", jobs = "0" } = values;
  if (queue === undefined || ![documents, rounds, jobs].every((value) => /^\d+$/.test(value))) {
    process.stdout.write(usage);
    return 2;
  }
  if (Number(documents) > 0) await measureWorkers(queue, { count: Number(documents), rounds: Number(rounds) });
  if (Number(jobs) > 0) await measureJobs(queue, Number(jobs));
  return 0;
}

interface Rounds {
  readonly count: number;
  readonly rounds: number;
}

async function measureWorkers(queue: string, { count, rounds }: Rounds): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "reader-queue-"));
  try {
    copyFixtures(join(folder, "mixed"), count);
    print("small files of all formats", count);
    const pairs: (readonly [one: Measured, two: Measured])[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const one = await timeWorkers(queue, { folder, round, workers: 1 });
      const two = await timeWorkers(queue, { folder, round, workers: 2 });
      pairs.push([one, two]);
    }
    print("two workers are faster by a factor of", median(pairs.map(([one, two]) => one.seconds / two.seconds)));
    // One worker takes a core for each second, if the cores are free. What two workers need more is lost to the other one.
    print(
      "CPU time of two workers, of that of one",
      median(pairs.map(([one, two]) => two.cpuSeconds / one.cpuSeconds)),
    );
    print("cores that one worker used", median(pairs.map(([one]) => one.cpuSeconds / one.seconds)));
    print("cores that two workers used", median(pairs.map(([, two]) => two.cpuSeconds / two.seconds)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Workers {
  readonly folder: string;
  readonly round: number;
  readonly workers: number;
}

/** The time from the start of the workers to their end; each reads one document at a time. */
async function timeWorkers(queue: string, { folder, round, workers }: Workers): Promise<Measured> {
  const out = join(folder, `out-${round}-${workers}`);
  await runReader(["batch", join(folder, "mixed"), "--out", out, "--queue", queue, "--no-wait"]);
  const work = ["batch", "work", "--queue", queue, "--until-empty", "--concurrency", "1", "--quiet"];
  const server = await serverSeconds(queue);
  const measured = await measure(() => Promise.all(Array.from({ length: workers }, () => runReader(work))));
  printTimes(workers === 1 ? "one worker" : `${workers} workers`, measured);
  const used = (await serverSeconds(queue)) - server;
  if (!Number.isNaN(used)) print("CPU time of Redis meanwhile, seconds", used);
  return measured;
}

/** The CPU time of Redis so far, in seconds; `NaN` for PostgreSQL. */
async function serverSeconds(url: string): Promise<number> {
  const facts = await redisFacts(url, "cpu");
  const [user, system] = ["user", "sys"].map((name) => new RegExp(`used_cpu_${name}:([\\d.]+)`).exec(facts)?.[1]);
  return Number(user) + Number(system);
}

async function measureJobs(url: string, count: number): Promise<void> {
  const queue = await connectQueue({ url });
  const before = await usedMemory(url);
  const start = performance.now();
  for (let at = 0; at < count; at += jobsPerCall) {
    const numbers = Array.from({ length: Math.min(jobsPerCall, count - at) }, (_, more) => at + more);
    await queue.add(numbers.map((shard) => ({ id: `bench-${shard}`, data: jobOf(shard) })));
  }
  print("jobs", count);
  print("jobs added in a second", (count / (performance.now() - start)) * 1000);
  printMemory("bytes of memory for a waiting job", { before, after: await usedMemory(url), count });
  const totals = { documents: 1000, read: 990, failed: 10, bytes: 1e9, tokens: 1e8, ms: 1e6, byCode: { corrupt: 10 } };
  const again = performance.now();
  await queue.work({ untilEmpty: true, run: async () => ({ kind: "done", result: totals }) });
  print("jobs taken and finished in a second, by one worker", (count / (performance.now() - again)) * 1000);
  const left = "bytes of memory that are left, the last 1000 complete jobs and events";
  printMemory(left, { before, after: await usedMemory(url), count: 1 });
  await queue.close();
}

function jobOf(shard: number): { readonly [name: string]: string | number } {
  const hash = "0123456789abcdef".repeat(2);
  const [start, documents] = [shard * 80_000, 1000];
  return { version: 1, out: "/data/lake/text", run: hash, shard, start, end: start + 80_000, documents, part: hash };
}

/** The memory of Redis in bytes; `undefined` for PostgreSQL, which keeps jobs on disk. */
async function usedMemory(url: string): Promise<number | undefined> {
  const used = /used_memory:(\d+)/.exec(await redisFacts(url, "memory"))?.[1];
  return used === undefined ? undefined : Number(used);
}

/** What Redis says about itself; an empty string for PostgreSQL. */
async function redisFacts(url: string, section: string): Promise<string> {
  if (!url.startsWith("redis")) return "";
  const { Redis } = await import("ioredis");
  const client = new Redis(url);
  const facts = await client.info(section);
  client.disconnect();
  return facts;
}

interface MemoryChange {
  readonly before: number | undefined;
  readonly after: number | undefined;
  /** What the change is divided by. */
  readonly count: number;
}

function printMemory(name: string, { before, after, count }: MemoryChange): void {
  if (before !== undefined && after !== undefined) print(name, (after - before) / count);
}
