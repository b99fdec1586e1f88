import { BatchError } from "../contract/batch-error.ts";

/** A file that grows at its end. */
export interface AppendFile {
  /** Size in bytes, including what was appended. */
  readonly size: number;
  /** Appends bytes. They survive the end of this process when the call resolves. */
  append(bytes: Uint8Array): Promise<void>;
  /** Makes everything that was appended survive a loss of power. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Everything that a run writes through, by paths with POSIX slashes relative to the output folder. Failures are thrown
 * with the operating system's `code`, as Node.js throws them. Inject one to test, or to write to another storage.
 */
export interface OutputFiles {
  /** The output folder, for messages. */
  readonly folder: string;
  /**
   * Opens or creates a file to append to, cut to a size first if one is given. Creates its folder. Rejects with a
   * `BatchError` if the file is shorter than that: a file is never extended, because nothing knows what it had.
   */
  append(path: string, size?: number): Promise<AppendFile>;
  /**
   * Writes a file that gets its name when it is complete, replacing an earlier one. Creates its folder. The bytes survive
   * the end of this process; with `isDurable`, also a loss of power.
   */
  replace(path: string, bytes: Uint8Array, options?: ReplaceOptions): Promise<void>;
  /** Creates a complete file under a new name. Returns false if the name exists. */
  create(path: string, bytes: Uint8Array): Promise<boolean>;
  /** Renames a file, replacing an earlier one. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file if it exists. */
  remove(path: string): Promise<void>;
  /** Returns the names in a folder, or `undefined` if it does not exist. */
  list(path: string): Promise<readonly string[] | undefined>;
  /** Returns the size of a file, or `undefined` if it does not exist. */
  size(path: string): Promise<number | undefined>;
  /** Fills a buffer from a position of a file, as far as there is data. Returns the number of bytes; 0 if it does not exist. */
  read(path: string, target: Uint8Array, position: number): Promise<number>;
}

/** Options of `replace`. */
export interface ReplaceOptions {
  readonly isDurable?: boolean;
}

/** Returns the error for a file that has lost its end. */
export function shorterThanKnown(path: string, size: number, known: number): BatchError {
  return new BatchError("damaged", `${path} has ${size} bytes; the journal of its run knows ${known}.`, {
    hint: "Restore it from a backup, or start again with an empty output folder.",
  });
}

/** Reads a whole small file. Returns `undefined` if it does not exist. */
export async function readWhole(files: OutputFiles, path: string): Promise<Uint8Array | undefined> {
  const size = await files.size(path);
  if (size === undefined) return undefined;
  const bytes = new Uint8Array(size);
  return bytes.subarray(0, await files.read(path, bytes, 0));
}
