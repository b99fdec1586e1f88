/** What a directory entry or an opened file is. */
export type FileKind =
  | "file"
  | "directory"
  | "symlink"
  | "fifo"
  | "socket"
  | "character-device"
  | "block-device"
  | "unknown";

/** What `stat` tells. */
export interface FileStat {
  readonly kind: FileKind;
  /** Bytes. */
  readonly size: number;
  /** Device and inode: the same file under any name. */
  readonly fileId: string;
  /** Modification time in nanoseconds since 1970, exact. */
  readonly modifiedNs: bigint;
  /** Time of the last change of the inode in nanoseconds since 1970, exact. */
  readonly changedNs: bigint;
}

/** One opened file. Every later byte comes from it, whatever happens to the name. */
export interface FileHandle {
  stat(): Promise<FileStat>;
  /** Fills as much of `target` as there is from `position` on; 0 at the end of the file. */
  read(target: Uint8Array, position: number): Promise<number>;
  /** Where the descriptor really leads, on systems that tell (Linux); it closes the race between check and open. */
  realPath(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** One entry of a directory, not followed. */
export interface DirectoryEntry {
  readonly name: string;
  readonly kind: FileKind;
}

/**
 * One opened directory. Where `realPath` tells where it leads, every name and every fact comes from the directory that
 * was opened, whatever happens to its path. Elsewhere they come from its path, which the caller checks again afterwards.
 */
export interface DirectoryHandle {
  stat(): Promise<FileStat>;
  /** Where the descriptor really leads, on systems that tell (Linux). */
  realPath(): Promise<string | undefined>;
  /** Entries in the order of the file system; not sorted. */
  list(): AsyncIterable<DirectoryEntry>;
  /** The state of an entry; does not follow a link. */
  linkStat(name: string): Promise<FileStat>;
  /** The text of an entry that is a symbolic link, as it was written; it may lead anywhere or nowhere. */
  readLink(name: string): Promise<string>;
  close(): Promise<void>;
}

/** The lexical path functions of one platform: what `node:path`, `path.posix` and `path.win32` have. */
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
 * The calls that the reader makes to a file system. Failures are thrown with the operating system's `code`
 * (`ENOENT`, `EACCES`, `ELOOP`, …), as Node throws them. Inject one to test, or to read from somewhere else.
 */
export interface FileSystem {
  readonly platform: "posix" | "win32";
  readonly path: PathFunctions;
  /** The directory that relative paths start from when a workspace has no root. */
  readonly workingDirectory: string;
  readonly homeDirectory: string | undefined;
  /** Resolves every symbolic link. */
  realPath(path: string): Promise<string>;
  /** Follows links. */
  stat(path: string): Promise<FileStat>;
  /** Does not follow the last link. */
  linkStat(path: string): Promise<FileStat>;
  /** Opens for reading only, without blocking on pipes, without following a last link, without a controlling terminal. */
  open(path: string): Promise<FileHandle>;
  /** Opens a directory for listing, without following a last link where the system can refuse to. */
  openDirectory(path: string): Promise<DirectoryHandle>;
}
