import { disguises } from "./files/disguises.ts";
import { documents } from "./files/documents.ts";
import { encodings } from "./files/encodings.ts";
import { hostileText } from "./files/hostile-text.ts";
import { lines } from "./files/lines.ts";
import { names } from "./files/names.ts";
import { pictures } from "./files/pictures.ts";
import { special } from "./files/special.ts";
import type { OddFile } from "./odd-file.ts";

/** All odd files of this system, in the order in which they are made. */
export const oddFiles: readonly OddFile[] = [
  ...encodings,
  ...lines,
  ...hostileText,
  ...disguises,
  ...pictures,
  ...documents,
  ...names,
  ...special,
].filter(
  ({ only }) => only === undefined || only === process.platform || (only === "posix" && process.platform !== "win32"),
);
