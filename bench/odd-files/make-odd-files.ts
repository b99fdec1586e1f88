import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { secret, type OddFile } from "./odd-file.ts";

/** A workspace with odd files in it. */
export interface OddWorkspace {
  /** Absolute. */
  readonly path: string;
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
  const remove = (): void => ends.forEach((end) => end());
  try {
    for (const { id, path = id, make } of files) {
      if (make === undefined) continue;
      const file = join(workspace, path);
      mkdirSync(dirname(file), { recursive: true });
      const end = await make({ workspace, outside, file });
      if (end !== undefined) ends.unshift(end);
    }
  } catch (error) {
    remove();
    throw error;
  }
  return { path: workspace, remove };
}
