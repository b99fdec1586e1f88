import type { Json } from "@reader/core";
import { BatchError } from "../contract/batch-error.ts";
import { sha256 } from "../contract/ids.ts";

/** A job of a queue: one shard of a run. It names what is in the output folder by hashes, so that it is small. */
export interface ShardJob {
  readonly version: 1;
  /** The output folder, absolute. */
  readonly out: string;
  /** The digest of the file with the facts that all shards of the run have in common. */
  readonly run: string;
  /** From 0. */
  readonly shard: number;
  /** The lines of the plan that belong to it: the first byte, and the one after the last. */
  readonly start: number;
  readonly end: number;
  /** The number of these lines. */
  readonly documents: number;
  /** The digest of these lines. */
  readonly part: string;
}

/** A source of a run, as its shards need it. */
export interface SharedSource {
  readonly name: string;
  /** Absolute. */
  readonly roots: readonly string[];
  readonly folder?: string;
}

/** What all shards of a run have in common: a file in its output folder. */
export interface SharedRun {
  readonly version: 1;
  /** The folder of relative paths, absolute. */
  readonly workingDirectory: string;
  readonly sources: readonly SharedSource[];
  /** The hash of the options that decide what the output of a document is. */
  readonly readKey: string;
  /** The version of each handler by its name. */
  readonly handlers: Readonly<Record<string, string>>;
  /** What the program needs to make the same options. */
  readonly settings: Json;
}

/** Hexadecimal digits of a digest: 128 bits of SHA-256, because a million jobs are in the memory of a server. */
export const digestDigits = 32;

/** Bytes of the plan of one shard. A plan line of a thousand documents with the longest paths takes a tenth. */
const maxPartBytes = 256 * 1024 * 1024;

/** Maximum number of shards, and of documents of one. */
const maxNumber = 10_000_000;

/** Returns the identifier of a job: the hash of everything that decides what it does. */
export function shardJobId(job: ShardJob): string {
  return sha256(JSON.stringify([job.version, job.out, job.run, job.shard, job.part])).slice(0, digestDigits);
}

/** Checks the data of a job, which anybody who can write to the queue may have made. Throws a `BatchError`. */
export function parseShardJob(data: unknown): ShardJob {
  const { version, out, run, shard, start, end, documents, part } = fieldsOf(data);
  const isNamed = version === 1 && isText(out) && isDigest(run) && isDigest(part);
  const isCounted = isNumber(shard, maxNumber) && isNumber(documents, maxNumber) && documents > 0;
  if (!isNamed || !isCounted || !isRange(start, end)) throw badJob("its data is not that of a shard");
  return { version: 1, out, run, shard, start, end: Number(end), documents, part };
}

function isRange(start: unknown, end: unknown): start is number {
  return isNumber(start, Number.MAX_SAFE_INTEGER) && isNumber(end, start + maxPartBytes) && end > start;
}

/** Checks the facts of a run. Throws a `BatchError`. */
export function parseSharedRun(data: unknown): SharedRun {
  const { version, workingDirectory, sources, readKey, handlers, settings } = fieldsOf(data);
  const isSound = version === 1 && isText(workingDirectory) && Array.isArray(sources) && isHash(readKey);
  const versions = Object.entries(fieldsOf(handlers));
  if (!isSound || !versions.every(isTextEntry)) throw badJob("the facts of its run are damaged");
  return {
    version: 1,
    workingDirectory,
    sources: sources.map(parseSource),
    readKey,
    handlers: Object.fromEntries(versions),
    settings: (settings ?? null) as Json,
  };
}

function parseSource(data: unknown): SharedSource {
  const { name, roots, folder } = fieldsOf(data);
  const isSound = isText(name) && Array.isArray(roots) && roots.every(isText);
  if (!isSound || (folder !== undefined && !isText(folder))) throw badJob("a source of its run is damaged");
  return { name, roots, ...(folder === undefined ? {} : { folder }) };
}

/** Returns the error for a job that is not a part of a run. */
export function badJob(reason: string): BatchError {
  return new BatchError("bad-job", `The job cannot be run: ${reason}.`, {
    hint: "Remove it, and repeat the command that started the run.",
  });
}

function fieldsOf(data: unknown): Readonly<Record<string, unknown>> {
  const isObject = typeof data === "object" && data !== null && !Array.isArray(data);
  return isObject ? Object.fromEntries(Object.entries(data)) : {};
}

/** No path and no name is longer. */
const maxTextLength = 32_768;

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= maxTextLength && !value.includes("\0");
}

function isTextEntry(entry: readonly [string, unknown]): entry is [string, string] {
  return isText(entry[1]);
}

function isDigest(value: unknown): value is string {
  return typeof value === "string" && value.length === digestDigits && /^[0-9a-f]+$/.test(value);
}

function isHash(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
}

function isNumber(value: unknown, most: number): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most;
}
