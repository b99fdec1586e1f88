import { spawn } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { DistributedSummary } from "@reader/batch";
import { folderWith, postgresServer, redisServer } from "../support/folder.ts";
// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
import { s3Credentials, startS3Server } from "../../../../packages/testkit/test/support/s3-server.ts";
import { contentIn, makeMixedDocuments, recordsIn } from "./mixed-documents.ts";
import type { QueueArguments } from "./queue-program.ts";

const programs = {
  local: fileURLToPath(new URL("program.ts", import.meta.url)),
  queue: fileURLToPath(new URL("queue-program.ts", import.meta.url)),
};

const documents = 2000;

/** Servers, and the kills of the runner and of workers. What is special to PostgreSQL is how a job is taken, which ten show. */
const servers = [
  { name: redisServer.name, kind: redisServer, kills: 20 },
  { name: postgresServer.name, kind: postgresServer, kills: 10 },
];

/** Every third format: a queue moves shards, whatever is in them. `kill.long.test.ts` has all formats. */
const stride = 3;

const s3Environment = {
  AWS_ACCESS_KEY_ID: s3Credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
  AWS_EC2_METADATA_DISABLED: "true",
};

interface Ended {
  readonly signal: string | null;
  readonly stdout: string;
}

let folder = "";
let expected: ReadonlyMap<string, string> = new Map();

function start(program: string, facts: object): Promise<Ended> {
  // The starts share their compiled code, which one that is not killed writes.
  const env = { ...process.env, ...s3Environment, NODE_COMPILE_CACHE: join(folder, "compiled") };
  const child = spawn(process.execPath, [program, JSON.stringify(facts)], { cwd: folder, env });
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on("data", (piece: Buffer) => stdout.push(piece));
  child.stderr.on("data", (piece: Buffer) => stderr.push(piece));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (signal === null && code !== 0) reject(new Error(`The program failed: ${Buffer.concat(stderr).toString()}`));
      else resolve({ signal, stdout: Buffer.concat(stdout).toString() });
    });
  });
}

