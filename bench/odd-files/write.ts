import { writeFileSync } from "node:fs";
import type { Place } from "./odd-file.ts";

/** Writes a file with this content. */
export function content(data: string | Uint8Array): (place: Pick<Place, "file">) => void {
  return ({ file }) => writeFileSync(file, data);
}

/** Bytes by their numbers and texts, one after another. */
export function bytesOf(...pieces: readonly (number | string | Uint8Array)[]): Uint8Array {
  return Buffer.concat(
    pieces.map((piece) => (typeof piece === "number" ? Buffer.of(piece) : Buffer.from(piece as string))),
  );
}

/** Numbered lines: `line 1` to `line N`. */
export function linesTo(count: number): string {
  return Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join("");
}
