// Starts a run of a queue, or works on one, in a process of its own, which kills itself at a given moment. The tests start it
// with `node`; it runs the built packages, as users do.
import { existsSync, writeSync } from "node:fs";
import { join } from "node:path";
import {
  type AppendFile,
  distribute,
  folderSource,
  nodeOutputFiles,
  type OutputFiles,
  type ShardQueue,
  workShards,
} from "@reader/batch";
import { connectQueue } from "@reader/batch-queue";
import { nodeFileSystem } from "@reader/core";

/** The arguments of this program, as JSON. */
export interface QueueArguments {
  readonly role: "run" | "work";
  readonly url: string;
  /** A folder, or an address of S3. */
  readonly source: string;
  /** The server of `s3://`; its credentials are in the environment. */
  readonly endpoint?: string;
  readonly out: string;
  /** The number of writes and calls of the runner, or of documents of the worker, after which it is killed; 0 for never. */
  readonly killAt: number;
  /** What this process gets then. A process that is stopped says so before. Default: `SIGKILL`. */
  readonly signal?: "SIGKILL" | "SIGSTOP";
}

const {
  role,
  url,
  source,
  endpoint,
  out,
  killAt,
  signal = "SIGKILL",
} = JSON.parse(process.argv[2] ?? "") as QueueArguments;

let steps = 0;

/** What a worker says before it is stopped. */
const stopped = "stopped\n";

/** Kills this process when its moment has come. `before` does a part of what it was about to do. */
async function step(before?: () => Promise<void>): Promise<void> {
  steps += 1;
  const isDue = signal === "SIGKILL" ? steps >= killAt : steps === killAt;
  if (killAt === 0 || !isDue) return;
  await before?.();
  if (signal === "SIGSTOP") writeSync(1, stopped);
  process.kill(process.pid, signal);
}

function killingFile(file: AppendFile): AppendFile {
  return {
    get size() {
      return file.size;
    },
    async append(bytes) {
      await step(() => file.append(bytes.subarray(0, bytes.length / 2)));
      await file.append(bytes);
    },
    sync: () => file.sync(),
    close: () => file.close(),
  };
}

function killingFiles(files: OutputFiles): OutputFiles {
  return {
    ...files,
    append: async (path, size) => killingFile(await files.append(path, size)),
    async replace(path, bytes, options) {
      await step();
      await files.replace(path, bytes, options);
    },
    async create(path, bytes) {
      await step();
      return files.create(path, bytes);
    },
  };
}

function killingQueue(queue: ShardQueue): ShardQueue {
  return {
    ...queue,
    async add(jobs) {
      await step(() => queue.add(jobs.slice(0, jobs.length / 2)));
      await queue.add(jobs);
    },
    async state() {
      await step();
      return queue.state();
    },
  };
}

const fileSystem = nodeFileSystem();
// A worker that is killed loses its shard after ten seconds. On a busy machine one that lives needs some of them to answer.
const queue = await connectQueue({ url, lockMs: 10_000, stalledMs: 1000 });
const handlerVersions = { all: "1" };
// Imported where they are needed, because the tests start this program a hundred times.
const s3 = endpoint === undefined ? undefined : (await import("@reader/s3")).openS3({ endpoint, region: "us-east-1" });
const storages = s3 === undefined ? [] : [s3];

if (role === "run") {
  const summary = await distribute(
    {
      sources: [s3?.source(source) ?? folderSource(source, { fileSystem })],
      output: killingFiles(nodeOutputFiles(out)),
      fileSystem,
      storages,
      settings: null,
      handlerVersions,
    },
    { queue: killingQueue(queue), limits: { documents: 50 }, pollMs: 20 },
  );
  process.stdout.write(JSON.stringify(summary));
} else {
  const { isolatedHandlers } = await import("@reader/handlers");
  const isolation = isolatedHandlers();
  let before = 0;
  const end = new AbortController();
  // An empty queue is no end: the runner may not have added its shards yet.
  const look = setInterval(() => existsSync(join(out, "_SUCCESS")) && end.abort(), 100);
  await workShards(queue, {
    signal: end.signal,
    optionsFor: async () => ({
      fileSystem,
      storages,
      reader: { handlers: isolation.handlers, budget: { documentTimeMs: 600_000 } },
      concurrency: 2,
      handlerVersions,
    }),
    onProgress: (_, { readNow }) => {
      const more = readNow < before ? readNow : readNow - before;
      before = readNow;
      for (let count = 0; count < more; count += 1) void step();
    },
  });
  clearInterval(look);
  await isolation.close();
}
await s3?.close();
await queue.close();
process.exit(0);
