import { ReadError } from "@reader/core";
import type { OneFile } from "./one-file-system.ts";

const { fstat, fstatSync, read, readFileSync } = process.getBuiltinModule("node:fs");

const standardInput = 0;

/** For a folder, Node.js returns an empty stream, which would be reported as an empty file. */
function refuseFolder(): void {
  if (!fstatSync(standardInput).isDirectory()) return;
  throw new ReadError("is-directory", "Standard input is a folder.", { hint: "Give the folder as a path." });
}

/**
 * Returns the file that standard input is redirected from, as in `reader - < app.log`. It can be read at any position, so
 * it is not copied. Returns `undefined` if the input is not a file, or if another program has read its start, which only
 * Linux reports. Throws `is-directory` for a folder.
 */
export function redirectedFile(): OneFile | undefined {
  refuseFolder();
  return fstatSync(standardInput).isFile() && isAtStart() ? { stat: statInput, read: readInput } : undefined;
}

function isAtStart(): boolean {
  try {
    return /^pos:\s*0$/m.test(readFileSync(`/proc/self/fdinfo/${standardInput}`, "utf8"));
  } catch {
    return false;
  }
}

function statInput(): ReturnType<OneFile["stat"]> {
  return new Promise((resolve, reject) => {
    fstat(standardInput, { bigint: true }, (error, stat) => {
      if (error !== null) return reject(error);
      const { size, dev, ino, mtimeNs, ctimeNs } = stat;
      resolve({ kind: "file", size: Number(size), fileId: `${dev}:${ino}`, modifiedNs: mtimeNs, changedNs: ctimeNs });
    });
  });
}

function readInput(target: Uint8Array, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(standardInput, target, 0, target.length, position, (error, count) => {
      if (error === null) resolve(count);
      else reject(error);
    });
  });
}
