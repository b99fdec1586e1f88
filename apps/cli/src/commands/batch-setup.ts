import { type BatchOptions, type FailureCode, nodeOutputFiles, type Shard } from "@reader/batch";
import {
  type Capabilities,
  capabilityProfiles,
  type Handler,
  nodeFileSystem,
  readErrorCodes,
  type ReaderOptions,
} from "@reader/core";
import { shellWord } from "@reader/core/render";
import { isolatedHandlers, localHandlers } from "@reader/handlers";
import { tableFormats } from "../arguments/options.ts";
import { UsageError } from "@reader/handlers/usage-error";
import type { S3Storage } from "@reader/s3";
import { batchFormats } from "../arguments/batch-options.ts";
import type { CommandLine, GivenOptions } from "../arguments/parse-arguments.ts";
import { homeOf } from "../doctor/diagnose.ts";
import { packageOf } from "../doctor/packages.ts";
import { checkRoots } from "../reading/grant.ts";
import { recogniserFor, unlimitedImages } from "../reading/setup.ts";
import { withUserSetup } from "../reading/user-setup.ts";
import { isS3, localFolder, s3For } from "./batch-s3.ts";
import { sourcesFor } from "./batch-sources.ts";

/** The options of a run for a command line, and the processes of its handlers. */
export interface BatchSetup {
  readonly setup: ReadingSetup["setup"] & Pick<BatchOptions, "sources">;
  readonly isolation: Isolation;
}

/** Processes that are kept for the formats of a mixed folder. */
const keptProcesses = 8;

/**
 * Documents that a process reads before a new one takes its place. A process needs about 50 PDF files until its code is
 * compiled, so that with the 100 of single reads it is slow for half of its time. One that keeps memory ends earlier.
 */
const documentsPerProcess = 500;

/** Default time without any output of a handler, in seconds. */
const silenceSeconds = 60;

/** Default time for a document, in seconds. */
const documentSeconds = 120;

/** Returns the options of a run. Rejects with a `UsageError`. */
export async function batchSetup(line: CommandLine): Promise<BatchSetup> {
  const { setup, isolation, roots, s3 } = await readingSetup(line);
  const { fileSystem, reader } = setup;
  const sources = await sourcesFor(line, { fileSystem, roots, policy: reader.policy, s3 });
  return { setup: { ...setup, sources }, isolation };
}

/** The options of a run without its sources, and the folders of `--root`. */
export interface ReadingSetup {
  readonly setup: Omit<BatchOptions, "output" | "sources"> &
    Required<Pick<BatchOptions, "fileSystem" | "reader" | "versionOf">>;
  readonly isolation: Isolation;
  readonly roots: readonly string[];
  /** Absent if no document can be there. Closed with the processes. */
  readonly s3: S3Storage | undefined;
}

/** Returns the options of a run without its sources. Rejects with a `UsageError`. */
export async function readingSetup(line: CommandLine): Promise<ReadingSetup> {
  const { options } = line;
  const fileSystem = nodeFileSystem();
  const isolation = isolatedHandlersFor(options);
  const { setup: reader, roots } = await withUserSetup(readerFor(options, isolation.handlers), line);
  checkRoots(roots.filter((root) => !isS3(root)));
  const s3 = await s3For(line, roots);
  const setup = {
    fileSystem,
    storages: s3 === undefined ? [] : [s3],
    reader,
    ...outputWishes(options),
    include: options.list("include"),
    exclude: options.list("exclude"),
    shard: shardOf(options),
    leaveOut: options.list("out"),
    takesOver: options.has("take-over"),
    request: requestOf(options),
    recognise: options.choice("scans", ["skip", "recognise"]) === "recognise",
    identity: {
      languages: options.list("ocr-language"),
      secrets: options.has("allow-secrets"),
      ...endpointIdentity(options),
    },
    versionOf: versionsOf(reader.handlers ?? []),
    commandFor: (path: string) => commandFor(path, options),
  };
  const close = async (): Promise<void> => {
    await isolation.close();
    await s3?.close();
  };
  return { setup, isolation: { ...isolation, close }, roots, s3 };
}

/** The version of each handler by its name, and that of the text pipeline. */
export function handlerVersionsOf({ reader, versionOf }: ReadingSetup["setup"]): Readonly<Record<string, string>> {
  const names = ["text", ...(reader.handlers ?? []).map(({ name }) => name)];
  return Object.fromEntries(names.map((name) => [name, versionOf(name) ?? "unknown"]));
}

/** Another server has other objects. */
function endpointIdentity(options: GivenOptions): { readonly endpoint?: string } {
  const endpoint = options.text("s3-endpoint");
  return endpoint === undefined ? {} : { endpoint };
}

/** The command that reads a document again. An object is read by a run of its own. */
function commandFor(path: string, options: GivenOptions): string {
  const word = shellWord(path.startsWith("-") ? `./${path}` : path);
  if (!isS3(path)) return `reader ${word}${reproducing(options, ["timeout", "encoding", "config", "limits"])}`;
  return `reader batch ${word} --out DIR${reproducing(options, ["timeout", "encoding", "config", "limits", "s3-endpoint"])}`;
}

