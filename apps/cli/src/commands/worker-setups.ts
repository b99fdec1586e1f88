import type { SharedRun, ShardOptions } from "@reader/batch";
import type { Json } from "@reader/core";
import { UsageError } from "@reader/handlers/usage-error";
import { type GivenOptions, optionsFrom, parseArguments } from "../arguments/parse-arguments.ts";
import { handlerVersionsOf, type ReadingSetup, readingSetup } from "./batch-setup.ts";

/** Options that decide how a worker reads the documents of a run. All others are those of the worker's own command. */
export const sharedOptions: ReadonlySet<string> = new Set([
  "format",
  "chunk-tokens",
  "chunk-across",
  "images",
  "encoding",
  "scans",
  "ocr-language",
  "timeout",
  "silence",
]);

/** Setups of a worker that are kept: that of the run whose shards it takes, and the one before, which may get more. */
const keptSetups = 2;

/** The options of the runs of a worker. */
export interface WorkerSetups {
  optionsFor(run: SharedRun): Promise<ShardOptions>;
  close(): Promise<void>;
}

/** Makes the options of the runs of a worker, once for each kind of run, so that shards share their processes. */
export function createSetups(own: GivenOptions): WorkerSetups {
  const kept = keepLatest<ReadingSetup>(keptSetups, ({ isolation }) => isolation.close());
  return {
    async optionsFor({ settings, sources }) {
      const words = wordsOf(settings);
      // The names of sources say which storages are needed; a list may name documents anywhere.
      const operands = ["-", ...sources.map(({ name }) => name)];
      const make = (): Promise<ReadingSetup> => setupFor(words, { own, operands });
      const { setup } = await kept.get(JSON.stringify([words, operands]), make);
      return { ...setup, handlerVersions: handlerVersionsOf(setup) };
    },
    close: () => kept.close(),
  };
}

/** Values that hold something open. */
export interface Kept<Value> {
  /** Returns the value of a key, made if it is not kept. */
  get(key: string, make: () => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
}

/**
 * Keeps the values that were used last, and closes the others when another one is made. A value is used until the next one is
 * asked for, as by a worker, which takes one shard at a time. One that could not be made is made again.
 */
export function keepLatest<Value>(most: number, close: (value: Value) => Promise<void>): Kept<Value> {
  const kept = new Map<string, Promise<Value>>();
  return {
    async get(key, make) {
      const value = kept.get(key) ?? make();
      // The latest is the last.
      kept.delete(key);
      kept.set(key, value);
      const old = [...kept].slice(0, Math.max(0, kept.size - most));
      for (const [name] of old) kept.delete(name);
      const [made] = await Promise.allSettled([value, ...old.map(async ([, each]) => close(await each))] as const);
      if (made.status === "fulfilled") return made.value;
      kept.delete(key);
      throw made.reason;
    },
    async close() {
      await Promise.allSettled([...kept.values()].map(async (each) => close(await each)));
      kept.clear();
    },
  };
}

/** Reads the options of a run as if they were typed, which checks them. */
async function setupFor(
  words: readonly string[],
  { own, operands }: { readonly own: GivenOptions; readonly operands: readonly string[] },
): Promise<ReadingSetup> {
  const { options: shared } = await parseArguments(["batch", ...words]);
  const from = (name: string): GivenOptions => (sharedOptions.has(name) ? shared : own);
  return readingSetup({
    command: "batch",
    operands,
    options: optionsFrom(from),
  });
}

/** The shared options as words of a command line. */
export function settingsOf(options: GivenOptions): Json {
  return [...sharedOptions].flatMap((name) =>
    options.list(name).map((value) => (value === "" ? `--${name}` : `--${name}=${value}`)),
  );
}

/** The words of the settings of a run. Only options that every run may set are taken. */
function wordsOf(settings: Json): readonly string[] {
  const words = Array.isArray(settings) ? settings : [];
  return words.map((word) => {
    const name = typeof word === "string" ? /^--([a-z-]+)(?:=|$)/.exec(word)?.[1] : undefined;
    if (typeof word === "string" && name !== undefined && sharedOptions.has(name)) return word;
    throw new UsageError("The run in the queue has settings that this program does not know.", "Update this program.");
  });
}
