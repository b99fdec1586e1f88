import { type Budget, createReader, type FileSystem, type Handler, type Reader } from "@reader/core";
import { findHandler, typeByName } from "@reader/core/internal";
import { shellWord } from "@reader/core/render";
import { createImageFiles } from "../outputs/image-files.ts";
import { batchDefaults, type BatchOptions } from "./batch-options.ts";
import type { Reading, SourceReader } from "./read-document.ts";

/** Time limits that are higher than those of a reader for a model, because no person waits for a single document. */
const times = { textTimeMs: 600_000, documentTimeMs: 120_000 };

/** The readers of a run. */
export interface Readers extends Reading {
  /** True for a path that this process probably reads itself, as text. */
  isText(path: string): boolean;
  /** Frees what readers keep of earlier documents. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

/** Creates the readers of a run, one for each source, when the first document of the source is read. */
export function createReaders(options: BatchOptions, fileSystem: FileSystem): Readers {
  const { sources, reader: given = {}, images, maxTextBytes = batchDefaults.maxTextBytes } = options;
  const budget = budgetOf(given.budget, maxTextBytes);
  const made = new Map<number, SourceReader>();
  const handlers = given.handlers ?? [];
  const readerOf = async (source: number): Promise<SourceReader> => {
    const existing = made.get(source);
    if (existing !== undefined) return existing;
    const { roots = [fileSystem.workingDirectory] } = sources[source] ?? {};
    const reader = createReader({ ...given, budget, roots, fileSystem, directories: "refuse", gutter: "none" });
    const own = { reader, roots: await realRoots(fileSystem, roots) };
    made.set(source, own);
    return own;
  };
  const all = (ask: (reader: Reader) => Promise<void>): Promise<unknown> =>
    Promise.all([...made.values()].map(({ reader }) => ask(reader)));
  return {
    fileSystem,
    workingDirectory: folderOf(options, fileSystem),
    readerOf,
    request: options.request ?? {},
    recognise: options.recognise ?? false,
    maxTextBytes,
    documentTimeMs: budget.documentTimeMs,
    versionOf: options.versionOf ?? ((name) => handlers.find((handler) => handler.name === name)?.version),
    images: images === undefined ? undefined : createImageFiles(images),
    commandFor: options.commandFor ?? ((path) => `reader ${shellWord(path.startsWith("-") ? `./${path}` : path)}`),
    clock: options.clock ?? (() => performance.now()),
    isText: (path) => isTextName(handlers, path),
    forget: async () => void (await all((reader) => reader.close())),
    close: async () => void (await all((reader) => reader.close())),
  };
}

/** The folder of relative paths. */
function folderOf({ workingDirectory }: BatchOptions, fileSystem: FileSystem): string {
  return workingDirectory ?? fileSystem.workingDirectory;
}

function budgetOf(given: Partial<Budget> = {}, maxTextBytes: number): Budget & Partial<Budget> {
  const { budget } = createReader({ budget: { ...times, ...given } });
  return {
    ...budget,
    maxBytes: Math.max(1, maxTextBytes),
    maxLines: Number.POSITIVE_INFINITY,
    maxTokens: Number.POSITIVE_INFINITY,
    maxLineCharacters: Number.POSITIVE_INFINITY,
    maxImages: Number.POSITIVE_INFINITY,
    outlineTimeMs: 0,
  };
}

async function realRoots(fileSystem: FileSystem, roots: readonly string[]): Promise<readonly string[]> {
  const absolute = roots.map((root) => fileSystem.path.resolve(fileSystem.workingDirectory, root));
  return Promise.all(absolute.map((root) => fileSystem.realPath(root).catch(() => root)));
}

/** Handlers that annotate text leave reading to the core. */
function isTextName(handlers: readonly Handler[], path: string): boolean {
  const type = typeByName(path.slice(path.lastIndexOf("/") + 1));
  if (type === undefined) return false;
  const handler = findHandler(handlers, type);
  if (handler !== undefined) return handler.annotate !== undefined;
  return type.startsWith("text/") || /[/+](?:json|xml|yaml|toml|javascript|sql|x-ndjson|json5)$/.test(type);
}
