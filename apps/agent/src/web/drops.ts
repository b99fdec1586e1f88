import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createWriteStream } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { numberedName, safeFileName } from "./file-name.ts";

/** What may be dropped. */
export interface DropLimits {
  /** Bytes of one file. */
  readonly maxFileBytes: number;
  /** Bytes of all files. */
  readonly maxTotalBytes: number;
  /** How many files. */
  readonly maxFiles: number;
}

/** More than the parsers take (100 MB) would only fill the disk. */
export const defaultDropLimits: DropLimits = {
  maxFileBytes: 100_000_000,
  maxTotalBytes: 500_000_000,
  maxFiles: 200,
};

/** Where dropped files lie: a folder of nobody else's, which is gone when the server ends. */
export interface Drops {
  /** A root of the workspace; absolute. */
  readonly root: string;
  /** The path of the folder in it, relative to it. */
  readonly folder: string;
  /** Takes a file and returns its path in the workspace. Rejects with a `DropError`, and then nothing is left of it. */
  take(name: string, body: ReadableStream<Uint8Array>): Promise<string>;
  close(): Promise<void>;
}

/** Why a file is not taken, in one sentence. */
export class DropError extends Error {}

interface State {
  bytes: number;
  readonly names: Set<string>;
}

/** Makes the folder. `folder` is what it is called in the workspace. */
export async function createDrops(folder: string, limits: DropLimits = defaultDropLimits): Promise<Drops> {
  // For its owner alone: that is what `mkdtemp` makes.
  const root = await mkdtemp(join(tmpdir(), "reader-dropped-"));
  await mkdir(join(root, folder));
  const state: State = { bytes: 0, names: new Set() };
  return {
    root,
    folder,
    async take(given, body) {
      const name = reserve(state, safeFileName(given), limits);
      try {
        await write(join(root, folder, name), body, { state, limits });
      } catch (error) {
        await rm(join(root, folder, name), { force: true });
        state.names.delete(keyOf(name));
        throw error instanceof DropError ? error : new DropError("The file did not arrive whole.", { cause: error });
      }
      return `${folder}/${name}`;
    },
    close: () => rm(root, { recursive: true, force: true }),
  };
}

/** Before anything is awaited, so that two files of one name never meet. */
function reserve({ names }: State, wanted: string, { maxFiles }: DropLimits): string {
  if (names.size >= maxFiles) throw new DropError(`There are ${maxFiles} dropped files already, which is the limit.`);
  let number = 1;
  while (names.has(keyOf(numberedName(wanted, number)))) number += 1;
  const name = numberedName(wanted, number);
  names.add(keyOf(name));
  return name;
}

/** Some file systems take names for the same that differ in case alone. */
function keyOf(name: string): string {
  return name.toLowerCase();
}

async function write(
  path: string,
  body: ReadableStream<Uint8Array>,
  { state, limits }: { readonly state: State; readonly limits: DropLimits },
): Promise<void> {
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Uint8Array, _, done) {
      bytes += chunk.length;
      state.bytes += chunk.length;
      done(excess(bytes, state, limits), chunk);
    },
  });
  try {
    // Never over another file, and never through a link.
    await pipeline(Readable.fromWeb(body), meter, createWriteStream(path, { flags: "wx", mode: 0o600 }));
  } catch (error) {
    state.bytes -= bytes;
    throw error;
  }
}

function excess(bytes: number, { bytes: total }: State, limits: DropLimits): DropError | null {
  if (bytes > limits.maxFileBytes) {
    return new DropError(`The file is larger than the ${limits.maxFileBytes} bytes that a dropped file may have.`);
  }
  if (total <= limits.maxTotalBytes) return null;
  return new DropError(`All dropped files together would exceed their limit of ${limits.maxTotalBytes} bytes.`);
}
