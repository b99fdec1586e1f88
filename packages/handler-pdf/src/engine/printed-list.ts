import type { PDFObject } from "mupdf";
import { withObject } from "./pdf-objects.ts";

/** An encoding has 256 codes; a list of more entries is no real one. */
const maxEntries = 600;

/** A list of what an encoding says of its codes, as the engine prints it; empty where it is none. */
export function printedList(list: PDFObject): string {
  if (!list.isArray() || list.length > maxEntries) return "";
  // A reference is printed as one.
  const direct = list.resolve();
  try {
    return direct.toString();
  } finally {
    direct.destroy();
  }
}

/** The same of a list inside of something. */
export function printedAt(object: PDFObject, ...path: readonly string[]): string {
  return withObject(object, path, printedList) ?? "";
}

const codesAndNames = /\d+|\/[^\s/[\]]+/gu;

/** The names in a printed list of differences, each with its code: a number is the code of the name behind it. */
export function* namedCodes(differences: string): Generator<readonly [code: number, name: string]> {
  let code = 0;
  for (const [token] of differences.matchAll(codesAndNames)) {
    if (token.startsWith("/")) {
      yield [code, token.slice(1)];
      code += 1;
    } else {
      code = Number(token);
    }
  }
}
