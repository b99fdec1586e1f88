import { randomUUID } from "node:crypto";
import { link, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ImagePart, ReadOutcome } from "@reader/core";
import { printable } from "../output/format.ts";
import { codeOf } from "../output/write.ts";

/** File extensions by media type. An image of another type is saved as `.bin`, whatever its name is. */
const extensions: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/svg+xml": "svg",
  "image/x-icon": "ico",
  "image/png": "png",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/bmp": "bmp",
  "image/tiff": "tiff",
  "image/avif": "avif",
  "image/heic": "heic",
};

/** The part of the document's name that its images get: 60 characters. */
const longStem = /^.{1,60}/su;

/** The result of saving the images of an outcome. */
export interface SavedImages {
  /** A line for each saved image: its path, size and place. */
  readonly saved: readonly string[];
  /** The system's error code, such as `EACCES`, if some images could not be saved. */
  readonly systemCode?: string;
}

/**
 * Writes the images of an outcome into a folder, which is created if needed. Names are generated and not taken from the
 * document, and existing files are never overwritten.
 */
export async function saveImages(outcome: ReadOutcome, folder: string): Promise<SavedImages> {
  const images = outcome.parts.filter((part) => part.type === "image");
  const saved: string[] = [];
  if (images.length === 0) return { saved };
  try {
    await makeFolder(folder);
    const taken = await namesIn(folder);
    let number = 0;
    for (const image of images) {
      number = await saveNext({ folder, taken, stem: stemOf(outcome.path), saved }, image, number + 1);
    }
    return { saved };
  } catch (cause) {
    const systemCode = codeOf(cause);
    if (systemCode === undefined) throw cause;
    return { saved, systemCode };
  }
}

/** Replaces the `recursive` option of Node.js, which never returns where folders cannot be created, such as in `/proc`. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (cause) {
    if (await isFolder(folder)) return;
    if (codeOf(cause) !== "ENOENT" || dirname(folder) === folder) throw cause;
    await makeFolder(dirname(folder));
    await mkdir(folder);
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

/** The names in a folder. Empty if it can be written but not listed. */
async function namesIn(folder: string): Promise<ReadonlySet<string>> {
  try {
    return new Set(await readdir(folder));
  } catch {
    return new Set();
  }
}

interface ImagePlace {
  readonly folder: string;
  /** Existing names. Trying thousands of names would take longer than listing them. */
  readonly taken: ReadonlySet<string>;
  readonly stem: string;
  readonly saved: string[];
}

/** Saves one image under the first free number from `number` on, and returns that number. */
async function saveNext({ folder, taken, stem, saved }: ImagePlace, image: ImagePart, number: number): Promise<number> {
  for (let free = number; ; free += 1) {
    const name = `${stem}-${free}.${extensions[image.mediaType] ?? "bin"}`;
    if (taken.has(name)) continue;
    const path = join(folder, name);
    if (!(await writeWhole(path, image.data))) continue;
    saved.push(`${printable(path)}${describe(image)}`);
    return free;
  }
}

/**
 * Writes a new file, which gets its name when all of its bytes are on the disk. Returns false and writes nothing if the name
 * exists, also as a symbolic link. A failure leaves no file behind.
 */
async function writeWhole(path: string, bytes: Uint8Array): Promise<boolean> {
  const unfinished = join(dirname(path), `.reader-${randomUUID()}.part`);
  try {
    await writeUnfinished(unfinished, bytes);
    return await giveName(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Calls `sync`, because network file systems report a full disk only then. */
async function writeUnfinished(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx");
  // Without a listener, a limit of the shell (`ulimit -f`) would end the process. With one, the write fails with `EFBIG`.
  const listener = (): void => undefined;
  if (process.platform !== "win32") process.on("SIGXFSZ", listener);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    process.off("SIGXFSZ", listener);
    await file.close();
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

function describe({ widthPx, heightPx, at }: ImagePart): string {
  const size = widthPx === undefined || heightPx === undefined ? [] : [`${widthPx} × ${heightPx}`];
  const place = at === undefined ? [] : [`${at.unit} ${at.index}`];
  const facts = [...size, ...place];
  return facts.length === 0 ? "" : ` (${facts.join(", ")})`;
}

/** The document's name without folders, extension and characters that are special to a file system or shell. */
function stemOf(path: string): string {
  const name = path.split("/").at(-1) ?? "";
  const plain = name
    .replace(/(?!^)\.[^.]*$/, "")
    .replace(/[^\p{L}\p{N}_-]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return longStem.exec(plain)?.[0] ?? "image";
}
