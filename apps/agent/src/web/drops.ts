import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Limits for dropped files. */
export interface DropLimits {
  /** Maximum size of a file, in bytes. */
  readonly maxFileBytes: number;
  /** Maximum size of all files, in bytes. */
  readonly maxTotalBytes: number;
  /** Maximum number of files. */
  readonly maxFiles: number;
}

/** The default limits. The parsers accept at most 100 MB a file. */
export const defaultDropLimits: DropLimits = {
  maxFileBytes: 100_000_000,
  maxTotalBytes: 500_000_000,
  maxFiles: 200,
};

/** The private folder of dropped files, which is removed when the server stops. */
export interface Drops {
  /** An absolute path, which is a root of the workspace. */
  readonly root: string;
  /** The folder of the files, relative to the root. */
  readonly folder: string;
  /** Stores a file and returns its path in the workspace. If it rejects with a `DropError`, nothing is stored. */
  take(name: string, body: ReadableStream<Uint8Array>): Promise<string>;
  /** Removes a stored file by its path in the workspace. Rejects with a `DropError` for any other path. */
  remove(path: string): Promise<void>;
  close(): Promise<void>;
}

/** Why a file is refused or cannot be removed, in one sentence. */
export class DropError extends Error {}

interface State {
  /** The size of all files, in bytes. */
  bytes: number;
  /** The reserved names. */
  readonly names: Set<string>;
  /** The size of each stored file, by its name. */
  readonly sizes: Map<string, number>;
}

/** Creates the folder. `folder` is its name in the workspace. */
export async function createDrops(folder: string, limits: DropLimits = defaultDropLimits): Promise<Drops> {
  // `mkdtemp` creates a folder that only its owner can access.
  const root = await mkdtemp(join(tmpdir(), "reader-dropped-"));
  await mkdir(join(root, folder));
  const state: State = { bytes: 0, names: new Set(), sizes: new Map() };
  return {
    root,
    folder,
    async take(given, body) {
      const name = reserve(state, safeFileName(given), limits);
      try {
        state.sizes.set(name, await write(join(root, folder, name), body, { state, limits }));
      } catch (error) {
        await rm(join(root, folder, name), { force: true });
        state.names.delete(keyOf(name));
        throw error instanceof DropError
          ? error
          : new DropError("The upload of the file was interrupted. Drop it again.", { cause: error });
      }
      return `${folder}/${name}`;
    },
    async remove(path) {
      const name = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : "";
      const bytes = state.sizes.get(name);
      // Only the exact names of stored files, so that a path never leads anywhere else.
      if (bytes === undefined) throw new DropError("Only a dropped file can be removed, and this is not one.");
      state.sizes.delete(name);
      await rm(join(root, folder, name), { force: true });
      state.names.delete(keyOf(name));
      state.bytes -= bytes;
    },
    close: () => rm(root, { recursive: true, force: true }),
  };
}

/** Reserves a name synchronously, so that two uploads never get the same one. */
function reserve({ names }: State, wanted: string, { maxFiles }: DropLimits): string {
  if (names.size >= maxFiles) throw new DropError(`There are already ${maxFiles} dropped files, which is the limit.`);
  let number = 1;
  while (names.has(keyOf(numberedName(wanted, number)))) number += 1;
  const name = numberedName(wanted, number);
  names.add(keyOf(name));
  return name;
}

/** Some file systems ignore case. */
function keyOf(name: string): string {
  return name.toLowerCase();
}

/** Writes a file and returns its size, in bytes. */
async function write(
  path: string,
  body: ReadableStream<Uint8Array>,
  { state, limits }: { readonly state: State; readonly limits: DropLimits },
): Promise<number> {
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Uint8Array, _, done) {
      bytes += chunk.length;
      state.bytes += chunk.length;
      done(excess(bytes, state, limits), chunk);
    },
  });
  try {
    // `wx` never overwrites a file or follows a link.
    await pipeline(Readable.fromWeb(body), meter, createWriteStream(path, { flags: "wx", mode: 0o600 }));
    return bytes;
  } catch (error) {
    state.bytes -= bytes;
    throw error;
  }
}

function excess(bytes: number, { bytes: total }: State, limits: DropLimits): DropError | null {
  if (bytes > limits.maxFileBytes) {
    return new DropError(`The file is larger than ${limits.maxFileBytes} bytes, the limit for a dropped file.`);
  }
  if (total <= limits.maxTotalBytes) return null;
  return new DropError(`All dropped files together would be larger than ${limits.maxTotalBytes} bytes, their limit.`);
}

/** Maximum length of a name, in bytes. Common file systems accept 255 (`NAME_MAX` on Linux); numbering adds a few. */
const maxNameBytes = 200;

/** Names that Windows reserves, with any extension: https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * Returns a safe name for an uploaded file: the last part of its path, without characters that act on a terminal, deceive a
 * reader, or have a meaning in paths. It is never empty, `.` or `..`.
 */
export function safeFileName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? "";
  const plain = last
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\ufffd\u2028\u2029<>:"|?*]/gu, "_")
    .replaceAll(/^\s+|[\s.]+$/g, "");
  const name = deviceName.test(plain) ? `_${plain}` : plain;
  return name === "" ? "unnamed" : shortened(name);
}

/** Adds a number before the extension, except for the first file of a name. */
export function numberedName(name: string, number: number): string {
  if (number === 1) return name;
  const { stem, extension } = parts(name);
  return `${stem} (${number})${extension}`;
}

function shortened(name: string): string {
  const { stem, extension } = parts(name);
  let kept = "";
  for (const { segment } of new Intl.Segmenter().segment(stem.slice(0, maxNameBytes))) {
    if (byteLength(kept + segment + extension) > maxNameBytes) break;
    kept += segment;
  }
  return kept + extension;
}

/** Splits a name. An ending of more than 16 characters is not an extension. */
function parts(name: string): { readonly stem: string; readonly extension: string } {
  const extension = /(?<=.)\.[\w-]{1,16}$/.exec(name)?.[0] ?? "";
  return { stem: name.slice(0, name.length - extension.length), extension };
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