/** A worker that stops itself. */
function startSleeper(facts: QueueArguments): { stopped: Promise<void>; ended: Promise<unknown>; wake: () => void } {
  const child = spawn(process.execPath, [programs.queue, JSON.stringify(facts)], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return {
    stopped: new Promise((resolve) => child.stdout.on("data", () => resolve())),
    ended: new Promise((resolve) => child.on("exit", resolve)),
    wake: () => void child.kill("SIGCONT"),
  };
}

beforeAll(async () => {
  // The folder is removed by the test that uses it last.
  folder = folderWith({}, (end) => process.once("exit", end));
  makeMixedDocuments(join(folder, "docs"), documents, stride);
  await start(programs.local, { source: "docs", out: "whole", killAt: 0, victim: "self" });
  expected = contentIn(join(folder, "whole"));
});

/** Writes and calls before a run is planned and its shards are in the queue: the runner is killed at each of them. */
const stepsToQueue = [1, 2, 3, 4, 5, 6] as const;

/** Moments at which both are killed: writes, calls and looks of the runner, documents of the worker. */
function momentsOf(seed: number, count: number): readonly (readonly [runner: number, worker: number])[] {
  const moments = fc.tuple(fc.integer({ min: 12, max: 60 }), fc.integer({ min: 2, max: 80 }));
  return fc.sample(moments, { seed, numRuns: count });
}

// At the same time, since they mostly wait until the shards of killed workers are free again.
describe.for(servers)("2000 mixed documents on $name", { concurrent: true }, ({ kind, kills }) => {
  test(
    "are each read once, if runner and workers are killed many times",
    { concurrent: false },
    async ({ skip, onTestFinished }) => {
      if (kind.missing !== undefined) skip(`${kind.missing}, so ${kind.name} was not tested.`);
      const server = await kind.start();
      onTestFinished(() => server.stop());
      const out = join(folder, kind.name);
      const facts = { url: server.url, source: "docs", out };
      const role = (name: QueueArguments["role"], killAt: number): Promise<Ended> =>
        start(programs.queue, { ...facts, role: name, killAt } satisfies QueueArguments);
      for (const killAt of stepsToQueue) expect((await role("run", killAt)).signal).toBe("SIGKILL");
      for (const [at, [runner, worker]] of momentsOf(20_261_130, kills).entries()) {
        const isRunning = at < kills - stepsToQueue.length;
        const ends = await Promise.all([...(isRunning ? [role("run", runner)] : []), role("work", worker)]);
        expect(ends.map(({ signal }) => signal)).toEqual(ends.map(() => "SIGKILL"));
      }
      expect(existsSync(join(out, "_SUCCESS"))).toBe(false);
      const [run] = await Promise.all([role("run", 0), role("work", 0), role("work", 0)]);
      const summary = JSON.parse(run.stdout) as DistributedSummary;
      expect(summary).toMatchObject({ state: "complete", pending: 0, documents, failures: [] });
      expect(expected.size).toBe(documents);
      expectWhole(out, expected);
    },
  );

  test(
    "are each read once, if a worker sleeps until others have read its shard",
    { concurrent: false },
    async ({ skip, onTestFinished }) => {
      if (kind.missing !== undefined) skip(`${kind.missing}, so ${kind.name} was not tested.`);
      if (process.platform === "win32") skip("Windows has no signal that stops a process.");
      const server = await kind.start();
      onTestFinished(() => server.stop());
      const [source, out] = ["docs/generated/3", join(folder, `${kind.name}-asleep`)];
      const facts = { url: server.url, source, out, killAt: 0 };
      const run = start(programs.queue, { ...facts, role: "run" });
      const sleeper = startSleeper({ ...facts, role: "work", killAt: 20, signal: "SIGSTOP" });
      await sleeper.stopped;
      await start(programs.queue, { ...facts, role: "work" });
      const summary = JSON.parse((await run).stdout) as DistributedSummary;
      expect(summary).toMatchObject({ state: "complete", pending: 0, failures: [] });
      sleeper.wake();
      await sleeper.ended;
      const alone = `${kind.name}-alone`;
      await start(programs.local, { source, out: alone, killAt: 0, victim: "self" });
      const whole = contentIn(join(folder, alone));
      expect(whole.size).toBeGreaterThan(100);
      expectWhole(out, whole);
      expect(existsSync(join(out, "_work"))).toBe(false);
    },
  );
});

test.concurrent("objects of S3 are each read once through Redis, if runner and workers are killed", async ({
  skip,
  onTestFinished,
}) => {
  if (redisServer.missing !== undefined) skip(`${redisServer.missing}, so S3 was not read through a queue.`);
  const [server, storage] = await Promise.all([redisServer.start(), startS3Server()]);
  onTestFinished(async () => void (await Promise.all([server.stop(), storage.close()])));
  const paths = globSync("docs/generated/{1,2,3}/*", { cwd: folder }).toSorted();
  for (const path of paths) storage.put(`bucket/${path}`, readFileSync(join(folder, path)));
  const facts = { url: server.url, source: "s3://bucket/docs", endpoint: storage.url };
  const role = (name: QueueArguments["role"], out: string, killAt: number): Promise<Ended> =>
    start(programs.queue, { ...facts, role: name, out: join(folder, out), killAt } satisfies QueueArguments);
  expect((await role("run", "s3-killed", 4)).signal).toBe("SIGKILL");
  for (const killAt of [1, 20, 45]) {
    const ends = await Promise.all([role("run", "s3-killed", 12), role("work", "s3-killed", killAt)]);
    expect(ends.map(({ signal }) => signal)).toEqual(["SIGKILL", "SIGKILL"]);
  }
  await Promise.all([role("run", "s3-killed", 0), role("work", "s3-killed", 0), role("work", "s3-killed", 0)]);
  await Promise.all([role("run", "s3-whole", 0), role("work", "s3-whole", 0)]);
  const whole = contentIn(join(folder, "s3-whole"));
  expect([...whole.keys()].toSorted()).toEqual(paths.map((path) => `s3://bucket/${path}`));
  expectWhole(join(folder, "s3-killed"), whole);
});

/** Expects the output of an undisturbed run, with each document once. */
function expectWhole(out: string, whole: ReadonlyMap<string, string>): void {
  const paths = recordsIn(out).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  const content = contentIn(out);
  const wrong = [...whole].filter(([path, record]) => content.get(path) !== record);
  expect(wrong.map(([path, record]) => [record, content.get(path)])).toEqual([]);
  expect(content.size).toBe(whole.size);
}
