import { randomUUID } from "node:crypto";
import { link, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ImagePart, ReadOutcome } from "@reader/core";
import { printable } from "../output/format.ts";
import { codeOf } from "../output/write.ts";

/** Extensions by media type. An image of any other type is saved as `.bin`: its name decides nothing. */
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

/** As much of the document's own name as goes into the names of its images: 60 characters. */
const longStem = /^.{1,60}/su;

/** What became of the images of an outcome. */
export interface SavedImages {
  /** Each image that was saved, in words: its path, size and place. */
  readonly saved: readonly string[];
  /** Why the others were not: the system's code, such as `EACCES`. */
  readonly systemCode?: string;
}

/**
 * Writes the images of an outcome into a folder, which is made where it is missing. Names are made here and not taken
 * from the document; no file that exists is written over.
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

/** Not by `recursive` of Node, which goes on for ever where a system has no folder to make, as in `/proc`. */
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

/** The names in a folder; none where it can be written but not listed. */
async function namesIn(folder: string): Promise<ReadonlySet<string>> {
  try {
    return new Set(await readdir(folder));
  } catch {
    return new Set();
  }
}

interface ImagePlace {
  readonly folder: string;
  /** Names that were there before: to try each of thousands takes longer than to list them. */
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
 * Writes a new file, which gets its name when all of its bytes are on the disk. Returns false if the name is taken, also
 * by a symbolic link; then nothing is written. A failure leaves no file behind.
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

/** Synchronised, because network file systems report a full disk no earlier. */
async function writeUnfinished(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx");
  // A limit of the shell (`ulimit -f`) would end the process in the middle of the file; with a listener it is `EFBIG`.
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

/** Codes of file systems without hard links, such as FAT. */
const withoutLinks: ReadonlySet<string | undefined> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/** By a hard link, because a rename would replace a file that was made meanwhile. */
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

/** Reserves the name with an empty file, which the rename replaces. */
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

/** The document's name without folders, extension and everything that is special to some file system or shell. */
function stemOf(path: string): string {
  const name = path.split("/").at(-1) ?? "";
  const plain = name
    .replace(/(?!^)\.[^.]*$/, "")
    .replace(/[^\p{L}\p{N}_-]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return longStem.exec(plain)?.[0] ?? "image";
}
