import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { secret, type OddFile } from "./odd-file.ts";

/** A workspace with odd files in it. */
export interface OddWorkspace {
  /** Absolute. */
  readonly path: string;
  /** Those that could not be made here, by their ids, with the reason: not every disk takes every name. */
  readonly leftOut: ReadonlyMap<string, string>;
  /** Removes it and ends what it needed. */
  readonly remove: () => void;
}

/** Makes the files in a new folder of the system's folder for passing files. Little of the disk is used: 30 MB. */
export async function makeOddFiles(files: readonly OddFile[]): Promise<OddWorkspace> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "odd-files-")));
  const workspace = join(top, "workspace");
  const outside = join(top, "outside");
  mkdirSync(workspace);
  mkdirSync(outside);
  writeFileSync(join(outside, "secret.txt"), `${secret}\n`);
  const ends: (() => void)[] = [() => rmSync(top, { recursive: true, force: true })];
  const leftOut = new Map<string, string>();
  for (const { id, path = id, make } of files) {
    if (make === undefined) continue;
    const file = join(workspace, path);
    try {
      mkdirSync(dirname(file), { recursive: true });
      const end = await make({ workspace, outside, file });
      if (end !== undefined) ends.unshift(end);
    } catch (error) {
      leftOut.set(id, error instanceof Error ? error.message.replaceAll(top, "…") : String(error));
    }
  }
  return { path: workspace, leftOut, remove: () => ends.forEach((end) => end()) };
}
