import { BatchError } from "../contract/batch-error.ts";

const fs = process.getBuiltinModule("node:fs");
const path = process.getBuiltinModule("node:path");
const { randomUUID } = process.getBuiltinModule("node:crypto");

/** The folder of shards that are not complete, in the output folder. */
const workFolder = "_work";

/** The folders of the shards of an output folder, which several machines may share. */
export interface ShardFolders {
  /** Returns the folder of a complete shard, absolute. */
  folderOf(shard: number): string;
  /** Returns the numbers of the complete shards. */
  published(): ReadonlySet<number>;
  /** Returns the folders of the shards under way, absolute. */
  underWay(): readonly string[];
  /**
   * Returns a new folder for a shard, in which only this process writes, with what an earlier process had finished. An
   * earlier process that is alive after all may go on in its own folder, which is not read any more.
   */
  claim(shard: number): string;
  /** Makes the folder of this process that of the complete shard. Only the first one for a shard is taken. */
  publish(shard: number, folder: string): void;
  /** Removes what shards have left that were begun and not needed. */
  clear(): void;
}

/** Digits of the number of a shard, for 10^7 of them. */
const digits = 7;

/** Returns the folders of shards of an output folder. */
export function shardFolders(out: string): ShardFolders {
  const work = path.join(out, workFolder);
  const nameOf = (shard: number): string => `shard-${String(shard).padStart(digits, "0")}`;
  const folderOf = (shard: number): string => path.join(out, nameOf(shard));
  const earlierOf = (shard: number): readonly string[] =>
    namesIn(work)
      .filter((name) => name.startsWith(`${nameOf(shard)}.`))
      .map((name) => path.join(work, name));
  return {
    folderOf,
    published: () => new Set(namesIn(out).flatMap((name) => shardNumber(name) ?? [])),
    underWay: () => namesIn(work).flatMap((name) => (name.startsWith(".") ? [] : [path.join(work, name)])),
    claim(shard) {
      const hidden = path.join(work, `.${randomUUID()}`);
      fs.mkdirSync(path.join(hidden, "_run"), { recursive: true });
      const earlier = earlierOf(shard);
      const copied = earlier.findLast((each) => hasSnapshot(each, hidden));
      const mine = path.join(work, `${nameOf(shard)}.${randomUUID()}`);
      fs.renameSync(hidden, mine);
      if (copied !== undefined) for (const each of earlier) discard(each, work);
      return mine;
    },
    publish(shard, folder) {
      if (!renamed(folder, folderOf(shard))) {
        if (!fs.existsSync(path.join(folderOf(shard), "_SUCCESS"))) throw takenOver(nameOf(shard));
        discard(folder, work);
      }
      for (const each of earlierOf(shard)) discard(each, work);
    },
    clear() {
      for (const name of namesIn(work)) discard(path.join(work, name), work);
      fs.rmSync(work, { recursive: true, force: true });
    },
  };
}

/** Returns the number of a complete shard, or `undefined` for another name. */
function shardNumber(name: string): number | undefined {
  const number = /^shard-(\d{7,15})$/.exec(name)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** Returns the error for a shard that another process continues. */
export function takenOver(name: string): BatchError {
  return new BatchError("taken-over", `Another process continues ${name}, because this one did not answer in time.`, {
    hint: "Nothing is lost. If it happens often, run fewer workers on this machine.",
  });
}

/** How often a snapshot is tried while its folder changes. */
const maxTries = 5;

/** Copies what a process had finished, which may be alive. Returns false if there is nothing that can be used. */
function hasSnapshot(from: string, to: string): boolean {
  for (let tries = 0; tries < maxTries; tries += 1) {
    try {
      const before = shapeOf(from);
      copyRun(from, to);
      linkFinished(from, to);
      // A part that got its final name meanwhile may be missing, or may be longer than the copied journal knows.
      if (shapeOf(from) === before && before !== "") return true;
    } catch (cause) {
      if (codeOf(cause) !== "ENOENT") throw cause;
    }
    fs.rmSync(to, { recursive: true, force: true });
    fs.mkdirSync(path.join(to, "_run"), { recursive: true });
  }
  return false;
}

/** The names of the parts, complete or growing; empty for a run without a plan. */
function shapeOf(folder: string): string {
  if (!fs.existsSync(path.join(folder, "_run/plan.jsonl"))) return "";
  const parts = namesIn(folder).filter((name) => name.startsWith("part-"));
  return JSON.stringify([parts, namesIn(path.join(folder, "_run/staged"))]);
}

/**
 * Copies the files that grow. The journal comes first: everything that it names was written before it, so that it is in the
 * files that are copied after it. What is not complete stays behind, and so does the lock.
 */
function copyRun(from: string, to: string): void {
  for (const name of ["journal.jsonl", "plan.jsonl", "run.json"]) copyIfPresent(from, to, `_run/${name}`);
  fs.mkdirSync(path.join(to, "_run/staged"), { recursive: true });
  for (const name of namesIn(path.join(from, "_run/staged"))) copyIfPresent(from, to, `_run/staged/${name}`);
}

function copyIfPresent(from: string, to: string, name: string): void {
  try {
    // Shares the blocks where the file system can.
    fs.copyFileSync(path.join(from, name), path.join(to, name), fs.constants.COPYFILE_FICLONE);
  } catch (cause) {
    if (codeOf(cause) !== "ENOENT") throw cause;
  }
}

/** Links the files with their final names, which never change: a newer version is another file. */
function linkFinished(from: string, to: string): void {
  for (const entry of fs.readdirSync(from, { recursive: true, withFileTypes: true })) {
    const inner = path.join(path.relative(from, entry.parentPath), entry.name);
    if (inner.split(path.sep)[0] === "_run" || !entry.isFile()) continue;
    fs.mkdirSync(path.dirname(path.join(to, inner)), { recursive: true });
    try {
      fs.linkSync(path.join(from, inner), path.join(to, inner));
    } catch (cause) {
      if (codeOf(cause) === "ENOENT") throw cause;
      fs.copyFileSync(path.join(from, inner), path.join(to, inner));
    }
  }
}

/**
 * Removes a folder that is not read any more. It loses its name at once, so that its process can neither write files into
 * it by name nor publish half of it.
 */
function discard(folder: string, work: string): void {
  const hidden = path.join(work, `.${randomUUID()}`);
  if (renamed(folder, hidden)) fs.rmSync(hidden, { recursive: true, force: true });
}

/** Renames a folder. Returns false if it is not there, or if the new name exists. */
function renamed(from: string, to: string): boolean {
  try {
    fs.renameSync(from, to);
    return true;
  } catch (cause) {
    const code = codeOf(cause);
    const isThere = code === "ENOTEMPTY" || code === "EEXIST" || (code === "EPERM" && fs.existsSync(to));
    if (isThere || code === "ENOENT") return false;
    throw cause;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder);
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return [];
    throw cause;
  }
}

function codeOf(cause: unknown): unknown {
  return cause instanceof Error && "code" in cause ? cause.code : undefined;
}
