import { readdirSync } from "node:fs";
import { join } from "node:path";
import { nodeFileSystem } from "@reader/core";
import {
  BatchError,
  distribute,
  type DistributedSummary,
  type Distribution,
  folderSource,
  nodeOutputFiles,
  type ShardedRun,
  type ShardGround,
} from "../../src/index.ts";
import { recordsOf, tapReader } from "./batch.ts";
import { folderWith } from "./folder.ts";

const fileSystem = nodeFileSystem();
const handlerVersions = { tap: "1.0.0" };

/** A folder with ten texts, and one file that is damaged. */
export function tenTexts(): string {
  const texts = Array.from({ length: 10 }, (_, at) => [`docs/f${at}.txt`, `text ${at}\n`] as const);
  return folderWith({ ...Object.fromEntries(texts), "docs/bad.tap": "corrupt" });
}

/** Distributes a run over the documents of a folder, in shards of four. */
export function distributed(
  folder: string,
  distribution: Distribution,
  run: Partial<ShardedRun> = {},
): Promise<DistributedSummary> {
  return distribute(
    {
      sources: [folderSource(join(folder, "docs"), { fileSystem })],
      output: nodeOutputFiles(join(folder, "out")),
      fileSystem,
      settings: null,
      handlerVersions,
      ...run,
    },
    { limits: { documents: 4 }, pollMs: 1, ...distribution },
  );
}

/** A worker. */
export const ground: Pick<ShardGround, "optionsFor"> = {
  optionsFor: async () => ({ fileSystem, reader: tapReader(), concurrency: 1, handlerVersions }),
};

/** The paths of the documents in the complete shards. */
export async function pathsIn(out: string): Promise<readonly string[]> {
  const shards = readdirSync(out).filter((name) => name.startsWith("shard-"));
  const records = await Promise.all(shards.map((name) => recordsOf(nodeOutputFiles(join(out, name)))));
  return records
    .flat()
    .map(({ path }) => path)
    .toSorted();
}

/** The code and the message with which a call rejects. */
export async function faultOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => new Error("no fault"),
    (cause: unknown) => cause,
  );
  return BatchError.is(error) ? `${error.code}: ${error.message}` : String(error);
}
