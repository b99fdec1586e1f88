import { randomUUID } from "node:crypto";
import { type FileHandle, link, lstat, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { codeOf } from "./write.ts";

/**
 * Creates a folder and those above it. Replaces the `recursive` option of Node.js, which never returns where folders cannot
 * be created, such as in `/proc`.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (cause) {
    if (await isFolder(folder)) return;
    if (codeOf(cause) !== "ENOENT" || dirname(folder) === folder) throw cause;
    await makeFolder(dirname(folder));
    await mkdir(folder);
  }
}

/** True for an existing folder. */
export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

/** Returns what two paths of one file have in common, or `undefined` if there is none. A link is a file of its own. */
export async function identityOf(
  path: string,
  { isLinkFollowed = false }: { readonly isLinkFollowed?: boolean } = {},
): Promise<string | undefined> {
  try {
    const { dev, ino } = await (isLinkFollowed ? stat : lstat)(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

/** True if a file is in a folder or below it, also through links. */
export async function isInFolder(path: string, folder: string): Promise<boolean> {
  const wanted = await identityOf(folder, { isLinkFollowed: true });
  let last: string | undefined;
  // The system resolves each `..`, so that a link leads to the folders above its target.
  for (let above = dirname(path); ; above = `${above}/..`) {
    const identity = await identityOf(above, { isLinkFollowed: true });
    if (identity === undefined || identity === last) return false;
    if (identity === wanted) return true;
    last = identity;
  }
}

/**
 * Writes a new file, which gets its name when all of its bytes are on the disk. Returns false and writes nothing if the name
 * exists, also as a symbolic link. A failure leaves no file behind.
 */
export function writeWhole(path: string, bytes: Uint8Array): Promise<boolean> {
  return writeNew(path, async (file) => {
    await file.writeFile(bytes);
    return true;
  });
}

/** How `writeNew` treats an existing file. */
interface NewFileOptions {
  /** True to replace it. Default: false. */
  readonly replaces?: boolean;
}

/**
 * Creates a file, which gets its name when `fill` has written all of its bytes and they are on the disk. Returns false and
 * leaves no file if `fill` returns false, or if the name exists, also as a symbolic link, and is not to be replaced.
 */
export async function writeNew(
  path: string,
  fill: (file: FileHandle) => Promise<boolean>,
  { replaces = false }: NewFileOptions = {},
): Promise<boolean> {
  const unfinished = join(dirname(path), `.reader-${randomUUID()}.part`);
  try {
    if (!(await fillUnfinished(unfinished, fill))) return false;
    if (!replaces) return await giveName(unfinished, path);
    await rename(unfinished, path);
    return true;
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Calls `sync`, because network file systems report a full disk only then. */
async function fillUnfinished(path: string, fill: (file: FileHandle) => Promise<boolean>): Promise<boolean> {
  const file = await open(path, "wx");
  // Without a listener, a limit of the shell (`ulimit -f`) would end the process. With one, the write fails with `EFBIG`.
  const listener = (): void => undefined;
  if (process.platform !== "win32") process.on("SIGXFSZ", listener);
  try {
    const isFilled = await fill(file);
    if (isFilled) await file.sync();
    return isFilled;
  } finally {
    process.off("SIGXFSZ", listener);
    await file.close();
  }
}

/** True if a name exists, also as a broken link. */
export async function isTaken(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}

/** Error codes of file systems without hard links, such as FAT. */
const withoutLinks: ReadonlySet<string | undefined> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/** Uses a hard link, because a rename would replace a file that was created in the meantime. */
async function giveName(unfinished: string, path: string): Promise<boolean> {
  try {
    await link(unfinished, path);
    return true;
  } catch (cause) {
    if (codeOf(cause) === "EEXIST") return false;
    if (!withoutLinks.has(codeOf(cause))) throw cause;
  }
  return renameToFree(unfinished, path);
}

/** Reserves the name with an empty file, and renames over it. */
async function renameToFree(unfinished: string, path: string): Promise<boolean> {
  try {
    await (await open(path, "wx")).close();
  } catch (cause) {
    if (codeOf(cause) === "EEXIST") return false;
    throw cause;
  }
  try {
    await rename(unfinished, path);
    return true;
  } catch (cause) {
    await rm(path, { force: true });
    throw cause;
  }
}
