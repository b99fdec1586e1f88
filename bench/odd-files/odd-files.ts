import { disguises } from "./files/disguises.ts";
import { documents } from "./files/documents.ts";
import { encodings } from "./files/encodings.ts";
import { hostileText } from "./files/hostile-text.ts";
import { lines } from "./files/lines.ts";
import { names } from "./files/names.ts";
import { images } from "./files/images.ts";
import { special } from "./files/special.ts";
import type { OddFile } from "./odd-file.ts";

const all: readonly OddFile[] = [
  ...encodings,
  ...lines,
  ...hostileText,
  ...disguises,
  ...images,
  ...documents,
  ...names,
  ...special,
];

/** The odd files of a system, in the order in which they are made. */
export function oddFilesOf(platform: string): readonly OddFile[] {
  return all.filter(
    ({ only }) => only === undefined || only === platform || (only === "posix" && platform !== "win32"),
  );
}

/** The ids of those that cannot be made on a system. */
export function foreignFiles(platform: string): readonly string[] {
  const own = new Set(oddFilesOf(platform));
  return all.filter((file) => !own.has(file)).map(({ id }) => id);
}

/** The odd files of this system. */
export const oddFiles: readonly OddFile[] = oddFilesOf(process.platform);
