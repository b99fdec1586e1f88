import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ImagePart, ReadOutcome } from "@reader/core";
import { printable } from "../output/format.ts";
import { makeFolder, writeWhole } from "../output/new-file.ts";
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
