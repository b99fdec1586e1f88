import { type FileSystem, nodeFileSystem, ReadError } from "@reader/core";
import { BatchError } from "../contract/batch-error.ts";
import type { PlannedDocument } from "../contract/document.ts";
import { KeyIndex } from "../files/key-index.ts";
import type { PlanTotals } from "../journal/plan.ts";
import { createChoice } from "../sources/choose.ts";
import type { Source, SourceDocument, SourceListener } from "../sources/source.ts";
import { type DocumentPlace, placeOf } from "../sources/storage.ts";
import type { BatchOptions } from "./batch-options.ts";

/** Maximum number of problems that are kept in words. */
const maxProblems = 100;

/** What is listed, apart from the documents. */
export interface Listing {
  /** Yields the documents of all sources in order, each path once. */
  documents(): AsyncGenerator<Omit<PlannedDocument, "index">, void, undefined>;
  /** The totals of what was yielded so far. */
  totals(): PlanTotals;
}

/** Lists the documents of a run. */
export function listDocuments(options: BatchOptions): Listing {
  const { sources, fileSystem = nodeFileSystem() } = options;
  const choose = createChoice(options);
  const skipped = new Map<string, number>();
  const problems: string[] = [];
  let [documents, bytes] = [0, 0];
  const skip = (reason: string): void => void skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
  const problem = (message: string): void => {
    if (problems.length < maxProblems) problems.push(message);
    skip("unlisted");
  };
  // The walk of one folder names each file once.
  const known = sources.length === 1 && sources[0]?.folder !== undefined ? undefined : new KeyIndex();
  const isOutput = createOutputTest(options, fileSystem);
  const isWanted = (document: SourceDocument): boolean => {
    const reason = isOutput(document.path) ? "output" : choose(document);
    if (reason === undefined && known?.add(document.path, 0) === false) skip("duplicate");
    else if (reason === undefined) return true;
    else if (reason !== "other-shard") skip(reason);
    return false;
  };
  return {
    async *documents() {
      for (const [index, source] of sources.entries()) {
        for await (const document of listed(source, { skipped: skip, problem })) {
          if (options.signal?.aborted === true) return;
          if (!isWanted(document)) continue;
          const place = placeOf(document.path, { ...options, fileSystem });
          const planned = { source: index, path: document.path, ...(await factsOf(document, place)) };
          documents += 1;
          bytes += Math.max(0, planned.size);
          yield planned;
        }
      }
    },
    totals: () => ({ documents, bytes, skipped: Object.fromEntries(skipped), problems }),
  };
}

/** Yields the documents of a source. Converts what a storage reports, for which there is nothing to go on with. */
async function* listed(source: Source, listener: SourceListener): AsyncGenerator<SourceDocument, void, undefined> {
  try {
    yield* source.documents(listener);
  } catch (cause) {
    if (!ReadError.is(cause)) throw cause;
    const { message, hint = "Check the source, and run the same command again." } = cause;
    throw new BatchError("source-failed", message, { hint, cause });
  }
}

/** Returns whether a path is in a folder that a run writes to or compares with, such as `docs/text` for `docs`. */
function createOutputTest(
  { output, images, since, leaveOut = [], storages }: BatchOptions,
  fileSystem: FileSystem,
): (asked: string) => boolean {
  const named = [output.folder, images?.folder ?? "", since?.folder ?? "", ...leaveOut].filter((each) => each !== "");
  const { path, workingDirectory } = fileSystem;
  const folders = named.map((each) => path.resolve(workingDirectory, each));
  return (asked) => {
    const { path: place, prefix } = placeOf(asked, { fileSystem, storages: storages ?? [] });
    if (prefix !== undefined) return false;
    return folders.some((folder) => place.startsWith(folder) && place.startsWith(path.sep, folder.length));
  };
}

/** A file that cannot be asked is planned all the same: its read says why. */
async function factsOf(
  { size, modifiedNs, etag }: SourceDocument,
  { fileSystem, path }: DocumentPlace,
): Promise<Pick<PlannedDocument, "size" | "modifiedNs" | "etag">> {
  if (size !== undefined && modifiedNs !== undefined) return { size, modifiedNs, ...tagged(etag) };
  try {
    const stat = await fileSystem.stat(path);
    if (stat.kind !== "file") return unknown;
    return { size: stat.size, modifiedNs: String(stat.modifiedNs), ...tagged(stat.etag) };
  } catch {
    return unknown;
  }
}

function tagged(etag: string | undefined): Pick<PlannedDocument, "etag"> {
  return etag === undefined ? {} : { etag };
}

const unknown = { size: -1, modifiedNs: "" } as const;
