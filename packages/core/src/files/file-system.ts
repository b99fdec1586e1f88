/** The kind of a directory entry or an opened file. */
export type FileKind =
  | "file"
  | "directory"
  | "symlink"
  | "fifo"
  | "socket"
  | "character-device"
  | "block-device"
  | "unknown";

/** The result of `stat`. */
export interface FileStat {
  readonly kind: FileKind;
  /** Size in bytes. */
  readonly size: number;
  /** Device and inode: the same for one file under any name. */
  readonly fileId: string;
  /** Exact modification time, in nanoseconds since 1970. */
  readonly modifiedNs: bigint;
  /** Exact time of the last change of the inode, in nanoseconds since 1970. */
  readonly changedNs: bigint;
  /** Identifies the content, on a storage that has such tags. */
  readonly etag?: string;
}

/** An open file. All bytes come from this file, even if its path changes. */
export interface FileHandle {
  stat(): Promise<FileStat>;
  /**
   * Fills `target` from `position` on, as far as there is data. Returns the number of bytes; 0 at the end of the file.
   */
  read(target: Uint8Array, position: number): Promise<number>;
  /**
   * Returns the path that the descriptor really refers to, on systems that report it (Linux). Used to detect a race
   * between check and open.
   */
  realPath(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** An entry of a directory; links are not followed. */
export interface DirectoryEntry {
  readonly name: string;
  readonly kind: FileKind;
}

/**
 * An open directory. If `realPath` returns a path, every name and fact comes from the directory that was opened, even
 * if its path changes. On other systems they come from its path, which the caller checks again afterwards.
 */
export interface DirectoryHandle {
  stat(): Promise<FileStat>;
  /** Returns the path that the descriptor really refers to, on systems that report it (Linux). */
  realPath(): Promise<string | undefined>;
  /** Yields the entries in the order of the file system, unsorted. */
  list(): AsyncIterable<DirectoryEntry>;
  /** Returns the state of an entry, without following a link. */
  linkStat(name: string): Promise<FileStat>;
  /** Returns the target of a symbolic link as written. It may lead anywhere or nowhere. */
  readLink(name: string): Promise<string>;
  close(): Promise<void>;
}

/** The lexical path functions of one platform, as in `node:path`, `path.posix` and `path.win32`. */
export interface PathFunctions {
  readonly sep: string;
  resolve(...paths: string[]): string;
  join(...paths: string[]): string;
  relative(from: string, to: string): string;
  dirname(path: string): string;
  basename(path: string): string;
  extname(path: string): string;
  isAbsolute(path: string): boolean;
}

/**
 * The file system calls of the reader. Failures are thrown with the operating system's `code` (`ENOENT`, `EACCES`,
 * `ELOOP`, …), as Node.js throws them. Inject one to test, or to read from another storage.
 */
export interface FileSystem {
  readonly platform: "posix" | "win32";
  readonly path: PathFunctions;
  /** The directory of relative paths if a workspace has no roots. */
  readonly workingDirectory: string;
  readonly homeDirectory: string | undefined;
  /** Resolves all symbolic links. */
  realPath(path: string): Promise<string>;
  /** Returns the state of a path; follows links. */
  stat(path: string): Promise<FileStat>;
  /** Returns the state of a path; does not follow a link in its last segment. */
  linkStat(path: string): Promise<FileStat>;
  /**
   * Opens a file for reading only. Does not block on pipes, follow a link in the last segment, or acquire a controlling
   * terminal.
   */
  open(path: string): Promise<FileHandle>;
  /** Opens a directory for listing. Does not follow a link in the last segment if the system can refuse to. */
  openDirectory(path: string): Promise<DirectoryHandle>;
}
