import type { FileSystem } from "@reader/core";
import { BatchError } from "../contract/batch-error.ts";
import { joinPath, normalPath } from "./paths.ts";
import type { Source, SourceDocument } from "./source.ts";
import { isAddress } from "./storage.ts";

/** Options of a list of paths. */
export interface ListOptions {
  readonly fileSystem: FileSystem;
  /** The name of the list, for messages. */
  readonly name: string;
  /** The folders whose files may be read. Default: any that the list names. */
  readonly roots?: readonly string[] | undefined;
  /** The starts of the addresses that the run can read, such as `s3://`. */
  readonly prefixes?: readonly string[] | undefined;
  /** The bytes of the list, in pieces. Called once. */
  readonly content: () => AsyncIterable<Uint8Array>;
}

/**
 * Lists the paths of a text with one path in each line, or with a NUL after each, as `find -print0` writes them. Paths are
 * relative to the working directory. Empty lines are left out.
 */
export function listSource({ fileSystem, name, roots, prefixes = [], content }: ListOptions): Source {
  return {
    name,
    roots: roots ?? [fileSystem.path.resolve(fileSystem.workingDirectory, "/"), ...prefixes],
    async *documents() {
      for await (const line of textLines(content(), name, "lines or NULs")) {
        if (line !== "") yield { path: namedPath(line, { fileSystem, prefixes, name }) };
      }
    },
  };
}

/** Where a path was named, and what can be read there. */
interface Naming {
  readonly fileSystem: FileSystem;
  readonly prefixes: readonly string[];
  /** The name of the list. */
  readonly name: string;
}

/** Returns a path of a list: normalised, but an address as it is. Throws a `BatchError` for a storage that is not known. */
export function namedPath(path: string, { fileSystem, prefixes, name }: Naming): string {
  if (prefixes.some((prefix) => path.startsWith(prefix))) return path;
  if (!isAddress(path)) return normalPath(fileSystem, path);
  throw new BatchError("bad-manifest", `${name} names ${JSON.stringify(path)}, whose storage is not known.`, {
    hint: "Install the package of the storage: npm install @reader/s3 for s3://.",
  });
}

/** Maximum length of a line of a list, in characters: a path has at most 32 767. */
const maxLineCharacters = 1_000_000;

/**
 * Yields the lines of UTF-8 text. With `lines or NULs`, a NUL in the first piece of text says that NULs end the lines. Rejects with a `BatchError` for other encodings and for lines that are too long.
 */
export async function* textLines(
  content: AsyncIterable<Uint8Array>,
  name: string,
  ends: "lines" | "lines or NULs",
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let separator: "\n" | "\0" | undefined = ends === "lines" ? "\n" : undefined;
  let rest = "";
  for await (const piece of content) {
    rest += decode(decoder, piece, name);
    if (rest === "") continue;
    // No path has a NUL, so that one in the first piece cannot be part of a name.
    separator ??= rest.includes("\0") ? "\0" : "\n";
    const lines = rest.split(separator);
    rest = lines.pop() ?? "";
    yield* separator === "\n" ? lines.map(withoutReturn) : lines;
    if (rest.length > maxLineCharacters) throw badList(name, "has a line of more than a million characters");
  }
  rest += decode(decoder, undefined, name);
  if (rest !== "") yield withoutReturn(rest);
}

function withoutReturn(line: string): string {
  return line.replace(/\r$/, "");
}

type Decoder = InstanceType<typeof TextDecoder>;

function decode(decoder: Pick<Decoder, "decode">, piece: Uint8Array | undefined, name: string): string {
  try {
    return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
  } catch (cause) {
    throw badList(name, "is not UTF-8 text", cause);
  }
}

/** Returns the error for a list or manifest that cannot be read. */
export function badList(name: string, problem: string, cause?: unknown): BatchError {
  return new BatchError("bad-manifest", `${name} ${problem}.`, {
    hint: "Give a path in each line, or a manifest in JSON lines or CSV with the column `path`.",
    cause,
  });
}

/** Bytes to read at once. */
const blockBytes = 256 * 1024;

/** Yields the bytes of a file in pieces. Rejects with a `BatchError` if it cannot be read. */
export async function* fileContent(fileSystem: FileSystem, path: string): AsyncGenerator<Uint8Array> {
  const handle = await opened(fileSystem, path);
  try {
    for (let position = 0; ;) {
      const block = new Uint8Array(blockBytes);
      const count = await handle.read(block, position);
      if (count === 0) return;
      position += count;
      yield block.subarray(0, count);
    }
  } finally {
    await handle.close();
  }
}

async function opened(fileSystem: FileSystem, path: string): ReturnType<FileSystem["open"]> {
  try {
    const handle = await fileSystem.open(await fileSystem.realPath(path));
    if ((await handle.stat()).kind === "file") return handle;
    await handle.close();
  } catch (cause) {
    throw badList(path, "cannot be opened", cause);
  }
  throw badList(path, "is not a file");
}

/** Returns what a manifest names, with a path relative to its folder. */
export function inFolder(folder: string, document: SourceDocument, naming: Naming): SourceDocument {
  const { path } = document;
  const isWhole = naming.fileSystem.path.isAbsolute(path) || isAddress(path);
  return { ...document, path: namedPath(isWhole ? path : joinPath(folder, path), naming) };
}
