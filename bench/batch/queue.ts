import { spawn } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { connectQueue } from "@reader/batch-queue";

const usage = `node bench/batch/queue.ts --queue URL [--documents N] [--jobs N]

Measures reader batch on a queue (needs a build, and an empty server):
  --documents N   N small files of all formats: the time of one worker, and of two, each reading one document at a time
  --jobs N        N jobs of shards: the time to add them, and the memory of Redis for each, while they wait
`;

const program = fileURLToPath(new URL("../../apps/cli/lib/main.cjs", import.meta.url));
const fixtures = fileURLToPath(new URL("../../fixtures", import.meta.url));

/** Jobs to add at once, as a run does. */
const jobsPerCall = 500;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ args: [...args], options: { queue: text, documents: text, jobs: text } });
  const { queue, documents = "0", jobs = "0" } = values;
  if (queue === undefined || !/^\d+$/.test(documents) || !/^\d+$/.test(jobs)) {
    process.stdout.write(usage);
    return 2;
  }
  if (Number(documents) > 0) await measureWorkers(queue, Number(documents));
  if (Number(jobs) > 0) await measureJobs(queue, Number(jobs));
  return 0;
}

async function measureWorkers(queue: string, count: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "reader-queue-"));
  try {
    copyFixtures(join(folder, "mixed"), count);
    const one = await timeWorkers(queue, { folder, workers: 1 });
    const two = await timeWorkers(queue, { folder, workers: 2 });
    print("small files of all formats", count);
    print("one worker, seconds", one);
    print("two workers, seconds", two);
    print("two workers are faster by a factor of", one / two);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function copyFixtures(target: string, count: number): void {
  const paths = globSync("*/*/input.*", { cwd: fixtures }).toSorted();
  for (let at = 0; at < count; at += 1) {
    const path = paths[at % paths.length] ?? "";
    const copy = join(target, String(Math.floor(at / paths.length)), path);
    mkdirSync(join(copy, ".."), { recursive: true });
    cpSync(join(fixtures, path), copy);
  }
}

interface Workers {
  readonly folder: string;
  readonly workers: number;
}

/** The time from the start of the workers to their end; each reads one document at a time. */
async function timeWorkers(queue: string, { folder, workers }: Workers): Promise<number> {
  const out = join(folder, `out-${workers}`);
  await run(["batch", join(folder, "mixed"), "--out", out, "--queue", queue, "--no-wait"]);
  const start = performance.now();
  const work = ["batch", "work", "--queue", queue, "--until-empty", "--concurrency", "1", "--quiet"];
  await Promise.all(Array.from({ length: workers }, () => run(work)));
  return (performance.now() - start) / 1000;
}

/** Runs the program to its end. */
function run(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "ignore", "inherit"] });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 || code === 1 ? resolve() : reject(new Error(`It ended with ${code}.`))));
  });
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
  if (!url.startsWith("redis")) return undefined;
  const { Redis } = await import("ioredis");
  const client = new Redis(url);
  const used = /used_memory:(\d+)/.exec(await client.info("memory"))?.[1];
  client.disconnect();
  return Number(used);
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

function print(name: string, value: number): void {
  process.stdout.write(`${name}: ${value < 100 ? value.toFixed(2) : Math.round(value)}\n`);
}
