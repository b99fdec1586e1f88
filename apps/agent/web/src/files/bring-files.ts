import { dropFile } from "../api.ts";
import { problemWords, sizeWords } from "../words.ts";

/** What somebody brings. */
export interface Armful {
  readonly files: readonly File[];
  /** Names of folders, which a browser hands over without what is in them. */
  readonly folders: readonly string[];
}

/** What became of it. */
export interface Brought {
  /** The paths of what was taken. */
  readonly paths: readonly string[];
  /** Why the rest was not. */
  readonly refusals: readonly string[];
}

/** What was dropped. */
export function armfulOf({ items, files }: DataTransfer): Armful {
  const folders = [...items].flatMap((item) => {
    const entry = item.webkitGetAsEntry();
    return entry?.isDirectory === true ? [entry.name] : [];
  });
  return { files: [...files].filter(({ name }) => !folders.includes(name)), folders };
}

/** Brings files of at most `maxBytes`, one after the other, so that their names are numbered in their order. */
export async function bringFiles({ files, folders }: Armful, maxBytes: number): Promise<Brought> {
  const paths: string[] = [];
  const refusals = folders.map((name) => `${name}: It is a folder. Drop the files that are in it.`);
  for (const file of files) {
    const { path, problem } = await bring(file, maxBytes);
    if (path !== undefined) paths.push(path);
    if (problem !== undefined) refusals.push(`${file.name}: ${problem}`);
  }
  return { paths, refusals };
}

interface Fate {
  readonly path?: string;
  readonly problem?: string;
}

/** What is too large is not sent at all. */
async function bring(file: File, maxBytes: number): Promise<Fate> {
  if (file.size > maxBytes) return { problem: `It is larger than ${sizeWords(maxBytes)}.` };
  try {
    const dropped = await dropFile(file);
    return dropped.ok ? { path: dropped.path } : { problem: dropped.message };
  } catch (error) {
    return { problem: problemWords(error) };
  }
}
