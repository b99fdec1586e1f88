import { spawn } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { BatchSummary, DistributedSummary, DocumentRecord } from "@reader/batch";
import { folderWith, postgresServer, redisServer } from "../support/folder.ts";
// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
import { s3Credentials, startS3Server } from "../../../../packages/testkit/test/support/s3-server.ts";
import { contentIn, makeMixedDocuments, recordsIn, sampledHandlers } from "./mixed-documents.ts";
import type { KillArguments } from "./program.ts";
import type { QueueArguments } from "./queue-program.ts";

const programs = {
  local: fileURLToPath(new URL("program.ts", import.meta.url)),
  queue: fileURLToPath(new URL("queue-program.ts", import.meta.url)),
};

/** Number of documents, and of kills without a queue. */
const wanted = { documents: 2000, kills: 20 };

/** Servers, and the kills of the runner and of workers. What is special to PostgreSQL is how a job is taken, which ten show. */
const servers = [
  { name: redisServer.name, kind: redisServer, kills: 20 },
  { name: postgresServer.name, kind: postgresServer, kills: 10 },
];

const s3Environment = {
  AWS_ACCESS_KEY_ID: s3Credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
  AWS_EC2_METADATA_DISABLED: "true",
};

interface Ended {
  readonly signal: string | null;
  readonly stdout: string;
}

/** The folder of all tests, and what a run that nobody disturbs writes. */
let folder = "";
let expected: ReadonlyMap<string, string> = new Map();

function environment(): NodeJS.ProcessEnv {
  // The starts share their compiled code, which one that is not killed writes.
  return { ...process.env, ...s3Environment, NODE_COMPILE_CACHE: join(folder, "compiled") };
}

function start(program: string, facts: object): Promise<Ended> {
  const child = spawn(process.execPath, [program, JSON.stringify(facts)], { cwd: folder, env: environment() });
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

/** Starts a batch without a queue. */
async function startLocal(facts: Partial<KillArguments> & Pick<KillArguments, "out">): Promise<Ended> {
  return start(programs.local, { source: "docs", killAt: 0, victim: "self", ...facts } satisfies KillArguments);
}

/** A worker that stops itself. */
function startSleeper(facts: QueueArguments): { stopped: Promise<void>; ended: Promise<unknown>; wake: () => void } {
  const child = spawn(process.execPath, [programs.queue, JSON.stringify(facts)], {
    cwd: folder,
    env: environment(),
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
  makeMixedDocuments(join(folder, "docs"), wanted.documents);
  await startLocal({ out: "whole" });
  expected = contentIn(join(folder, "whole"));
});

test("an undisturbed run has all documents in its output", () => {
  expect(expected.size).toBe(wanted.documents);
  expect(existsSync(join(folder, "whole/_SUCCESS"))).toBe(true);
  const sample = recordsIn(join(folder, "whole")).filter(({ path }) => path.startsWith("docs/sample/"));
  expect(sample.map(({ handler = "" }) => handler).toSorted()).toEqual(sampledHandlers);
  expect(sample.filter(({ status }) => status !== "complete")).toEqual([]);
});

describe("2000 mixed documents without a queue", { concurrent: true }, () => {
  test("are each read once, if the program is killed 20 times", { concurrent: false }, async () => {
    // The kills are spread over the whole run: each start adds at least as many lines as it was given.
    const moments = fc.sample(fc.integer({ min: 5, max: 120 }), { seed: 20_261_129, numRuns: wanted.kills });
    for (const killAt of moments) expect((await startLocal({ out: "killed", killAt })).signal).toBe("SIGKILL");
    expect(existsSync(join(folder, "killed/_SUCCESS"))).toBe(false);
    const { stdout } = await startLocal({ out: "killed" });
    expect(JSON.parse(stdout)).toMatchObject({ state: "complete", pending: 0 });
    expectWhole(join(folder, "killed"));
  });

  test("are each read once, if processes of handlers are killed 20 times", { concurrent: false }, async ({ skip }) => {
    if (process.platform !== "linux") skip("only Linux lists the children of a process in a file");
    const { stdout } = await startLocal({ out: "orphans", victim: "children", killAt: 80 });
    const { kills } = JSON.parse(stdout) as BatchSummary & { readonly kills: number };
    expect(kills).toBeGreaterThanOrEqual(wanted.kills);
    expectWhole(join(folder, "orphans"));
  });
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
      expect(summary).toMatchObject({ state: "complete", pending: 0, documents: wanted.documents, failures: [] });
      expectWhole(out);
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
      const paths = globSync(`${source}/*`, { cwd: folder });
      expect(paths.length).toBeGreaterThan(100);
      expectSome(out, paths, recordOf);
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
  expectSome(join(folder, "s3-killed"), paths, contentOf);
});

/** Expects the output of an undisturbed run, with each document once. */
function expectWhole(out: string): void {
  const paths = recordsIn(out).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  const content = contentIn(out);
  const wrong = [...expected].filter(([path, record]) => content.get(path) !== record);
  expect(wrong.map(([path, record]) => [record, content.get(path)])).toEqual([]);
  expect(content.size).toBe(expected.size);
}

/** Expects some documents of the undisturbed run, each once, by what `factsOf` tells of them. */
function expectSome(out: string, paths: readonly string[], factsOf: (record: DocumentRecord) => string): void {
  const whole = recordsIn(join(folder, "whole")).filter(({ path }) => paths.includes(path));
  expect(whole).toHaveLength(paths.length);
  expect(recordsIn(out).map(factsOf).toSorted()).toEqual(whole.map(factsOf).toSorted());
}

/** All of a document but how long it took. An error names the file as seen from its source, which is left out. */
function recordOf({ ms: _ms, error, ...record }: DocumentRecord): string {
  const fault = error === undefined ? {} : { error: { ...error, message: error.message.replace(/^\S*\//, "") } };
  return JSON.stringify({ ...record, ...fault });
}

/** What of a document does not depend on its storage. */
function contentOf({ id: _id, etag: _etag, modified: _modified, ...record }: DocumentRecord): string {
  return recordOf({ ...record, id: "" }).replaceAll("s3://bucket/", "");
}
