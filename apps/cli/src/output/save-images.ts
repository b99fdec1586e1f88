import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ImagePart, ReadOutcome } from "@reader/core";
import { exitCodes } from "./exit-codes.ts";
import { tell, tellLine } from "./fault.ts";
import { printable } from "./printable.ts";
import { codeOf } from "./write.ts";

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

/** Characters of the document's own name that go into the names of its images. */
const maxStemCharacters = 60;

/**
 * Writes the images of an outcome into a folder, which is made where it is missing, and names each on stderr. Names are
 * made here and not taken from the document; no file that exists is written over. Returns an exit code.
 */
export async function saveImages(outcome: ReadOutcome, folder: string): Promise<number> {
  const images = outcome.parts.filter((part) => part.type === "image");
  if (images.length === 0) return exitCodes.read;
  try {
    await mkdir(folder, { recursive: true });
    let number = 0;
    for (const image of images) {
      number = await saveNext({ folder, stem: stemOf(outcome.path) }, image, number + 1);
    }
    return exitCodes.read;
  } catch (cause) {
    const code = codeOf(cause);
    if (code === undefined) throw cause;
    await tell(`The images could not be saved in ${folder}: the system answers ${code}.`, "Give another folder.");
    return exitCodes.fault;
  }
}

interface ImagePlace {
  readonly folder: string;
  readonly stem: string;
}

/** Saves one image under the first free number from `number` on, and returns that number. */
async function saveNext({ folder, stem }: ImagePlace, image: ImagePart, number: number): Promise<number> {
  for (let free = number; ; free += 1) {
    const path = join(folder, `${stem}-${free}.${extensions[image.mediaType] ?? "bin"}`);
    try {
      await writeFile(path, image.data, { flag: "wx" });
    } catch (cause) {
      if (codeOf(cause) === "EEXIST") continue;
      throw cause;
    }
    await tellLine(`saved ${printable(path)}${describe(image)}`);
    return free;
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
    .replace(/(?<=.)\.[^.]*$/, "")
    .replace(/[^\p{L}\p{N}_-]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return plain.slice(0, maxStemCharacters) || "image";
}
