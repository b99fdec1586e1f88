import { type FileSystem, nodeFileSystem } from "@reader/core";
import type { PlannedDocument } from "../contract/document.ts";
import { KeyIndex } from "../files/key-index.ts";
import type { PlanTotals } from "../journal/plan.ts";
import { createChoice } from "../sources/choose.ts";
import type { SourceDocument } from "../sources/source.ts";
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
        for await (const document of source.documents({ skipped: skip, problem })) {
          if (options.signal?.aborted === true) return;
          if (!isWanted(document)) continue;
          const planned = { source: index, path: document.path, ...(await factsOf(document, fileSystem)) };
          documents += 1;
          bytes += Math.max(0, planned.size);
          yield planned;
        }
      }
    },
    totals: () => ({ documents, bytes, skipped: Object.fromEntries(skipped), problems }),
  };
}

/** Returns whether a path is in a folder that a run writes to or compares with, such as `docs/text` for `docs`. */
function createOutputTest(
  { output, images, since, leaveOut = [] }: BatchOptions,
  { path, workingDirectory }: FileSystem,
): (asked: string) => boolean {
  const named = [output.folder, images?.folder ?? "", since?.folder ?? "", ...leaveOut].filter((each) => each !== "");
  const folders = named.map((each) => path.resolve(workingDirectory, each));
  return (asked) => {
    const place = path.resolve(workingDirectory, asked);
    return folders.some((folder) => place.startsWith(folder) && place.startsWith(path.sep, folder.length));
  };
}

/** A file that cannot be asked is planned all the same: its read says why. */
async function factsOf(
  { path, size, modifiedNs }: SourceDocument,
  fileSystem: FileSystem,
): Promise<Pick<PlannedDocument, "size" | "modifiedNs">> {
  if (size !== undefined && modifiedNs !== undefined) return { size, modifiedNs };
  try {
    const stat = await fileSystem.stat(fileSystem.path.resolve(fileSystem.workingDirectory, path));
    return stat.kind === "file" ? { size: stat.size, modifiedNs: String(stat.modifiedNs) } : unknown;
  } catch {
    return unknown;
  }
}

const unknown = { size: -1, modifiedNs: "" } as const;