function outputWishes(options: GivenOptions): Partial<BatchOptions> {
  const [since, images, concurrency] = [options.text("since"), options.text("images"), options.number("concurrency")];
  return {
    format: options.choice("format", batchFormats) ?? "jsonl",
    ...chunksFor(options),
    ...(since === undefined ? {} : { since: nodeOutputFiles(localFolder("--since", since)) }),
    ...(images === undefined ? {} : { images: nodeOutputFiles(localFolder("--images", images), ".unfinished") }),
    ...(concurrency === undefined ? {} : { concurrency }),
  };
}

/** The output folder: that of `--out`, or the part of it for a shard. */
export function outFolder(options: GivenOptions): string {
  const out = options.text("out");
  if (out === undefined) {
    throw new UsageError(
      "reader batch needs a folder for its output.",
      "Write reader batch SOURCE … --out DIR, or --dry-run to write nothing.",
    );
  }
  localFolder("--out", out);
  const shard = shardOf(options);
  if (shard === undefined) return out;
  const width = String(shard.count - 1).length;
  const name = `shard-${String(shard.index).padStart(width, "0")}-of-${shard.count}`;
  return process.getBuiltinModule("node:path").join(out, name);
}

const codes: ReadonlySet<string> = new Set<FailureCode>([...readErrorCodes, "quarantined"]);

/** Parses the codes of `--retry` and `--code`. */
export function codesOf(words: string | undefined): BatchOptions["retry"] | undefined {
  if (words === undefined) return undefined;
  if (words === "all") return "all";
  return words.split(",").map((word) => {
    if (isCode(word)) return word;
    throw new UsageError(
      `${JSON.stringify(word)} is not a code of a failure.`,
      "Give all, or codes as reader batch status shows them: timed-out,handler-failed",
    );
  });
}

function isCode(word: string): word is FailureCode {
  return codes.has(word);
}

function shardOf(options: GivenOptions): Shard | undefined {
  const given = options.text("shard");
  if (given === undefined) return undefined;
  const [, index = "", count = ""] = /^(\d{1,6})\/(\d{1,6})$/.exec(given) ?? [];
  if (count !== "" && Number(index) < Number(count)) return { index: Number(index), count: Number(count) };
  throw new UsageError(`--shard cannot be ${JSON.stringify(given)}.`, "Give its number from 0 and their count: 0/8.");
}

function chunksFor(options: GivenOptions): Pick<BatchOptions, "chunks"> {
  const maxTokens = options.number("chunk-tokens");
  const isAcross = options.has("chunk-across");
  const isUsed = options.choice("format", batchFormats) === "chunks";
  if (!isUsed && (maxTokens !== undefined || isAcross)) {
    throw new UsageError("--chunk-tokens and --chunk-across are for chunks.", "Add --format chunks.");
  }
  return { chunks: { isAcross, ...(maxTokens === undefined ? {} : { maxTokens }) } };
}

interface Isolation {
  readonly handlers: readonly Handler[];
  close(): Promise<void>;
}

function isolatedHandlersFor(options: GivenOptions): Isolation {
  const place = { resolveFrom: import.meta.url };
  if (options.has("no-isolate")) return { handlers: localHandlers(place), close: () => Promise.resolve() };
  const concurrency = options.number("concurrency");
  const timeMs = (options.number("silence") ?? silenceSeconds) * 1000;
  const processes =
    concurrency === undefined
      ? {}
      : { maxProcesses: concurrency, maxKeptProcesses: Math.max(concurrency, keptProcesses) };
  return isolatedHandlers({ ...place, limits: { timeMs, maxDocuments: documentsPerProcess, ...processes } });
}

function readerFor(options: GivenOptions, handlers: readonly Handler[]): ReaderOptions {
  const documentTimeMs = (options.number("timeout") ?? documentSeconds) * 1000;
  const isTimed = options.has("timeout");
  return {
    handlers,
    recognise: recogniserFor(options),
    capabilities: capabilitiesFor(options),
    budget: { documentTimeMs, ...(isTimed ? { textTimeMs: documentTimeMs } : {}) },
    ...(options.has("allow-secrets") ? { policy: () => ({ allowed: true }) } : {}),
  };
}

function capabilitiesFor(options: GivenOptions): Capabilities {
  return options.has("images") ? unlimitedImages() : capabilityProfiles.text;
}

function requestOf(options: GivenOptions): NonNullable<BatchOptions["request"]> {
  const [encoding, password] = [options.text("encoding"), options.text("password")];
  const tables = options.choice("tables", tableFormats);
  return {
    ...(tables === undefined ? {} : { tables }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(password === undefined ? {} : { password }),
  };
}

/** The options that a command needs to fail in the same way. */
function reproducing(options: GivenOptions, names: readonly string[]): string {
  const words = names.flatMap((name) => {
    const value = options.text(name);
    return value === undefined ? [] : [` --${name} ${shellWord(value)}`];
  });
  return `${words.join("")}${options.has("password") ? " --password P" : ""}`;
}

/** Handlers have the versions of their packages, known before they are loaded; the text pipeline has that of this program. */
function versionsOf(handlers: readonly Handler[]): (name: string) => string | undefined {
  const known = new Map<string, string | undefined>([["text", packageOf(import.meta.url).version]]);
  return (name) => {
    if (known.has(name)) return known.get(name);
    const handler = handlers.find((each) => each.name === name);
    const home = handler?.origin === undefined ? undefined : homeOf(handler.origin.module);
    const version = home?.version ?? handler?.version;
    known.set(name, version);
    return version;
  };
}
