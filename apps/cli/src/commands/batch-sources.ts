import { fileSource, folderSource, listSource, manifestSource, type Source } from "@reader/batch";
import { type FileSystem, ReadError, type ReaderOptions } from "@reader/core";
import { UsageError } from "@reader/handlers/usage-error";
import type { S3Storage } from "@reader/s3";
import type { CommandLine } from "../arguments/parse-arguments.ts";
import { isS3 } from "./batch-s3.ts";

/** What the sources of a run are found with. */
export interface SourceGround {
  readonly fileSystem: FileSystem;
  readonly roots: readonly string[];
  readonly policy: ReaderOptions["policy"];
  /** Absent if its package is not installed; then no source is on S3. */
  readonly s3: S3Storage | undefined;
}

/** Returns the sources of a command line. Rejects with a `UsageError`. */
export async function sourcesFor({ operands, options }: CommandLine, ground: SourceGround): Promise<readonly Source[]> {
  const manifests = options.list("manifest");
  if (operands.length === 0 && manifests.length === 0) {
    throw new UsageError(
      "No source is given.",
      "Name a folder, a file, s3://BUCKET/PREFIX, - for a list on standard input, or --manifest FILE.",
    );
  }
  if (operands.filter((operand) => operand === "-").length > 1) {
    throw new UsageError("Standard input is named twice.", "It can be read once: write - once.");
  }
  const sources: Source[] = [];
  for (const operand of operands) sources.push(await sourceFor(operand, ground));
  for (const manifest of manifests) sources.push(await manifestFor(manifest, ground));
  return sources;
}

async function sourceFor(operand: string, ground: SourceGround): Promise<Source> {
  const { fileSystem, roots, policy, s3 } = ground;
  const ownRoots = roots.length === 0 ? undefined : roots;
  const prefixes = s3 === undefined ? [] : [s3.prefix];
  if (operand === "-") {
    return listSource({ fileSystem, name: "-", roots: ownRoots, prefixes, content: () => process.stdin });
  }
  if (s3 !== undefined && isS3(operand)) return s3Source(operand, { s3, roots, policy });
  const absolute = fileSystem.path.resolve(fileSystem.workingDirectory, operand);
  const stat = await fileSystem.stat(absolute).catch(() => undefined);
  if (stat === undefined) {
    throw new UsageError(`The source ${JSON.stringify(operand)} does not exist.`, "Name a folder or a file.");
  }
  await checkInside(operand, absolute, ground);
  if (stat.kind !== "directory") return fileSource(operand, { fileSystem });
  return folderSource(operand, { fileSystem, ...(policy === undefined ? {} : { policy }) });
}

interface S3Ground extends Pick<SourceGround, "roots" | "policy"> {
  readonly s3: S3Storage;
}

function s3Source(address: string, { s3, roots, policy }: S3Ground): Source {
  const { path } = s3.fileSystem;
  const place = path.resolve(address);
  const isInside = roots.some((root) => isS3(root) && !leavesFolder(path, path.resolve(root), place));
  if (roots.length > 0 && !isInside) throw outsideRoots(address);
  try {
    return s3.source(address, { policy });
  } catch (cause) {
    throw usageErrorOf(cause);
  }
}

/** Throws a `UsageError` for a source outside the folders of `--root`. */
async function checkInside(
  operand: string,
  absolute: string,
  { fileSystem, roots }: Pick<SourceGround, "fileSystem" | "roots">,
): Promise<void> {
  if (roots.length === 0) return;
  const { path, workingDirectory } = fileSystem;
  const real = await fileSystem.realPath(absolute);
  for (const root of roots.filter((each) => !isS3(each))) {
    const folder = await fileSystem.realPath(path.resolve(workingDirectory, root));
    if (!leavesFolder(path, folder, real)) return;
  }
  throw outsideRoots(operand);
}

function leavesFolder(path: FileSystem["path"], folder: string, place: string): boolean {
  const way = path.relative(folder, place);
  return way === ".." || way.startsWith(`..${path.sep}`) || path.isAbsolute(way);
}

function outsideRoots(operand: string): UsageError {
  return new UsageError(`The source ${JSON.stringify(operand)} is outside the roots.`, "Give a source inside --root.");
}

async function manifestFor(path: string, { fileSystem, roots, policy, s3 }: SourceGround): Promise<Source> {
  const ownRoots = roots.length === 0 ? undefined : roots;
  if (s3 !== undefined && isS3(path)) {
    try {
      return await s3.inventory(path, { policy, roots: ownRoots });
    } catch (cause) {
      throw usageErrorOf(cause);
    }
  }
  const form = /\.(jsonl|ndjson|csv)$/i.exec(path)?.[1]?.toLowerCase();
  if (form === undefined) {
    throw new UsageError(
      `--manifest cannot be ${JSON.stringify(path)}.`,
      "Give a file that ends with .jsonl or .csv, or the s3:// address of the manifest.json of an S3 inventory.",
    );
  }
  return manifestSource({
    fileSystem,
    path,
    form: form === "csv" ? "csv" : "jsonl",
    roots: ownRoots,
    prefixes: s3 === undefined ? [] : [s3.prefix],
  });
}

function usageErrorOf(cause: unknown): unknown {
  if (!ReadError.is(cause)) return cause;
  return new UsageError(cause.message, cause.hint ?? "Give another source.");
}
